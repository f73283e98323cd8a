#include "ui/pages/layers_page.h"

#include "ui/charts/layer_chart.h"
#include "ui/charts/pair_view.h"
#include "ui/models/pair_choice.h"
#include "ui/models/period_text.h"
#include "ui/pages/page_message.h"
#include "ui/session/comparison_session.h"
#include "ui/session/notes.h"
#include "ui/style/elided_label.h"
#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/figure_label.h"
#include "ui/views/segmented_switch.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>

namespace diptych {

namespace {

constexpr int kLayersHeadHeight = 40;
constexpr int kEachLayer = 0;
constexpr int kByType = 1;

std::uint64_t layerCount(const Comparison& comparison) {
    return static_cast<std::uint64_t>(
        std::count_if(comparison.layers.begin(), comparison.layers.end(), isLayer));
}

/// Times of A and B over the rows that are layers, or that are not.
PerSide<Nanoseconds> sumOf(const Comparison& comparison, bool ofLayers, bool perStep) {
    PerSide<Nanoseconds> sum;
    for (const LayerRow& row : comparison.layers) {
        const LayerFigures figures = layerFigures(comparison, row, perStep);
        for (const Side side : kSides) {
            sum[side] += isLayer(row) == ofLayers ? figures.ns[side].value_or(0) : 0;
        }
    }
    return sum;
}

QString microseconds(std::optional<Nanoseconds> ns) {
    return ns ? formatMicroseconds(ns) + QStringLiteral(" µs") : notApplicable();
}

/// The layer that loses or gains most; where a user looks first.
const LayerRow* largestGap(const Comparison& comparison) {
    const LayerRow* largest = nullptr;
    for (const LayerRow& row : comparison.layers) {
        if (!largest ||
            (isLayer(row) && (!isLayer(*largest) || std::abs(row.gapNs) > std::abs(largest->gapNs)))) {
            largest = &row;
        }
    }
    return largest;
}

} // namespace

LayersPage::LayersPage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageWidget(Page::Layers, parent), m_viewState(viewState),
      m_notes(session ? &session->notes() : nullptr), m_stack(new QStackedLayout(this)),
      m_message(new PageMessage(session, viewState, this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const content = new QWidget(this);
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    auto* const parts = new QSplitter(Qt::Vertical, content);
    parts->setObjectName(QStringLiteral("layers_splitter"));
    parts->setChildrenCollapsible(false);
    parts->addWidget(makeUpperPart());
    parts->addWidget(makeLowerPart());
    parts->setStretchFactor(0, 0);
    parts->setStretchFactor(1, 1);
    parts->setSizes({152, 620});
    layout->addWidget(parts, 1);
    m_stack->addWidget(m_message);
    m_stack->addWidget(content);
    connect(m_chart, &LayerChart::chosen, viewState, &ViewState::setLayer);
    connect(m_pairs, &PairView::pairChosen, viewState, &ViewState::setPair);
    connect(viewState, &ViewState::layerChanged, this, &LayersPage::showLayer);
    connect(viewState, &ViewState::layerChanged, this, &LayersPage::followLayer);
    connect(viewState, &ViewState::pairChanged, this, &LayersPage::followPair);
    connect(m_filter, &SegmentedSwitch::chosen, this, &LayersPage::showLayer);
    connect(m_grouping, &SegmentedSwitch::chosen, this, &LayersPage::showBars);
    const auto showAgain = [this] {
        if (comparison() && isUpToDate()) {
            showFigures();
        }
    };
    connect(viewState, &ViewState::perStepChanged, this, showAgain);
    if (m_notes) {
        connect(m_notes, &Notes::changed, this, showAgain);
    }
    setFocusProxy(m_pairs);
}

std::optional<std::uint64_t> LayersPage::countOf(const Comparison& comparison) const {
    return layerCount(comparison);
}

void LayersPage::showComparison() {
    m_stack->setCurrentIndex(comparison() ? 1 : 0);
    if (!comparison()) {
        m_chart->setBars({}, {});
        m_pairs->setItems({}, {});
        return;
    }
    showFigures();
}

/// What is told per step or in all, and what has notes.
void LayersPage::showFigures() {
    showSums();
    fillSectionsMenu();
    showBars();
    showLayer();
}

QWidget* LayersPage::makeHeader() {
    auto* const header = new QWidget(this);
    auto* const lines = new QVBoxLayout(header);
    lines->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    lines->setSpacing(0);
    m_headLine = new QHBoxLayout;
    m_headLine->setSpacing(metrics::kUnit * 3);
    m_headLine->addWidget(makeLabel(TextRole::Title, tr("Layers"), header));
    m_sums = new FigureLabel(fontsize::kBody, header);
    m_headLine->addStretch(1);
    m_outside = new FigureLabel(fontsize::kTable, header);
    m_sections = new QPushButton(tr("Show…"), header);
    m_sections->setToolTip(tr("Show a section that is no layer: prologue, epilogue, outside steps"));
    m_sections->setMenu(new QMenu(m_sections));
    m_headLine->addWidget(m_sections);
    m_grouping = new SegmentedSwitch({tr("Each layer"), tr("Types")}, header);
    m_grouping->setToolTip(tr("Layers of equal operations are of one type"));
    m_headLine->addWidget(m_grouping);
    m_headLine->addStrut(kLayersHeadHeight);
    lines->addLayout(m_headLine);
    m_sumsLine = new QWidget(header);
    auto* const second = new QHBoxLayout(m_sumsLine);
    second->setContentsMargins(0, 0, 0, metrics::kUnit);
    second->addWidget(m_sums);
    second->addStretch(1);
    second->addWidget(m_outside);
    lines->addWidget(m_sumsLine);
    return header;
}

/// Beside the title where both sums have room, else below it.
void LayersPage::placeSums() {
    m_headLine->invalidate(); // it would tell the width of the texts before
    const bool areBeside = m_headLine->indexOf(m_sums) >= 0;
    int needed = m_headLine->sizeHint().width() + 2 * metrics::kMargin;
    if (!areBeside) {
        needed += 2 * m_headLine->spacing() + m_sums->sizeHint().width() + m_outside->sizeHint().width();
    }
    const bool fit = needed <= width();
    if (fit && !areBeside) {
        m_headLine->insertWidget(1, m_sums);
        m_headLine->insertWidget(m_headLine->indexOf(m_sections), m_outside);
    } else if (!fit && areBeside) {
        auto* const second = static_cast<QHBoxLayout*>(m_sumsLine->layout());
        second->insertWidget(0, m_sums);
        second->addWidget(m_outside);
    }
    m_sumsLine->setVisible(!fit);
}

void LayersPage::resizeEvent(QResizeEvent* event) {
    PageWidget::resizeEvent(event);
    placeSums();
}

QWidget* LayersPage::makeUpperPart() {
    auto* const part = new QWidget(this);
    auto* const layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    m_chart = new LayerChart(part);
    layout->addWidget(m_chart, 1);
    m_noLayers = makeLabel(TextRole::Caption,
                           tr("No layers were found in these traces. All pairs stand below."), part);
    m_noLayers->setContentsMargins(metrics::kMargin, metrics::kUnit * 2, metrics::kMargin,
                                   metrics::kUnit * 2);
    layout->addWidget(m_noLayers);
    return part;
}

QWidget* LayersPage::makeLowerPart() {
    auto* const part = new QWidget(this);
    auto* const layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, metrics::kUnit * 2, 0, 0);
    layout->setSpacing(0);
    auto* const titles = new QHBoxLayout;
    titles->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, metrics::kUnit);
    m_layerTitle = new FigureLabel(fontsize::kBody, part);
    titles->addWidget(m_layerTitle, 1);
    m_filter = new SegmentedSwitch(
        {tr("All"), tr("Differ by %1 µs or more").arg(kDifferingNs / 1000), tr("Unmatched")}, part);
    titles->addWidget(m_filter);
    layout->addLayout(titles);
    m_layerNote = new ElidedLabel(TextRole::Caption, part);
    m_layerNote->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, metrics::kUnit);
    m_layerNote->hide();
    layout->addWidget(m_layerNote);
    layout->addWidget(new PairHeader(part));
    m_pairs = new PairView(part);
    layout->addWidget(m_pairs, 1);
    m_footer = new PairFooter(part);
    layout->addWidget(m_footer);
    return part;
}

void LayersPage::fillSectionsMenu() {
    QMenu& menu = *m_sections->menu();
    menu.clear();
    for (const LayerRow& row : comparison()->layers) {
        if (!isLayer(row)) {
            const LayerFigures figures = layerFigures(*comparison(), row, isPerStep());
            menu.addAction(
                QStringLiteral("%1: A %2, B %3")
                    .arg(sectionTitle(row.layer), microseconds(figures.ns.a), microseconds(figures.ns.b)),
                m_viewState,
                [state = m_viewState, id = QString::fromStdString(row.layer)] { state->setLayer(id); });
        }
    }
    m_sections->setVisible(!menu.isEmpty());
}

void LayersPage::showBars() {
    if (!comparison()) {
        return;
    }
    const std::vector<LayerBar> types = makeLayerBars(*comparison(), true, isPerStep());
    const std::uint64_t layers = layerCount(*comparison());
    m_grouping->setVisible(types.size() > 1 || layers > 1);
    const bool byType = m_grouping->current() == kByType;
    m_chart->setBars(byType ? types : makeLayerBars(*comparison(), false, isPerStep(), m_notes),
                     byType ? tr("Mean of the layers of a type, %1").arg(periodText())
                            : tr("Time per layer, %1").arg(periodText()));
    m_chart->setVisible(layers > 0);
    m_noLayers->setVisible(layers == 0);
    const LayerRow* layer = chosenLayer();
    m_chart->setCurrent(layer ? QString::fromStdString(layer->layer) : QString());
}

void LayersPage::showSums() {
    const PerSide<Nanoseconds> inside = sumOf(*comparison(), true, isPerStep());
    const PerSide<Nanoseconds> outside = sumOf(*comparison(), false, isPerStep());
    const std::uint64_t layers = layerCount(*comparison());
    const QString unequal = unequalStepsText(*comparison(), isPerStep());
    std::vector<FigureLabel::Part> parts;
    if (layers > 0) {
        parts.push_back(
            {QStringLiteral("A %1, B %2   ").arg(microseconds(inside.a), microseconds(inside.b))});
        const Nanoseconds gap = inside.a - inside.b;
        parts.push_back({formatGap(gap) + QStringLiteral(" µs"), gap});
        parts.push_back({QStringLiteral("   ") +
                             tr("in %1 %2, %3")
                                 .arg(layers)
                                 .arg(layers == 1 ? tr("layer") : tr("layers"),
                                      unequal.isEmpty() ? periodText() : tr("in all: %1").arg(unequal)),
                         std::nullopt, false, true});
    }
    m_sums->setParts(std::move(parts));
    m_outside->setParts({{tr("Outside the layers: A %1 µs, B %2 µs")
                              .arg(formatMicroseconds(outside.a), formatMicroseconds(outside.b)),
                          std::nullopt, false, true}});
    placeSums();
}

void LayersPage::showLayer() {
    const LayerRow* layer = chosenLayer();
    if (!layer) {
        m_layerTitle->setParts({});
        m_layerNote->hide();
        m_pairs->setItems(
            {}, comparison()
                    ? tr("The selection holds no kernels. Choose other steps or another phase above.")
                    : QString());
        m_footer->setSums({});
        return;
    }
    m_chart->setCurrent(QString::fromStdString(layer->layer));
    const QString title = sectionTitle(layer->layer);
    const LayerFigures figures = layerFigures(*comparison(), *layer, isPerStep());
    m_layerTitle->setParts(
        {{title, std::nullopt, true},
         {QStringLiteral("   A %1, B %2   ").arg(microseconds(figures.ns.a), microseconds(figures.ns.b))},
         {formatGap(figures.gapNs) + QStringLiteral(" µs"), figures.gapNs}});
    showLayerNote(*layer);
    const auto filter = static_cast<PairFilter>(m_filter->current());
    m_pairs->setItems(makePairItems(*comparison(), *layer, filter, m_notes),
                      filter == PairFilter::Unmatched
                          ? tr("Every kernel of this layer has a counterpart.")
                          : tr("No pair of this layer differs as much. Choose All to see them."));
    m_pairs->showPair(m_viewState->pair());
    showFooter(*layer);
}

/// Rows are of single runs of the layer, and so is their sum, whatever the head tells of all steps together.
void LayersPage::showFooter(const LayerRow& layer) {
    const LayerFigures run = layerFigures(*comparison(), layer, true);
    const QString title = sectionTitle(layer.layer);
    m_footer->setSums({isPerStep() || !comparison()->summary.perStep ? title : tr("%1 per step").arg(title),
                       run.kernels, run.ns, run.ratio});
}

void LayersPage::showLayerNote(const LayerRow& layer) {
    const QString text =
        m_notes ? m_notes->textAt({NoteTarget::Layer, QString::fromStdString(layer.layer)}) : QString();
    m_layerNote->setVisible(!text.isEmpty());
    m_layerNote->setFullText(tr("Note: %1").arg(QString(text).replace(QLatin1Char('\n'), QLatin1Char(' '))));
}

/// A pair that is shown is one of the chosen layer: the one that does there what it does in its own.
void LayersPage::followLayer() {
    const LayerRow* const layer = chosenLayer();
    const KernelPair* const shown = layer ? pairOfId(*comparison(), m_viewState->pair()) : nullptr;
    if (!shown || shown->layer == layer->layer) {
        return;
    }
    const KernelPair* const own = counterpartIn(*comparison(), QString::fromStdString(layer->layer), *shown);
    m_viewState->setPair(own ? QString::fromStdString(own->id) : QString());
}

/// A pair that another view chose may stand in another layer.
void LayersPage::followPair() {
    if (!comparison()) {
        return;
    }
    const KernelPair* const pair = pairOfId(*comparison(), m_viewState->pair());
    const LayerRow* const shown = chosenLayer();
    if (pair && (!shown || pair->layer != shown->layer)) {
        m_viewState->setLayer(QString::fromStdString(pair->layer));
    }
    m_pairs->showPair(m_viewState->pair());
}

const LayerRow* LayersPage::chosenLayer() const {
    if (!comparison()) {
        return nullptr;
    }
    const std::string wanted = m_viewState->layer().toStdString();
    const std::vector<LayerRow>& layers = comparison()->layers;
    const auto found =
        std::find_if(layers.begin(), layers.end(), [&](const LayerRow& row) { return row.layer == wanted; });
    return found != layers.end() ? &*found : largestGap(*comparison());
}

bool LayersPage::isPerStep() const {
    return comparison()->summary.perStep && m_viewState->perStep();
}

QString LayersPage::periodText() const {
    return isPerStep() ? tr("per step") : tr("in all steps together");
}

} // namespace diptych
