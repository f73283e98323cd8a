#include "ui/pages/operations_page.h"

#include "ui/charts/operation_chart.h"
#include "ui/models/operation_kernel_table.h"
#include "ui/models/operation_table.h"
#include "ui/models/pair_choice.h"
#include "ui/models/period_text.h"
#include "ui/models/rank_proxy.h"
#include "ui/models/side_names.h"
#include "ui/pages/page_tabs.h"
#include "ui/pages/period_switch.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"
#include "ui/views/kernel_columns.h"

#include <QScrollBar>
#include <QSplitter>

#include <algorithm>

namespace diptych {

namespace {

QString operationsCaption(const Comparison& comparison) {
    const auto count = [&](Presence presence) {
        return std::count_if(comparison.operations.begin(), comparison.operations.end(),
                             [&](const OperationRow& row) { return row.presence == presence; });
    };
    QString text =
        OperationsPage::tr("%n operation(s)", nullptr, static_cast<int>(comparison.operations.size()));
    text.replace(QStringLiteral("(s)"), comparison.operations.size() == 1 ? QString() : QStringLiteral("s"));
    for (const auto& [presence, side] : {std::pair(Presence::OnlyA, 'A'), std::pair(Presence::OnlyB, 'B')}) {
        if (count(presence) > 0) {
            text += QStringLiteral(", %1 only on %2").arg(count(presence)).arg(QLatin1Char(side));
        }
    }
    return text;
}

} // namespace

OperationsPage::OperationsPage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageFrame(Page::Operations, session, viewState, parent),
      m_filter(addFilter(tr("Filter operations and kernels"))), m_period(addPeriodSwitch()),
      m_table(new DataTable(this)), m_chart(new OperationChart(this)),
      m_kernels(new KernelColumns(QStringLiteral("operation_kernels"),
                                  tr("This side has no kernel of the operation."), this)) {
    setTitle(new PageTabs(operationTabs(), Page::Operations, viewState, this));
    m_kernels->setRowHeight(metrics::kOperationRowHeight);
    addParts(QStringLiteral("operations_splitter"), makeUpperPart(), m_kernels, 55);
    connectParts();
    setFocusProxy(m_table);
}

std::optional<std::uint64_t> OperationsPage::countOf(const Comparison& comparison) const {
    return comparison.operations.size();
}

void OperationsPage::showComparison() {
    showContent(comparison() != nullptr);
    if (!comparison()) {
        m_usage = KernelUsage();
        m_table->setTable(nullptr);
        showChosen();
        return;
    }
    m_usage = KernelUsage(*comparison());
    m_chart->setSideLabels({sideLabel(*comparison(), Side::A), sideLabel(*comparison(), Side::B)});
    m_period->setComparison(*comparison());
    m_kernels->setDevices({deviceOf(*comparison(), Side::A), deviceOf(*comparison(), Side::B)});
    showOperations();
}

/// Beside a narrow table the chart would have no room for its own labels; the cells have bars as well.
void OperationsPage::resizeEvent(QResizeEvent* event) {
    constexpr int kLeastForBoth = 760;
    m_chart->setVisible(width() >= kLeastForBoth);
    PageFrame::resizeEvent(event);
}

QWidget* OperationsPage::makeUpperPart() {
    auto* const parts = new QSplitter(Qt::Horizontal, this);
    parts->setObjectName(QStringLiteral("operations_chart_splitter"));
    parts->setChildrenCollapsible(false);
    m_table->setRowHeight(metrics::kOperationRowHeight);
    m_table->setLeadingMargin(metrics::kMargin);
    m_table->view()->setName(QStringLiteral("operations"));
    m_table->view()->setAccessibleName(tr("Operations"));
    m_table->setEmptyTexts(tr("No operation and no kernel matches the filter. Clear it to see all."),
                           tr("The selection holds no kernels. Choose other steps or another phase above."));
    parts->addWidget(m_table);
    parts->addWidget(m_chart);
    parts->setStretchFactor(0, 69);
    parts->setStretchFactor(1, 31);
    parts->setSizes({1380, 620}); // shares
    return parts;
}

void OperationsPage::connectParts() {
    TableView* view = m_table->view();
    connect(m_filter, &QLineEdit::textChanged, view, &TableView::setFilter);
    connect(view, &TableView::idChosen, viewState(), &ViewState::setOperation);
    connect(m_chart, &OperationChart::chosen, viewState(), &ViewState::setOperation);
    connect(view, &TableView::layoutShown, this, &OperationsPage::showChart);
    connect(&view->ranking(), &QAbstractItemModel::modelReset, this, &OperationsPage::showChosen);
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, &OperationsPage::showChart);
    connect(m_chart, &OperationChart::resized, this, &OperationsPage::showChart);
    connect(viewState(), &ViewState::operationChanged, this, &OperationsPage::showChosen);
    connect(viewState(), &ViewState::perStepChanged, this, [this] {
        if (comparison() && isUpToDate()) {
            showOperations();
        }
    });
    connect(m_kernels, &KernelColumns::pairChosen, viewState(), &ViewState::setPair);
    connect(viewState(), &ViewState::pairChanged, m_kernels, &KernelColumns::showPair);
    connect(viewState(), &ViewState::operationChanged, this, &OperationsPage::followOperation);
    connect(viewState(), &ViewState::pairChanged, this, &OperationsPage::followPair);
}

/// A pair that is shown is one of the chosen operation; nobody who chose none gets one.
void OperationsPage::followOperation() {
    const OperationRow* const operation =
        comparison() ? operationRow(*comparison(), viewState()->operation()) : nullptr;
    const KernelPair* const shown = operation ? pairOfId(*comparison(), viewState()->pair()) : nullptr;
    if (!shown || isOfOperation(*shown, *operation)) {
        return;
    }
    const KernelPair* const own = dearestPair(*comparison(), *operation);
    viewState()->setPair(own ? QString::fromStdString(own->id) : QString());
}

/// A pair that was chosen elsewhere may be of another operation.
void OperationsPage::followPair() {
    const KernelPair* const shown = comparison() ? pairOfId(*comparison(), viewState()->pair()) : nullptr;
    const OperationRow* const chosen = shown ? chosenRow() : nullptr;
    if (!shown || (chosen && isOfOperation(*shown, *chosen))) {
        return;
    }
    if (const OperationRow* const own = operationOf(*comparison(), *shown)) {
        viewState()->setOperation(QString::fromStdString(own->operation));
    }
}

DataTable* OperationsPage::kernelTable(Side side) const {
    return m_kernels->table(side);
}

bool OperationsPage::isPerStep() const {
    return m_period->isPerStep();
}

void OperationsPage::showOperations() {
    const bool isFirst = m_table->view()->ranking().request().column < 0;
    const QString unequal = unequalStepsText(*comparison(), isPerStep());
    setCaption(unequal.isEmpty() ? operationsCaption(*comparison()) : tr("In all, %1").arg(unequal));
    m_table->setTable(operationTable(comparison(), isPerStep()));
    if (isFirst) {
        m_table->view()->sortByKey(operationcolumn::kGap, Qt::DescendingOrder);
    }
    showChosen();
    showFootnote();
}

/// The chart shows the rows that the table shows, beside them.
void OperationsPage::showChart() {
    std::vector<OperationBar> bars;
    Nanoseconds scaleNs = 0;
    if (comparison()) {
        const TableView* view = m_table->view();
        const std::vector<int>& order = view->ranking().order();
        const auto first = static_cast<std::size_t>(view->verticalScrollBar()->value());
        const auto fitting =
            static_cast<std::size_t>(std::max(1, view->viewport()->height() / metrics::kOperationRowHeight));
        for (std::size_t i = first; i < std::min(order.size(), first + fitting); ++i) {
            const OperationRow& row = comparison()->operations[static_cast<std::size_t>(order[i])];
            bars.push_back(
                {QString::fromStdString(row.operation),
                 {operationNs(row, Side::A, isPerStep()), operationNs(row, Side::B, isPerStep())}});
        }
        for (const OperationRow& row : comparison()->operations) {
            for (const Side side : kSides) {
                scaleNs = std::max(scaleNs, operationNs(row, side, isPerStep()).value_or(0));
            }
        }
    }
    m_chart->setBars(bars, scaleNs, isPerStep() ? tr("per step") : tr("in all"));
}

void OperationsPage::showChosen() {
    if (!isUpToDate()) {
        return;
    }
    const OperationRow* row = chosenRow();
    const QString id = row ? QString::fromStdString(row->operation) : QString();
    m_table->view()->showId(id);
    m_chart->setCurrent(id);
    showKernels(row);
}

void OperationsPage::showKernels(const OperationRow* row) {
    PerSide<KernelColumns::Half> halves;
    for (const Side side : kSides) {
        if (row) {
            halves[side].caption = operationKernelCaption(*comparison(), *row, side, isPerStep());
            halves[side].table = operationKernelTable(*comparison(), m_usage, *row, side, isPerStep());
        }
    }
    m_kernels->setKernels(row ? tr("Kernels of %1").arg(QString::fromStdString(row->operation)) : QString(),
                          halves);
    m_kernels->showPair(viewState()->pair());
}

void OperationsPage::showFootnote() {
    const SelectedSide& a = comparison()->selection.a;
    const SelectedSide& b = comparison()->selection.b;
    const Nanoseconds gap = isPerStep() ? a.stepNs.value_or(0) - b.stepNs.value_or(0) : a.totalNs - b.totalNs;
    const Nanoseconds size = gap < 0 ? -gap : gap;
    m_kernels->setFootnote(tr("GPU time; idle time is no operation. Share is the part of the gap of %1 µs%2.")
                               .arg(formatMicroseconds(size), isPerStep() ? tr(" per step") : QString()));
}

/// The operation of the view state when it is among the rows, else the first row shown.
const OperationRow* OperationsPage::chosenRow() const {
    if (!comparison()) {
        return nullptr;
    }
    if (const OperationRow* const chosen = operationRow(*comparison(), viewState()->operation())) {
        return chosen;
    }
    const std::vector<OperationRow>& rows = comparison()->operations;
    const std::vector<int>& order = m_table->view()->ranking().order();
    return order.empty() || rows.empty() ? nullptr : &rows[static_cast<std::size_t>(order.front())];
}

} // namespace diptych
