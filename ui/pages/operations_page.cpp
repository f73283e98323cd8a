#include "ui/pages/operations_page.h"

#include "ui/charts/operation_chart.h"
#include "ui/models/operation_kernel_table.h"
#include "ui/models/operation_table.h"
#include "ui/models/rank_proxy.h"
#include "ui/models/side_names.h"
#include "ui/pages/page_message.h"
#include "ui/pages/page_tabs.h"
#include "ui/session/comparison_session.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"
#include "ui/views/segmented_switch.h"

#include <QHBoxLayout>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kHeaderHeight = 48;
constexpr int kFilterWidth = 220;
constexpr int kPerStep = 0;
constexpr int kTotal = 1;
constexpr int kBadgeSize = 16;

/// A panel on the surface colour; only the window's chrome has the window colour.
QWidget* makeSurface(QWidget* parent) {
    auto* const widget = new QWidget(parent);
    widget->setBackgroundRole(QPalette::Base);
    widget->setAutoFillBackground(true);
    return widget;
}

QWidget* makeVerticalLine(QWidget* parent) {
    auto* const line = new QWidget(parent);
    line->setFixedWidth(1);
    line->setBackgroundRole(QPalette::Midlight);
    line->setAutoFillBackground(true);
    return line;
}

QString captionOf(const Comparison& comparison) {
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
    : PageWidget(Page::Operations, parent), m_viewState(viewState), m_stack(new QStackedLayout(this)),
      m_message(new PageMessage(session, viewState, this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const content = new QWidget(this);
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    auto* const parts = new QSplitter(Qt::Vertical, content);
    parts->setObjectName(QStringLiteral("operations_splitter"));
    parts->setChildrenCollapsible(false);
    parts->addWidget(makeUpperPart());
    parts->addWidget(makeLowerPart());
    parts->setStretchFactor(0, 11);
    parts->setStretchFactor(1, 9);
    parts->setSizes({1100, 900}); // shares
    layout->addWidget(parts, 1);
    m_stack->addWidget(m_message);
    m_stack->addWidget(content);
    connectParts();
    setFocusProxy(m_table);
}

std::optional<std::uint64_t> OperationsPage::countOf(const Comparison& comparison) const {
    return comparison.operations.size();
}

void OperationsPage::showComparison() {
    m_stack->setCurrentIndex(comparison() ? 1 : 0);
    if (!comparison()) {
        m_usage = KernelUsage();
        m_table->setTable(nullptr);
        showChosen();
        return;
    }
    m_usage = KernelUsage(*comparison());
    m_caption->setText(captionOf(*comparison()));
    m_chart->setSideLabels({sideLabel(*comparison(), Side::A), sideLabel(*comparison(), Side::B)});
    m_period->setEnabled(comparison()->summary.perStep);
    m_period->setToolTip(comparison()->summary.perStep
                             ? QString()
                             : tr("One of the traces has no steps, so there are no figures per step"));
    for (const Side side : kSides) {
        const QString device = deviceOf(*comparison(), side);
        m_kernels[side].device->setText(device.isEmpty() ? tr("Side %1").arg(QLatin1String(sideName(side)))
                                                         : device);
    }
    showOperations();
}

QWidget* OperationsPage::makeHeader() {
    auto* const header = new QWidget(this);
    header->setFixedHeight(kHeaderHeight);
    auto* const layout = new QHBoxLayout(header);
    layout->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    layout->setSpacing(metrics::kUnit * 3);
    layout->addWidget(new PageTabs(operationTabs(), Page::Operations, m_viewState, header));
    m_caption = makeLabel(TextRole::Secondary, {}, header);
    layout->addWidget(m_caption, 1);
    m_filter = new FilterBox(tr("Filter operations and kernels"), header);
    m_filter->setFixedWidth(kFilterWidth);
    layout->addWidget(m_filter);
    m_period = new SegmentedSwitch({tr("Per step"), tr("Total")}, header);
    layout->addWidget(m_period);
    return header;
}

QWidget* OperationsPage::makeUpperPart() {
    auto* const parts = new QSplitter(Qt::Horizontal, this);
    parts->setObjectName(QStringLiteral("operations_chart_splitter"));
    parts->setChildrenCollapsible(false);
    m_table = new DataTable(parts);
    m_table->setRowHeight(metrics::kOperationRowHeight);
    m_table->setLeadingMargin(metrics::kMargin);
    m_table->view()->setName(QStringLiteral("operations"));
    m_table->view()->setAccessibleName(tr("Operations"));
    m_table->setEmptyTexts(tr("No operation and no kernel matches the filter. Clear it to see all."),
                           tr("The selection holds no kernels. Choose other steps or another phase above."));
    m_chart = new OperationChart(parts);
    parts->addWidget(m_table);
    parts->addWidget(m_chart);
    parts->setStretchFactor(0, 69);
    parts->setStretchFactor(1, 31);
    parts->setSizes({1380, 620}); // shares
    return parts;
}

QWidget* OperationsPage::makeLowerPart() {
    auto* const part = makeSurface(this);
    auto* const layout = new QVBoxLayout(part);
    layout->setContentsMargins(metrics::kMargin, metrics::kUnit * 3, metrics::kMargin, metrics::kUnit * 2);
    layout->setSpacing(metrics::kUnit * 2);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 3);
    m_kernelsTitle = makeLabel(TextRole::Section, {}, part);
    titles->addWidget(m_kernelsTitle);
    titles->addWidget(makeLabel(TextRole::Caption, tr("choose a row to open its pair"), part), 1);
    layout->addLayout(titles);
    auto* const sides = new QHBoxLayout;
    sides->setSpacing(metrics::kUnit * 3);
    m_kernels.a = makeKernelPanel(Side::A);
    m_kernels.b = makeKernelPanel(Side::B);
    sides->addWidget(m_kernels.a.widget, 1);
    sides->addWidget(makeVerticalLine(part));
    sides->addWidget(m_kernels.b.widget, 1);
    layout->addLayout(sides, 1);
    m_footnote = makeLabel(TextRole::Caption, {}, part);
    m_footnote->setWordWrap(true);
    layout->addWidget(m_footnote);
    return part;
}

OperationsPage::KernelPanel OperationsPage::makeKernelPanel(Side side) {
    KernelPanel panel;
    panel.widget = new QWidget(this);
    auto* const layout = new QVBoxLayout(panel.widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kUnit);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 2);
    titles->addWidget(new SideBadge(side, kBadgeSize, panel.widget));
    panel.device = makeLabel(TextRole::Section, {}, panel.widget);
    panel.caption = makeLabel(TextRole::Caption, {}, panel.widget);
    titles->addWidget(panel.device);
    titles->addWidget(panel.caption, 1);
    layout->addLayout(titles);
    panel.table = new DataTable(panel.widget);
    panel.table->setRowHeight(metrics::kOperationRowHeight);
    panel.table->setLeadingMargin(0);
    panel.table->view()->setName(QStringLiteral("operation_kernels"));
    panel.table->view()->setAccessibleName(
        tr("Kernels of the operation on %1").arg(QLatin1String(sideName(side))));
    layout->addWidget(panel.table, 1);
    return panel;
}

void OperationsPage::connectParts() {
    TableView* view = m_table->view();
    connect(m_filter, &QLineEdit::textChanged, view, &TableView::setFilter);
    connect(m_period, &SegmentedSwitch::chosen, this,
            [this](int index) { m_viewState->setPerStep(index == kPerStep); });
    connect(view, &TableView::idChosen, m_viewState, &ViewState::setOperation);
    connect(m_chart, &OperationChart::chosen, m_viewState, &ViewState::setOperation);
    connect(view, &TableView::layoutShown, this, &OperationsPage::showChart);
    connect(&view->ranking(), &QAbstractItemModel::modelReset, this, &OperationsPage::showChosen);
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, &OperationsPage::showChart);
    connect(m_chart, &OperationChart::resized, this, &OperationsPage::showChart);
    connect(m_viewState, &ViewState::operationChanged, this, &OperationsPage::showChosen);
    connect(m_viewState, &ViewState::perStepChanged, this, [this] {
        if (comparison() && isUpToDate()) {
            showOperations();
        }
    });
    for (const Side side : kSides) {
        TableView* kernels = m_kernels[side].table->view();
        connect(kernels, &TableView::idChosen, m_viewState, &ViewState::setPair);
        connect(m_viewState, &ViewState::pairChanged, kernels, &TableView::showId);
    }
}

bool OperationsPage::isPerStep() const {
    return comparison() && comparison()->summary.perStep && m_viewState->perStep();
}

void OperationsPage::showOperations() {
    m_period->setCurrent(isPerStep() ? kPerStep : kTotal);
    const bool isFirst = m_table->view()->ranking().request().column < 0;
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
    m_kernelsTitle->setText(row ? tr("Kernels of %1").arg(QString::fromStdString(row->operation))
                                : QString());
    for (const Side side : kSides) {
        KernelPanel& panel = m_kernels[side];
        panel.widget->setVisible(row != nullptr);
        panel.caption->setText(row ? operationKernelCaption(*comparison(), *row, side, isPerStep())
                                   : QString());
        panel.table->setTable(row ? operationKernelTable(*comparison(), m_usage, *row, side, isPerStep())
                                  : nullptr);
        panel.table->setEmptyTexts({}, tr("This side has no kernel of the operation."));
        panel.table->view()->showId(m_viewState->pair());
    }
}

void OperationsPage::showFootnote() {
    const SelectedSide& a = comparison()->selection.a;
    const SelectedSide& b = comparison()->selection.b;
    const Nanoseconds gap = isPerStep() ? a.stepNs.value_or(0) - b.stepNs.value_or(0) : a.totalNs - b.totalNs;
    const Nanoseconds size = gap < 0 ? -gap : gap;
    m_footnote->setText(tr("GPU time; idle time is no operation. Share is the part of the gap of %1 µs%2.")
                            .arg(formatMicroseconds(size), isPerStep() ? tr(" per step") : QString()));
}

/// The operation of the view state when it is among the rows, else the first row shown.
const OperationRow* OperationsPage::chosenRow() const {
    if (!comparison()) {
        return nullptr;
    }
    const std::vector<OperationRow>& rows = comparison()->operations;
    const std::string wanted = m_viewState->operation().toStdString();
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const OperationRow& row) { return row.operation == wanted; });
    if (found != rows.end()) {
        return &*found;
    }
    const std::vector<int>& order = m_table->view()->ranking().order();
    return order.empty() || rows.empty() ? nullptr : &rows[static_cast<std::size_t>(order.front())];
}

} // namespace diptych
