#pragma once
// A fusion before and after: the kernels of one occurrence on A above those on B, to scale. Paints a
// precomputed layout. A kernel is chosen with the mouse or the arrow keys. GUI thread.

#include "ui/charts/fusion_layout.h"

#include <QWidget>

namespace diptych {

class FusionDrawing : public QWidget {
    Q_OBJECT

public:
    explicit FusionDrawing(QWidget* parent = nullptr);

    void setDetail(FusionDetail detail);
    [[nodiscard]] const FusionLayout& shownLayout() const { return m_layout; }
    /// What the ribbon says: "B fuses the 3 kernels of A into 1".
    [[nodiscard]] QString headline() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The user chose a kernel, by its whole name.
    void kernelChosen(diptych::Side side, const QString& name);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Place {
        Side side = Side::A;
        std::size_t kernel = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };

    void layOut();
    void choose(std::optional<Place> place);
    void paintAxis(QPainter& painter) const;
    void paintSide(QPainter& painter, Side side) const;
    void paintKernel(QPainter& painter, Side side, std::size_t index) const;
    void paintRibbon(QPainter& painter) const;
    void paintDifference(QPainter& painter) const;
    [[nodiscard]] std::optional<Place> placeAt(const QPointF& position) const;
    [[nodiscard]] std::vector<Place> places() const;
    [[nodiscard]] QString tooltipOf(const Place& place) const;

    FusionDetail m_detail;
    FusionLayout m_layout;
    std::optional<Place> m_current;
};

} // namespace diptych
