#pragma once
// The strip above all pages: both traces with their headline figure, swap, find and Export. Shows one
// comparison. GUI thread.

#include "core/compare/comparison.h"

#include <QWidget>

class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace diptych {

class ElidedLabel;
class FindBox;

/// One side of the strip.
class StripSide : public QWidget {
    Q_OBJECT

public:
    explicit StripSide(Side side, QWidget* parent = nullptr);
    void showComparison(const Comparison& comparison);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Side m_side;
    ElidedLabel* m_gpu;
    ElidedLabel* m_file;
    QLabel* m_figure;
    QLabel* m_unit;
};

class TraceStrip : public QWidget {
    Q_OBJECT

public:
    /// `exportMenu` opens below the button Export; what is found floats over the parent.
    TraceStrip(QMenu* exportMenu, QWidget* parent);

    void showComparison(const Comparison& comparison);
    [[nodiscard]] FindBox* findBox() const { return m_find; }

signals:
    void swapRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PerSide<StripSide*> m_sides;
    QToolButton* m_swap;
    FindBox* m_find;
    QPushButton* m_export;
};

} // namespace diptych
