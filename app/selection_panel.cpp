#include "app/selection_panel.h"

#include "ui/models/side_names.h"
#include "ui/pages/welcome_texts.h"
#include "ui/session/view_state.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/segmented_switch.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QScreen>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kBadgeSize = 16;
constexpr int kSideWidth = 230;
constexpr int kLabelWidth = 76;
constexpr int kStepBoxWidth = 68;
constexpr int kPerStep = 0;
constexpr int kTotal = 1;

enum Row : int { kPhaseRow, kNameRow, kStepsRow, kPhasesRow, kFirstRow, kDeviceRow, kPeriodRow, kFootRow };

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

QLabel* rowLabel(const QString& text, QWidget* parent) {
    QLabel* const label = makeLabel(TextRole::Secondary, text, parent);
    label->setFixedWidth(kLabelWidth);
    return label;
}

} // namespace

SelectionPanel::SelectionPanel(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_session(session), m_viewState(viewState),
      m_phase(new SegmentedSwitch({tr("All"), tr("Prefill"), tr("Decode"), tr("Mixed")}, this)),
      m_period(new SegmentedSwitch({tr("Per step"), tr("Total")}, this)),
      m_periodRemark(makeLabel(TextRole::Caption, {}, this)),
      m_reset(new QPushButton(tr("Everything"), this)) {
    setObjectName(QStringLiteral("selectionPanel"));
    setProperty("boxed", true);
    setAttribute(Qt::WA_NoMouseReplay); // a click on the button that opened it closes it
    setAccessibleName(tr("What is compared"));
    m_phase->setAccessibleName(tr("Phase"));
    m_period->setAccessibleName(tr("Figures"));
    m_reset->setToolTip(tr("All phases, all steps, and of each trace the device with most GPU time"));
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(metrics::kMargin, metrics::kUnit * 4, metrics::kMargin, metrics::kUnit * 4);
    grid->setHorizontalSpacing(metrics::kUnit * 4);
    grid->setVerticalSpacing(metrics::kUnit * 2);
    grid->addWidget(rowLabel(tr("Phase"), this), kPhaseRow, 0);
    grid->addWidget(m_phase, kPhaseRow, 1, 1, 2, Qt::AlignLeft);
    grid->addWidget(rowLabel(tr("Steps"), this), kStepsRow, 0);
    grid->addWidget(rowLabel(tr("First step"), this), kFirstRow, 0);
    grid->addWidget(rowLabel(tr("Device"), this), kDeviceRow, 0);
    addSide(*grid, 1, Side::A);
    addSide(*grid, 2, Side::B);
    grid->addWidget(rowLabel(tr("Figures"), this), kPeriodRow, 0);
    auto* const period = new QHBoxLayout;
    period->setSpacing(metrics::kUnit * 3);
    period->addWidget(m_period);
    period->addWidget(m_periodRemark, 1);
    period->addWidget(m_reset);
    grid->addLayout(period, kPeriodRow, 1, 1, 2);
    grid->setRowMinimumHeight(kNameRow, metrics::kButtonHeight);

    connect(m_phase, &SegmentedSwitch::chosen, this, [this](int index) {
        SessionSelection selection = m_session->selection();
        selection.phase = static_cast<PhaseFilter>(index);
        m_session->setSelection(selection);
    });
    connect(m_period, &SegmentedSwitch::chosen, m_viewState,
            [viewState](int index) { viewState->setPerStep(index == kPerStep); });
    connect(m_reset, &QPushButton::clicked, this, &SelectionPanel::reset);
    connect(session, &ComparisonSession::selectionChanged, this, &SelectionPanel::showSession);
    connect(session, &ComparisonSession::slotChanged, this, &SelectionPanel::showSession);
    connect(viewState, &ViewState::perStepChanged, this, &SelectionPanel::showSession);
}

void SelectionPanel::openBelow(const QWidget& anchor) {
    show(); // what a hidden panel did not follow is shown now
    showSession();
    adjustSize();
    const QPoint corner = anchor.mapToGlobal(QPoint(anchor.width(), anchor.height() + metrics::kUnit));
    const QRect screen = anchor.screen()->availableGeometry();
    move(std::max(screen.left(), corner.x() - width()), std::min(corner.y(), screen.bottom() - height()));
    m_phase->setFocus(Qt::PopupFocusReason);
}

void SelectionPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        close();
        return;
    }
    QFrame::keyPressEvent(event);
}

void SelectionPanel::addSide(QGridLayout& grid, int column, Side side) {
    SideParts& parts = m_sides[side];
    auto* const names = new QHBoxLayout;
    names->setSpacing(metrics::kUnit * 2);
    parts.name = makeLabel(TextRole::Section, {}, this);
    names->addWidget(new SideBadge(side, kBadgeSize, this));
    names->addWidget(parts.name, 1);
    grid.addLayout(names, kNameRow, column);

    parts.first = makeStepBox(tr("First step of %1").arg(sideText(side)), this);
    parts.last = makeStepBox(tr("Last step of %1").arg(sideText(side)), this);
    parts.of = makeLabel(TextRole::Caption, {}, this);
    auto* const steps = new QHBoxLayout;
    steps->setSpacing(metrics::kUnit * 2);
    steps->addWidget(parts.first);
    steps->addWidget(makeLabel(TextRole::Secondary, tr("to"), this));
    steps->addWidget(parts.last);
    steps->addWidget(parts.of, 1);
    grid.addLayout(steps, kStepsRow, column);

    parts.phases = makeLabel(TextRole::Caption, {}, this);
    grid.addWidget(parts.phases, kPhasesRow, column);
    parts.leaveOut = new QCheckBox(this);
    parts.leaveOut->setAccessibleName(tr("Leave out the first step of %1").arg(sideText(side)));
    grid.addWidget(parts.leaveOut, kFirstRow, column);
    parts.device = new QComboBox(this);
    parts.device->setAccessibleName(tr("Device of %1").arg(sideText(side)));
    parts.device->setFixedWidth(kSideWidth);
    grid.addWidget(parts.device, kDeviceRow, column);
    grid.setColumnMinimumWidth(column, kSideWidth);
    connectSide(side);
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
    parts.name->setText(device.isEmpty() ? fileNameOf(slot) : device);
    parts.phases->setText(offered.isAnalyzed ? phasesText(offered) : tr("being analysed"));
    showSteps(side, offered);
    const QSignalBlocker blocker(parts.leaveOut);
    parts.leaveOut->setText(offered.slowFirstStep ? tr("Leave out, it takes %1 times the median")
                                                        .arg(QString::number(*offered.slowFirstStep, 'f', 1))
                                                  : tr("Leave out"));
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
    parts.of->setText(offered.steps == 0 ? tr("no steps") : tr("of 0–%1").arg(last));
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
