#pragma once
// Operations: the sortable table with its chart, and below them the kernels of the chosen operation on both
// sides. The chosen operation and pair stand in the view state, by id, and are kept to each other. GUI
// thread.

#include "ui/models/kernel_usage.h"
#include "ui/pages/page_frame.h"

namespace diptych {

class DataTable;
class KernelColumns;
class OperationChart;

class OperationsPage : public PageFrame {
    Q_OBJECT

public:
    OperationsPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] OperationChart* chart() const { return m_chart; }
    [[nodiscard]] DataTable* kernelTable(Side side) const;
    [[nodiscard]] FilterBox* filterBox() const { return m_filter; }
    [[nodiscard]] PeriodSwitch* periodSwitch() const { return m_period; }

protected:
    void showComparison() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeUpperPart();
    void connectParts();
    [[nodiscard]] bool isPerStep() const;
    void showOperations();
    void showChart();
    void showChosen();
    void showKernels(const OperationRow* row);
    void showFootnote();
    void followOperation();
    void followPair();
    [[nodiscard]] const OperationRow* chosenRow() const;

    KernelUsage m_usage;
    FilterBox* m_filter;
    PeriodSwitch* m_period;
    DataTable* m_table;
    OperationChart* m_chart;
    KernelColumns* m_kernels;
};

} // namespace diptych
