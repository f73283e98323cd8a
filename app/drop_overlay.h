#pragma once
// What a drag over the window shows: the two halves that a file can be dropped on. Lies over all pages and
// takes no events itself. GUI thread.

#include "core/base/side.h"

#include <QWidget>

#include <optional>

namespace diptych {

class DropOverlay : public QWidget {
    Q_OBJECT

public:
    explicit DropOverlay(QWidget* parent);

    /// Lights one half, or both for two files.
    void showTarget(std::optional<Side> side);
    /// The half that a place in the parent belongs to.
    [[nodiscard]] Side sideAt(const QPoint& position) const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintHalf(class QPainter& painter, Side side, const QRect& half) const;

    std::optional<Side> m_target;
};

} // namespace diptych
