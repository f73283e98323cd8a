#pragma once
// Operations as pairs of bars, A above B, on one axis of time from zero. Stands beside the table of
// operations: rows are as high as the table's and begin where the table's do. GUI thread.

#include "core/base/nanoseconds.h"
#include "core/base/side.h"

#include <QChartView>
#include <QString>

#include <optional>
#include <vector>

class QBarCategoryAxis;
class QBarSet;
class QCategoryAxis;
class QGraphicsItem;
class QGraphicsRectItem;
class QHorizontalBarSeries;

namespace diptych {

struct OperationBar {
    QString operation;
    PerSide<std::optional<Nanoseconds>> ns; ///< empty: the side does not have it
    friend bool operator==(const OperationBar&, const OperationBar&) = default;
};

class OperationChart : public QChartView {
    Q_OBJECT

public:
    explicit OperationChart(QWidget* parent = nullptr);

    /// What the sides are called in the legend.
    void setSideLabels(const PerSide<QString>& labels);
    /// Shows these rows. `scaleNs` is the largest time of all rows, shown or not, so that bars keep their
    /// length while the table scrolls. `period` names what the times are of: "per step".
    void setBars(const std::vector<OperationBar>& bars, Nanoseconds scaleNs, const QString& period);
    void setCurrent(const QString& operation);
    [[nodiscard]] const std::vector<OperationBar>& bars() const { return m_bars; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void chosen(const QString& operation);
    /// Another number of rows may fit.
    void resized();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void makeSeries();
    void fillSeries();
    void fillAxis();
    void placeItems();
    void placeRow(const OperationBar& bar, qreal centre);
    void placeLegend();
    void placeText(const QString& text, qreal left, qreal centre, const QColor& color);
    void arrange();
    void applyColors();
    [[nodiscard]] QRectF plotArea() const;
    [[nodiscard]] int rowAt(const QPointF& position) const;
    [[nodiscard]] QString tooltipOf(const OperationBar& bar) const;

    std::vector<OperationBar> m_bars;
    Nanoseconds m_scaleNs = 0;
    qreal m_nameWidth =
        0; ///< of the longest name of this comparison so far: the bars do not move while rows scroll
    double m_axisNs = 0; ///< end of the axis
    QString m_period;
    QString m_current;
    PerSide<QString> m_labels{QStringLiteral("A"), QStringLiteral("B")};
    QHorizontalBarSeries* m_series = nullptr;
    PerSide<QBarSet*> m_sets;
    QCategoryAxis* m_timeAxis = nullptr;
    QBarCategoryAxis* m_rowAxis = nullptr;
    QGraphicsRectItem* m_highlight = nullptr;
    std::vector<QGraphicsItem*> m_items; ///< labels, remarks and legend; the scene's
};

} // namespace diptych
