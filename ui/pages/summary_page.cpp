#include "ui/pages/summary_page.h"

#include "ui/charts/composition_chart.h"
#include "ui/charts/waterfall_chart.h"
#include "ui/models/coverage_table.h"
#include "ui/models/period_text.h"
#include "ui/models/rank_proxy.h"
#include "ui/models/summary_tables.h"
#include "ui/pages/page_message.h"
#include "ui/pages/summary_delegates.h"
#include "ui/pages/verdict_label.h"
#include "ui/session/comparison_session.h"
#include "ui/session/notes.h"
#include "ui/style/elided_label.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/number_format.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"
#include "ui/views/segmented_switch.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kLeftWidth = 800;
constexpr int kWallTimeWidth = 470; ///< in which the parts of the wall time have their names
constexpr int kLeastForSquare = 1100;
constexpr int kLeastForStacked = 900;
constexpr std::size_t kMostWarnings = 4;

/// A part of the page: margins and a column.
std::pair<QWidget*, QVBoxLayout*> makePart(QWidget* parent) {
    auto* const part = new QWidget(parent);
    auto* const layout = new QVBoxLayout(part);
    layout->setContentsMargins(metrics::kMargin, metrics::kUnit * 3, metrics::kMargin, metrics::kUnit * 2);
    layout->setSpacing(metrics::kUnit * 2);
    return {part, layout};
}

/// What the waterfall's bars have to be read with.
QString waterfallText(const Comparison& comparison, bool perStep) {
    const QString unequal = unequalStepsText(comparison, perStep);
    const bool hasHalves = std::any_of(comparison.operations.begin(), comparison.operations.end(),
                                       [](const OperationRow& row) { return !row.against.empty(); });
    const QString halves = hasHalves ? SummaryPage::tr("outlined: in a fusion") : QString();
    return unequal.isEmpty() || halves.isEmpty() ? unequal + halves : unequal + QStringLiteral("; ") + halves;
}

/// Small tables show all their rows.
void fitHeight(DataTable* table) {
    table->setMinimumHeight(table->view()->contentHeight() + metrics::kTableRowHeight);
}

} // namespace

SummaryPage::SummaryPage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageWidget(Page::Summary, parent), m_viewState(viewState),
      m_notes(session ? &session->notes() : nullptr), m_stack(new QStackedLayout(this)),
      m_grid(new QGridLayout) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const content = new QWidget;
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeVerdict());
    layout->addWidget(makeSeparator(Qt::Horizontal, content));
    m_grid->setSpacing(0);
    m_areas = {makeWaterfall(), makeComposition(), makeFindings(), makeAlignment()};
    for (QWidget*& line : m_lines) {
        line = makeSeparator(Qt::Horizontal, content);
    }
    m_upright = makeSeparator(Qt::Vertical, content);
    arrange(Arrangement::Square);
    layout->addLayout(m_grid, 1);
    auto* const area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    content->setBackgroundRole(QPalette::Base);
    area->setWidget(content);
    m_stack->addWidget(new PageMessage(session, viewState, this));
    m_stack->addWidget(area);
    setFocusProxy(m_findings);
    connect(viewState, &ViewState::perStepChanged, this, [this] {
        if (comparison() && isUpToDate()) {
            showFigures();
        }
    });
    if (m_notes) {
        connect(m_notes, &Notes::changed, this, [this] {
            if (comparison() && isUpToDate()) {
                showNote();
                showFindings();
            }
        });
    }
}

/// Texts are read whole before parts stand beside each other.
void SummaryPage::resizeEvent(QResizeEvent* event) {
    PageWidget::resizeEvent(event);
    arrange(width() >= kLeastForSquare    ? Arrangement::Square
            : width() >= kLeastForStacked ? Arrangement::Stacked
                                          : Arrangement::Column);
}

void SummaryPage::arrange(Arrangement arrangement) {
    if (arrangement == m_arrangement) {
        return;
    }
    m_arrangement = arrangement;
    while (QLayoutItem* const item = m_grid->takeAt(0)) {
        delete item;
    }
    const bool isSquare = arrangement == Arrangement::Square;
    const bool isColumn = arrangement == Arrangement::Column;
    for (int each = 0; each < m_grid->rowCount(); ++each) {
        m_grid->setRowStretch(each, 0);
    }
    int row = 0; // rows of parts are even, those of lines odd
    for (std::size_t i = 0; i < m_areas.size(); ++i) {
        const bool isPaired = isSquare || (!isColumn && i < 2);
        const bool isRight = isPaired && i % 2 == 1;
        m_grid->addWidget(m_areas[i], row, isRight ? 2 : 0, 1, isPaired ? 1 : 3);
        m_grid->setRowStretch(row, 1);
        row += !isPaired || isRight ? 2 : 0;
    }
    for (int i = 0; i < static_cast<int>(m_lines.size()); ++i) {
        const bool isBetween = 2 * i + 2 < row;
        QWidget* const line = m_lines[static_cast<std::size_t>(i)];
        line->setVisible(isBetween);
        if (isBetween) {
            m_grid->addWidget(line, 2 * i + 1, 0, 1, 3);
        }
    }
    m_upright->setVisible(!isColumn);
    if (!isColumn) {
        m_grid->addWidget(m_upright, 0, 1, isSquare ? 3 : 1, 1);
    }
    m_grid->setColumnStretch(0, kLeftWidth);
    m_grid->setColumnStretch(2, kWallTimeWidth);
    m_grid->setColumnMinimumWidth(2, isColumn ? 0 : kWallTimeWidth);
}

void SummaryPage::showComparison() {
    m_stack->setCurrentIndex(comparison() ? 1 : 0);
    if (!comparison()) {
        m_waterfall->setComparison(nullptr);
        m_findings->setTable(nullptr);
        return;
    }
    showFigures();
    showNote();
    showWarnings();
}

/// What is told per step or in all.
void SummaryPage::showFigures() {
    const bool perStep = m_viewState->perStep();
    const Summary summary = summaryOf(*comparison(), perStep);
    m_verdict->setSummary(summary);
    m_waterfall->setComparison(comparison(), perStep);
    m_waterfallTitle->setText(tr("Where the gap of %1 µs%2 comes from")
                                  .arg(formatMicroseconds(summary.gapNs < 0 ? -summary.gapNs : summary.gapNs),
                                       summary.perStep ? tr(" per step") : tr(" in all")));
    m_waterfallCaption->setFullText(waterfallText(*comparison(), perStep));
    m_compositionTitle->setText(compositionTitle(*comparison(), perStep));
    m_compositionChart->setComposition(compositionOf(*comparison(), perStep));
    m_composition->setTable(compositionTable(*comparison(), perStep));
    m_composition->view()->setItemDelegateForColumn(0, m_parts);
    const QString overlap = overlapText(compositionOf(*comparison(), perStep));
    m_overlap->setText(overlap);
    m_overlap->setVisible(!overlap.isEmpty());
    fitHeight(m_composition);
    m_coverage->setTable(coverageTable(*comparison(), perStep));
    m_coverageText->setText(coverageText(*comparison(), perStep));
    fitHeight(m_coverage);
    showFindings();
}

void SummaryPage::showNote() {
    const QString text = m_notes ? m_notes->textAt({NoteTarget::Comparison, {}}) : QString();
    m_note->setVisible(!text.isEmpty());
    m_note->setFullText(tr("Note: %1").arg(QString(text).replace(QLatin1Char('\n'), QLatin1Char(' '))));
}

QWidget* SummaryPage::makeVerdict() {
    auto* const part = new QWidget(this);
    auto* const layout = new QHBoxLayout(part);
    layout->setContentsMargins(metrics::kMargin, metrics::kUnit * 4, metrics::kMargin, metrics::kUnit * 4);
    auto* const texts = new QVBoxLayout;
    texts->setSpacing(metrics::kUnit);
    m_verdict = new VerdictLabel(part);
    texts->addWidget(m_verdict);
    m_note = new ElidedLabel(TextRole::Secondary, part);
    m_note->hide();
    texts->addWidget(m_note);
    layout->addLayout(texts, 1);
    auto* const copy = new QToolButton(part);
    copy->setIcon(themedIcon(QStringLiteral("copy")));
    copy->setToolTip(tr("Copy the verdict as text"));
    copy->setAccessibleName(copy->toolTip());
    layout->addWidget(copy, 0, Qt::AlignTop);
    connect(copy, &QToolButton::clicked, m_verdict, &VerdictLabel::copyText);
    connect(m_verdict, &VerdictLabel::operationChosen, this, &SummaryPage::openOperation);
    return part;
}

QWidget* SummaryPage::makeWaterfall() {
    const auto [part, layout] = makePart(this);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 3);
    m_waterfallTitle = makeLabel(TextRole::Section, {}, part);
    titles->addWidget(m_waterfallTitle);
    m_waterfallCaption = new ElidedLabel(TextRole::Caption, part);
    m_waterfallCaption->setElideMode(Qt::ElideRight);
    titles->addWidget(m_waterfallCaption, 1);
    layout->addLayout(titles);
    m_waterfall = new WaterfallChart(part);
    layout->addWidget(m_waterfall, 1);
    connect(m_waterfall, &WaterfallChart::operationChosen, this, &SummaryPage::openOperation);
    return part;
}

QWidget* SummaryPage::makeFindings() {
    const auto [part, layout] = makePart(this);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 3);
    titles->addWidget(makeLabel(TextRole::Section, tr("Findings"), part));
    m_findingsCaption = new ElidedLabel(TextRole::Caption, part);
    m_findingsCaption->setElideMode(Qt::ElideRight);
    titles->addWidget(m_findingsCaption, 1);
    m_direction = new SegmentedSwitch({tr("A could gain"), tr("A is ahead")}, part);
    titles->addWidget(m_direction);
    layout->addLayout(titles);
    m_findings = makePartTable(QStringLiteral("findings"), tr("Findings"), part);
    m_opens = new OpenDelegate(m_findings->view());
    m_findings->setMinimumHeight(metrics::kHeaderRowHeight + 5 * metrics::kTableRowHeight);
    layout->addWidget(m_findings, 1);
    m_footnote = makeLabel(TextRole::Caption,
                           tr("Times are means over all layers and steps. Choose a row to see its kernels in "
                              "one layer; its arrow leads there."),
                           part);
    m_footnote->setWordWrap(true);
    layout->addWidget(m_footnote);
    connect(m_direction, &SegmentedSwitch::chosen, this, &SummaryPage::showFindings);
    const TableView* const view = m_findings->view();
    connect(view, &TableView::idChosen, this,
            [this](const QString& id) { choosePair(pairOfFinding(id), false); });
    connect(view, &TableView::idOpened, this,
            [this](const QString& id) { choosePair(pairOfFinding(id), true); });
    connect(view, &QAbstractItemView::clicked, this, [this](const QModelIndex& cell) {
        if (m_findings->view()->table()->column(cell.column()).key == findingcolumn::kOpen) {
            choosePair(pairOfFinding(cell.data(IdRole).toString()), true);
        }
    });
    return part;
}

QWidget* SummaryPage::makeComposition() {
    const auto [part, layout] = makePart(this);
    m_compositionTitle = makeLabel(TextRole::Section, {}, part);
    layout->addWidget(m_compositionTitle);
    m_compositionChart = new CompositionChart(part);
    layout->addWidget(m_compositionChart);
    m_composition = makePartTable(QStringLiteral("composition"), tr("Composition of the wall time"), part);
    layout->addWidget(m_composition, 1);
    m_overlap = makeLabel(TextRole::Caption, {}, part);
    m_overlap->setWordWrap(true);
    layout->addWidget(m_overlap);
    m_parts = new PartDelegate(m_composition->view());
    m_parts->setLeadingMargin(0); // as the other columns
    m_composition->setToolTip(tr("Click a part to see its operations"));
    connect(m_composition->view(), &QAbstractItemView::clicked, this,
            [this](const QModelIndex& cell) { openPart(cell.data(IdRole).toString()); });
    connect(m_composition->view(), &TableView::idOpened, this, &SummaryPage::openPart);
    return part;
}

QWidget* SummaryPage::makeAlignment() {
    const auto [part, layout] = makePart(this);
    layout->addWidget(makeLabel(TextRole::Section, tr("Alignment"), part));
    m_coverage = makePartTable(QStringLiteral("coverage"), tr("How the kernels were aligned"), part);
    layout->addWidget(m_coverage);
    const auto choose = [this](const QString& id, bool goThere) {
        choosePair(comparison() ? coveragePair(*comparison(), id) : nullptr, goThere);
    };
    connect(m_coverage->view(), &TableView::idChosen, this,
            [choose](const QString& id) { choose(id, false); });
    connect(m_coverage->view(), &TableView::idOpened, this,
            [choose](const QString& id) { choose(id, true); });
    m_coverage->setToolTip(tr("Choose a row to see its dearest kernels; open it to go to their layer"));
    m_coverageText = makeLabel(TextRole::Caption, {}, part);
    m_coverageText->setWordWrap(true);
    m_coverageText->setToolTip(coverageExplanation());
    layout->addWidget(m_coverageText);
    layout->addSpacing(metrics::kUnit);
    layout->addWidget(makeLabel(TextRole::Section, tr("Warnings"), part));
    m_warnings = new QWidget(part);
    auto* const list = new QVBoxLayout(m_warnings);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(metrics::kUnit);
    layout->addWidget(m_warnings);
    layout->addStretch(1);
    return part;
}

void SummaryPage::showFindings() {
    if (!comparison()) {
        return;
    }
    const std::size_t count = isAhead() ? comparison()->ahead.size() : comparison()->findings.size();
    const QString unequal = unequalStepsText(*comparison(), m_viewState->perStep());
    const QString order = isAhead() ? tr("%1, by what A is ahead") : tr("%1, by what A could gain");
    m_findingsCaption->setFullText(order.arg(count) +
                                   (unequal.isEmpty() ? QString() : tr(" per step, since %1").arg(unequal)));
    m_findings->setTable(findingTable(comparison(), isAhead(), m_viewState->perStep(), m_notes));
    const Table& table = *m_findings->view()->table();
    m_findings->view()->setItemDelegateForColumn(table.columnCount() - 1, m_opens);
    m_findings->setEmptyTexts({}, isAhead() ? tr("A is nowhere ahead of B by more than noise.")
                                            : tr("Nothing that B does faster than A by more than noise."));
}

void SummaryPage::showWarnings() {
    auto* const layout = static_cast<QVBoxLayout*>(m_warnings->layout());
    while (QLayoutItem* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    std::size_t shown = 0;
    std::size_t serious = 0;
    for (const Diagnostic& diagnostic : comparison()->diagnostics) {
        if (diagnostic.severity == Severity::Info) {
            continue;
        }
        ++serious;
        if (shown < kMostWarnings) {
            addWarning(*layout, diagnostic);
            ++shown;
        }
    }
    const QString rest = comparison()->diagnostics.empty() ? tr("None.")
                         : serious == 0                    ? tr("None; the page Health has notes.")
                         : serious > shown ? tr("%1 more on the page Health.").arg(serious - shown)
                                           : QString();
    if (!rest.isEmpty()) {
        layout->addWidget(makeLabel(TextRole::Caption, rest, m_warnings));
    }
}

void SummaryPage::addWarning(QVBoxLayout& layout, const Diagnostic& diagnostic) {
    auto* const row = new QWidget(m_warnings);
    auto* const cells = new QHBoxLayout(row);
    cells->setContentsMargins(0, 0, 0, 0);
    cells->setSpacing(metrics::kUnit * 2);
    auto* const icon = new QLabel(row);
    const bool isLoss = diagnostic.severity == Severity::Loss;
    icon->setPixmap(themedIcon(isLoss ? QStringLiteral("loss") : QStringLiteral("warning")).pixmap(14, 14));
    icon->setAccessibleName(isLoss ? tr("Loss") : tr("Warning"));
    cells->addWidget(icon);
    auto* const text = new ElidedLabel(TextRole::Caption, row);
    const QString side =
        diagnostic.side ? QLatin1String(sideName(*diagnostic.side)) + QStringLiteral(": ") : QString();
    text->setFullText(side + QString::fromStdString(diagnostic.message));
    cells->addWidget(text, 1);
    auto* const show = new QToolButton(row);
    show->setText(tr("Show"));
    show->setFont(textFont(fontsize::kTable));
    show->setAccessibleName(tr("Show on the page Health"));
    cells->addWidget(show);
    connect(show, &QToolButton::clicked, m_viewState,
            [state = m_viewState] { state->setPage(Page::Health); });
    layout.addWidget(row);
}

void SummaryPage::openOperation(const QString& operation) {
    if (!operation.isEmpty()) {
        m_viewState->setOperation(operation);
    }
    m_viewState->setPage(Page::Operations);
}

/// What is of one category leads to the operation that takes most of it, the rest to the categories and gaps.
void SummaryPage::openPart(const QString& part) {
    const QString operation = comparison() ? operationOfPart(*comparison(), part) : QString();
    if (operation.isEmpty()) {
        m_viewState->setPage(Page::Budget);
    } else {
        openOperation(operation);
    }
}

void SummaryPage::choosePair(const KernelPair* pair, bool goThere) {
    if (!pair) {
        return;
    }
    m_viewState->setPair(QString::fromStdString(pair->id)); // first: a layer brings a pair of its own
    m_viewState->setLayer(QString::fromStdString(pair->layer));
    if (goThere) {
        m_viewState->setPage(Page::Layers);
    }
}

const KernelPair* SummaryPage::pairOfFinding(const QString& id) const {
    const FindingRow* const finding = comparison() ? findingOf(*comparison(), isAhead(), id) : nullptr;
    return !finding || finding->pairs.empty() ? nullptr : &comparison()->pairs[finding->pairs.front()];
}

bool SummaryPage::isAhead() const {
    return m_direction->current() == 1;
}

} // namespace diptych
