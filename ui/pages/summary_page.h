#pragma once
// The summary: verdict, where the gap comes from, composition of the wall time, findings, how well the sides
// were aligned, warnings. Every row leads to where it comes from. GUI thread.

#include "ui/pages/page_widget.h"

class QLabel;
class QStackedLayout;
class QToolButton;
class QVBoxLayout;

namespace diptych {

class CompositionChart;
class ComparisonSession;
class DataTable;
class PageMessage;
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
    [[nodiscard]] SegmentedSwitch* direction() const { return m_direction; }

protected:
    void showComparison() override;

private:
    QWidget* makeVerdict();
    QWidget* makeWaterfall();
    QWidget* makeFindings();
    QWidget* makeComposition();
    QWidget* makeAlignment();
    void showFindings();
    void showWarnings();
    void addWarning(QVBoxLayout& layout, const Diagnostic& diagnostic);
    void openOperation(const QString& operation);
    void openFinding(const QString& id, bool goThere);
    [[nodiscard]] bool isAhead() const;

    ViewState* m_viewState;
    QStackedLayout* m_stack;
    VerdictLabel* m_verdict = nullptr;
    QLabel* m_waterfallTitle = nullptr;
    WaterfallChart* m_waterfall = nullptr;
    QLabel* m_findingsCaption = nullptr;
    SegmentedSwitch* m_direction = nullptr;
    DataTable* m_findings = nullptr;
    QLabel* m_compositionTitle = nullptr;
    CompositionChart* m_compositionChart = nullptr;
    DataTable* m_composition = nullptr;
    DataTable* m_coverage = nullptr;
    QLabel* m_coverageText = nullptr;
    QWidget* m_warnings = nullptr;
    QLabel* m_footnote = nullptr;
};

} // namespace diptych
