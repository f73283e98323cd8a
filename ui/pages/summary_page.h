#pragma once
// The summary: verdict, where the gap comes from, composition of the wall time, findings, how well the sides
// were aligned, warnings. Every row leads to where it comes from. GUI thread.

#include "ui/pages/page_widget.h"

#include <array>

class QGridLayout;
class QLabel;
class QStackedLayout;
class QToolButton;
class QVBoxLayout;

namespace diptych {

class CompositionChart;
class ComparisonSession;
class DataTable;
class ElidedLabel;
class Notes;
class OpenDelegate;
class PageMessage;
class PartDelegate;
class SegmentedSwitch;
class VerdictLabel;
class WaterfallChart;

class SummaryPage : public PageWidget {
    Q_OBJECT

public:
    SummaryPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] VerdictLabel* verdict() const { return m_verdict; }
    [[nodiscard]] WaterfallChart* waterfall() const { return m_waterfall; }
    [[nodiscard]] DataTable* findings() const { return m_findings; }
    [[nodiscard]] DataTable* composition() const { return m_composition; }
    [[nodiscard]] DataTable* coverage() const { return m_coverage; }
    [[nodiscard]] ElidedLabel* note() const { return m_note; }
    [[nodiscard]] SegmentedSwitch* direction() const { return m_direction; }

protected:
    void showComparison() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// How the parts stand: two beside two, findings and alignment below the others, or each below the other.
    enum class Arrangement : std::uint8_t { Square, Stacked, Column };

    void arrange(Arrangement arrangement);
    QWidget* makeVerdict();
    QWidget* makeWaterfall();
    QWidget* makeFindings();
    QWidget* makeComposition();
    QWidget* makeAlignment();
    void showFigures();
    void showFindings();
    void showNote();
    void showWarnings();
    void addWarning(QVBoxLayout& layout, const Diagnostic& diagnostic);
    void openOperation(const QString& operation);
    void openPart(const QString& part);
    void choosePair(const KernelPair* pair, bool goThere);
    [[nodiscard]] const KernelPair* pairOfFinding(const QString& id) const;
    [[nodiscard]] bool isAhead() const;

    ViewState* m_viewState;
    const Notes* m_notes; ///< the session's; may be null
    QStackedLayout* m_stack;
    QGridLayout* m_grid;
    std::optional<Arrangement> m_arrangement;
    std::array<QWidget*, 4> m_areas{}; ///< waterfall, composition, findings, alignment
    std::array<QWidget*, 3> m_lines{}; ///< between rows
    QWidget* m_upright = nullptr;      ///< line between columns
    VerdictLabel* m_verdict = nullptr;
    ElidedLabel* m_note = nullptr;
    QLabel* m_waterfallTitle = nullptr;
    ElidedLabel* m_waterfallCaption = nullptr;
    WaterfallChart* m_waterfall = nullptr;
    ElidedLabel* m_findingsCaption = nullptr;
    SegmentedSwitch* m_direction = nullptr;
    DataTable* m_findings = nullptr;
    QLabel* m_compositionTitle = nullptr;
    QLabel* m_overlap = nullptr; ///< what the composition leaves out, if anything
    CompositionChart* m_compositionChart = nullptr;
    DataTable* m_composition = nullptr;
    DataTable* m_coverage = nullptr;
    QLabel* m_coverageText = nullptr;
    PartDelegate* m_parts = nullptr; ///< swatches
    OpenDelegate* m_opens = nullptr; ///< chevrons
    QWidget* m_warnings = nullptr;
    QLabel* m_footnote = nullptr;
};

} // namespace diptych
