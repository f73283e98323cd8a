#pragma once
// The gap as a waterfall: A's time, what each operation takes from or adds to it, B's time. Rows lead to
// their operation, with mouse or keys. GUI thread.

#include "ui/charts/waterfall_layout.h"

#include <QWidget>

namespace diptych {

class WaterfallChart : public QWidget {
    Q_OBJECT

public:
    explicit WaterfallChart(QWidget* parent = nullptr);

    /// Null shows nothing. Figures are per step, where both sides have steps, or in all.
    void setComparison(std::shared_ptr<const Comparison> comparison, bool perStep = true);
    [[nodiscard]] const std::vector<WaterfallRow>& rows() const { return m_rows; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// A row was opened; "" for the rows of the sides, which are all operations together.
    void operationChosen(const QString& operation);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Geometry;
    void fill();
    void open(int row);
    [[nodiscard]] Geometry geometryOfRows() const;
    void paintAxis(QPainter& painter, const Geometry& geometry) const;
    void paintRow(QPainter& painter, const Geometry& geometry, int index) const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int rowAt(const QPointF& position) const;
    [[nodiscard]] QString tooltipOf(const WaterfallRow& row) const;

    std::shared_ptr<const Comparison> m_comparison;
    bool m_isPerStep = true;
    std::vector<WaterfallRow> m_rows;
    int m_current = -1;
};

} // namespace diptych
