#include "ui/pages/health_page.h"

#include "ui/models/health_table.h"
#include "ui/session/comparison_session.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <array>

namespace diptych {

namespace {

constexpr int kHealthFilterWidth = 190;

QString diagnosticCounts(const Comparison& comparison) {
    std::array<std::size_t, 3> counts{};
    for (const Diagnostic& diagnostic : comparison.diagnostics) {
        ++counts[static_cast<std::size_t>(diagnostic.severity)];
    }
    QStringList parts;
    const auto add = [&parts](std::size_t count, const QString& one, const QString& many) {
        if (count != 0) {
            parts << QStringLiteral("%1 %2").arg(count).arg(count == 1 ? one : many);
        }
    };
    add(counts[2], QStringLiteral("loss"), QStringLiteral("losses"));
    add(counts[1], QStringLiteral("warning"), QStringLiteral("warnings"));
    add(counts[0], QStringLiteral("note"), QStringLiteral("notes"));
    return parts.join(QStringLiteral(", "));
}

} // namespace

HealthPage::HealthPage(ComparisonSession* session, ViewState* /*state*/, QWidget* parent)
    : PageWidget(Page::Health, parent), m_session(session),
      m_summary(makeLabel(TextRole::Secondary, {}, this)),
      m_empty(
          makeLabel(TextRole::Secondary, QStringLiteral("Nothing to report: both traces are whole."), this)),
      m_filter(new FilterBox(QStringLiteral("Filter diagnostics"), this)), m_table(new DataTable(this)) {
    TableView* const view = m_table->view();
    view->setObjectName(QStringLiteral("healthTable"));
    view->setName(QStringLiteral("diagnostics"));
    view->setAccessibleName(QStringLiteral("Diagnostics"));
    m_table->setMargins(metrics::kMargin, metrics::kMargin);
    m_table->setEmptyTexts(QStringLiteral("No diagnostic matches the filter. Clear it to see all."), {});
    m_empty->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    makeRepairButtons();
    makeExplainButton();
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, metrics::kMargin);
    column->setSpacing(0);
    column->addWidget(makeHead());
    column->addWidget(m_table, 1);
    column->addWidget(m_empty, 1, Qt::AlignTop);
    connect(m_filter, &QLineEdit::textChanged, view, &TableView::setFilter);
    setFocusProxy(m_table);
}

QWidget* HealthPage::makeHead() {
    auto* const head = new QWidget(this);
    head->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* const row = new QHBoxLayout(head);
    row->setContentsMargins(metrics::kMargin, metrics::kUnit * 2, metrics::kMargin, metrics::kUnit * 2);
    row->setSpacing(metrics::kUnit * 3);
    row->addWidget(makeLabel(TextRole::Title, QStringLiteral("Health"), head));
    row->addWidget(m_summary);
    row->addStretch();
    for (const Side side : kSides) {
        row->addWidget(m_repair[side]);
    }
    m_filter->setWantedWidth(kHealthFilterWidth);
    row->addWidget(m_filter);
    row->addWidget(m_explain);
    return head;
}

std::optional<std::uint64_t> HealthPage::countOf(const Comparison& comparison) const {
    const std::size_t count = comparison.diagnostics.size();
    return count == 0 ? std::nullopt : std::optional<std::uint64_t>(count);
}

void HealthPage::showComparison() {
    const bool isFirst = !m_table->view()->table();
    m_table->setTable(healthTable(comparison()));
    if (isFirst) {
        m_table->view()->sortByKey(healthcolumn::kSeverity, Qt::DescendingOrder);
    }
    const bool isEmpty = !comparison() || comparison()->diagnostics.empty();
    m_summary->setText(comparison() ? diagnosticCounts(*comparison()) : QString());
    for (QWidget* const part : {static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_filter),
                                static_cast<QWidget*>(m_explain)}) {
        part->setVisible(!isEmpty);
    }
    m_empty->setVisible(isEmpty && comparison());
    showRepairButtons();
}

QString HealthPage::chosenCode() const {
    return codeOfHealthRow(m_table->view()->currentId());
}

/// The way to the guide: a button above the table, the same in a row's menu, and Enter or a double click on
/// it.
void HealthPage::makeExplainButton() {
    TableView* const view = m_table->view();
    m_explain = new QPushButton(QStringLiteral("What does this mean?"), this);
    m_explain->setObjectName(QStringLiteral("explain"));
    m_explain->setToolTip(QStringLiteral("Opens the guide at the chosen line (Enter)"));
    auto* const action = new QAction(m_explain->text(), view);
    action->setObjectName(QStringLiteral("explain"));
    view->addAction(action);
    const auto ask = [this] {
        if (const QString code = chosenCode(); !code.isEmpty()) {
            Q_EMIT explanationRequested(code);
        }
    };
    connect(m_explain, &QPushButton::clicked, this, ask);
    connect(action, &QAction::triggered, this, ask);
    connect(view, &TableView::idOpened, this, ask);
    const auto follow = [this, action] {
        m_explain->setEnabled(!chosenCode().isEmpty());
        action->setEnabled(m_explain->isEnabled());
    };
    connect(view->selectionModel(), &QItemSelectionModel::currentChanged, this, follow);
    connect(view, &TableView::layoutShown, this, follow);
    follow();
}

void HealthPage::makeRepairButtons() {
    for (const Side side : kSides) {
        const QString name = QLatin1String(sideName(side));
        auto* const button = new QPushButton(QStringLiteral("Repair names of %1").arg(name), this);
        button->setObjectName(QStringLiteral("repairNames%1").arg(name));
        button->setCheckable(true);
        button->setToolTip(
            QStringLiteral("Put the kernel names of its graph replays in the order of the file, "
                           "where that proves itself"));
        button->hide();
        m_repair[side] = button;
        connect(button, &QPushButton::clicked, this, [this, side](bool isRepaired) {
            if (m_session) {
                SessionSelection selection = m_session->selection();
                selection.analysis[side].repairNames = isRepaired;
                m_session->setSelection(selection);
            }
        });
    }
}

/// A side whose names fit needs no repair; one that is repaired may go back.
void HealthPage::showRepairButtons() {
    for (const Side side : kSides) {
        const bool isRepaired = m_session && m_session->selection().analysis[side].repairNames;
        const auto speaksOfNames = [side](const Diagnostic& diagnostic) {
            return diagnostic.code == "names-misfit" && diagnostic.side.value_or(side) == side;
        };
        const bool isMisfit = comparison() && std::any_of(comparison()->diagnostics.begin(),
                                                          comparison()->diagnostics.end(), speaksOfNames);
        m_repair[side]->setChecked(isRepaired);
        m_repair[side]->setVisible(isMisfit || isRepaired);
    }
}

} // namespace diptych
