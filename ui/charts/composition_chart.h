#pragma once
// The wall time of one step of both sides as stacked bars on one scale: compute solid, exposed communication
// hatched, exposed copies grey, idle time outlined. GUI thread.

#include "core/compare/comparison.h"

#include <QWidget>

#include <array>

namespace diptych {

struct Tokens;

/// A part of the wall time, in the order in which the bars are stacked.
enum class CompositionPart : std::uint8_t { Compute, Communication, Copy, Idle };
inline constexpr std::array<CompositionPart, 4> kCompositionParts{
    CompositionPart::Compute, CompositionPart::Communication, CompositionPart::Copy, CompositionPart::Idle};

[[nodiscard]] QString compositionPartName(CompositionPart part);
[[nodiscard]] Nanoseconds compositionNs(const CompositionSide& side, CompositionPart part);
/// A bar or a swatch of a part.
void paintCompositionPart(QPainter& painter, const QRectF& area, CompositionPart part, Side side,
                          const Tokens& tokens);

class CompositionChart : public QWidget {
    Q_OBJECT

public:
    explicit CompositionChart(QWidget* parent = nullptr);

    void setComposition(const PerSide<CompositionSide>& composition);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    void paintSide(QPainter& painter, Side side, qreal top) const;
    void paintLegend(QPainter& painter, qreal top) const;

    PerSide<CompositionSide> m_composition;
};

} // namespace diptych
