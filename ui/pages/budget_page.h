#pragma once
// Budget: where the time of both sides goes by category, the operations of the chosen category, the
// composition of the wall time and the longest idle gaps. From here the classification rules are edited. GUI
// thread.

#include "ui/pages/page_frame.h"

class QLabel;
class QPushButton;

namespace diptych {

class CompositionChart;
class DataTable;

class BudgetPage : public PageFrame {
    Q_OBJECT

public:
    BudgetPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] DataTable* operationTable() const { return m_operations; }
    [[nodiscard]] DataTable* gapTable() const { return m_gaps; }
    [[nodiscard]] PeriodSwitch* periodSwitch() const { return m_period; }
    [[nodiscard]] QPushButton* rulesButton() const { return m_rules; }

Q_SIGNALS:
    /// The user wants to edit the rules.
    void rulesRequested();

protected:
    void showComparison() override;

private:
    QWidget* makeUpperPart();
    QWidget* makeLowerPart();
    void connectParts();
    [[nodiscard]] bool isPerStep() const;
    [[nodiscard]] std::string chosenCategory() const;
    void showFigures();
    void showBudget();
    void showOperations();
    void showGaps();

    QPushButton* m_rules;
    PeriodSwitch* m_period = nullptr;
    DataTable* m_table = nullptr;
    QLabel* m_compositionTitle = nullptr;
    CompositionChart* m_chart = nullptr;
    DataTable* m_composition = nullptr;
    QLabel* m_compositionText = nullptr;
    QLabel* m_operationsTitle = nullptr;
    DataTable* m_operations = nullptr;
    ElidedLabel* m_gapsCaption = nullptr;
    DataTable* m_gaps = nullptr;
};

} // namespace diptych
