#include "ui/report/paper.h"

#include "ui/style/fonts.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTransform>

namespace diptych {

namespace {

struct ItemPainter {
    QPainter& painter;

    void operator()(const PaperText& text) const {
        painter.setFont(paperFont(text.font));
        painter.setPen(text.color);
        painter.drawText(text.baseline * kPaperUnits, text.text);
    }
    void operator()(const PaperRule& rule) const {
        QPen pen(rule.color, rule.width * kPaperUnits, rule.style, Qt::FlatCap);
        painter.setPen(pen);
        painter.drawLine(QLineF(rule.line.p1() * kPaperUnits, rule.line.p2() * kPaperUnits));
    }
    void operator()(const PaperShape& shape) const {
        painter.setBrush(shape.fill.isValid() ? QBrush(shape.fill) : QBrush(Qt::NoBrush));
        painter.setPen(shape.frame.isValid() ? QPen(shape.frame, 0.6 * kPaperUnits, shape.frameStyle)
                                             : QPen(Qt::NoPen));
        painter.drawPath(QTransform::fromScale(kPaperUnits, kPaperUnits).map(shape.path));
    }
};

} // namespace

QSizeF paperExtent(PaperSize size) {
    switch (size) {
    case PaperSize::A4:
        return {595.276, 841.89};
    case PaperSize::Letter:
        return {612, 792};
    }
    return {};
}

QFont paperFont(const PaperFont& font) {
    const int pixels = qRound(font.points * kPaperUnits);
    const QFont::Weight weight = font.isBold ? QFont::Bold : QFont::Normal;
    QFont made = font.isMono ? monoFont(pixels, weight) : textFont(pixels, weight);
    made.setHintingPreference(QFont::PreferNoHinting);
    made.setKerning(false); // figures stand in columns
    return made;
}

qreal paperTextWidth(const PaperFont& font, const QString& text) {
    return QFontMetricsF(paperFont(font)).horizontalAdvance(text) / kPaperUnits;
}

void paintPaper(QPainter& painter, const PaperPage& page) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    for (const PaperItem& item : page.items) {
        std::visit(ItemPainter{painter}, item);
    }
    painter.restore();
}

} // namespace diptych
