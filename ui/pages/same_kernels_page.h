#pragma once
// Same kernels, a tab of Operations: the kernels that both sides run under one name. A row leads to the pair
// in which it differs most. GUI thread.

#include "ui/pages/page_widget.h"

class QLabel;
class QStackedLayout;

namespace diptych {

class ComparisonSession;
class DataTable;
class FilterBox;
class SegmentedSwitch;

class SameKernelsPage : public PageWidget {
    Q_OBJECT

public:
    SameKernelsPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] FilterBox* filterBox() const { return m_filter; }
    [[nodiscard]] SegmentedSwitch* periodSwitch() const { return m_period; }

protected:
    void showComparison() override;

private:
    QWidget* makeHeader();
    void connectParts();
    void showKernels();
    void followPair();
    [[nodiscard]] bool isPerStep() const;

    ViewState* m_viewState;
    QStackedLayout* m_stack;
    QLabel* m_caption = nullptr;
    FilterBox* m_filter = nullptr;
    SegmentedSwitch* m_period = nullptr;
    DataTable* m_table = nullptr;
};

} // namespace diptych
