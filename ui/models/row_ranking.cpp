#include "ui/models/row_ranking.h"

#include <QStringList>
#include <QStringMatcher>

#include <algorithm>
#include <cstring>

namespace diptych {

namespace {

constexpr std::size_t kRowsPerCancelCheck = 4096;

std::vector<int> filteredRows(const Table& table, const QString& filter, const CancelToken& cancel) {
    std::vector<QStringMatcher> words;
    for (const QString& word : filter.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        words.emplace_back(word, Qt::CaseInsensitive);
    }
    std::vector<int> rows;
    rows.reserve(static_cast<std::size_t>(table.rowCount()));
    for (int row = 0; row < table.rowCount(); ++row) {
        if (static_cast<std::size_t>(row) % kRowsPerCancelCheck == 0 && cancel.isCancelled()) {
            break;
        }
        const QString text = words.empty() ? QString() : table.searchText(row);
        if (std::all_of(words.begin(), words.end(),
                        [&](const QStringMatcher& word) { return word.indexIn(text) >= 0; })) {
            rows.push_back(row);
        }
    }
    return rows;
}

/// A row among those that are sorted: most comparisons are settled by the key, without following a pointer.
struct Entry {
    std::uint64_t key = 0;
    std::uint32_t place = 0; ///< among the filtered rows; settles ties
};

/// The values of a column, by kind and by place among the filtered rows.
struct Values {
    std::vector<std::pair<std::uint32_t, double>> numbers;
    std::vector<std::pair<std::uint32_t, QString>> texts;
    std::vector<std::uint32_t> absent;
};

Values valuesOf(const Table& table, int column, const std::vector<int>& rows, const CancelToken& cancel) {
    Values values;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % kRowsPerCancelCheck == 0 && cancel.isCancelled()) {
            break;
        }
        const auto place = static_cast<std::uint32_t>(i);
        SortValue value = table.sortValue(rows[i], column);
        if (const double* number = std::get_if<double>(&value)) {
            values.numbers.emplace_back(place, *number);
        } else if (const QString* text = std::get_if<QString>(&value)) {
            values.texts.emplace_back(place, text->toCaseFolded());
        } else {
            values.absent.push_back(place);
        }
    }
    return values;
}

/// Unsigned integers in the order of the numbers.
std::uint64_t orderedBits(double number) {
    constexpr std::uint64_t kSign = 1ULL << 63U;
    const double positiveZero = number == 0 ? 0.0 : number;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &positiveZero, sizeof bits);
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

/// The four characters behind what all texts begin with.
std::uint64_t orderedCharacters(const QString& text, qsizetype from) {
    std::uint64_t key = 0;
    for (qsizetype i = from; i < from + 4; ++i) {
        key = key << 16U | (i < text.size() ? text[i].unicode() : 0U);
    }
    return key;
}

qsizetype commonPrefix(const std::vector<std::pair<std::uint32_t, QString>>& texts) {
    if (texts.empty()) {
        return 0;
    }
    const QString& first = texts.front().second;
    qsizetype length = first.size();
    for (const auto& [place, text] : texts) {
        const auto end =
            std::mismatch(first.begin(), first.begin() + std::min(length, text.size()), text.begin());
        length = end.first - first.begin();
    }
    return length;
}

/// Sorts by `isBefore`, in either direction; equal entries keep their places.
template <class Before>
void sortEntries(std::vector<Entry>& entries, bool isDescending, const Before& isBefore) {
    std::sort(entries.begin(), entries.end(), [&](const Entry& x, const Entry& y) {
        if (isBefore(x, y)) {
            return !isDescending;
        }
        if (isBefore(y, x)) {
            return isDescending;
        }
        return x.place < y.place;
    });
}

std::vector<Entry> sortedNumbers(const Values& values, bool isDescending) {
    std::vector<Entry> entries;
    entries.reserve(values.numbers.size());
    for (const auto& [place, number] : values.numbers) {
        entries.push_back({orderedBits(number), place});
    }
    sortEntries(entries, isDescending, [](const Entry& x, const Entry& y) { return x.key < y.key; });
    return entries;
}

std::vector<Entry> sortedTexts(const Values& values, bool isDescending) {
    const qsizetype prefix = commonPrefix(values.texts);
    std::vector<Entry> entries;
    entries.reserve(values.texts.size());
    std::vector<const QString*> textAt;
    for (const auto& [place, text] : values.texts) {
        textAt.resize(std::max<std::size_t>(textAt.size(), place + 1));
        textAt[place] = &text;
        entries.push_back({orderedCharacters(text, prefix), place});
    }
    sortEntries(entries, isDescending, [&](const Entry& x, const Entry& y) {
        return x.key != y.key ? x.key < y.key : *textAt[x.place] < *textAt[y.place];
    });
    return entries;
}

} // namespace

std::vector<int> rankRows(const Table& table, const RankingRequest& request, const CancelToken& cancel) {
    std::vector<int> rows = filteredRows(table, request.filter, cancel);
    if (request.column < 0 || request.column >= table.columnCount() || cancel.isCancelled()) {
        return rows;
    }
    const bool isDescending = request.order == Qt::DescendingOrder;
    const Values values = valuesOf(table, request.column, rows, cancel);
    std::vector<int> ranked;
    ranked.reserve(rows.size());
    for (const std::vector<Entry>& entries :
         {sortedNumbers(values, isDescending), sortedTexts(values, isDescending)}) {
        for (const Entry& entry : entries) {
            ranked.push_back(rows[entry.place]);
        }
    }
    for (const std::uint32_t place : values.absent) {
        ranked.push_back(rows[place]);
    }
    return ranked;
}

} // namespace diptych
