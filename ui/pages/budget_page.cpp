#include "ui/pages/budget_page.h"

#include "ui/charts/composition_chart.h"
#include "ui/models/budget_tables.h"
#include "ui/models/period_text.h"
#include "ui/models/rank_proxy.h"
#include "ui/models/summary_tables.h"
#include "ui/pages/period_switch.h"
#include "ui/style/elided_label.h"
#include "ui/style/number_format.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace diptych {

namespace {

constexpr int kCompositionWidth = 380;
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

QString budgetCaption(const Comparison& comparison) {
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

} // namespace

BudgetPage::BudgetPage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageFrame(Page::Budget, session, viewState, parent), m_rules(new QPushButton(tr("Rules…"), this)) {
    setTitle(tr("Budget"));
    m_rules->setToolTip(tr("Edit how kernels are classified"));
    addToHead(m_rules);
    m_period = addPeriodSwitch();
    QWidget* const upper = makeUpperPart();
    addParts(QStringLiteral("budget_splitter"), upper, makeLowerPart(), 65);
    connectParts();
    setFocusProxy(m_table);
}

std::optional<std::uint64_t> BudgetPage::countOf(const Comparison& comparison) const {
    return comparison.budget.size();
}

void BudgetPage::showComparison() {
    showContent(comparison() != nullptr);
    if (!comparison()) {
        for (DataTable* const table : {m_table, m_operations, m_gaps, m_composition}) {
            table->setTable(nullptr);
        }
        return;
    }
    m_period->setComparison(*comparison());
    showFigures();
}

/// What is told per step or in all.
void BudgetPage::showFigures() {
    setCaption(withUnequalSteps(budgetCaption(*comparison()), *comparison(), isPerStep()));
    const PerSide<CompositionSide>& composition = compositionOf(*comparison(), isPerStep());
    m_compositionTitle->setText(compositionTitle(*comparison(), isPerStep()));
    m_chart->setComposition(composition);
    m_composition->setTable(compositionTable(*comparison(), isPerStep()));
    m_composition->setMinimumHeight(m_composition->view()->contentHeight() + metrics::kTableRowHeight);
    m_compositionText->setText(overlapText(composition));
    showGaps();
    showBudget();
}

QWidget* BudgetPage::makeUpperPart() {
    auto* const parts = new QSplitter(Qt::Horizontal, this);
    parts->setObjectName(QStringLiteral("budget_composition_splitter"));
    parts->setChildrenCollapsible(false);
    m_table = makePartTable(QStringLiteral("budget"), tr("Time by category"), parts);
    m_table->setRowHeight(metrics::kOperationRowHeight);
    m_table->setLeadingMargin(metrics::kMargin);
    m_table->setEmptyTexts({},
                           tr("The selection holds no kernels. Choose other steps or another phase above."));
    const auto [panel, layout] = makePanel(parts, 0);
    panel->setMinimumWidth(kCompositionWidth);
    m_compositionTitle = makeLabel(TextRole::Section, {}, panel);
    layout->addWidget(m_compositionTitle);
    m_chart = new CompositionChart(panel);
    layout->addWidget(m_chart);
    m_composition =
        makePartTable(QStringLiteral("budget_composition"), tr("Composition of the wall time"), panel);
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
    m_operations =
        makePartTable(QStringLiteral("category_operations"), tr("Operations of the category"), left);
    m_operations->setEmptyTexts({}, tr("There are no operations."));
    leftLayout->addWidget(m_operations, 1);
    const auto [right, rightLayout] = makePanel(parts, metrics::kUnit * 3);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 3);
    titles->addWidget(makeLabel(TextRole::Section, tr("Longest idle gaps"), right));
    m_gapsCaption = new ElidedLabel(TextRole::Caption, right);
    m_gapsCaption->setElideMode(Qt::ElideRight);
    titles->addWidget(m_gapsCaption, 1);
    rightLayout->addLayout(titles);
    m_gaps = makePartTable(QStringLiteral("idle_gaps"), tr("Longest idle gaps"), right);
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
    connect(viewState(), &ViewState::perStepChanged, this, [this] {
        if (comparison()) {
            showFigures();
        }
    });
    connect(m_table->view(), &TableView::idChosen, this, &BudgetPage::showOperations);
    connect(&m_table->view()->ranking(), &QAbstractItemModel::modelReset, this, &BudgetPage::showOperations);
    connect(m_operations->view(), &TableView::idChosen, viewState(), &ViewState::setOperation);
    connect(m_operations->view(), &TableView::idOpened, this, [this](const QString& operation) {
        viewState()->setOperation(operation);
        viewState()->setPage(Page::Operations);
    });
    connect(m_gaps->view(), &TableView::idChosen, this, [this](const QString& id) {
        if (comparison()) {
            viewState()->setPair(pairAfterGap(*comparison(), id));
        }
    });
}

bool BudgetPage::isPerStep() const {
    return m_period->isPerStep();
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
    const PerSide<CompositionSide>& sides = compositionOf(*comparison(), isPerStep());
    m_gapsCaption->setFullText(comparison()->idleGaps.empty()
                                   ? QString()
                                   : tr("idle A %1, B %2 µs%3; choose one to go there")
                                         .arg(formatMicroseconds(sides.a.idleNs),
                                              formatMicroseconds(sides.b.idleNs),
                                              sides.a.perStep ? tr(" per step") : QString()));
    m_gaps->setTable(idleGapTable(*comparison()));
}

} // namespace diptych
