#pragma once
// Health: every diagnostic of the comparison, the gravest first, each with a way to what the guide says of
// it; and the one remedy that there is: kernel names that a graph replay mixed up are put right on request.
// GUI thread.

#include "core/base/side.h"
#include "ui/pages/page_widget.h"

class QLabel;
class QPushButton;

namespace diptych {

class ComparisonSession;
class DataTable;
class FilterBox;

class HealthPage : public PageWidget {
    Q_OBJECT

public:
    HealthPage(ComparisonSession* session, ViewState* state, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    /// The code of the chosen row; "" when none is chosen.
    [[nodiscard]] QString chosenCode() const;
    [[nodiscard]] DataTable* table() const { return m_table; }
    [[nodiscard]] FilterBox* filterBox() const { return m_filter; }

Q_SIGNALS:
    /// The user asks what the diagnostic of that code means.
    void explanationRequested(const QString& code);

protected:
    void showComparison() override;

private:
    [[nodiscard]] QWidget* makeHead();
    void makeExplainButton();
    void makeRepairButtons();
    void showRepairButtons();

    ComparisonSession* m_session;
    PerSide<QPushButton*> m_repair{};
    QPushButton* m_explain = nullptr;
    QLabel* m_summary;
    QLabel* m_empty;
    FilterBox* m_filter;
    DataTable* m_table;
};

} // namespace diptych
