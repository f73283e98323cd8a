#include "app/trace_strip.h"

#include "app/find_box.h"
#include "app/selection_panel.h"
#include "ui/session/view_state.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QStringList>
#include <QToolButton>

namespace diptych {

namespace {

constexpr int kFindWidth = 164;
constexpr int kLeastFindWidth = 96;

/// A slow first step that is still among what is compared.
bool needsLeavingOut(const SideChoices& choices) {
    return choices.slowFirstStep && !choices.selected.empty() && choices.selected.front() == 0;
}

} // namespace

TraceStrip::TraceStrip(ComparisonSession* session, ViewState* viewState, QMenu* exportMenu, QWidget* parent)
    : QWidget(parent), m_session(session),
      m_viewState(viewState), m_sides{new StripSide(Side::A, this), new StripSide(Side::B, this)},
      m_swap(new QToolButton(this)), m_slowFirst(new QToolButton(this)), m_selection(new QPushButton(this)),
      m_panel(new SelectionPanel(session, viewState, this)), m_find(new FindBox(parent, this)),
      m_export(new QPushButton(tr("Export…"), this)) {
    makeButtons(exportMenu);
    layOut();
    setFixedHeight(metrics::kStripHeight);
    connect(m_swap, &QToolButton::clicked, this, &TraceStrip::swapRequested);
    connect(m_selection, &QPushButton::clicked, this, &TraceStrip::toggleSelection);
    connect(m_panel, &SelectionPanel::opened, m_selection, &QPushButton::setChecked);
    connect(m_panel, &SelectionPanel::left, m_selection, qOverload<>(&QWidget::setFocus));
    connect(m_slowFirst, &QToolButton::clicked, this, &TraceStrip::leaveOutSlowFirstSteps);
    connect(session, &ComparisonSession::selectionChanged, this, &TraceStrip::showSelection);
    connect(session, &ComparisonSession::slotChanged, this, &TraceStrip::showSelection);
    connect(session, &ComparisonSession::comparisonChanged, this, &TraceStrip::showFigures);
    connect(viewState, &ViewState::perStepChanged, this, [this] {
        showFigures();
        showSelection();
    });
    showSelection();
}

void TraceStrip::makeButtons(QMenu* exportMenu) {
    m_swap->setObjectName(QStringLiteral("stripSwap"));
    m_swap->setProperty("framed", true);
    m_swap->setIcon(themedIcon(QStringLiteral("swap")));
    m_swap->setToolTip(tr("Swap A and B"));
    m_swap->setAccessibleName(m_swap->toolTip());
    m_slowFirst->setObjectName(QStringLiteral("stripSlowFirstStep"));
    m_slowFirst->setProperty("framed", true);
    m_slowFirst->setIcon(themedIcon(QStringLiteral("warning")));
    m_selection->setObjectName(QStringLiteral("stripSelection"));
    m_selection->setIcon(themedIcon(QStringLiteral("chevron_down")));
    m_selection->setLayoutDirection(Qt::RightToLeft); // the chevron stands behind the text
    m_selection->setCheckable(true);
    m_find->setMinimumWidth(kLeastFindWidth);
    m_find->setMaximumWidth(kFindWidth);
    m_export->setObjectName(QStringLiteral("export"));
    m_export->setMenu(exportMenu);
    for (QToolButton* const button : {m_swap, m_slowFirst}) {
        button->setFocusPolicy(Qt::StrongFocus);
    }
    setTabOrder(m_swap, m_slowFirst);
    setTabOrder(m_slowFirst, m_selection);
    setTabOrder(m_selection, m_find);
    setTabOrder(m_find, m_export);
}

void TraceStrip::layOut() {
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, metrics::kUnit * 4, 1);
    row->setSpacing(0);
    row->addWidget(m_sides.a, 10);
    row->addSpacing(metrics::kUnit * 2);
    row->addWidget(m_swap);
    row->addSpacing(metrics::kUnit * 2);
    row->addWidget(m_sides.b, 10);
    row->addStretch();
    row->addSpacing(metrics::kUnit * 2);
    row->addWidget(m_slowFirst);
    row->addSpacing(metrics::kUnit);
    row->addWidget(m_selection);
    row->addSpacing(metrics::kUnit * 2);
    row->addWidget(m_find, 4);
    row->addSpacing(metrics::kUnit * 2);
    row->addWidget(m_export);
}

void TraceStrip::showComparison(std::shared_ptr<const Comparison> comparison) {
    m_comparison = std::move(comparison);
    showFigures();
    showSelection();
}

void TraceStrip::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), tokens.window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens.border);
}

void TraceStrip::toggleSelection() {
    if (m_panel->isVisible()) {
        m_panel->close();
    } else {
        m_panel->open();
    }
}

void TraceStrip::showFigures() {
    for (const Side side : kSides) {
        if (m_comparison) {
            m_sides[side]->showComparison(*m_comparison, m_viewState->perStep());
        } else {
            m_sides[side]->showSlot(m_session->slot(side));
        }
        m_sides[side]->setFiguresStale(m_session->isComparing());
    }
}

PerSide<SideChoices> TraceStrip::choices() const {
    return choicesOf({m_session->slot(Side::A).analysis, m_session->slot(Side::B).analysis},
                     m_session->selection());
}

void TraceStrip::showSelection() {
    const PerSide<SideChoices> offered = choices();
    m_selection->setText(selectionText(offered, m_session->selection().phase, m_viewState->perStep()));
    m_selection->setAccessibleName(tr("What is compared: %1").arg(m_selection->text()));
    m_selection->setToolTip(tr("Choose phase, steps, device, per step or total\nA: %1\nB: %2")
                                .arg(phasesText(offered.a), phasesText(offered.b)));
    showSlowFirstStep(offered);
}

void TraceStrip::showSlowFirstStep(const PerSide<SideChoices>& offered) {
    QStringList lines;
    for (const Side side : kSides) {
        if (needsLeavingOut(offered[side])) {
            lines.append(tr("The first step of %1 takes %2 times the median.")
                             .arg(QLatin1String(sideName(side)),
                                  QString::number(*offered[side].slowFirstStep, 'f', 1)));
        }
    }
    m_slowFirst->setVisible(!lines.isEmpty());
    lines.append(tr("Click to leave it out."));
    m_slowFirst->setToolTip(lines.join(QLatin1Char('\n')));
    m_slowFirst->setAccessibleName(lines.join(QLatin1Char(' ')));
}

void TraceStrip::leaveOutSlowFirstSteps() {
    const PerSide<SideChoices> offered = choices();
    SessionSelection selection = m_session->selection();
    for (const Side side : kSides) {
        if (needsLeavingOut(offered[side])) {
            leaveOutFirstStep(selection, side, offered[side].steps, true);
        }
    }
    m_session->setSelection(selection);
}

} // namespace diptych
