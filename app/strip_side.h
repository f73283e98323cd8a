#pragma once
// One side of the strip: badge, GPU, file, GPU time. A row on most pages; on the summary tall, with what is
// known of the trace. Owned by the strip; GUI thread.

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
    void setTall(bool isTall);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Headline {
        QString figure;
        QString unit;
        QString kernels;
    };
    /// The labels of one of the two forms.
    struct Form {
        QWidget* widget = nullptr;
        ElidedLabel* gpu = nullptr;
        ElidedLabel* file = nullptr;
        ElidedLabel* facts = nullptr; ///< tall only
        QLabel* figure = nullptr;
        QLabel* unit = nullptr;
        QLabel* kernels = nullptr; ///< tall only
    };

    void makeRow();
    void makeTall();
    void showTrace(const QString& gpu, const QString& file, const QString& facts);
    void showHeadline(const Headline& headline);
    void fitGpu();

    Side m_side;
    Form m_row;
    Form m_tall;
    QString m_gpu;
    QString m_shortGpu;
    bool m_isTall = false;
};

} // namespace diptych
