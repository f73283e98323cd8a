#pragma once
// Launch counts, a tab of Fusion: how often each type of kernel runs on both sides, for traces whose layers
// tell nothing. A row leads to its operation. GUI thread.

#include "ui/pages/page_widget.h"

class QLabel;
class QStackedLayout;

namespace diptych {

class ComparisonSession;
class DataTable;
class FilterBox;

class LaunchCountsPage : public PageWidget {
    Q_OBJECT

public:
    LaunchCountsPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] FilterBox* filterBox() const { return m_filter; }

protected:
    void showComparison() override;

private:
    QWidget* makeHeader();
    void connectParts();

    ViewState* m_viewState;
    QStackedLayout* m_stack;
    QLabel* m_caption = nullptr;
    FilterBox* m_filter = nullptr;
    DataTable* m_table = nullptr;
    QLabel* m_footnote = nullptr;
};

} // namespace diptych
