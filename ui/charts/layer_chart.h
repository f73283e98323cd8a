#pragma once
// Layers as pairs of upright bars, A left of B, on one axis of time from zero. A layer is chosen with mouse
// or arrow keys. GUI thread.

#include "ui/models/pair_items.h"

#include <QChartView>

class QBarCategoryAxis;
class QBarSeries;
class QBarSet;
class QCategoryAxis;
class QGraphicsItem;
class QGraphicsRectItem;

namespace diptych {

class LayerChart : public QChartView {
    Q_OBJECT

public:
    explicit LayerChart(QWidget* parent = nullptr);

    /// `caption` names the axis: "µs per layer and step".
    void setBars(const std::vector<LayerBar>& bars, const QString& caption);
    void setCurrent(const QString& layer);
    [[nodiscard]] const std::vector<LayerBar>& bars() const { return m_bars; }
    [[nodiscard]] QString currentLayer() const;

signals:
    void chosen(const QString& layer);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void makeSeries();
    void fillSeries();
    void fillAxis();
    void placeItems();
    void applyColors();
    void choose(int bar);
    [[nodiscard]] QRectF plotArea() const;
    [[nodiscard]] qreal barWidth() const;
    [[nodiscard]] int barAt(qreal x) const;
    [[nodiscard]] QString tooltipOf(const LayerBar& bar) const;

    std::vector<LayerBar> m_bars;
    QString m_caption;
    int m_current = -1;
    QBarSeries* m_series = nullptr;
    PerSide<QBarSet*> m_sets;
    QCategoryAxis* m_timeAxis = nullptr;
    QBarCategoryAxis* m_layerAxis = nullptr;
    QGraphicsRectItem* m_highlight = nullptr;
    std::vector<QGraphicsItem*> m_items; ///< labels; the scene's
};

} // namespace diptych
