#include "ui/style/name_format.h"

#include "core/analysis/kernel_name.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace diptych {

namespace {

constexpr QChar kEllipsis(0x2026);

struct NameToken {
    qsizetype start;
    qsizetype length;
};

bool isTokenCharacter(QChar c) {
    return c.isLetterOrNumber();
}

/// Runs of letters and digits. Kernel names are made of them: MT64x96x128, sm90, 64x128x64.
std::vector<NameToken> tokensOfName(const QString& name) {
    std::vector<NameToken> tokens;
    for (qsizetype i = 0; i < name.size();) {
        qsizetype end = i;
        while (end < name.size() && isTokenCharacter(name[end])) {
            ++end;
        }
        if (end > i) {
            tokens.push_back({i, end - i});
        }
        i = std::max(end, i + 1);
    }
    return tokens;
}

bool looksLikeTile(QStringView token) {
    for (qsizetype i = 1; i + 1 < token.size(); ++i) {
        if (token[i] == QLatin1Char('x') && token[i - 1].isDigit() && token[i + 1].isDigit()) {
            return true;
        }
    }
    return false;
}

bool hasDigit(QStringView token) {
    return std::any_of(token.begin(), token.end(), [](QChar c) { return c.isDigit(); });
}

/// How well a token tells a name: tile sizes first, then figures, then words.
int tellingRank(QStringView token) {
    return looksLikeTile(token) ? 2 : hasDigit(token) ? 1 : 0;
}

QString middleCut(const QString& name, qsizetype head, qsizetype tail) {
    return name.left(head) + kEllipsis + name.right(tail);
}

} // namespace

QString kernelLabel(std::string_view name) {
    return QString::fromStdString(shortName(demangle(name)));
}

std::vector<NameFocus> differingParts(const QStringList& names) {
    std::vector<std::vector<NameToken>> tokens;
    tokens.reserve(static_cast<std::size_t>(names.size()));
    QHash<QString, int> namesWith;
    for (const QString& name : names) {
        tokens.push_back(tokensOfName(name));
        QSet<QString> distinct;
        for (const NameToken& token : tokens.back()) {
            distinct.insert(name.mid(token.start, token.length));
        }
        for (const QString& text : distinct) {
            ++namesWith[text];
        }
    }
    std::vector<NameFocus> parts(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const QString& name = names[static_cast<qsizetype>(i)];
        int bestShared = static_cast<int>(names.size()); // a token that all share tells nothing
        int bestRank = -1;
        for (const NameToken& token : tokens[i]) {
            const QStringView text = QStringView(name).mid(token.start, token.length);
            const int shared = namesWith.value(text.toString());
            const int rank = tellingRank(text);
            const bool better = shared < bestShared ||
                                (shared == bestShared && bestRank >= 0 &&
                                 (rank > bestRank || (rank == bestRank && token.length > parts[i].length)));
            if (better) {
                bestShared = shared;
                bestRank = rank;
                parts[i] = {token.start, token.length};
            }
        }
    }
    return parts;
}

QString shortenName(const QString& name, int characters) {
    if (name.size() <= characters) {
        return name;
    }
    if (characters <= 1) {
        return characters == 1 ? QString(kEllipsis) : QString();
    }
    const qsizetype kept = characters - 1;
    const qsizetype head = kept - kept * 2 / 5; // names begin with what they are
    return middleCut(name, head, kept - head);
}

QString shortenName(const QString& name, const NameFocus& focus, int characters) {
    const qsizetype focusEnd = focus.start + focus.length;
    const qsizetype kept = characters - focus.length - 2;
    if (focus.length == 0 || name.size() <= characters || characters < 6) {
        return shortenName(name, characters);
    }
    if (kept < 0) { // figures stand at the end of a token: tilesize64x128x64
        return kEllipsis + name.mid(focusEnd - (characters - 2), characters - 2) + kEllipsis;
    }
    const qsizetype head = kept - kept * 2 / 5;
    const qsizetype tail = kept - head;
    if (focus.start <= head + 1) { // the head runs into the focus: one gap, behind it
        const qsizetype end = std::max<qsizetype>(focusEnd, characters - 1 - tail);
        return middleCut(name, end, characters - 1 - end);
    }
    if (name.size() - focusEnd <= tail + 1) { // the tail does: one gap, before it
        const qsizetype length = std::max<qsizetype>(name.size() - focus.start, characters - 1 - head);
        return middleCut(name, characters - 1 - length, length);
    }
    return name.left(head) + kEllipsis + name.mid(focus.start, focus.length) + kEllipsis + name.right(tail);
}

QString withoutModelName(const QString& moduleClass, const QString& layerClass) {
    if (moduleClass == layerClass) {
        return moduleClass;
    }
    const auto differs =
        std::mismatch(moduleClass.begin(), moduleClass.end(), layerClass.begin(), layerClass.end());
    qsizetype shared = differs.first - moduleClass.begin();
    const auto beginsWord = [](const QString& name, qsizetype place) {
        return place < name.size() && name[place].isUpper() && place > 0 && !name[place - 1].isUpper();
    };
    while (shared > 0 && !(beginsWord(moduleClass, shared) && beginsWord(layerClass, shared))) {
        --shared;
    }
    return moduleClass.mid(shared);
}

QString withoutTraceEnding(const QString& file) {
    QString name = file;
    for (const char* const ending : {".gz", ".zst", ".json", ".trace", ".pt"}) {
        const QLatin1String text(ending);
        if (name.size() > text.size() && name.endsWith(text, Qt::CaseInsensitive)) {
            name.chop(text.size());
        }
    }
    return name;
}

} // namespace diptych
