#include "ui/pages/same_kernels_page.h"

#include "ui/models/rank_proxy.h"
#include "ui/models/same_kernel_table.h"
#include "ui/pages/page_message.h"
#include "ui/pages/page_tabs.h"
#include "ui/session/comparison_session.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"
#include "ui/views/segmented_switch.h"

#include <QHBoxLayout>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace diptych {

namespace {

constexpr int kHeaderHeight = 48;
constexpr int kFilterWidth = 220;
constexpr int kPerStep = 0;
constexpr int kTotal = 1;

} // namespace

SameKernelsPage::SameKernelsPage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageWidget(Page::SameKernels, parent), m_viewState(viewState), m_stack(new QStackedLayout(this)) {
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
    m_table->view()->setName(QStringLiteral("same_kernels"));
    m_table->view()->setAccessibleName(tr("Kernels of one name on both sides"));
    m_table->setEmptyTexts(tr("No kernel matches the filter. Clear it to see all."),
                           tr("No kernel stands against one of the same name. That is usual between GPUs of "
                              "different makers: their libraries name kernels differently."));
    layout->addWidget(m_table, 1);
    QLabel* const footnote = makeLabel(
        TextRole::Caption,
        tr("Kernels that stand against a kernel of the same name. Choose a row to see the pair in which "
           "it differs most."),
        content);
    footnote->setWordWrap(true);
    footnote->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    layout->addWidget(footnote);
    m_stack->addWidget(new PageMessage(session, viewState, this));
    m_stack->addWidget(content);
    connectParts();
    setFocusProxy(m_table);
}

std::optional<std::uint64_t> SameKernelsPage::countOf(const Comparison& comparison) const {
    return comparison.sameKernels.rows.size();
}

void SameKernelsPage::showComparison() {
    m_stack->setCurrentIndex(comparison() ? 1 : 0);
    if (!comparison()) {
        m_table->setTable(nullptr);
        return;
    }
    m_caption->setText(sameKernelsText(comparison()->sameKernels));
    m_period->setObstacle(kPerStep,
                          comparison()->summary.perStep
                              ? QString()
                              : tr("One of the traces has no steps, so there are no figures per step"));
    showKernels();
}

QWidget* SameKernelsPage::makeHeader() {
    auto* const header = new QWidget(this);
    header->setFixedHeight(kHeaderHeight);
    auto* const layout = new QHBoxLayout(header);
    layout->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    layout->setSpacing(metrics::kUnit * 3);
    layout->addWidget(new PageTabs(operationTabs(), Page::SameKernels, m_viewState, header));
    m_caption = makeLabel(TextRole::Secondary, {}, header);
    m_caption->setMinimumWidth(40);
    layout->addWidget(m_caption, 1);
    m_filter = new FilterBox(tr("Filter kernels and operations"), header);
    m_filter->setFixedWidth(kFilterWidth);
    layout->addWidget(m_filter);
    m_period = new SegmentedSwitch({tr("Per step"), tr("Total")}, header);
    layout->addWidget(m_period);
    return header;
}

void SameKernelsPage::connectParts() {
    TableView* const view = m_table->view();
    connect(m_filter, &QLineEdit::textChanged, view, &TableView::setFilter);
    connect(m_period, &SegmentedSwitch::chosen, m_viewState,
            [state = m_viewState](int index) { state->setPerStep(index == kPerStep); });
    connect(view, &TableView::idChosen, this, [this](const QString& name) {
        if (comparison()) {
            m_viewState->setPair(sameKernelPair(*comparison(), name));
        }
    });
    connect(view, &TableView::idOpened, this, [this](const QString& name) {
        if (!comparison()) {
            return;
        }
        const QString pair = sameKernelPair(*comparison(), name);
        m_viewState->setPair(pair);
        m_viewState->setLayer(pair.section(QLatin1Char('/'), 0, -2));
        m_viewState->setPage(Page::Layers);
    });
    connect(m_viewState, &ViewState::pairChanged, this, &SameKernelsPage::followPair);
    connect(m_viewState, &ViewState::perStepChanged, this, [this] {
        if (comparison() && isUpToDate()) {
            showKernels();
        }
    });
}

bool SameKernelsPage::isPerStep() const {
    return comparison() && comparison()->summary.perStep && m_viewState->perStep();
}

void SameKernelsPage::showKernels() {
    m_period->setCurrent(isPerStep() ? kPerStep : kTotal);
    const bool isFirst = m_table->view()->ranking().request().column < 0;
    m_table->setTable(sameKernelTable(comparison(), isPerStep()));
    if (isFirst) {
        m_table->view()->sortByKey(samekernelcolumn::kGap, Qt::DescendingOrder);
    }
    followPair();
}

void SameKernelsPage::followPair() {
    if (comparison() && isUpToDate()) {
        const QString& pair = m_viewState->pair();
        m_table->view()->showId(pair.isEmpty() ? QString() : sameKernelOfPair(*comparison(), pair));
    }
}

} // namespace diptych
