#include "ui/pages/launch_counts_page.h"

#include "ui/models/launch_count_table.h"
#include "ui/models/rank_proxy.h"
#include "ui/pages/page_message.h"
#include "ui/pages/page_tabs.h"
#include "ui/session/comparison_session.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"

#include <QHBoxLayout>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace diptych {

namespace {

constexpr int kHeaderHeight = 48;
constexpr int kFilterWidth = 220;

} // namespace

LaunchCountsPage::LaunchCountsPage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageWidget(Page::LaunchCounts, parent), m_viewState(viewState), m_stack(new QStackedLayout(this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const content = new QWidget(this);
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, metrics::kUnit * 3);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    m_table = new DataTable(content);
    m_table->setRowHeight(metrics::kOperationRowHeight);
    m_table->setLeadingMargin(metrics::kMargin);
    m_table->view()->setName(QStringLiteral("launch_counts"));
    m_table->view()->setAccessibleName(tr("Launch counts"));
    m_table->setEmptyTexts(tr("No type matches the filter. Clear it to see all."),
                           tr("Both sides launch every type of kernel about equally often."));
    layout->addWidget(m_table, 1);
    m_footnote = makeLabel(TextRole::Caption,
                           tr("Kernels are counted by type, without regard to layers. A type is listed when "
                              "the sides differ twice "
                              "or more. Open a row to see its kernels on the page Operations."),
                           content);
    m_footnote->setWordWrap(true);
    m_footnote->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    layout->addWidget(m_footnote);
    m_stack->addWidget(new PageMessage(session, viewState, this));
    m_stack->addWidget(content);
    connectParts();
    setFocusProxy(m_table);
}

std::optional<std::uint64_t> LaunchCountsPage::countOf(const Comparison& comparison) const {
    return comparison.launchCounts.rows.size();
}

void LaunchCountsPage::showComparison() {
    m_stack->setCurrentIndex(comparison() ? 1 : 0);
    if (!comparison()) {
        m_table->setTable(nullptr);
        return;
    }
    m_caption->setText(launchGroupsText(comparison()->launchCounts));
    m_table->setTable(launchCountTable(comparison()));
    m_table->view()->showId(m_viewState->operation());
}

QWidget* LaunchCountsPage::makeHeader() {
    auto* const header = new QWidget(this);
    header->setFixedHeight(kHeaderHeight);
    auto* const layout = new QHBoxLayout(header);
    layout->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    layout->setSpacing(metrics::kUnit * 3);
    layout->addWidget(new PageTabs(fusionTabs(), Page::LaunchCounts, m_viewState, header));
    m_caption = makeLabel(TextRole::Secondary, {}, header);
    m_caption->setMinimumWidth(40);
    layout->addWidget(m_caption, 1);
    m_filter = new FilterBox(tr("Filter types"), header);
    m_filter->setFixedWidth(kFilterWidth);
    layout->addWidget(m_filter);
    return header;
}

void LaunchCountsPage::connectParts() {
    TableView* const view = m_table->view();
    connect(m_filter, &QLineEdit::textChanged, view, &TableView::setFilter);
    connect(view, &TableView::idChosen, m_viewState, &ViewState::setOperation);
    connect(m_viewState, &ViewState::operationChanged, view, &TableView::showId);
    connect(view, &TableView::idOpened, m_viewState, [state = m_viewState](const QString& type) {
        state->setOperation(type);
        state->setPage(Page::Operations);
    });
}

} // namespace diptych
