#pragma once
// Fusion: where the sides do the same work with different numbers of kernels. A table of patterns; for the
// chosen one what each side runs, to scale, its effect once, per step and in all, its kernels, and the effect
// layer by layer. The chosen pair stands in the view state, by id. GUI thread.

#include "ui/models/fusion_detail.h"
#include "ui/pages/page_widget.h"

class QLabel;
class QPushButton;
class QStackedLayout;

namespace diptych {

class ComparisonSession;
class DataTable;
class EffectChart;
class FigureLabel;
class FilterBox;
class FusionDrawing;
class FusionEffects;
class JobRunner;
class PageMessage;

class FusionPage : public PageWidget {
    Q_OBJECT

public:
    FusionPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);
    ~FusionPage() override;

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] DataTable* kernels() const { return m_kernels; }
    [[nodiscard]] FusionDrawing* drawing() const { return m_drawing; }
    [[nodiscard]] FusionEffects* effects() const { return m_effects; }
    [[nodiscard]] EffectChart* chart() const { return m_chart; }
    [[nodiscard]] FilterBox* filterBox() const { return m_filter; }
    [[nodiscard]] FigureLabel* sentence() const { return m_sentence; }
    [[nodiscard]] QPushButton* showInLayersButton() const { return m_showInLayers; }
    /// Whether a worker still gathers the details of the chosen pattern.
    [[nodiscard]] bool isGathering() const { return m_detailJob != 0; }
    /// Patterns of more kernels are gathered on a worker.
    void setKernelsGatheredAtOnce(std::size_t kernels) { m_kernelsGatheredAtOnce = kernels; }

protected:
    void showComparison() override;

private:
    QWidget* makeList();
    QWidget* makeDetail();
    void addDetailHeader(QWidget* part);
    void connectParts();
    [[nodiscard]] bool isPerStep() const;
    [[nodiscard]] const FusionRow* chosenRow() const;
    void showPatterns();
    void showChosen();
    void gatherDetail(const FusionRow& row);
    void takeDetail(FusionDetail detail);
    void showDetailFigures();
    void showSentence(const FusionRow& row);
    void showNothing();
    void followPair();
    void markPair();
    void choosePairIn(const QString& layer);
    void choosePairWith(Side side, const QString& name);
    void addMenuActions();
    void goTo(Page page);

    ViewState* m_viewState;
    QStackedLayout* m_stack;
    QString m_chosen; ///< id of the pattern
    FusionDetail m_detail;
    const FusionRow* m_detailOf = nullptr; ///< whose it is, or will be; of comparison()
    bool m_isDetailPerStep = true;
    std::uint64_t m_detailJob = 0;
    std::size_t m_kernelsGatheredAtOnce = 50'000;
    FilterBox* m_filter = nullptr;
    DataTable* m_table = nullptr;
    QLabel* m_tally = nullptr;
    QWidget* m_detailPart = nullptr;
    QLabel* m_title = nullptr;
    QWidget* m_badge = nullptr;
    QPushButton* m_showInLayers = nullptr;
    FigureLabel* m_sentence = nullptr;
    FusionDrawing* m_drawing = nullptr;
    FusionEffects* m_effects = nullptr;
    DataTable* m_kernels = nullptr;
    QLabel* m_effectCaption = nullptr;
    EffectChart* m_chart = nullptr;
    std::unique_ptr<JobRunner> m_jobs; ///< last: it waits for its work before anything else goes
};

} // namespace diptych
