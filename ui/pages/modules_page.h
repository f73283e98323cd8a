#pragma once
// Modules: the nn.Module tree with both sides' times and marks, and below it the kernels of the chosen module
// on both sides. Module and pair stand in the view state, by id. GUI thread.

#include "ui/pages/page_widget.h"

class QLabel;
class QStackedLayout;

namespace diptych {

class ComparisonSession;
class DataTable;
class ElidedLabel;
class FilterBox;
class PageMessage;
class TreeView;

class ModulesPage : public PageWidget {
    Q_OBJECT

public:
    ModulesPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    [[nodiscard]] TreeView* tree() const { return m_tree; }
    [[nodiscard]] DataTable* kernelTable(Side side) const { return m_kernels[side].table; }
    [[nodiscard]] FilterBox* filterBox() const { return m_filter; }

protected:
    void showComparison() override;

private:
    /// One side's half below the tree.
    struct KernelPanel {
        QWidget* widget = nullptr;
        QLabel* device = nullptr;
        ElidedLabel* caption = nullptr;
        ElidedLabel* dims = nullptr;
        DataTable* table = nullptr;
    };

    QWidget* makeHeader();
    QWidget* makeLowerPart();
    KernelPanel makeKernelPanel(Side side);
    void connectParts();
    void showChosen();
    void showKernels(std::optional<std::size_t> module);
    void chooseModule(const QString& path);
    void goToLayers(const QString& path);
    void followPair();
    [[nodiscard]] std::optional<std::size_t> chosenModule() const;

    ViewState* m_viewState;
    QStackedLayout* m_stack;
    PageMessage* m_message;
    QLabel* m_caption = nullptr;
    FilterBox* m_filter = nullptr;
    TreeView* m_tree = nullptr;
    QLabel* m_noMatch = nullptr;
    QLabel* m_kernelsTitle = nullptr;
    PerSide<KernelPanel> m_kernels;
};

} // namespace diptych
