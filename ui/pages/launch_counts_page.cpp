#include "ui/pages/launch_counts_page.h"

#include "ui/models/launch_count_table.h"
#include "ui/models/period_text.h"
#include "ui/models/rank_proxy.h"
#include "ui/pages/page_tabs.h"
#include "ui/pages/period_switch.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"

#include <QLabel>

namespace diptych {

LaunchCountsPage::LaunchCountsPage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageFrame(Page::LaunchCounts, session, viewState, parent), m_filter(addFilter(tr("Filter types"))),
      m_period(addPeriodSwitch()), m_table(new DataTable(this)) {
    setTitle(new PageTabs(fusionTabs(), Page::LaunchCounts, viewState, this));
    m_table->setRowHeight(metrics::kOperationRowHeight);
    m_table->setMargins(metrics::kMargin, metrics::kMargin);
    m_table->view()->setName(QStringLiteral("launch_counts"));
    m_table->view()->setAccessibleName(tr("Launch counts"));
    m_table->setEmptyTexts(tr("No type matches the filter. Clear it to see all."),
                           tr("Both sides launch every type of kernel about equally often."));
    addPart(m_table, 1);
    m_footnote = addFootnote({});
    connectParts();
    setFocusProxy(m_table);
}

std::optional<std::uint64_t> LaunchCountsPage::countOf(const Comparison& comparison) const {
    return comparison.launchCounts.rows.size();
}

void LaunchCountsPage::showComparison() {
    showContent(comparison() != nullptr);
    if (!comparison()) {
        m_table->setTable(nullptr);
        return;
    }
    m_period->setComparison(*comparison());
    m_footnote->setText(tr("Kernels, but not copies or fills, are counted by type, without regard to layers. "
                           "A type is listed "
                           "when the sides differ by a factor of two or more and one launches over 100 of it "
                           "in all, or over 20 "
                           "in launches that are alike; there also by a factor of ten or more, however few. "
                           "Open a row to see "
                           "its kernels on the page Operations. %1")
                            .arg(launchGroupsText(comparison()->launchCounts)));
    showCounts();
}

void LaunchCountsPage::showCounts() {
    setCaption(
        withUnequalSteps(launchTypesText(comparison()->launchCounts), *comparison(), m_period->isPerStep()));
    m_table->setTable(launchCountTable(comparison(), m_period->isPerStep()));
    m_table->view()->showId(viewState()->operation());
}

void LaunchCountsPage::connectParts() {
    TableView* const view = m_table->view();
    connect(m_filter, &QLineEdit::textChanged, view, &TableView::setFilter);
    connect(view, &TableView::idChosen, viewState(), &ViewState::setOperation);
    connect(viewState(), &ViewState::operationChanged, view, &TableView::showId);
    connect(viewState(), &ViewState::perStepChanged, this, [this] {
        if (comparison() && isUpToDate()) {
            showCounts();
        }
    });
    connect(view, &TableView::idOpened, viewState(), [state = viewState()](const QString& type) {
        state->setOperation(type);
        state->setPage(Page::Operations);
    });
}

} // namespace diptych
