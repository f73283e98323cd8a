#include "ui/pages/pair_dock.h"

#include "ui/charts/histogram_chart.h"
#include "ui/models/pair_choice.h"
#include "ui/models/pair_items.h"
#include "ui/models/prior_art.h"
#include "ui/session/comparison_session.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/match_label.h"
#include "ui/views/note_box.h"
#include "ui/views/pair_fact_grid.h"
#include "ui/views/segmented_switch.h"
#include "ui/views/source_preview.h"
#include "ui/views/stack_view.h"
#include "ui/views/wrapped_name.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kDockHeadHeight = 30;
constexpr int kDockBadge = 16;
constexpr int kNoteHeight = 72;
constexpr std::size_t kMostNames = 6; ///< kernels of a group that are written out

/// "20 instances", or how many each side has.
QString instancesText(const KernelPair& pair) {
    const QString a = formatCount(pair.stats.a.count);
    const QString b = formatCount(pair.stats.b.count);
    const QString counts = pair.presence() == Presence::OnlyA   ? a
                           : pair.presence() == Presence::OnlyB ? b
                           : a == b                             ? a
                                                                : a + QStringLiteral(" and ") + b;
    return counts +
           (counts == QStringLiteral("1") ? QStringLiteral(" instance") : QStringLiteral(" instances"));
}

/// Where the figures are of: what the summary says of a kernel is of all the layers that run it.
QString placeText(const Comparison& comparison, const KernelPair& pair) {
    const auto row = std::find_if(comparison.layers.begin(), comparison.layers.end(),
                                  [&](const LayerRow& layer) { return layer.layer == pair.layer; });
    if (row == comparison.layers.end() || !isLayer(*row)) {
        return sectionTitle(pair.layer);
    }
    const auto alike =
        std::count_if(comparison.layers.begin(), comparison.layers.end(), [&](const LayerRow& layer) {
            return layer.group == row->group && layer.type == row->type;
        });
    return alike > 1
               ? PairDock::tr("%1 alone, one of %2 such layers").arg(sectionTitle(pair.layer)).arg(alike)
               : sectionTitle(pair.layer);
}

QString groupText(const KernelPair& pair) {
    if (pair.presence() != Presence::Both || (pair.kernels.a == 1 && pair.kernels.b == 1)) {
        return {};
    }
    return QStringLiteral("%1 of A stand against %2 of B. ").arg(pair.kernels.a).arg(pair.kernels.b);
}

} // namespace

/// The names of one side with its badge.
struct PairDock::NameBlock {
    QWidget* widget = nullptr;
    std::vector<WrappedName*> names;
    QLabel* remark = nullptr;
};

PairDock::PairDock(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : QWidget(parent), m_session(session), m_viewState(viewState) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setMinimumWidth(280);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    layout->addWidget(makeSeparator(Qt::Horizontal, this));
    m_hint = makeWrappedLabel(TextRole::Caption, this);
    m_hint->setContentsMargins(metrics::kDockMargin, metrics::kDockMargin, metrics::kDockMargin, 0);
    m_hint->setText(tr("Choose a kernel in a table or a pair in Layers to see both sides of it here."));
    layout->addWidget(m_hint);
    layout->addWidget(makeBody(), 1);
    connect(viewState, &ViewState::pairChanged, this, &PairDock::showPair);
    if (session) {
        connect(session, &ComparisonSession::comparisonChanged, this,
                [this] { setComparison(m_session->comparison()); });
        setComparison(session->comparison());
    }
    showPair();
}

PairDock::~PairDock() = default;

void PairDock::setComparison(std::shared_ptr<const Comparison> comparison) {
    m_comparison = std::move(comparison);
    showPair();
}

const KernelPair* PairDock::pair() const {
    return m_comparison ? pairOfId(*m_comparison, m_viewState->pair()) : nullptr;
}

void PairDock::step(int direction) {
    const KernelPair* shown = pair();
    if (!shown) {
        return;
    }
    const auto count = static_cast<std::ptrdiff_t>(m_comparison->pairs.size());
    const std::ptrdiff_t wanted = shown - m_comparison->pairs.data() + direction;
    if (wanted >= 0 && wanted < count) {
        const KernelPair& next = m_comparison->pairs[static_cast<std::size_t>(wanted)];
        m_viewState->setPair(QString::fromStdString(next.id)); // first: a layer brings a pair of its own
        m_viewState->setLayer(QString::fromStdString(next.layer));
    }
}

QSize PairDock::sizeHint() const {
    return {metrics::kDockWidth, 700};
}

QWidget* PairDock::makeHead() {
    auto* const head = new QWidget(this);
    head->setFixedHeight(kDockHeadHeight);
    auto* const layout = new QHBoxLayout(head);
    layout->setContentsMargins(metrics::kDockMargin, 0, metrics::kUnit * 2, 0);
    layout->setSpacing(2);
    layout->addWidget(makeLabel(TextRole::Section, tr("Kernel pair"), head), 1);
    const auto addButton = [&](const QString& text, const QString& tip, const QKeySequence& keys) {
        auto* const button = new QToolButton(head);
        button->setText(text);
        button->setToolTip(keys.isEmpty() ? tip : tip + QStringLiteral(" (%1)").arg(keys.toString()));
        button->setAccessibleName(tip);
        button->setShortcut(keys);
        layout->addWidget(button);
        return button;
    };
    m_previous = addButton(QStringLiteral("‹"), tr("Previous pair"), QKeySequence(Qt::ALT | Qt::Key_Up));
    m_next = addButton(QStringLiteral("›"), tr("Next pair"), QKeySequence(Qt::ALT | Qt::Key_Down));
    auto* const close = addButton({}, tr("Close"), {});
    close->setIcon(themedIcon(QStringLiteral("close")));
    connect(m_previous, &QToolButton::clicked, this, [this] { step(-1); });
    connect(m_next, &QToolButton::clicked, this, [this] { step(1); });
    connect(close, &QToolButton::clicked, this, &PairDock::closeRequested);
    return head;
}

QWidget* PairDock::makeBody() {
    auto* const area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* const content = new QWidget(area);
    content->setBackgroundRole(QPalette::Base);
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(metrics::kDockMargin, metrics::kUnit * 3, metrics::kDockMargin,
                               metrics::kDockMargin);
    layout->setSpacing(metrics::kUnit);
    addNames(*layout, content);
    layout->addWidget(makeSeparator(Qt::Horizontal, content));
    addDecision(*layout, content);
    addFacts(*layout, content);
    addStack(*layout, content);
    addActions(*layout, content);
    addNote(*layout, content);
    layout->addStretch(1);
    area->setWidget(content);
    m_body = area;
    return area;
}

void PairDock::addNames(QVBoxLayout& layout, QWidget* parent) {
    for (const Side side : kSides) {
        m_names[side] = std::make_unique<NameBlock>();
        NameBlock& block = *m_names[side];
        block.widget = new QWidget(parent);
        auto* const row = new QHBoxLayout(block.widget);
        row->setContentsMargins(0, 0, 0, metrics::kUnit);
        row->setSpacing(metrics::kUnit * 2);
        row->addWidget(new SideBadge(side, kDockBadge, block.widget), 0, Qt::AlignTop);
        auto* const names = new QVBoxLayout;
        names->setSpacing(metrics::kUnit);
        for (std::size_t i = 0; i < kMostNames; ++i) {
            block.names.push_back(new WrappedName(block.widget));
            names->addWidget(block.names.back());
        }
        block.remark = makeLabel(TextRole::Caption, {}, block.widget);
        names->addWidget(block.remark);
        row->addLayout(names, 1);
        layout.addWidget(block.widget);
    }
}

void PairDock::addDecision(QVBoxLayout& layout, QWidget* parent) {
    layout.addSpacing(metrics::kUnit);
    m_operation = new MatchLabel(parent);
    layout.addWidget(m_operation);
    m_reason = makeWrappedLabel(TextRole::Caption, parent);
    layout.addWidget(m_reason);
    m_rules = makeWrappedLabel(TextRole::Header, parent);
    m_rules->setObjectName(QStringLiteral("pair_rules"));
    layout.addWidget(m_rules);
    layout.addSpacing(metrics::kUnit);
}

void PairDock::addFacts(QVBoxLayout& layout, QWidget* parent) {
    m_place = makeWrappedLabel(TextRole::Caption, parent);
    m_place->setObjectName(QStringLiteral("pair_place"));
    m_place->setToolTip(
        tr("Whose figures these are. Those of Summary and Operations are of all layers together."));
    layout.addWidget(m_place);
    m_durations = new PairFactGrid(tr("Duration, µs"), parent);
    layout.addWidget(m_durations);
    m_histogram = new HistogramChart(parent);
    layout.addWidget(m_histogram);
    layout.addSpacing(metrics::kUnit);
    m_launch = new PairFactGrid(tr("Launch"), parent);
    layout.addWidget(m_launch);
    layout.addSpacing(metrics::kUnit);
    const auto addTexts = [&](const QString& title, QLabel*& caption, PerSide<WrappedName*>& texts) {
        auto* const head = new QHBoxLayout;
        QLabel* const label = makeLabel(TextRole::Header, title, parent);
        label->setFont(textFont(fontsize::kHeader, QFont::Bold));
        head->addWidget(label, 1);
        caption = makeLabel(TextRole::Header, {}, parent);
        head->addWidget(caption);
        layout.addLayout(head);
        for (const Side side : kSides) {
            texts[side] = new WrappedName(parent);
            layout.addWidget(texts[side]);
        }
        layout.addSpacing(metrics::kUnit);
    };
    addTexts(tr("CPU op"), m_cpuOpCaption, m_cpuOps);
    addTexts(tr("Module"), m_moduleCaption, m_modules);
}

void PairDock::addStack(QVBoxLayout& layout, QWidget* parent) {
    auto* const head = new QHBoxLayout;
    QLabel* const label = makeLabel(TextRole::Header, tr("Python stack"), parent);
    label->setFont(textFont(fontsize::kHeader, QFont::Bold));
    head->addWidget(label, 1);
    m_stackSide = new SegmentedSwitch({QStringLiteral("A"), QStringLiteral("B")}, parent);
    m_stackSide->setAccessibleName(tr("Side of the stack"));
    head->addWidget(m_stackSide);
    layout.addLayout(head);
    m_stackRemark = makeWrappedLabel(TextRole::Caption, parent);
    layout.addWidget(m_stackRemark);
    m_stack = new StackView(parent);
    layout.addWidget(m_stack);
    m_source = new SourcePreview(parent);
    layout.addWidget(m_source);
    connect(m_stackSide, &SegmentedSwitch::chosen, this, &PairDock::showStack);
    connect(m_stack, &StackView::frameChosen, m_source, &SourcePreview::showSource);
    connect(m_stack, &StackView::sourceRequested, this, &PairDock::sourceRequested);
    connect(m_source, &SourcePreview::opened, this, &PairDock::sourceRequested);
}

/// Ways on from the pair.
void PairDock::addActions(QVBoxLayout& layout, QWidget* parent) {
    layout.addSpacing(metrics::kUnit);
    auto* const row = new QHBoxLayout;
    row->setSpacing(metrics::kUnit);
    for (const auto& [text, page] :
         {std::pair(tr("Layers"), Page::Layers), std::pair(tr("Timeline"), Page::Timeline)}) {
        auto* const button = new QPushButton(text, parent);
        button->setToolTip(tr("Show the pair on the page %1").arg(text));
        button->setProperty("compact", true);
        row->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, page = page] {
            if (const KernelPair* const shown = pair()) {
                m_viewState->setLayer(QString::fromStdString(shown->layer));
                m_viewState->setPage(page);
            }
        });
    }
    m_priorArt = new QPushButton(tr("Find prior art…"), parent);
    m_priorArt->setProperty("compact", true); // three in a row, also in a narrow dock
    m_priorArt->setToolTip(tr("Search for the kernels in other projects"));
    m_priorArt->setMenu(new QMenu(m_priorArt));
    connect(m_priorArt->menu(), &QMenu::aboutToShow, this, &PairDock::fillPriorArtMenu);
    row->addWidget(m_priorArt);
    row->addStretch(1);
    layout.addLayout(row);
}

void PairDock::addNote(QVBoxLayout& layout, QWidget* parent) {
    layout.addSpacing(metrics::kUnit);
    QLabel* const label = makeLabel(TextRole::Header, tr("Note"), parent);
    label->setFont(textFont(fontsize::kHeader, QFont::Bold));
    layout.addWidget(label);
    m_note = new NoteBox(m_session ? &m_session->notes() : nullptr, parent);
    m_note->setFixedHeight(kNoteHeight);
    layout.addWidget(m_note);
}

void PairDock::showPair() {
    const KernelPair* shown = pair();
    m_hint->setVisible(!shown);
    m_body->setVisible(shown != nullptr);
    m_previous->setEnabled(shown && shown != &m_comparison->pairs.front());
    m_next->setEnabled(shown && shown != &m_comparison->pairs.back());
    if (!shown) {
        m_facts = PairFacts();
        return;
    }
    m_facts = makePairFacts(*m_comparison, *shown, m_session ? m_session->rules() : defaultRules());
    showNames();
    showDecision(*shown);
    m_place->setText(placeText(*m_comparison, *shown));
    m_durations->setFacts(m_facts.durations, instancesText(*shown));
    m_histogram->setInstances(m_facts.instances);
    m_launch->setFacts(m_facts.launch);
    showContext();
    if (m_facts.sides[m_stackSide->current() == 0 ? Side::A : Side::B].names.empty()) {
        m_stackSide->setCurrent(shown->kernels.a > 0 ? 0 : 1);
    }
    showStack();
    showNote(*shown);
}

void PairDock::showNote(const KernelPair& pair) {
    PerSide<QString> names;
    for (const Side side : kSides) {
        const std::vector<NameShare>& own = m_facts.sides[side].names;
        names[side] = own.empty() ? QString() : QString::fromStdString(own.front().name);
    }
    m_note->setPlace({NoteTarget::Pair, QString::fromStdString(pair.id)}, names,
                     tr("What you found out about this pair"));
}

void PairDock::showNames() {
    for (const Side side : kSides) {
        NameBlock& block = *m_names[side];
        const std::vector<NameShare>& names = m_facts.sides[side].names;
        for (std::size_t i = 0; i < block.names.size(); ++i) {
            block.names[i]->setVisible(i < names.size());
            if (i < names.size()) {
                block.names[i]->setName(QString::fromStdString(names[i].name));
            }
        }
        block.remark->setVisible(names.empty() || names.size() > kMostNames);
        block.remark->setText(
            names.empty() ? tr("no counterpart on %1").arg(QLatin1String(sideName(side)))
                          : tr("and %1 more names").arg(names.size() - std::min(names.size(), kMostNames)));
    }
}

void PairDock::showDecision(const KernelPair& pair) {
    m_operation->setPair(pair);
    QString reason = groupText(pair) + QString::fromStdString(pair.reason);
    if (pair.presence() == Presence::Both) {
        reason += tr(" (%1 sure)").arg(formatPercent(pair.confidence, 0));
    }
    if (pair.sameKernel) {
        reason += tr(". Both sides run the same kernel");
    }
    if (pair.withinNoise) {
        reason += tr(". The difference is within noise");
    }
    if (!pair.note.empty()) {
        reason += QStringLiteral(". ") + QString::fromStdString(pair.note);
    }
    m_reason->setText(reason);
    showRules();
}

/// Patterns are long: a line of each here, the whole in the tooltip.
void PairDock::showRules() {
    constexpr int kShown = 44;
    constexpr int kScrollBar = 12;
    const QFontMetrics fontMetrics = m_rules->fontMetrics();
    const int room = width() - 2 * metrics::kDockMargin - kScrollBar;
    QStringList shown;
    QStringList whole;
    for (const Side side : kSides) {
        const QString& rule = m_facts.sides[side].rule;
        if (!rule.isEmpty()) {
            const QString line = QStringLiteral("%1: ").arg(QLatin1String(sideName(side))) + rule;
            const QString start = line.size() > kShown ? line.left(kShown - 1) + QChar(0x2026) : line;
            shown.append(fontMetrics.elidedText(start, Qt::ElideRight, room));
            whole.append(line);
        }
    }
    m_rules->setText(shown.join(QLatin1Char('\n')));
    m_rules->setToolTip(whole.join(QStringLiteral("\n\n")));
    m_rules->setVisible(!shown.isEmpty());
}

void PairDock::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showRules();
}

void PairDock::showContext() {
    const auto show = [](QLabel* caption, const PerSide<WrappedName*>& texts,
                         const PerSide<QString>& values) {
        const bool isSame = values.a == values.b;
        caption->setText(!isSame ? QString() : values.a.isEmpty() ? notInTrace() : tr("same on A and B"));
        for (const Side side : kSides) {
            texts[side]->setVisible(!values[side].isEmpty() && !(isSame && side == Side::B));
            texts[side]->setName(
                isSame ? values[side] : QLatin1String(sideName(side)) + QStringLiteral("  ") + values[side]);
        }
    };
    show(m_cpuOpCaption, m_cpuOps, {m_facts.sides.a.cpuOp, m_facts.sides.b.cpuOp});
    show(m_moduleCaption, m_modules, {m_facts.sides.a.module, m_facts.sides.b.module});
}

void PairDock::showStack() {
    const PairSideFacts& facts = m_facts.sides[m_stackSide->current() == 0 ? Side::A : Side::B];
    m_source->showSource({}, 0);
    m_stack->setStacks(facts.stacks);
    m_stack->setVisible(!facts.stacks.empty());
    m_stackRemark->setText(facts.names.empty() ? tr("No kernel on this side.") : facts.stackRemark);
    m_stackRemark->setVisible(facts.stacks.empty());
}

void PairDock::fillPriorArtMenu() {
    QMenu& menu = *m_priorArt->menu();
    menu.clear();
    for (const Side side : kSides) {
        if (m_facts.sides[side].names.empty()) {
            continue;
        }
        const QString name = QString::fromStdString(m_facts.sides[side].names.front().name);
        menu.addSection(tr("Kernel of %1").arg(QLatin1String(sideName(side))));
        for (const PriorArtSearch& search : priorArtSearches()) {
            menu.addAction(search.project, this,
                           [url = priorArtUrl(search, name)] { QDesktopServices::openUrl(url); });
        }
    }
}

} // namespace diptych
