#include "ui/pages/summary_delegates.h"

#include "ui/charts/composition_chart.h"
#include "ui/models/table.h"
#include "ui/style/icons.h"
#include "ui/views/cell_painting.h"

#include <QPainter>

#include <cmath>

namespace diptych {

namespace {

constexpr int kSwatchesWidth = 2 * kSwatchSize + 2 + kSwatchSpacing;
constexpr int kOpenIcon = 14;

CompositionPart partOfRow(const QString& id) {
    return id == QLatin1String("compute")         ? CompositionPart::Compute
           : id == QLatin1String("communication") ? CompositionPart::Communication
           : id == QLatin1String("copy")          ? CompositionPart::Copy
                                                  : CompositionPart::Idle;
}

} // namespace

void PartDelegate::paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                                const QModelIndex& index) const {
    const CompositionPart part = partOfRow(index.data(IdRole).toString());
    const QPen pen = painter.pen();
    qreal left = area.left();
    for (const Side side : kSides) {
        const QRectF swatch(left, qRound(area.center().y() - kSwatchSize / 2.0), kSwatchSize, kSwatchSize);
        paintCompositionPart(painter, swatch, part, side, tokens);
        left += kSwatchSize + 2;
    }
    painter.setPen(pen);
    paintText(painter, area.adjusted(kSwatchesWidth, 0, 0, 0), tokens, index);
}

qreal PartDelegate::contentWidth(const QModelIndex& index) const {
    return CellDelegate::contentWidth(index) + kSwatchesWidth;
}

void OpenDelegate::paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                                const QModelIndex& index) const {
    const qreal ratio = painter.device()->devicePixelRatioF();
    const qreal top = std::round(area.center().y() - kOpenIcon / 2.0);
    const qreal right = area.right() - kOpenIcon + kPadding / 2.0;
    painter.drawPixmap(QPointF(right, top),
                       iconPixmap(QStringLiteral("chevron_right"), tokens.text2, kOpenIcon, ratio));
    if (!index.data(RemarkRole).toString().isEmpty()) {
        painter.drawPixmap(QPointF(right - kOpenIcon - 4, top),
                           iconPixmap(QStringLiteral("note"), tokens.text2, kOpenIcon, ratio));
    }
}

} // namespace diptych
