#pragma once
// The titles of pages that stand together, as tabs in their headers: the page's own is chosen, the others
// lead to their pages. GUI thread.

#include "ui/session/view_state.h"

#include <QTabBar>

#include <vector>

namespace diptych {

class PageTabs : public QTabBar {
    Q_OBJECT

public:
    struct Tab {
        Page page;
        QString title;
    };

    PageTabs(std::vector<Tab> tabs, Page own, ViewState* viewState, QWidget* parent = nullptr);

protected:
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    void showEvent(QShowEvent* event) override;

private:
    void showOwn();

    std::vector<Tab> m_tabs;
    Page m_own;
};

/// Fusion and its launch counts; operations and the kernels that both sides share.
[[nodiscard]] std::vector<PageTabs::Tab> fusionTabs();
[[nodiscard]] std::vector<PageTabs::Tab> operationTabs();

} // namespace diptych
