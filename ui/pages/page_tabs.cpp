#include "ui/pages/page_tabs.h"

#include "ui/style/fonts.h"

#include <QFontMetrics>
#include <QSignalBlocker>

namespace diptych {

PageTabs::PageTabs(std::vector<Tab> tabs, Page own, ViewState* viewState, QWidget* parent)
    : QTabBar(parent), m_tabs(std::move(tabs)), m_own(own) {
    setFont(textFont(fontsize::kTitle));
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(false);
    setElideMode(Qt::ElideNone);
    setFocusPolicy(Qt::NoFocus); // the keyboard has Next Page and Previous Page
    for (const Tab& tab : m_tabs) {
        addTab(tab.title);
    }
    showOwn();
    connect(this, &QTabBar::currentChanged, viewState, [this, viewState](int index) {
        viewState->setPage(m_tabs[static_cast<std::size_t>(index)].page);
    });
}

/// Room for the bold text of the chosen tab, so that no tab moves when another is chosen.
QSize PageTabs::tabSizeHint(int index) const {
    constexpr int kDistance = 24; // to the next tab, in the style sheet
    const QFontMetrics bold(textFont(fontsize::kTitle, QFont::Bold));
    return {bold.horizontalAdvance(tabText(index)) + kDistance, QTabBar::tabSizeHint(index).height()};
}

void PageTabs::showEvent(QShowEvent* event) {
    showOwn();
    QTabBar::showEvent(event);
}

/// The tab that led away must not stay chosen.
void PageTabs::showOwn() {
    const QSignalBlocker blocker(this);
    for (std::size_t i = 0; i < m_tabs.size(); ++i) {
        if (m_tabs[i].page == m_own) {
            setCurrentIndex(static_cast<int>(i));
        }
    }
}

std::vector<PageTabs::Tab> fusionTabs() {
    return {{Page::Fusion, PageTabs::tr("Fusion")}, {Page::LaunchCounts, PageTabs::tr("Launch counts")}};
}

std::vector<PageTabs::Tab> operationTabs() {
    return {{Page::Operations, PageTabs::tr("Operations")},
            {Page::SameKernels, PageTabs::tr("Same kernels")}};
}

} // namespace diptych
