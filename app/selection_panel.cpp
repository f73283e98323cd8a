#include "app/selection_panel.h"

#include "ui/models/side_names.h"
#include "ui/pages/welcome_texts.h"
#include "ui/session/view_state.h"
#include "ui/style/elided_label.h"
#include "ui/style/side_badge.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/choice_box.h"
#include "ui/views/segmented_switch.h"

#include <QApplication>
#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kBadgeSize = 16;
constexpr int kDeviceCharacters = 22;
constexpr int kLeastName = 60;
constexpr int kStepBoxWidth = 56;
constexpr int kPerStep = 0;
constexpr int kTotal = 1;

enum PanelColumn : int { NameColumn, StepsColumn, PhasesColumn, FirstColumn, DeviceColumn };

QString sideText(Side side) {
    return QLatin1String(sideName(side));
}

void setObstacle(QWidget* widget, const QString& obstacle, const QString& tooltip) {
    widget->setEnabled(obstacle.isEmpty());
    widget->setToolTip(obstacle.isEmpty() ? tooltip : obstacle);
    widget->setAccessibleDescription(widget->toolTip());
}

QSpinBox* makeStepBox(const QString& name, QWidget* parent) {
    auto* const box = new QSpinBox(parent);
    box->setFixedWidth(kStepBoxWidth);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons); // arrow keys and wheel step
    box->setKeyboardTracking(false);                    // a number is taken when it is whole
    box->setAlignment(Qt::AlignRight);
    box->setAccessibleName(name);
    return box;
}

} // namespace

SelectionPanel::SelectionPanel(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : QWidget(parent), m_session(session), m_viewState(viewState),
      m_phase(new SegmentedSwitch({tr("All"), tr("Prefill"), tr("Decode"), tr("Mixed")}, this)),
      m_period(new SegmentedSwitch({tr("Per step"), tr("Total")}, this)),
      m_periodRemark(makeLabel(TextRole::Caption, {}, this)),
      m_reset(new QPushButton(tr("Everything"), this)) {
    setObjectName(QStringLiteral("selectionPanel"));
    setAccessibleName(tr("What is compared"));
    m_phase->setAccessibleName(tr("Phase"));
    m_period->setAccessibleName(tr("Figures"));
    m_reset->setToolTip(tr("All phases, all steps, and of each trace the device with most GPU time"));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kMargin, metrics::kUnit * 2, metrics::kUnit * 4,
                               metrics::kUnit * 2 + 1);
    column->setSpacing(metrics::kUnit * 2);
    column->addLayout(makeWhole());
    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(metrics::kUnit * 4);
    grid->setVerticalSpacing(metrics::kUnit);
    addSide(*grid, 0, Side::A);
    addSide(*grid, 1, Side::B);
    grid->setColumnStretch(PhasesColumn, 1);
    column->addLayout(grid);
    connectWhole();
    hide();
}

/// What holds for both sides.
QHBoxLayout* SelectionPanel::makeWhole() {
    auto* const row = new QHBoxLayout;
    row->setSpacing(metrics::kUnit * 2);
    row->addWidget(makeLabel(TextRole::Secondary, tr("Phase"), this));
    row->addWidget(m_phase);
    row->addSpacing(metrics::kUnit * 2);
    row->addWidget(makeLabel(TextRole::Secondary, tr("Figures"), this));
    row->addWidget(m_period);
    row->addWidget(m_periodRemark);
    row->addStretch(1);
    row->addWidget(m_reset);
    return row;
}

void SelectionPanel::connectWhole() {
    connect(m_phase, &SegmentedSwitch::chosen, this, [this](int index) {
        SessionSelection selection = m_session->selection();
        selection.phase = static_cast<PhaseFilter>(index);
        m_session->setSelection(selection);
    });
    connect(m_period, &SegmentedSwitch::chosen, m_viewState,
            [state = m_viewState](int index) { state->setPerStep(index == kPerStep); });
    connect(m_reset, &QPushButton::clicked, this, &SelectionPanel::reset);
    connect(m_session, &ComparisonSession::selectionChanged, this, &SelectionPanel::showSession);
    connect(m_session, &ComparisonSession::slotChanged, this, &SelectionPanel::showSession);
    connect(m_viewState, &ViewState::perStepChanged, this, &SelectionPanel::showSession);
}

void SelectionPanel::open() {
    show(); // what a hidden panel did not follow is shown now
    showSession();
    m_phase->setFocus(Qt::PopupFocusReason);
}

void SelectionPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        close();
        return;
    }
    QWidget::keyPressEvent(event);
}

void SelectionPanel::closeEvent(QCloseEvent* event) {
    QWidget::closeEvent(event);
    if (isAncestorOf(QApplication::focusWidget())) {
        Q_EMIT left();
    }
}

/// As the strip above it.
void SelectionPanel::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), tokens.window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens.border);
}

void SelectionPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    Q_EMIT opened(true);
}

void SelectionPanel::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    Q_EMIT opened(false);
}

void SelectionPanel::addSide(QGridLayout& grid, int row, Side side) {
    SideParts& parts = m_sides[side];
    auto* const names = new QHBoxLayout;
    names->setSpacing(metrics::kUnit * 2);
    parts.name = new ElidedLabel(TextRole::Section, this);
    parts.name->setLeastWidth(kLeastName);
    names->addWidget(new SideBadge(side, kBadgeSize, this));
    names->addWidget(parts.name);
    grid.addLayout(names, row, NameColumn);
    grid.addLayout(makeSteps(side), row, StepsColumn);
    parts.phases = new ElidedLabel(TextRole::Caption, this);
    parts.phases->setElideMode(Qt::ElideRight);
    grid.addWidget(parts.phases, row, PhasesColumn);
    parts.leaveOut = new QCheckBox(this);
    parts.leaveOut->setAccessibleName(tr("Leave out the first step of %1").arg(sideText(side)));
    grid.addWidget(parts.leaveOut, row, FirstColumn);
    parts.device = new ChoiceBox(tr("Device of %1").arg(sideText(side)), kDeviceCharacters, this);
    grid.addWidget(parts.device, row, DeviceColumn);
    connectSide(side);
}

QHBoxLayout* SelectionPanel::makeSteps(Side side) {
    SideParts& parts = m_sides[side];
    parts.first = makeStepBox(tr("First step of %1").arg(sideText(side)), this);
    parts.last = makeStepBox(tr("Last step of %1").arg(sideText(side)), this);
    auto* const steps = new QHBoxLayout;
    steps->setSpacing(metrics::kUnit * 2);
    steps->addWidget(makeLabel(TextRole::Secondary, tr("Steps"), this));
    steps->addWidget(parts.first);
    steps->addWidget(makeLabel(TextRole::Secondary, tr("to"), this));
    steps->addWidget(parts.last);
    return steps;
}

void SelectionPanel::connectSide(Side side) {
    SideParts& parts = m_sides[side];
    connect(parts.first, &QSpinBox::valueChanged, this, [this, side] { takeSteps(side); });
    connect(parts.last, &QSpinBox::valueChanged, this, [this, side] { takeSteps(side); });
    connect(parts.leaveOut, &QCheckBox::clicked, this, [this, side](bool isLeftOut) {
        SessionSelection selection = m_session->selection();
        leaveOutFirstStep(selection, side, choices()[side].steps, isLeftOut);
        m_session->setSelection(selection);
    });
    connect(parts.device, &QComboBox::activated, this, [this, side](int index) {
        const std::vector<DeviceOption>& devices = m_sides[side].devices;
        if (index < 0 || index >= static_cast<int>(devices.size()) ||
            devices[static_cast<std::size_t>(index)].isCurrent) {
            return;
        }
        SessionSelection selection = m_session->selection();
        chooseDevice(selection, side, devices[static_cast<std::size_t>(index)]);
        m_session->setSelection(selection);
    });
}

PerSide<SideChoices> SelectionPanel::choices() const {
    return choicesOf({m_session->slot(Side::A).analysis, m_session->slot(Side::B).analysis},
                     m_session->selection());
}

void SelectionPanel::showSession() {
    if (!isVisible()) {
        return;
    }
    const PerSide<SideChoices> offered = choices();
    const SessionSelection& selection = m_session->selection();
    m_phase->setCurrent(static_cast<int>(selection.phase));
    for (const PhaseFilter phase : {PhaseFilter::Prefill, PhaseFilter::Decode, PhaseFilter::Mixed}) {
        // What is chosen can always be left.
        const bool isChosen = phase == selection.phase;
        m_phase->setObstacle(static_cast<int>(phase), isChosen ? QString() : phaseObstacle(offered, phase));
    }
    const QString obstacle = perStepObstacle(offered);
    m_period->setObstacle(kPerStep, obstacle);
    m_period->setCurrent(m_viewState->perStep() && obstacle.isEmpty() ? kPerStep : kTotal);
    m_periodRemark->setText(obstacle.isEmpty() ? QString() : tr("no steps on both sides"));
    const bool isEverything = selection.phase == PhaseFilter::All && !selection.steps.a &&
                              !selection.steps.b && !selection.analysis.a.rank &&
                              !selection.analysis.a.device && !selection.analysis.b.rank &&
                              !selection.analysis.b.device;
    m_reset->setEnabled(!isEverything);
    for (const Side side : kSides) {
        showSide(side, offered[side]);
    }
}

void SelectionPanel::showSide(Side side, const SideChoices& offered) {
    SideParts& parts = m_sides[side];
    const TraceSlot& slot = m_session->slot(side);
    const QString device = shortDeviceName(gpuNameOf(slot).toStdString());
    parts.name->setFullText(device.isEmpty() ? fileNameOf(slot) : device);
    parts.phases->setFullText(!offered.isAnalyzed ? tr("being analysed")
                              : offered.steps == 0
                                  ? phasesText(offered)
                                  : tr("of 0–%1: %2").arg(offered.steps - 1).arg(phasesText(offered)));
    showSteps(side, offered);
    const QSignalBlocker blocker(parts.leaveOut);
    parts.leaveOut->setText(
        offered.slowFirstStep
            ? tr("Leave out the first, %1× the median").arg(QString::number(*offered.slowFirstStep, 'f', 1))
            : tr("Leave out the first"));
    parts.leaveOut->setChecked(offered.isFirstLeftOut);
    setObstacle(parts.leaveOut, firstStepObstacle(offered, side),
                tr("Work that is done once, such as compilation, stands in the first step"));
    showDevices(side);
}

void SelectionPanel::showSteps(Side side, const SideChoices& offered) {
    SideParts& parts = m_sides[side];
    const int last = std::max(0, static_cast<int>(offered.steps) - 1);
    const QString obstacle = stepsObstacle(offered, side);
    for (QSpinBox* const box : {parts.first, parts.last}) {
        const QSignalBlocker blocker(box);
        box->setRange(0, last);
        setObstacle(box, obstacle, tr("Steps are counted from 0"));
    }
    const StepRange range = offered.range.value_or(StepRange{0, static_cast<std::uint32_t>(last)});
    const QSignalBlocker first(parts.first);
    const QSignalBlocker end(parts.last);
    parts.first->setValue(static_cast<int>(range.first));
    parts.last->setValue(static_cast<int>(range.last));
}

void SelectionPanel::showDevices(Side side) {
    SideParts& parts = m_sides[side];
    const std::shared_ptr<const AnalyzedTrace>& analysis = m_session->slot(side).analysis;
    if (parts.listed != analysis) {
        parts.listed = analysis;
        parts.devices = analysis ? deviceOptions(*analysis) : std::vector<DeviceOption>();
        const QSignalBlocker blocker(parts.device);
        parts.device->clear();
        for (const DeviceOption& option : parts.devices) {
            parts.device->addItem(option.label);
            const int row = parts.device->count() - 1;
            parts.device->setItemData(row, option.obstacle.isEmpty() ? option.label : option.obstacle,
                                      Qt::ToolTipRole);
            if (!option.obstacle.isEmpty()) {
                static_cast<QStandardItemModel*>(parts.device->model())->item(row)->setEnabled(false);
            }
            if (option.isCurrent) {
                parts.device->setCurrentIndex(row);
            }
        }
    }
    const QString obstacle = !analysis               ? tr("Known when %1 is analysed").arg(sideText(side))
                             : parts.devices.empty() ? tr("%1 has no GPU activity").arg(sideText(side))
                             : parts.devices.size() == 1U ? tr("%1 has one device").arg(sideText(side))
                                                          : QString();
    setObstacle(parts.device, obstacle, tr("The device whose kernels are compared, with its GPU time"));
}

void SelectionPanel::takeSteps(Side side) {
    const SideParts& parts = m_sides[side];
    SessionSelection selection = m_session->selection();
    selection.steps[side] = rangeOf(static_cast<std::uint32_t>(parts.first->value()),
                                    static_cast<std::uint32_t>(parts.last->value()), choices()[side].steps);
    m_session->setSelection(selection);
}

void SelectionPanel::reset() {
    SessionSelection selection = m_session->selection();
    selection.phase = PhaseFilter::All;
    for (const Side side : kSides) {
        selection.steps[side].reset();
        selection.analysis[side].rank.reset();
        selection.analysis[side].device.reset();
    }
    m_session->setSelection(selection);
}

} // namespace diptych
