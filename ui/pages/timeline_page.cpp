#include "ui/pages/timeline_page.h"

#include "ui/charts/timeline_view.h"
#include "ui/models/pair_facts.h"
#include "ui/models/pair_items.h"
#include "ui/pages/page_message.h"
#include "ui/pages/timeline_facts.h"
#include "ui/session/comparison_session.h"
#include "ui/session/job_runner.h"
#include "ui/style/elided_label.h"
#include "ui/style/number_format.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/choice_box.h"
#include "ui/views/data_table.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kTimelineHeadHeight = 48;
constexpr int kButtonWidth = 34;
constexpr int kWidthForCaption = 1080;
constexpr double kZoomStep = 1.6;
constexpr int kWholeRecording = -1;

QPushButton* makeZoomButton(const QString& text, const QString& name, QWidget* parent) {
    auto* const button = new QPushButton(text, parent);
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

} // namespace

TimelinePage::TimelinePage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageWidget(Page::Timeline, parent), m_viewState(viewState), m_stack(new QStackedLayout(this)),
      m_message(new PageMessage(session, viewState, this)), m_jobs(std::make_unique<JobRunner>(*this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const content = new QWidget(this);
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    m_view = new TimelineView(content);
    layout->addWidget(m_view, 1);
    m_factsPanel = makeFacts();
    layout->addWidget(m_factsPanel);
    m_stack->addWidget(m_message);
    m_stack->addWidget(content);
    connectParts();
    setFocusProxy(m_view);
}

TimelinePage::~TimelinePage() {
    m_building.cancel();
}

QWidget* TimelinePage::makeHeader() {
    auto* const header = new QWidget(this);
    header->setFixedHeight(kTimelineHeadHeight);
    auto* const layout = new QHBoxLayout(header);
    layout->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    layout->setSpacing(metrics::kUnit * 2);
    layout->addWidget(makeLabel(TextRole::Title, tr("Timeline"), header));
    layout->addSpacing(metrics::kUnit);
    m_caption = new ElidedLabel(TextRole::Secondary, header);
    layout->addWidget(m_caption, 1);
    layout->addStretch(0);
    m_steps = new ChoiceBox(tr("Which step is shown"), 11, header);
    m_alignment = new ChoiceBox(tr("What stands under each other"), 16, header);
    m_alignment->addItems({tr("Align at step start"), tr("Align at layer")});
    m_layers = new ChoiceBox(tr("Whose pairs are joined by ribbons"), 18, header);
    for (QWidget* const box : {m_steps, m_alignment, m_layers}) {
        layout->addWidget(box);
    }
    QPushButton* const out = makeZoomButton(QStringLiteral("−"), tr("Zoom out (Down or −)"), header);
    QPushButton* const in = makeZoomButton(QStringLiteral("+"), tr("Zoom in (Up or +)"), header);
    QPushButton* const fit = makeZoomButton(tr("Fit"), tr("Show the whole step (0)"), header);
    for (QPushButton* const button : {out, in}) {
        button->setFixedWidth(kButtonWidth);
        layout->addWidget(button);
    }
    layout->addWidget(fit);
    connect(out, &QPushButton::clicked, this, [this] { m_view->zoomBy(kZoomStep); });
    connect(in, &QPushButton::clicked, this, [this] { m_view->zoomBy(1 / kZoomStep); });
    connect(fit, &QPushButton::clicked, this, [this] { m_view->fit(); });
    return header;
}

QWidget* TimelinePage::makeFacts() {
    auto* const panel = new QWidget(this);
    auto* const outer = new QVBoxLayout(panel);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(makeSeparator(Qt::Horizontal, panel));
    auto* const layout = new QVBoxLayout;
    layout->setContentsMargins(metrics::kMargin, metrics::kUnit * 2, metrics::kMargin, metrics::kUnit * 2);
    layout->setSpacing(metrics::kUnit);
    outer->addLayout(layout);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 3);
    m_factsTitle = makeLabel(TextRole::Section, {}, panel);
    titles->addWidget(m_factsTitle);
    m_factsCaption = makeLabel(TextRole::Caption, {}, panel);
    titles->addWidget(m_factsCaption, 1);
    auto* const show = new QPushButton(tr("Show in Layers"), panel);
    titles->addWidget(show);
    connect(show, &QPushButton::clicked, this, [this] { m_viewState->setPage(Page::Layers); });
    layout->addLayout(titles);
    m_facts = new DataTable(panel);
    m_facts->setRowHeight(metrics::kTableRowHeight);
    m_facts->setLeadingMargin(0);
    m_facts->view()->setName(QStringLiteral("timeline_facts"));
    m_facts->view()->setAccessibleName(tr("The chosen pair in this step"));
    m_facts->setFixedHeight(metrics::kHeaderRowHeight + 3 * metrics::kTableRowHeight + 2);
    layout->addWidget(m_facts);
    return panel;
}

void TimelinePage::connectParts() {
    connect(m_steps, &QComboBox::currentIndexChanged, this, &TimelinePage::showStep);
    connect(m_alignment, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_view->change([index](TimelineScene& scene) {
            scene.setAlignment(index == 0 ? TimelineAlignment::StepStart : TimelineAlignment::Layer);
        });
        showFacts();
    });
    connect(m_layers, &QComboBox::activated, this,
            [this](int index) { chooseLayer(m_layers->itemData(index).toString()); });
    connect(m_view, &TimelineView::layerChosen, m_viewState, &ViewState::setLayer);
    connect(m_view, &TimelineView::pairChosen, this, [this](const QString& pair) {
        m_viewState->setPair(pair);
        // Ribbons are those of the layer in which the user works.
        if (const KernelPair* const own = m_view->scene().pair()) {
            m_viewState->setLayer(QString::fromStdString(own->layer));
        }
    });
    connect(m_view, &TimelineView::pairOpened, this, [this](const QString& pair) {
        m_viewState->setPair(pair);
        m_viewState->setPage(Page::Layers);
    });
    connect(m_viewState, &ViewState::layerChanged, this, &TimelinePage::showLayer);
    connect(m_viewState, &ViewState::pairChanged, this, [this] { showPair(true); });
}

void TimelinePage::resizeEvent(QResizeEvent* event) {
    PageWidget::resizeEvent(event);
    m_caption->setVisible(width() >= kWidthForCaption); // two letters and a mark of omission tell nothing
}

// ---- content

void TimelinePage::showComparison() {
    m_building.cancel();
    m_buildJob = 0;
    m_view->change([](TimelineScene& scene) { scene.setContent(nullptr, nullptr); });
    showFacts();
    if (!comparison()) {
        m_message->showSession();
        m_stack->setCurrentIndex(0);
        return;
    }
    m_message->showText(tr("Timeline"), tr("The streams of both sides are being laid out…"));
    m_stack->setCurrentIndex(0);
    startBuilding();
}

void TimelinePage::startBuilding() {
    const JobHandle job = m_jobs->start(
        [comparison = comparison()](const CancelToken& cancel, const ProgressSink&) {
            return makeTimeline(*comparison, cancel);
        },
        [this](JobNumber number, std::shared_ptr<const Timeline> timeline) {
            takeTimeline(number, std::move(timeline));
        });
    m_building = job.cancel;
    m_buildJob = job.number;
}

void TimelinePage::takeTimeline(std::uint64_t number, std::shared_ptr<const Timeline> timeline) {
    if (number != m_buildJob || !timeline) {
        return;
    }
    m_buildJob = 0;
    if (timeline->sides.a.isEmpty() && timeline->sides.b.isEmpty()) {
        m_message->showText(tr("Nothing ran on a GPU"),
                            tr("Neither trace holds a kernel with a time, so there is nothing to lay out."));
        return;
    }
    m_view->change([&](TimelineScene& scene) { scene.setContent(comparison(), std::move(timeline)); });
    fillSteps();
    fillLayers();
    showStep();
    showLayer();
    showBeginning();
    showPair(true);
    m_stack->setCurrentIndex(1);
}

/// The step whose time is the middle one of its side: no warm-up, no outlier.
int TimelinePage::bestStep() const {
    const Timeline& timeline = *m_view->scene().timeline();
    const Side side =
        timeline.sides.a.steps.size() <= timeline.sides.b.steps.size() && !timeline.sides.a.steps.empty()
            ? Side::A
        : timeline.sides.b.steps.empty() ? Side::A
                                         : Side::B;
    const std::vector<TimelineStep>& steps = timeline.sides[side].steps;
    std::vector<std::pair<Nanoseconds, int>> lengths;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        lengths.emplace_back(steps[i].endNs - steps[i].startNs, static_cast<int>(i));
    }
    if (lengths.empty()) {
        return kWholeRecording;
    }
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    return middle->second;
}

void TimelinePage::fillSteps() {
    const QSignalBlocker blocker(m_steps);
    const int before = m_steps->count() > 0 ? m_steps->currentData().toInt() : -2;
    const Timeline& timeline = *m_view->scene().timeline();
    m_steps->clear();
    m_steps->addItem(timeline.stepCount() > 0 ? tr("All steps") : tr("Whole recording"), kWholeRecording);
    for (std::size_t i = 0; i < timeline.stepCount(); ++i) {
        PerSide<QString> numbers;
        for (const Side side : kSides) {
            const std::vector<TimelineStep>& steps = timeline.sides[side].steps;
            numbers[side] = i < steps.size() ? QString::number(steps[i].step.index()) : QString();
        }
        const QString text = numbers.b.isEmpty()      ? tr("Step %1, A only").arg(numbers.a)
                             : numbers.a.isEmpty()    ? tr("Step %1, B only").arg(numbers.b)
                             : numbers.a == numbers.b ? tr("Step %1").arg(numbers.a)
                                                      : tr("Step %1 and %2").arg(numbers.a, numbers.b);
        m_steps->addItem(text, static_cast<int>(i));
    }
    const int wanted =
        before >= kWholeRecording && before < static_cast<int>(timeline.stepCount()) ? before : bestStep();
    m_steps->setCurrentIndex(std::max(0, m_steps->findData(wanted)));
}

void TimelinePage::fillLayers() {
    m_layers->clear();
    m_layers->addItem(tr("No ribbons"), QString());
    for (const LayerRow& row : comparison()->layers) {
        const QString name = QString::fromStdString(row.layer);
        m_layers->addItem(tr("Ribbons for %1").arg(name), name);
    }
    m_layers->setEnabled(m_layers->count() > 1);
}

void TimelinePage::showStep() {
    if (!m_view->scene().timeline()) {
        return;
    }
    const int step = m_steps->currentData().toInt();
    m_view->change([step](TimelineScene& scene) {
        scene.setStep(step < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(step)));
        scene.reveal();
    });
    m_caption->setFullText(step < 0 ? tr("both sides on one time scale")
                                    : tr("one step, both sides on one time scale"));
    m_alignment->setItemText(0, step < 0 ? tr("Align at start") : tr("Align at step start"));
    showFacts();
}

/// The layer of the view state; until the user chose one, the third: the first ones are still near each
/// other.
QString TimelinePage::layerToShow() const {
    if (!m_viewState->layer().isEmpty()) {
        return m_viewState->layer();
    }
    constexpr int kWanted = 3;
    QString layer;
    int found = 0;
    for (const LayerRow& row : comparison()->layers) {
        if (isLayer(row) && row.presence == Presence::Both && found < kWanted) {
            layer = QString::fromStdString(row.layer);
            ++found;
        }
    }
    return layer;
}

/// No layer at all is this page's own choice: other pages always have one.
void TimelinePage::chooseLayer(const QString& layer) {
    if (layer.isEmpty()) {
        m_view->change([](TimelineScene& scene) { scene.setLayer(QString()); });
    } else if (layer == m_viewState->layer()) {
        showLayer();
    } else {
        m_viewState->setLayer(layer);
    }
}

void TimelinePage::showLayer() {
    if (!m_view->scene().timeline()) {
        return;
    }
    const QString layer = layerToShow();
    m_layers->setCurrentIndex(std::max(0, m_layers->findData(layer)));
    m_view->change([&](TimelineScene& scene) { scene.setLayer(layer); });
}

/// At first the window reaches to a little behind the layer: a whole step is too dense to read.
void TimelinePage::showBeginning() {
    const TimelineScene& scene = m_view->scene();
    if (scene.pair() || !scene.layerSpan(Side::A) || !scene.layerSpan(Side::B)) {
        return;
    }
    const Nanoseconds end = std::max(scene.layerSpan(Side::A)->toNs, scene.layerSpan(Side::B)->toNs);
    m_view->change([end](TimelineScene& changed) { changed.setWindow({0, end + end / 6}); });
}

void TimelinePage::showPair(bool withReveal) {
    if (!m_view->scene().timeline()) {
        return;
    }
    const QString pair = m_viewState->pair();
    m_view->change([&](TimelineScene& scene) {
        scene.setPair(pair);
        if (withReveal) {
            scene.reveal();
        }
    });
    showFacts();
}

void TimelinePage::showFacts() {
    const TimelineScene& scene = m_view->scene();
    const KernelPair* const pair = scene.timeline() ? scene.pair() : nullptr;
    m_factsPanel->setVisible(pair != nullptr);
    if (!pair) {
        m_facts->setTable(nullptr);
        return;
    }
    QString title = pairTitle(*pair) + QStringLiteral(", ") + QString::fromStdString(pair->layer);
    if (scene.step()) {
        title += QStringLiteral(", ") + m_steps->currentText().toLower();
    }
    m_factsTitle->setText(title);
    m_factsCaption->setText(tr("%1:%2, %3").arg(pair->kernels.a).arg(pair->kernels.b).arg(matchText(*pair)));
    m_facts->setTable(timelineFactTable(scene));
}

} // namespace diptych
