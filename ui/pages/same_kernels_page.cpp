#include "ui/pages/same_kernels_page.h"

#include "ui/models/period_text.h"
#include "ui/models/rank_proxy.h"
#include "ui/models/same_kernel_table.h"
#include "ui/pages/page_tabs.h"
#include "ui/pages/period_switch.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"

namespace diptych {

SameKernelsPage::SameKernelsPage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageFrame(Page::SameKernels, session, viewState, parent),
      m_filter(addFilter(tr("Filter kernels and operations"))), m_period(addPeriodSwitch()),
      m_table(new DataTable(this)) {
    setTitle(new PageTabs(operationTabs(), Page::SameKernels, viewState, this));
    m_table->setRowHeight(metrics::kOperationRowHeight);
    m_table->setMargins(metrics::kMargin, metrics::kMargin);
    m_table->view()->setName(QStringLiteral("same_kernels"));
    m_table->view()->setAccessibleName(tr("Kernels of one name on both sides"));
    m_table->setEmptyTexts(tr("No kernel matches the filter. Clear it to see all."),
                           tr("No kernel stands against one of the same name. That is usual between GPUs of "
                              "different makers: their libraries name kernels differently."));
    addPart(m_table, 1);
    addFootnote(
        tr("Kernels that stand against a kernel of the same name. Choose a row to see the pair in which "
           "it differs most."));
    connectParts();
    setFocusProxy(m_table);
}

std::optional<std::uint64_t> SameKernelsPage::countOf(const Comparison& comparison) const {
    return comparison.sameKernels.rows.size();
}

void SameKernelsPage::showComparison() {
    showContent(comparison() != nullptr);
    if (!comparison()) {
        m_table->setTable(nullptr);
        return;
    }
    m_period->setComparison(*comparison());
    showKernels();
}

void SameKernelsPage::connectParts() {
    TableView* const view = m_table->view();
    connect(m_filter, &QLineEdit::textChanged, view, &TableView::setFilter);
    connect(view, &TableView::idChosen, this, [this](const QString& name) {
        if (comparison()) {
            viewState()->setPair(sameKernelPair(*comparison(), name));
        }
    });
    connect(view, &TableView::idOpened, this, [this](const QString& name) {
        if (!comparison()) {
            return;
        }
        const QString pair = sameKernelPair(*comparison(), name);
        viewState()->setPair(pair);
        viewState()->setLayer(pair.section(QLatin1Char('/'), 0, -2));
        viewState()->setPage(Page::Layers);
    });
    connect(viewState(), &ViewState::pairChanged, this, &SameKernelsPage::followPair);
    connect(viewState(), &ViewState::perStepChanged, this, [this] {
        if (comparison() && isUpToDate()) {
            showKernels();
        }
    });
}

void SameKernelsPage::showKernels() {
    const QString unequal = withUnequalSteps({}, *comparison(), m_period->isPerStep());
    setCaption(unequal.isEmpty() ? sameKernelsText(comparison()->sameKernels) : unequal);
    const bool isFirst = m_table->view()->ranking().request().column < 0;
    m_table->setTable(sameKernelTable(comparison(), m_period->isPerStep()));
    if (isFirst) {
        m_table->view()->sortByKey(samekernelcolumn::kGap, Qt::DescendingOrder);
    }
    followPair();
}

void SameKernelsPage::followPair() {
    if (comparison() && isUpToDate()) {
        const QString& pair = viewState()->pair();
        m_table->view()->showId(pair.isEmpty() ? QString() : sameKernelOfPair(*comparison(), pair));
    }
}

} // namespace diptych
