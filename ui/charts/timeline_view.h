#pragma once
// The timeline on screen: wheel and keys zoom, dragging pans, a click chooses a kernel's pair or a layer.
// Everything it shows stands in its scene. GUI thread.

#include "ui/charts/timeline_painter.h"

#include <QWidget>

namespace diptych {

class TimelineView : public QWidget {
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);

    [[nodiscard]] const TimelineScene& scene() const { return m_scene; }
    /// Changes the scene and shows it.
    template <class Change>
    void change(Change&& apply) {
        apply(m_scene);
        update();
        describe();
    }
    /// What the last picture took.
    [[nodiscard]] const TimelinePaintCounts& counts() const { return m_counts; }

    void zoomBy(double factor);
    void fit();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QString tooltipAt(const QPointF& position) const;

Q_SIGNALS:
    /// The user chose a kernel; its pair.
    void pairChosen(const QString& pair);
    void layerChosen(const QString& layer);
    /// A double click or Enter on the chosen pair.
    void pairOpened(const QString& pair);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Drag : std::uint8_t { None, Pan, Overview };

    void describe();
    void click(const QPointF& position);
    void moveOverviewTo(double x);
    [[nodiscard]] QString kernelText(const TimelineHit& hit) const;
    [[nodiscard]] double middle() const;

    TimelineScene m_scene;
    TimelinePaintCounts m_counts;
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    QPointF m_last;
    bool m_isMoved = false;
};

} // namespace diptych
