#pragma once
// One side of the strip: badge, GPU, file, GPU time. Owned by the strip; GUI thread.

#include "core/compare/comparison.h"
#include "ui/session/trace_slot.h"

#include <QWidget>

class QLabel;

namespace diptych {

class ElidedLabel;

class StripSide : public QWidget {
    Q_OBJECT

public:
    explicit StripSide(Side side, QWidget* parent = nullptr);

    /// Figures per step where the comparison has them and `perStep` asks for them, else totals.
    void showComparison(const Comparison& comparison, bool perStep);
    /// Without a comparison: what is known of the trace, and no figures.
    void showSlot(const TraceSlot& slot);
    /// The figures are of another selection than the one that was chosen last.
    void setFiguresStale(bool areStale);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void showTrace(const QString& gpu, const QString& file);
    void showHeadline(const QString& figure, const QString& unit);
    void fitGpu();

    Side m_side;
    ElidedLabel* m_gpuLabel;
    ElidedLabel* m_file;
    QLabel* m_figure;
    QLabel* m_unit;
    QString m_fileName;
    QString m_gpu;
    QString m_shortGpu;
};

} // namespace diptych
