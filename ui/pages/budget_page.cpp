#include "ui/pages/budget_page.h"

#include "ui/charts/composition_chart.h"
#include "ui/models/budget_tables.h"
#include "ui/models/rank_proxy.h"
#include "ui/models/summary_tables.h"
#include "ui/pages/page_message.h"
#include "ui/session/comparison_session.h"
#include "ui/style/elided_label.h"
#include "ui/style/number_format.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"
#include "ui/views/segmented_switch.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace diptych {

namespace {

constexpr int kHeaderHeight = 48;
constexpr int kPerStep = 0;
constexpr int kTotal = 1;
constexpr int kRightWidth = 380;
constexpr int kLowerHeight = 190;

/// A panel on the surface colour with the page's margins.
std::pair<QWidget*, QVBoxLayout*> makePanel(QWidget* parent, int topMargin) {
    auto* const panel = new QWidget(parent);
    panel->setBackgroundRole(QPalette::Base);
    panel->setAutoFillBackground(true);
    auto* const layout = new QVBoxLayout(panel);
    layout->setContentsMargins(metrics::kMargin, topMargin, metrics::kMargin, metrics::kUnit * 2);
    layout->setSpacing(metrics::kUnit * 2);
    return {panel, layout};
}

DataTable* makeTable(const QString& name, const QString& accessibleName, QWidget* parent) {
    auto* const table = new DataTable(parent);
    table->setRowHeight(metrics::kTableRowHeight);
    table->setLeadingMargin(0);
    table->view()->setName(name);
    table->view()->setAccessibleName(accessibleName);
    return table;
}

QString captionOf(const Comparison& comparison) {
    const std::size_t count = comparison.budget.size();
    QString text = count == 1 ? BudgetPage::tr("1 category") : BudgetPage::tr("%1 categories").arg(count);
    const std::size_t moved = comparison.reclassified.size();
    if (moved > 0) {
        text += BudgetPage::tr("; own rules, %1 of other class than by the built-in ones")
                    .arg(moved == 1 ? BudgetPage::tr("1 kernel name")
                                    : BudgetPage::tr("%1 kernel names").arg(moved));
    }
    return text;
}

/// What the bars leave out: the sum of all kernels is longer than the time in which the GPU was busy.
QString overlapText(const PerSide<CompositionSide>& composition) {
    if (composition.a.overlapNs == 0 && composition.b.overlapNs == 0) {
        return {};
    }
    return BudgetPage::tr("Kernels that ran beside others are counted once: overlap A %1, B %2.")
        .arg(formatDuration(composition.a.overlapNs), formatDuration(composition.b.overlapNs));
}

} // namespace

BudgetPage::BudgetPage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageWidget(Page::Budget, parent), m_viewState(viewState), m_stack(new QStackedLayout(this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const content = new QWidget(this);
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    auto* const parts = new QSplitter(Qt::Vertical, content);
    parts->setObjectName(QStringLiteral("budget_splitter"));
    parts->setChildrenCollapsible(false);
    parts->addWidget(makeUpperPart());
    parts->addWidget(makeLowerPart());
    parts->setStretchFactor(0, 13);
    parts->setStretchFactor(1, 7);
    parts->setSizes({1300, 700}); // shares
    layout->addWidget(parts, 1);
    m_stack->addWidget(new PageMessage(session, viewState, this));
    m_stack->addWidget(content);
    connectParts();
    setFocusProxy(m_table);
}

std::optional<std::uint64_t> BudgetPage::countOf(const Comparison& comparison) const {
    return comparison.budget.size();
}

void BudgetPage::showComparison() {
    m_stack->setCurrentIndex(comparison() ? 1 : 0);
    if (!comparison()) {
        for (DataTable* const table : {m_table, m_operations, m_gaps, m_composition}) {
            table->setTable(nullptr);
        }
        return;
    }
    m_caption->setText(captionOf(*comparison()));
    m_period->setEnabled(comparison()->summary.perStep);
    m_period->setToolTip(comparison()->summary.perStep
                             ? QString()
                             : tr("One of the traces has no steps, so there are no figures per step"));
    const PerSide<CompositionSide>& composition = comparison()->composition;
    m_compositionTitle->setText(composition.a.perStep ? tr("Composition of one step")
                                                      : tr("Composition of the wall time"));
    m_chart->setComposition(composition);
    m_composition->setTable(compositionTable(*comparison()));
    m_composition->setMinimumHeight(m_composition->view()->contentHeight() + metrics::kTableRowHeight);
    m_compositionText->setText(overlapText(composition));
    showGaps();
    showBudget();
}

QWidget* BudgetPage::makeHeader() {
    auto* const header = new QWidget(this);
    header->setFixedHeight(kHeaderHeight);
    auto* const layout = new QHBoxLayout(header);
    layout->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    layout->setSpacing(metrics::kUnit * 3);
    layout->addWidget(makeLabel(TextRole::Title, tr("Budget"), header));
    m_caption = makeLabel(TextRole::Secondary, {}, header);
    layout->addWidget(m_caption, 1);
    m_rules = new QPushButton(tr("Rules…"), header);
    m_rules->setToolTip(tr("Edit how kernels are classified"));
    layout->addWidget(m_rules);
    m_period = new SegmentedSwitch({tr("Per step"), tr("Total")}, header);
    layout->addWidget(m_period);
    return header;
}

QWidget* BudgetPage::makeUpperPart() {
    auto* const parts = new QSplitter(Qt::Horizontal, this);
    parts->setObjectName(QStringLiteral("budget_composition_splitter"));
    parts->setChildrenCollapsible(false);
    m_table = makeTable(QStringLiteral("budget"), tr("Time by category"), parts);
    m_table->setRowHeight(metrics::kOperationRowHeight);
    m_table->setLeadingMargin(metrics::kMargin);
    m_table->setEmptyTexts({},
                           tr("The selection holds no kernels. Choose other steps or another phase above."));
    const auto [panel, layout] = makePanel(parts, 0);
    panel->setMinimumWidth(kRightWidth);
    m_compositionTitle = makeLabel(TextRole::Section, {}, panel);
    layout->addWidget(m_compositionTitle);
    m_chart = new CompositionChart(panel);
    layout->addWidget(m_chart);
    m_composition =
        makeTable(QStringLiteral("budget_composition"), tr("Composition of the wall time"), panel);
    layout->addWidget(m_composition);
    m_compositionText = makeLabel(TextRole::Caption, {}, panel);
    m_compositionText->setWordWrap(true);
    layout->addWidget(m_compositionText);
    layout->addStretch(1);
    parts->addWidget(m_table);
    parts->addWidget(panel);
    parts->setStretchFactor(0, 67);
    parts->setStretchFactor(1, 33);
    parts->setSizes({1340, 660}); // shares
    return parts;
}

QWidget* BudgetPage::makeLowerPart() {
    auto* const parts = new QSplitter(Qt::Horizontal, this);
    parts->setObjectName(QStringLiteral("budget_detail_splitter"));
    parts->setChildrenCollapsible(false);
    const auto [left, leftLayout] = makePanel(parts, metrics::kUnit * 3);
    m_operationsTitle = makeLabel(TextRole::Section, {}, left);
    leftLayout->addWidget(m_operationsTitle);
    m_operations = makeTable(QStringLiteral("category_operations"), tr("Operations of the category"), left);
    m_operations->setEmptyTexts({}, tr("There are no operations."));
    leftLayout->addWidget(m_operations, 1);
    const auto [right, rightLayout] = makePanel(parts, metrics::kUnit * 3);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 3);
    titles->addWidget(makeLabel(TextRole::Section, tr("Longest idle gaps"), right));
    m_gapsCaption = new ElidedLabel(TextRole::Caption, right);
    titles->addWidget(m_gapsCaption, 1);
    rightLayout->addLayout(titles);
    m_gaps = makeTable(QStringLiteral("idle_gaps"), tr("Longest idle gaps"), right);
    m_gaps->setEmptyTexts({}, tr("Neither GPU was idle between two kernels."));
    rightLayout->addWidget(m_gaps, 1);
    parts->addWidget(left);
    parts->addWidget(right);
    parts->setMinimumHeight(kLowerHeight);
    parts->setSizes({920, 1080}); // shares
    return parts;
}

void BudgetPage::connectParts() {
    connect(m_rules, &QPushButton::clicked, this, &BudgetPage::rulesRequested);
    connect(m_period, &SegmentedSwitch::chosen, this,
            [this](int index) { m_viewState->setPerStep(index == kPerStep); });
    connect(m_viewState, &ViewState::perStepChanged, this, [this] {
        if (comparison()) {
            showBudget();
        }
    });
    connect(m_table->view(), &TableView::idChosen, this, &BudgetPage::showOperations);
    connect(&m_table->view()->ranking(), &QAbstractItemModel::modelReset, this, &BudgetPage::showOperations);
    connect(m_operations->view(), &TableView::idChosen, m_viewState, &ViewState::setOperation);
    connect(m_operations->view(), &TableView::idOpened, this, [this](const QString& operation) {
        m_viewState->setOperation(operation);
        m_viewState->setPage(Page::Operations);
    });
    connect(m_gaps->view(), &TableView::idChosen, this, [this](const QString& id) {
        if (comparison()) {
            m_viewState->setPair(pairAfterGap(*comparison(), id));
        }
    });
}

bool BudgetPage::isPerStep() const {
    return comparison() && comparison()->summary.perStep && m_viewState->perStep();
}

/// The category of the current row, else the one with the largest gap.
std::string BudgetPage::chosenCategory() const {
    if (!comparison() || comparison()->budget.empty()) {
        return {};
    }
    const QString current = m_table->view()->currentId();
    return current.isEmpty() ? comparison()->budget.front().category : current.toStdString();
}

void BudgetPage::showBudget() {
    m_period->setCurrent(isPerStep() ? kPerStep : kTotal);
    const bool isFirst = m_table->view()->ranking().request().column < 0;
    m_table->setTable(budgetTable(comparison(), isPerStep()));
    if (isFirst) {
        m_table->view()->sortByKey(budgetcolumn::kGap, Qt::DescendingOrder);
    }
    showOperations();
}

void BudgetPage::showOperations() {
    const std::string category = chosenCategory();
    if (category.empty()) {
        m_operationsTitle->clear();
        m_operations->setTable(nullptr);
        return;
    }
    m_table->view()->showId(QString::fromStdString(category));
    m_operationsTitle->setText(tr("Operations of %1").arg(QString::fromStdString(category)));
    m_operations->setTable(categoryOperationTable(comparison(), category, isPerStep()));
}

void BudgetPage::showGaps() {
    const PerSide<CompositionSide>& sides = comparison()->composition;
    m_gapsCaption->setFullText(comparison()->idleGaps.empty()
                                   ? QString()
                                   : tr("idle A %1, B %2%3; choose one to see the kernel after it")
                                         .arg(formatDuration(sides.a.idleNs), formatDuration(sides.b.idleNs),
                                              sides.a.perStep ? tr(" per step") : QString()));
    m_gaps->setTable(idleGapTable(*comparison()));
}

} // namespace diptych
