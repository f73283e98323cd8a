#pragma once
// Same kernels, a tab of Operations: the kernels that both sides run under one name. A row leads to the pair
// in which it differs most. GUI thread.

#include "ui/pages/page_frame.h"

namespace diptych {

class DataTable;

class SameKernelsPage : public PageFrame {
    Q_OBJECT

public:
    SameKernelsPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] FilterBox* filterBox() const { return m_filter; }
    [[nodiscard]] PeriodSwitch* periodSwitch() const { return m_period; }

protected:
    void showComparison() override;

private:
    void connectParts();
    void showKernels();
    void followPair();

    FilterBox* m_filter;
    PeriodSwitch* m_period;
    DataTable* m_table;
};

} // namespace diptych
