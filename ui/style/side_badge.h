#pragma once
// The square with the letter of a side, in the side's colour. GUI thread.

#include "core/base/side.h"

#include <QWidget>

namespace diptych {

struct Tokens;

/// Paints the badge into a square; for delegates and headers.
void paintSideBadge(QPainter& painter, const QRectF& square, Side side, const Tokens& tokens);

class SideBadge : public QWidget {
    Q_OBJECT

public:
    /// `size` is the length of an edge in pixels.
    SideBadge(Side side, int size, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Side m_side;
    int m_size;
};

} // namespace diptych
