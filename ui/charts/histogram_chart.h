#pragma once
// The durations of a pair's two sides as histograms on one axis in microseconds. GUI thread.

#include "ui/charts/histogram.h"

#include <QChartView>

class QAreaSeries;
class QLineSeries;
class QValueAxis;

namespace diptych {

class HistogramChart : public QChartView {
    Q_OBJECT

public:
    explicit HistogramChart(QWidget* parent = nullptr);

    void setInstances(const PerSide<std::vector<Nanoseconds>>& instances);
    [[nodiscard]] const Histogram& histogram() const { return m_histogram; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void fillSeries();
    void setRange(double lowest, double highest); ///< of the axis, in microseconds
    void applyColors();
    [[nodiscard]] QString tooltipAt(qreal x) const;

    PerSide<std::vector<Nanoseconds>> m_instances;
    Histogram m_histogram;
    PerSide<QLineSeries*> m_outlines;
    PerSide<QAreaSeries*> m_areas;
    QValueAxis* m_timeAxis;
    QValueAxis* m_shareAxis;
};

} // namespace diptych
