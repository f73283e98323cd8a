#pragma once
// Modules: the nn.Module tree with both sides' times and marks, and below it the kernels of the chosen module
// on both sides. Module and pair stand in the view state, by id. GUI thread.

#include "ui/pages/page_frame.h"

class QLabel;

namespace diptych {

class DataTable;
class KernelColumns;
class TreeView;

class ModulesPage : public PageFrame {
    Q_OBJECT

public:
    ModulesPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    [[nodiscard]] TreeView* tree() const { return m_tree; }
    [[nodiscard]] DataTable* kernelTable(Side side) const;
    [[nodiscard]] FilterBox* filterBox() const { return m_filter; }

protected:
    void showComparison() override;

private:
    void connectParts();
    void showFigures();
    [[nodiscard]] bool isPerStep() const;
    void showChosen();
    void showKernels(std::optional<std::size_t> module);
    void chooseModule(const QString& path);
    void goToLayers(const QString& path);
    void followPair();
    [[nodiscard]] std::optional<std::size_t> chosenModule() const;

    QLabel* m_noMatch;
    TreeView* m_tree;
    KernelColumns* m_kernels;
    FilterBox* m_filter;
};

} // namespace diptych
