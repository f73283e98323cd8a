#include "ui/report/paper_block.h"

#include "ui/style/name_format.h"
#include "ui/style/tokens.h"

#include <algorithm>

namespace diptych {

namespace {

struct ItemMover {
    QPointF by;
    void operator()(PaperText& text) const { text.baseline += by; }
    void operator()(PaperRule& rule) const { rule.line.translate(by); }
    void operator()(PaperShape& shape) const { shape.path.translate(by); }
};

bool mayBreakAfter(QChar c) {
    return QStringLiteral(":_,;<>()[]/-.").contains(c);
}

/// How much of `text` fits into `width`: at least one character.
qsizetype fittingLength(const QString& text, const PaperFont& font, qreal width) {
    qsizetype low = 1;
    qsizetype high = text.size();
    while (low < high) {
        const qsizetype middle = (low + high + 1) / 2;
        if (paperTextWidth(font, text.left(middle)) <= width) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    if (low < text.size() && text.at(low).isLowSurrogate()) {
        --low; // a pair stays together
    }
    return std::max<qsizetype>(1, low);
}

/// Where a word that is too long is best cut, within the first `most` characters.
qsizetype cutOf(const QString& word, qsizetype most) {
    for (qsizetype cut = most; cut > most * 2 / 3; --cut) {
        if (mayBreakAfter(word.at(cut - 1))) {
            return cut;
        }
    }
    return most;
}

} // namespace

qreal PaperBlock::text(qreal x, qreal baseline, const QString& text, const PaperStyle& style,
                       PaperAlign align) {
    const qreal width = paperTextWidth(style.font, text);
    const qreal left = align == PaperAlign::Left ? x : align == PaperAlign::Right ? x - width : x - width / 2;
    items.emplace_back(PaperText{QPointF(left, baseline), text, style.font, style.color, {}});
    return width;
}

qreal PaperBlock::lines(qreal x, qreal baseline, const QStringList& lines, const PaperStyle& style,
                        qreal leading) {
    qreal y = baseline;
    for (const QString& line : lines) {
        text(x, y, line, style);
        y += leading;
    }
    return lines.isEmpty() ? baseline : y - leading;
}

void PaperBlock::pageNumber(qreal right, qreal baseline, const QString& of, const PaperStyle& style) {
    items.emplace_back(PaperText{QPointF(right, baseline), {}, style.font, style.color, of});
}

void PaperBlock::rule(qreal left, qreal right, qreal y, const QColor& color, qreal width,
                      Qt::PenStyle style) {
    items.emplace_back(PaperRule{QLineF(left, y, right, y), color, width, style});
}

void PaperBlock::upright(qreal x, qreal top, qreal bottom, const QColor& color, qreal width) {
    items.emplace_back(PaperRule{QLineF(x, top, x, bottom), color, width, Qt::SolidLine});
}

void PaperBlock::box(const QRectF& area, const QColor& fill, const QColor& frame, qreal radius,
                     Qt::PenStyle frameStyle) {
    QPainterPath path;
    if (radius > 0) {
        path.addRoundedRect(area, radius, radius);
    } else {
        path.addRect(area);
    }
    items.emplace_back(PaperShape{path, fill, frame, frameStyle});
}

void PaperBlock::hatch(const QRectF& area, const QColor& color, qreal distance, qreal width) {
    // A stroke runs from the lower edge upwards to the right; it is cut where the area ends.
    for (qreal x = area.left() - area.height(); x < area.right(); x += distance) {
        const qreal from = std::max(x, area.left());
        const qreal to = std::min(x + area.height(), area.right());
        if (to > from) {
            items.emplace_back(
                PaperRule{QLineF(from, area.bottom() - (from - x), to, area.bottom() - (to - x)), color,
                          width, Qt::SolidLine});
        }
    }
}

void PaperBlock::badge(const QRectF& square, Side side, const Tokens& tokens) {
    box(square, tokens.fill[side], {}, square.height() / 6);
    const PaperFont font{square.height() * 0.68, true, false};
    text(square.center().x(), square.center().y() + font.points * 0.36, QLatin1String(sideName(side)),
         {font, tokens.onFill[side]}, PaperAlign::Center);
}

qreal PaperBlock::mark(qreal x, qreal middle, const QString& word, const Tokens& tokens) {
    const PaperFont font{6.6, true, false};
    const qreal width = paperTextWidth(font, word) + 8;
    box(QRectF(x, middle - 5.2, width, 10.4), {}, tokens.border, 2);
    text(x + 4, middle + font.points * 0.36, word, {font, tokens.text2});
    return width;
}

void PaperBlock::add(const PaperBlock& other, qreal x, qreal y) {
    items.reserve(items.size() + other.items.size());
    for (PaperItem item : other.items) {
        std::visit(ItemMover{QPointF(x, y)}, item);
        items.push_back(std::move(item));
    }
}

QString fitPaperText(const QString& text, const PaperFont& font, qreal width, qsizetype focusStart,
                     qsizetype focusLength) {
    const qreal whole = paperTextWidth(font, text);
    if (whole <= width || text.isEmpty()) {
        return text;
    }
    int characters = std::max(1, static_cast<int>(static_cast<qreal>(text.size()) * width / whole) + 2);
    QString shown;
    do {
        shown = shortenName(text, NameFocus{focusStart, focusLength}, characters);
        --characters;
    } while (characters > 0 && paperTextWidth(font, shown) > width);
    return shown;
}

QString fitPaperPath(const QString& text, const PaperFont& font, qreal width) {
    QString shown = text;
    for (qsizetype slash = text.indexOf(QLatin1Char('/'), 1);
         slash >= 0 && paperTextWidth(font, shown) > width;
         slash = text.indexOf(QLatin1Char('/'), slash + 1)) {
        shown = QChar(0x2026) + text.mid(slash);
    }
    return fitPaperText(shown, font, width);
}

QStringList wrapPaperText(const QString& text, const PaperFont& font, qreal width, int mostLines) {
    QStringList lines;
    QString line;
    QStringList words = text.simplified().split(QLatin1Char(' '));
    while (!words.isEmpty()) {
        QString word = words.takeFirst();
        const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
        if (paperTextWidth(font, longer) <= width) {
            line = longer;
            continue;
        }
        if (lines.size() + 1 == mostLines) { // no more room: what is left goes into this line as it can
            words.prepend(longer);
            lines.append(fitPaperText(words.join(QLatin1Char(' ')), font, width));
            return lines;
        }
        const qreal rest = line.isEmpty() ? width : width - paperTextWidth(font, line + QLatin1Char(' '));
        if (paperTextWidth(font, word) <= width || rest < width / 3) { // it begins on the next line
            lines.append(line);
            line.clear();
            words.prepend(word);
            continue;
        }
        const qsizetype cut = cutOf(word, fittingLength(word, font, rest));
        lines.append(line.isEmpty() ? word.left(cut) : line + QLatin1Char(' ') + word.left(cut));
        line.clear();
        if (cut < word.size()) {
            words.prepend(word.mid(cut));
        }
    }
    if (!line.isEmpty() || lines.isEmpty()) {
        lines.append(line);
    }
    return lines;
}

} // namespace diptych
