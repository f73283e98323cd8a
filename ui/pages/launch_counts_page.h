#pragma once
// Launch counts, a tab of Fusion: how often each type of kernel runs on both sides, for traces whose layers
// tell nothing. A row leads to its operation. GUI thread.

#include "ui/pages/page_frame.h"

namespace diptych {

class DataTable;

class LaunchCountsPage : public PageFrame {
    Q_OBJECT

public:
    LaunchCountsPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] FilterBox* filterBox() const { return m_filter; }

protected:
    void showComparison() override;

private:
    void connectParts();
    void showCounts();

    FilterBox* m_filter;
    PeriodSwitch* m_period;
    QLabel* m_footnote = nullptr;
    DataTable* m_table;
};

} // namespace diptych
