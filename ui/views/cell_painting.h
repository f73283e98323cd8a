#pragma once
// The small marks that cells, charts and headers share: arrows with figures, swatches, badges. They take
// colours from the tokens of the palette in use. Pure painting.

#include "ui/style/tokens.h"

#include <QFont>
#include <QString>

class QPainter;
class QRectF;

namespace diptych {

/// Draws "▲ +33.0" with the arrow as a shape, since text fonts often lack it; other texts as they are. One
/// line, elided at the right when it does not fit.
void drawFigure(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QString& text);
/// The width that drawFigure needs.
[[nodiscard]] qreal figureWidth(const QFont& font, const QString& text);

/// A square in a category's colour, centred in height, at the left of the area.
void drawSwatch(QPainter& painter, const QRectF& area, const QColor& color);
inline constexpr int kSwatchSize = 9;
inline constexpr int kSwatchSpacing = 8;

/// A remark in a frame, dashed for what is missing ("only A"), at the side of the area that the alignment
/// says.
void drawBadge(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QString& text,
               const Tokens& tokens, Qt::PenStyle frame = Qt::DashLine);

/// Three squares, the first `filled` of them solid: how sure a pair is. Stands at the left of the area.
void drawMatchSquares(QPainter& painter, const QRectF& area, int filled, const Tokens& tokens);
inline constexpr int kMatchSquaresWidth = 18;

} // namespace diptych
