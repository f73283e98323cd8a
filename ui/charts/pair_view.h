#pragma once
// The mirrored view of one layer: pairs as rows, chosen with mouse or keyboard. Paints a precomputed layout,
// only what is visible. GUI thread.

#include "ui/charts/pair_layout.h"
#include "ui/models/pair_items.h"

#include <QAbstractScrollArea>

namespace diptych {

class PairView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit PairView(QWidget* parent = nullptr);

    void setItems(std::vector<PairItem> items, const QString& emptyText);
    [[nodiscard]] const std::vector<PairItem>& items() const { return m_items; }
    /// Makes a pair current without saying so, and scrolls to it.
    void showPair(const QString& id);
    [[nodiscard]] QString currentPair() const;
    /// Height of all pairs.
    [[nodiscard]] int contentHeight() const { return qCeil(m_layout.height); }

signals:
    /// The user chose a pair.
    void pairChosen(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void layOut();
    void choose(int index);
    void ensureVisible(int index);
    [[nodiscard]] QString tooltipAt(const QPoint& position) const;

    std::vector<PairItem> m_items;
    QString m_emptyText;
    PairLayout m_layout;
    Nanoseconds m_scaleNs = 0;
    int m_current = -1;
};

/// The heads of PairView's columns, and below it the sums.
class PairHeader : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

struct LayerFooterSums {
    QString title; ///< "Layer 14"
    PerSide<std::uint64_t> kernels{0, 0};
    PerSide<std::optional<Nanoseconds>> ns;
    std::optional<double> ratio;
};

class PairFooter : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    void setSums(const LayerFooterSums& sums);
    [[nodiscard]] const LayerFooterSums& sums() const { return m_sums; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    LayerFooterSums m_sums;
};

} // namespace diptych
