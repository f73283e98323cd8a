#pragma once
// The effect of a fusion in each layer as upright bars about zero: up, A loses time; down, A gains time. A
// layer is chosen with mouse or arrow keys. GUI thread.

#include "ui/models/fusion_detail.h"

#include <QChartView>

class QBarCategoryAxis;
class QBarSet;
class QCategoryAxis;
class QGraphicsItem;
class QGraphicsRectItem;
class QStackedBarSeries;

namespace diptych {

class EffectChart : public QChartView {
    Q_OBJECT

public:
    explicit EffectChart(QWidget* parent = nullptr);

    void setLayers(const std::vector<LayerEffect>& layers);
    [[nodiscard]] const std::vector<LayerEffect>& layers() const { return m_layers; }
    /// "" or an unknown layer: none.
    void setCurrent(const QString& layer);
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
    [[nodiscard]] static QString tooltipOf(const LayerEffect& layer);

    std::vector<LayerEffect> m_layers;
    int m_current = -1;
    QStackedBarSeries* m_series = nullptr;
    QBarSet* m_losses = nullptr;
    QBarSet* m_gains = nullptr;
    QCategoryAxis* m_timeAxis = nullptr;
    QBarCategoryAxis* m_layerAxis = nullptr;
    QGraphicsRectItem* m_highlight = nullptr;
    QGraphicsRectItem* m_zero = nullptr;
    std::vector<QGraphicsItem*> m_items; ///< labels; the scene's
};

} // namespace diptych
