#pragma once
// Operations: the sortable table with its chart, and below them the kernels of the chosen operation on both
// sides. The chosen operation and pair stand in the view state, by id. GUI thread.

#include "ui/models/kernel_usage.h"
#include "ui/pages/page_widget.h"

class QLabel;
class QSplitter;
class QStackedLayout;

namespace diptych {

class ComparisonSession;
class DataTable;
class FilterBox;
class OperationChart;
class PageMessage;
class SegmentedSwitch;

class OperationsPage : public PageWidget {
    Q_OBJECT

public:
    OperationsPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] OperationChart* chart() const { return m_chart; }
    [[nodiscard]] DataTable* kernelTable(Side side) const { return m_kernels[side].table; }
    [[nodiscard]] FilterBox* filterBox() const { return m_filter; }
    [[nodiscard]] SegmentedSwitch* periodSwitch() const { return m_period; }

protected:
    void showComparison() override;

private:
    /// One side's half below the table.
    struct KernelPanel {
        QWidget* widget = nullptr;
        QLabel* device = nullptr;
        QLabel* caption = nullptr;
        DataTable* table = nullptr;
    };

    QWidget* makeHeader();
    QWidget* makeUpperPart();
    QWidget* makeLowerPart();
    KernelPanel makeKernelPanel(Side side);
    void connectParts();
    [[nodiscard]] bool isPerStep() const;
    void showOperations();
    void showChart();
    void showChosen();
    void showKernels(const OperationRow* row);
    void showFootnote();
    [[nodiscard]] const OperationRow* chosenRow() const;

    ViewState* m_viewState;
    KernelUsage m_usage;
    QStackedLayout* m_stack;
    PageMessage* m_message;
    QLabel* m_caption = nullptr;
    FilterBox* m_filter = nullptr;
    SegmentedSwitch* m_period = nullptr;
    DataTable* m_table = nullptr;
    OperationChart* m_chart = nullptr;
    QLabel* m_kernelsTitle = nullptr;
    PerSide<KernelPanel> m_kernels;
    QLabel* m_footnote = nullptr;
};

} // namespace diptych
