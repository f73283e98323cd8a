#pragma once
// Upright bars, a place for each layer, on one axis of time: what the charts of layers have alike. A layer is
// chosen with mouse or arrow keys. Subclasses own the sets of bars and what stands in the tooltips. GUI
// thread.

#include "ui/charts/axis_ticks.h"

#include <QChartView>
#include <QMargins>

#include <optional>
#include <vector>

class QAbstractBarSeries;
class QBarCategoryAxis;
class QCategoryAxis;
class QFont;
class QFontMetricsF;
class QGraphicsItem;
class QGraphicsRectItem;

namespace diptych {

struct Tokens;

class UprightBars : public QChartView {
    Q_OBJECT

public:
    /// "" or an unknown layer: none.
    void setCurrent(const QString& layer);
    [[nodiscard]] QString currentLayer() const;

Q_SIGNALS:
    void chosen(const QString& layer);

protected:
    struct BarPlace {
        QString layer; ///< id
        QString label; ///< below the bars, where it fits
    };
    struct Look {
        QMargins around; ///< of the plot: axis, caption, labels
        int labelTop = 4;
        int highlightTop = 0; ///< px by which the chosen layer's ground reaches above the plot
        double barShare = 0.7;
        QString pictureName; ///< of exported files
    };

    static constexpr double kNsPerUnit = 1000; ///< of the values in the sets

    UprightBars(Look look, QWidget* parent);

    /// Takes the bars and draws them; once, when the sets are made.
    void setSeries(QAbstractBarSeries* series);
    /// The sets hold their values already. The layer chosen stays where it is still there.
    void setPlaces(std::vector<BarPlace> places);
    void addText(const QString& text, const QFont& font, QPointF topLeft, const QColor& color);
    void addMark(const QRectF& area, const QColor& color);
    [[nodiscard]] QRectF plotArea() const;
    /// A layer's part of the plot.
    [[nodiscard]] QRectF placeArea(int place) const;

    [[nodiscard]] virtual SignedAxis timeAxis() const = 0;
    [[nodiscard]] virtual QString tooltipOf(std::size_t place) const = 0;
    virtual void colorBars(const Tokens& tokens) = 0;
    /// What stands in the chart besides bars and labels; `current` is the chosen layer's part of the plot.
    virtual void addMarks(const Tokens& tokens, const std::optional<QRectF>& current) = 0;

    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void fillAxis();
    void placeItems();
    void placeLabels(const Tokens& tokens);
    [[nodiscard]] int numberDistance(const QFontMetricsF& metrics) const;
    void applyColors();
    void choose(int place);
    [[nodiscard]] int placeAt(qreal x) const;

    Look m_look;
    std::vector<BarPlace> m_places;
    int m_current = -1;
    QAbstractBarSeries* m_series = nullptr;
    QCategoryAxis* m_timeAxis = nullptr;
    QBarCategoryAxis* m_layerAxis = nullptr;
    QGraphicsRectItem* m_highlight = nullptr;
    QGraphicsRectItem* m_zero = nullptr;
    std::vector<QGraphicsItem*> m_items; ///< labels and marks; the scene's
};

} // namespace diptych
