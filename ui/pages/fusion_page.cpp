#include "ui/pages/fusion_page.h"

#include "ui/charts/effect_chart.h"
#include "ui/charts/fusion_drawing.h"
#include "ui/models/column_builders.h"
#include "ui/models/fusion_table.h"
#include "ui/models/period_text.h"
#include "ui/models/rank_proxy.h"
#include "ui/pages/fusion_effects.h"
#include "ui/pages/page_message.h"
#include "ui/pages/page_tabs.h"
#include "ui/session/comparison_session.h"
#include "ui/session/job_runner.h"
#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/badge_label.h"
#include "ui/views/data_table.h"
#include "ui/views/figure_label.h"
#include "ui/views/filter_box.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kFusionHeadHeight = 48;
constexpr int kPatternRowHeight = 42;
constexpr int kListWidth = 440;
constexpr int kChartHeight = 112;
constexpr int kFilterWidth = 150;
constexpr int kScrollBarHeight = 14; ///< below rows that are wider than the page

/// "1 → 2 kernels" is in the table; the tally says who fuses more.
QString tallyText(const FusionTally& tally) {
    const auto side = [](std::uint32_t patterns, const char* name) {
        return patterns == 1 ? QStringLiteral("%1 fuses 1").arg(QLatin1String(name))
                             : QStringLiteral("%1 fuses %2").arg(QLatin1String(name)).arg(patterns);
    };
    return side(tally.patterns.a, "A") + QStringLiteral(", ") + side(tally.patterns.b, "B");
}

} // namespace

FusionPage::FusionPage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageWidget(Page::Fusion, parent), m_viewState(viewState), m_stack(new QStackedLayout(this)),
      m_jobs(std::make_unique<JobRunner>(*this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const parts = new QSplitter(Qt::Horizontal, this);
    parts->setObjectName(QStringLiteral("fusion_splitter"));
    parts->setChildrenCollapsible(false);
    parts->addWidget(makeList());
    parts->addWidget(makeDetail());
    parts->setStretchFactor(0, 0);
    parts->setStretchFactor(1, 1);
    parts->setSizes({kListWidth, 844});
    m_stack->addWidget(new PageMessage(session, viewState, this));
    m_stack->addWidget(parts);
    connectParts();
    setFocusProxy(m_table);
}

FusionPage::~FusionPage() = default;

std::optional<std::uint64_t> FusionPage::countOf(const Comparison& comparison) const {
    return comparison.fusion.size();
}

void FusionPage::showComparison() {
    m_detailOf = nullptr;
    m_detailJob = 0;
    m_stack->setCurrentIndex(comparison() ? 1 : 0);
    if (!comparison()) {
        m_table->setTable(nullptr);
        showNothing();
        return;
    }
    m_tally->setText(comparison()->fusion.empty() ? QString() : tallyText(comparison()->fusionTally));
    showPatterns();
}

QWidget* FusionPage::makeList() {
    auto* const part = new QWidget(this);
    auto* const layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, metrics::kUnit * 3);
    layout->setSpacing(0);
    auto* const header = new QWidget(part);
    header->setFixedHeight(kFusionHeadHeight);
    auto* const titles = new QHBoxLayout(header);
    titles->setContentsMargins(metrics::kMargin, 0, metrics::kUnit * 3, 0);
    titles->setSpacing(metrics::kUnit * 3);
    titles->addWidget(new PageTabs(fusionTabs(), Page::Fusion, m_viewState, header));
    titles->addStretch(1);
    m_filter = new FilterBox(tr("Filter"), header);
    m_filter->setAccessibleName(tr("Filter patterns and kernels"));
    m_filter->setMaximumWidth(kFilterWidth);
    titles->addWidget(m_filter, 2);
    layout->addWidget(header);
    m_table = new DataTable(part);
    m_table->setRowHeight(kPatternRowHeight);
    m_table->setLeadingMargin(metrics::kMargin);
    m_table->view()->setName(QStringLiteral("fusion"));
    m_table->view()->setAccessibleName(tr("Patterns of fusion"));
    m_table->setEmptyTexts(tr("No pattern and no kernel matches the filter. Clear it to see all."),
                           tr("Nowhere do the sides do the same work with different numbers of kernels."));
    layout->addWidget(m_table, 1);
    m_tally = makeLabel(TextRole::Caption, {}, part);
    m_tally->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, metrics::kUnit);
    layout->addWidget(m_tally);
    QLabel* const footnote = makeLabel(
        TextRole::Caption,
        tr("A pattern is listed when both sides do the same work with a different number of kernels."), part);
    footnote->setWordWrap(true);
    footnote->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    layout->addWidget(footnote);
    return part;
}

void FusionPage::addDetailHeader(QWidget* part) {
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 2);
    m_title = makeLabel(TextRole::Title, {}, part);
    titles->addWidget(m_title);
    m_badge = new BadgeLabel(tr("INFERRED"), part);
    m_badge->setToolTip(tr("The kernels stand at the same place with the same shapes; no name or rule says "
                           "that they do the same work"));
    titles->addWidget(m_badge);
    titles->addStretch(1);
    m_showInLayers = new QPushButton(tr("Show in Layers"), part);
    titles->addWidget(m_showInLayers);
    static_cast<QVBoxLayout*>(part->layout())->addLayout(titles);
}

QWidget* FusionPage::makeDetail() {
    m_detailPart = new QWidget;
    auto* const layout = new QVBoxLayout(m_detailPart);
    layout->setContentsMargins(metrics::kMargin + 2, metrics::kUnit * 2 + 2, metrics::kMargin,
                               metrics::kUnit * 3);
    layout->setSpacing(metrics::kUnit * 2);
    addDetailHeader(m_detailPart);
    m_sentence = new FigureLabel(fontsize::kTitle, m_detailPart);
    layout->addWidget(m_sentence);
    layout->addSpacing(metrics::kUnit * 2);
    m_drawing = new FusionDrawing(m_detailPart);
    layout->addWidget(m_drawing);
    layout->addSpacing(metrics::kUnit);
    m_effects = new FusionEffects(m_detailPart);
    layout->addWidget(m_effects);
    layout->addSpacing(metrics::kUnit);
    layout->addWidget(makeLabel(TextRole::Section, tr("Kernels"), m_detailPart));
    m_kernels = new DataTable(m_detailPart);
    m_kernels->setRowHeight(metrics::kTableRowHeight);
    m_kernels->setLeadingMargin(0);
    m_kernels->view()->setName(QStringLiteral("fusion_kernels"));
    m_kernels->view()->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // it is as high as its rows
    m_kernels->view()->setAccessibleName(tr("Kernels of the pattern on both sides"));
    layout->addWidget(m_kernels);
    layout->addSpacing(metrics::kUnit);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 3);
    titles->addWidget(makeLabel(TextRole::Section, tr("Effect in each layer"), m_detailPart));
    m_effectCaption = makeLabel(TextRole::Caption, {}, m_detailPart);
    titles->addWidget(m_effectCaption, 1);
    layout->addLayout(titles);
    m_chart = new EffectChart(m_detailPart);
    m_chart->setFixedHeight(kChartHeight);
    layout->addWidget(m_chart);
    layout->addStretch(1);
    auto* const area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_detailPart->setBackgroundRole(QPalette::Base);
    m_detailPart->setAutoFillBackground(true);
    area->setWidget(m_detailPart);
    return area;
}

void FusionPage::connectParts() {
    TableView* const view = m_table->view();
    connect(m_filter, &QLineEdit::textChanged, view, &TableView::setFilter);
    connect(view, &TableView::idChosen, this, [this](const QString& id) {
        m_chosen = id;
        showChosen();
    });
    connect(view, &TableView::idOpened, this, [this](const QString& id) {
        m_chosen = id;
        showChosen();
        choosePairIn({});
    });
    connect(&view->ranking(), &QAbstractItemModel::modelReset, this, &FusionPage::showChosen);
    connect(m_kernels->view(), &TableView::idChosen, m_viewState, &ViewState::setPair);
    connect(m_chart, &EffectChart::chosen, this, &FusionPage::choosePairIn);
    connect(m_drawing, &FusionDrawing::kernelChosen, this, &FusionPage::choosePairWith);
    connect(m_showInLayers, &QPushButton::clicked, this, [this] { goTo(Page::Layers); });
    addMenuActions();
    connect(m_viewState, &ViewState::pairChanged, this, &FusionPage::followPair);
    connect(m_viewState, &ViewState::perStepChanged, this, [this] {
        if (comparison() && isUpToDate()) {
            showPatterns();
        }
    });
}

/// What can be done with a pattern or one of its kernels.
void FusionPage::addMenuActions() {
    for (const auto& [title, page] :
         {std::pair(tr("Show in Layers"), Page::Layers), std::pair(tr("Show in Timeline"), Page::Timeline)}) {
        auto* const action = new QAction(title, this);
        connect(action, &QAction::triggered, this, [this, page = page] { goTo(page); });
        m_table->view()->addAction(action);
        m_kernels->view()->addAction(action);
    }
}

bool FusionPage::isPerStep() const {
    return comparison() && comparison()->summary.perStep && m_viewState->perStep();
}

void FusionPage::showPatterns() {
    const bool isFirst = m_table->view()->ranking().request().column < 0;
    m_table->setTable(fusionTable(comparison(), isPerStep()));
    if (isFirst) {
        m_table->view()->sortByKey(fusioncolumn::kGap, Qt::DescendingOrder);
    }
    showChosen();
}

/// The pattern chosen last when it is among the rows, else the first row shown.
const FusionRow* FusionPage::chosenRow() const {
    if (!comparison()) {
        return nullptr;
    }
    if (const FusionRow* row = fusionOf(*comparison(), m_chosen)) {
        return row;
    }
    const std::vector<int>& order = m_table->view()->ranking().order();
    return order.empty() || comparison()->fusion.empty()
               ? nullptr
               : &comparison()->fusion[static_cast<std::size_t>(order.front())];
}

void FusionPage::showChosen() {
    const FusionRow* const row = chosenRow();
    if (!row) {
        showNothing();
        return;
    }
    m_table->view()->showId(fusionId(*row));
    m_detailPart->setVisible(true);
    m_title->setText(QString::fromStdString(row->pattern));
    showSentence(*row);
    m_effects->setFigures(effectFigures(*comparison(), *row));
    const QString unequal = unequalStepsText(*comparison(), isPerStep());
    m_effectCaption->setText(
        tr("A − B, %1; kernels only").arg(microsecondsOf(comparison()->tellsGainPerStep(isPerStep()))) +
        (unequal.isEmpty() ? QString() : tr("; %1").arg(unequal)));
    if (m_detailOf != row) {
        gatherDetail(*row);
    } else if (m_isDetailPerStep != isPerStep()) {
        showDetailFigures();
    }
    markPair();
}

/// A pass over all kernels of the pattern: of many on a worker.
void FusionPage::gatherDetail(const FusionRow& row) {
    m_detailOf = &row;
    m_detailJob = 0;
    std::size_t kernels = 0;
    for (const std::uint32_t pair : row.pairs) {
        kernels +=
            comparison()->pairs[pair].activities.a.size() + comparison()->pairs[pair].activities.b.size();
    }
    if (kernels <= m_kernelsGatheredAtOnce) {
        takeDetail(makeFusionDetail(*comparison(), row));
        return;
    }
    takeDetail({}); // nothing of another pattern beside this one's figures
    const JobHandle job = m_jobs->start(
        [comparison = comparison(), &row](const CancelToken&, const ProgressSink&) {
            return makeFusionDetail(*comparison, row);
        },
        [this](JobNumber number, FusionDetail detail) {
            if (number == m_detailJob) {
                m_detailJob = 0;
                takeDetail(std::move(detail));
                markPair();
            }
        });
    m_detailJob = job.number;
}

void FusionPage::takeDetail(FusionDetail detail) {
    m_detail = std::move(detail);
    m_badge->setVisible(m_detail.isInferred);
    m_drawing->setDetail(m_detail);
    showDetailFigures();
}

/// What is told per step or in all.
void FusionPage::showDetailFigures() {
    m_isDetailPerStep = isPerStep();
    m_kernels->setTable(fusionKernelTable(m_detail, isPerStep()));
    m_kernels->setFixedHeight(m_kernels->view()->contentHeight() + kScrollBarHeight);
    m_chart->setLayers(m_detail.layers, comparison()->tellsGainPerStep(isPerStep()));
}

/// "A runs 3 kernels (12.4 µs) where B runs 1 (4.6 µs)."
void FusionPage::showSentence(const FusionRow& row) {
    const auto figures = [&](Side side) {
        const QString time = QStringLiteral(" (%1 µs)").arg(formatMicroseconds(row.ns[side]));
        if (isFusionByCount(row)) {
            const bool perStep = comparison()->summary.perStep;
            const QString times = formatMeanCount(fusionTimes(*comparison(), row, side, perStep));
            return (perStep ? tr("%1 times per step").arg(times) : tr("%1 times").arg(times)) + time;
        }
        const std::uint32_t count = row.kernels[side];
        const QString number = QString::number(count);
        return (side == Side::B ? number
                : count == 1    ? number + tr(" kernel")
                                : number + tr(" kernels")) +
               time;
    };
    const QString verb = isFusionByCount(row) ? tr(" runs it ") : tr(" runs ");
    m_sentence->setParts({{QStringLiteral("A") + verb},
                          {figures(Side::A), std::nullopt, true},
                          {tr(" where B") + verb},
                          {figures(Side::B), std::nullopt, true},
                          {QStringLiteral(".")}});
}

void FusionPage::showNothing() {
    m_detail = {};
    m_detailOf = nullptr;
    m_detailJob = 0;
    m_detailPart->setVisible(false);
    m_drawing->setDetail({});
    m_kernels->setTable(nullptr);
    m_chart->setLayers({});
}

/// A pair that was chosen elsewhere may be of another pattern than the one shown.
void FusionPage::followPair() {
    if (!comparison() || !isUpToDate()) {
        return;
    }
    const FusionRow* const ofPair = fusionOfPair(*comparison(), m_viewState->pair());
    if (ofPair && ofPair != chosenRow()) {
        m_chosen = fusionId(*ofPair);
        showChosen();
        return;
    }
    markPair();
}

/// Its kernels and its layer, where it is of the pattern shown.
void FusionPage::markPair() {
    const FusionRow* const row = chosenRow();
    const bool isOfRow = row && fusionOfPair(*comparison(), m_viewState->pair()) == row;
    const QString pair = isOfRow ? m_viewState->pair() : QString();
    m_kernels->view()->showId(pair);
    m_chart->setCurrent(pair.section(QLatin1Char('/'), 0, -2));
}

/// The pair of the pattern in a layer; "": where its effect is largest.
void FusionPage::choosePairIn(const QString& layer) {
    const FusionRow* const row = chosenRow();
    if (!row) {
        return;
    }
    QString id;
    if (const auto largest = fusionPair(*comparison(), *row); largest && layer.isEmpty()) {
        id = QString::fromStdString(comparison()->pairs[*largest].id);
    }
    for (const LayerEffect& effect : m_detail.layers) {
        id = effect.layer == layer ? effect.pair : id;
    }
    m_viewState->setPair(id);
}

void FusionPage::choosePairWith(Side side, const QString& name) {
    for (const FusionKernelRow& row : m_detail.rows) {
        if (row.side == side && row.name == name) {
            m_viewState->setPair(row.pair);
            return;
        }
    }
}

/// With the chosen pair of the pattern, or the one where its effect is largest.
void FusionPage::goTo(Page page) {
    const FusionRow* const row = chosenRow();
    if (!row) {
        return;
    }
    if (fusionOfPair(*comparison(), m_viewState->pair()) != row) {
        choosePairIn({});
    }
    m_viewState->setLayer(m_viewState->pair().section(QLatin1Char('/'), 0, -2));
    m_viewState->setPage(page);
}

} // namespace diptych
