#include "app/text_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace diptych {

namespace {

/// Characters, not bytes.
std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

std::string fixed(double number, int decimals) {
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, number);
    return buffer.data();
}

/// The bytes of the first `count` characters.
std::string_view head(std::string_view text, std::size_t count) {
    std::size_t end = 0;
    while (end < text.size()) {
        if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U && count-- == 0) {
            break;
        }
        ++end;
    }
    return text.substr(0, end);
}

} // namespace

std::string TextTable::text(std::string_view indent) const {
    std::vector<std::size_t> widths;
    for (std::size_t column = 0; column < m_columns.size(); ++column) {
        std::size_t widest = width(m_columns[column].title);
        for (const auto& row : m_rows) {
            widest = std::max(widest, width(row[column]));
        }
        widths.push_back(widest);
    }
    std::string all;
    const auto addLine = [&](const auto& cellOf) {
        std::string line(indent);
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            const std::string& cell = cellOf(column);
            const std::string padding(widths[column] - width(cell), ' ');
            line += column == 0 ? "" : "  ";
            line += m_columns[column].align == Align::Right ? padding + cell : cell + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        all += line + '\n';
    };
    addLine([&](std::size_t column) -> const std::string& { return m_columns[column].title; });
    for (const auto& row : m_rows) {
        addLine([&](std::size_t column) -> const std::string& { return row[column]; });
    }
    return all;
}

std::string millisecondsText(std::optional<Nanoseconds> ns) {
    return ns ? fixed(static_cast<double>(*ns) / 1e6, 3) : "-";
}

std::string signedMillisecondsText(Nanoseconds ns) {
    const std::string text = fixed(static_cast<double>(ns) / 1e6, 3);
    if (text == "-0.000" || text == "0.000") {
        return "0.000";
    }
    return (ns > 0 ? "+" : "") + text;
}

std::string ratioText(const std::optional<double>& ratio) {
    return ratio && std::isfinite(*ratio) ? fixed(*ratio, 2) + "x" : "-";
}

std::string percentText(const std::optional<double>& share) {
    return share && std::isfinite(*share) ? fixed(*share * 100, 0) + " %" : "-";
}

std::string countText(std::uint64_t count) {
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); at > 3; at -= 3) {
        digits.insert(at - 3, 1, ',');
    }
    return digits;
}

std::string bytesText(std::uint64_t bytes) {
    const auto size = static_cast<double>(bytes);
    if (bytes < 1000) {
        return std::to_string(bytes) + " bytes";
    }
    return size < 1e6   ? fixed(size / 1e3, 1) + " kB"
           : size < 1e9 ? fixed(size / 1e6, 1) + " MB"
                        : fixed(size / 1e9, 2) + " GB";
}

std::string shortened(std::string_view text, std::size_t most) {
    const std::size_t length = width(text);
    if (length <= most || most < 4) {
        return std::string(text);
    }
    const std::size_t front = (most - 1) * 2 / 3;
    const std::size_t back = most - 1 - front;
    return std::string(head(text, front)) + "…" + std::string(text.substr(head(text, length - back).size()));
}

std::string wrapped(std::string_view text, std::size_t most, std::string_view indent) {
    std::string all;
    std::size_t used = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        if (used > 0 && used + 1 + width(word) > most) {
            all += '\n';
            all += indent;
            used = width(indent);
        } else if (used > 0) {
            all += ' ';
            ++used;
        }
        all += word;
        used += width(word);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return all;
}

} // namespace diptych
