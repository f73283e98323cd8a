#include "ui/views/figure_label.h"

#include "ui/style/fonts.h"
#include "ui/style/tokens.h"
#include "ui/views/cell_painting.h"

#include <QFontMetrics>
#include <QPainter>

namespace diptych {

namespace {

QFont fontOf(int pixelSize, const FigureLabel::Part& part) {
    return textFont(pixelSize, part.isBold ? QFont::Bold : QFont::Normal);
}

} // namespace

FigureLabel::FigureLabel(int pixelSize, QWidget* parent) : QWidget(parent), m_pixelSize(pixelSize) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FigureLabel::setParts(std::vector<Part> parts) {
    m_parts = std::move(parts);
    setAccessibleName(text());
    setToolTip(text());
    updateGeometry();
    update();
}

QString FigureLabel::text() const {
    QString text;
    for (const Part& part : m_parts) {
        text += part.text;
    }
    return text;
}

QSize FigureLabel::sizeHint() const {
    qreal width = 0;
    for (const Part& part : m_parts) {
        width += figureWidth(fontOf(m_pixelSize, part), part.text);
    }
    return {qCeil(width) + 1, QFontMetrics(textFont(m_pixelSize)).height() + 2};
}

QSize FigureLabel::minimumSizeHint() const {
    return {20, sizeHint().height()};
}

void FigureLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Tokens& tokens = tokensOf(palette());
    qreal left = 0;
    for (const Part& part : m_parts) {
        painter.setFont(fontOf(m_pixelSize, part));
        painter.setPen(part.gapNs      ? gapColor(tokens, *part.gapNs)
                       : part.isDimmed ? tokens.text2
                                       : tokens.text);
        const qreal width = figureWidth(painter.font(), part.text);
        drawFigure(painter, QRectF(left, 0, std::min(width + 1, this->width() - left), height()),
                   Qt::AlignLeft, part.text);
        left += width;
    }
}

} // namespace diptych
