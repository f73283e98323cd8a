#include "ui/models/kernel_labels.h"

#include "core/analysis/kernel_name.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace diptych {

namespace {

/// Words that stand in most template arguments and tell nothing.
constexpr std::array<const char*, 17> kFillers{"at",   "native", "std",   "array",    "char",  "float",
                                               "bool", "double", "int",   "unsigned", "long",  "void",
                                               "c10",  "lambda", "const", "operator", "detail"};

/// The template arguments of a kernel, outermost level: those behind the first "label<".
QStringList argumentsOf(const QString& name, const QString& label) {
    const qsizetype open = name.indexOf(label + QLatin1Char('<'));
    QStringList arguments;
    QString argument;
    int depth = 0;
    for (qsizetype i = open < 0 ? name.size() : open + label.size() + 1; i < name.size(); ++i) {
        const QChar c = name[i];
        const bool isArrow = c == QLatin1Char('>') && name[i - 1] == QLatin1Char('-');
        if (depth == 0 && (c == QLatin1Char(',') || (c == QLatin1Char('>') && !isArrow))) {
            arguments.append(argument.trimmed());
            argument.clear();
            if (c == QLatin1Char('>')) {
                break;
            }
            continue;
        }
        if (c == QLatin1Char('<') || c == QLatin1Char('(') || c == QLatin1Char('{')) {
            ++depth;
        } else if ((c == QLatin1Char('>') && !isArrow) || c == QLatin1Char(')') || c == QLatin1Char('}')) {
            --depth;
        }
        argument += c;
    }
    return arguments;
}

/// Letters, digits and '_' make a word; those that tell nothing are left out.
QStringList wordsOf(const QString& argument) {
    QStringList words;
    QString word;
    for (qsizetype i = 0; i <= argument.size(); ++i) {
        const QChar c = i < argument.size() ? argument[i] : QChar();
        if (c.isLetterOrNumber() || c == QLatin1Char('_')) {
            word += c;
            continue;
        }
        const bool isFiller = std::any_of(kFillers.begin(), kFillers.end(),
                                          [&](const char* filler) { return word == QLatin1String(filler); });
        if (!word.isEmpty() && !isFiller) {
            words.append(word);
        }
        word.clear();
    }
    return words;
}

/// For each of some different arguments the word that fewest of them have, the first among equals; the
/// argument itself where it is one word or has none of its own.
std::vector<QString> tellingWords(const QStringList& arguments) {
    std::map<QString, int> argumentsWith;
    const std::set<QString> distinct(arguments.begin(), arguments.end());
    for (const QString& argument : distinct) {
        const QStringList words = wordsOf(argument);
        for (const QString& word : std::set<QString>(words.begin(), words.end())) {
            ++argumentsWith[word];
        }
    }
    std::vector<QString> telling;
    for (const QString& argument : arguments) {
        QString best = argument.section(QStringLiteral("::"), -1);
        int fewest = static_cast<int>(distinct.size());
        for (const QString& word : wordsOf(argument)) {
            if (argumentsWith[word] < fewest) {
                fewest = argumentsWith[word];
                best = word;
            }
        }
        telling.push_back(best);
    }
    return telling;
}

/// The texts of the arguments at one place, an entry a name; "" where a name has fewer.
QStringList column(const std::vector<QStringList>& arguments, qsizetype place) {
    QStringList texts;
    for (const QStringList& each : arguments) {
        texts.append(each.value(place));
    }
    return texts;
}

std::size_t distinctCount(const QStringList& texts) {
    return std::set<QString>(texts.begin(), texts.end()).size();
}

/// What is added to each of some names with one label; "" when template arguments do not tell them apart.
QStringList suffixesOf(const std::vector<QStringList>& arguments) {
    QStringList suffixes;
    qsizetype places = 0;
    for (const QStringList& each : arguments) {
        suffixes.append(QString());
        places = std::max(places, each.size());
    }
    const std::size_t wanted = arguments.size();
    while (distinctCount(suffixes) < wanted) {
        QStringList best;
        std::size_t most = distinctCount(suffixes);
        for (qsizetype place = 0; place < places; ++place) {
            const QStringList texts = column(arguments, place);
            if (distinctCount(texts) < 2) {
                continue;
            }
            const std::vector<QString> words = tellingWords(texts);
            QStringList longer;
            for (std::size_t i = 0; i < words.size(); ++i) {
                const QString& before = suffixes[static_cast<qsizetype>(i)];
                longer.append(before.isEmpty() ? words[i] : before + QStringLiteral(", ") + words[i]);
            }
            if (distinctCount(longer) > most) {
                most = distinctCount(longer);
                best = longer;
            }
        }
        if (best.isEmpty()) {
            break; // nothing tells the rest apart
        }
        suffixes = best;
    }
    return suffixes;
}

/// Adds what tells the names of one label apart. `places` are those of the names.
void tellApart(std::vector<KernelLabel>& labels, const QStringList& names,
               const std::vector<std::size_t>& places) {
    std::map<QString, std::vector<std::size_t>> placesByName;
    for (const std::size_t place : places) {
        placesByName[names[static_cast<qsizetype>(place)]].push_back(place);
    }
    if (placesByName.size() < 2) {
        return;
    }
    std::vector<QStringList> arguments;
    for (const auto& [name, of] : placesByName) {
        arguments.push_back(argumentsOf(name, labels[of.front()].text.section(QLatin1Char('<'), 0, 0)));
    }
    const QStringList suffixes = suffixesOf(arguments);
    qsizetype next = 0;
    for (const auto& [name, of] : placesByName) {
        const QString& suffix = suffixes[next++];
        for (const std::size_t place : of) {
            KernelLabel& label = labels[place];
            if (suffix.isEmpty()) {
                continue;
            }
            // A kernel that serves many operations has the word of its operation in brackets already.
            const bool hasBrackets = label.text.endsWith(QLatin1Char('>'));
            const QString before =
                hasBrackets ? label.text.chopped(1) + QStringLiteral(", ") : label.text + QLatin1Char('<');
            label.focus = {before.size(), suffix.size()};
            label.text = before + suffix + QLatin1Char('>');
        }
    }
}

} // namespace

std::vector<KernelLabel> makeKernelLabels(const std::vector<std::string>& names) {
    std::vector<KernelLabel> labels;
    QStringList wholes;
    QStringList texts;
    std::map<QString, std::vector<std::size_t>> placesByText;
    for (const std::string& name : names) {
        const std::string whole = demangle(name);
        const QString text = QString::fromStdString(shortName(whole));
        placesByText[text].push_back(labels.size());
        wholes.append(QString::fromStdString(whole));
        texts.append(text);
        labels.push_back({text, {}});
    }
    const std::vector<NameFocus> parts = differingParts(texts);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        labels[i].focus = parts[i];
    }
    for (const auto& [text, places] : placesByText) {
        if (places.size() > 1) {
            tellApart(labels, wholes, places);
        }
    }
    return labels;
}

} // namespace diptych
