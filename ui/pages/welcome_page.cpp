#include "ui/pages/welcome_page.h"

#include "ui/pages/welcome_panel.h"
#include "ui/pages/welcome_views.h"
#include "ui/style/icons.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"

#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kWidestContent = 1200;
constexpr int kSideMargin = 40;
constexpr int kTopMargin = 28;
constexpr int kGutter = 40;
constexpr int kLeastPanelHeight = 250;
constexpr int kPanelHeight = 340;
constexpr int kLoadingPanelHeight = 396;

bool isAny(const ComparisonSession& session, SlotState state) {
    return std::any_of(kSides.begin(), kSides.end(),
                       [&](Side side) { return session.slot(side).state == state; });
}

bool areBoth(const ComparisonSession& session, SlotState state) {
    return std::all_of(kSides.begin(), kSides.end(),
                       [&](Side side) { return session.slot(side).state == state; });
}

/// What the user can do now, in a sentence.
QString nextStep(const ComparisonSession& session) {
    for (const Side side : kSides) {
        if (session.slot(side).state == SlotState::Empty &&
            session.slot(other(side)).state != SlotState::Empty) {
            return QStringLiteral("Add a trace for %1; the comparison opens by itself.")
                .arg(QLatin1String(sideName(side)));
        }
    }
    return {};
}

} // namespace

WelcomePage::WelcomePage(ComparisonSession* session, QWidget* parent)
    : QWidget(parent), m_session(session), m_headline(makeLabel(TextRole::PageTitle, {}, this)),
      m_explanation(makeLabel(TextRole::Caption, {}, this)) {
    auto* const content = new QWidget(this);
    content->setMaximumWidth(kWidestContent);
    content->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(0, kTopMargin, 0, metrics::kMargin);
    column->setSpacing(0);
    column->addWidget(m_headline);
    column->addSpacing(metrics::kUnit);
    column->addWidget(m_explanation);
    column->addSpacing(metrics::kUnit * 4);
    column->addWidget(makePanels(), 100);
    column->addSpacing(metrics::kUnit * 4);
    column->addWidget(makeSampleRow());
    column->addWidget(makeAfterwards());
    column->addSpacing(metrics::kUnit * 8);
    m_recents = new WelcomeRecents(this); // here, so that the keyboard reaches it last
    column->addWidget(m_recents);
    column->addStretch(1);

    auto* const centered = new QWidget(this);
    auto* const row = new QHBoxLayout(centered);
    row->setContentsMargins(kSideMargin, 0, kSideMargin, 0);
    row->addStretch(1);
    row->addWidget(content, 1000);
    row->addStretch(1);
    auto* const area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setProperty("transparent", true);
    centered->setProperty("transparent", true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(centered);
    auto* const whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(area);

    connect(session, &ComparisonSession::slotChanged, this, &WelcomePage::showSide);
    connect(session, &ComparisonSession::progressChanged, this, &WelcomePage::showSide);
    connect(session, &ComparisonSession::comparisonChanged, this, &WelcomePage::showAfterwards);
    connect(m_recents, &WelcomeRecents::chosen, this, &WelcomePage::recentChosen);
    setRecents({});
    setSample({});
    showSide(Side::A);
    showSide(Side::B);
}

QWidget* WelcomePage::makePanels() {
    auto* const frame = new QWidget(this);
    m_panelFrame = frame;
    auto* const row = new QHBoxLayout(frame);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (const Side side : kSides) {
        m_panels[side] = new WelcomePanel(side, frame);
        connectPanel(side, m_panels[side]);
    }
    auto* const swap = new QToolButton(frame);
    swap->setObjectName(QStringLiteral("swap"));
    swap->setProperty("framed", true);
    swap->setIcon(themedIcon(QStringLiteral("swap")));
    swap->setToolTip(QStringLiteral("Swap A and B"));
    swap->setAccessibleName(swap->toolTip());
    connect(swap, &QToolButton::clicked, m_session, &ComparisonSession::swapSides);
    auto* const gutter = new QWidget(frame);
    gutter->setFixedWidth(kGutter);
    gutter->setObjectName(QStringLiteral("gutter"));
    gutter->setAttribute(Qt::WA_StyledBackground);
    auto* const gutterColumn = new QVBoxLayout(gutter);
    gutterColumn->setContentsMargins(0, 0, 0, 0);
    gutterColumn->addWidget(swap, 0, Qt::AlignCenter);
    row->addWidget(m_panels.a, 1);
    row->addWidget(gutter);
    row->addWidget(m_panels.b, 1);
    return frame;
}

void WelcomePage::connectPanel(Side side, WelcomePanel* panel) {
    connect(panel, &WelcomePanel::chooseRequested, this, [this, side] { emit chooseRequested(side); });
    connect(panel, &WelcomePanel::cancelRequested, this, [this, side] { m_session->cancel(side); });
    connect(panel, &WelcomePanel::retryRequested, this, [this, side] { m_session->reload(side); });
    connect(panel, &WelcomePanel::removeRequested, this, [this, side] { m_session->close(side); });
}

QWidget* WelcomePage::makeSampleRow() {
    m_sampleRow = new QWidget(this);
    m_sample = new QPushButton(QStringLiteral("Open the sample comparison"), m_sampleRow);
    m_sample->setObjectName(QStringLiteral("sample"));
    m_sampleText = makeLabel(TextRole::Caption, {}, m_sampleRow);
    m_next = makeLabel(TextRole::Caption, {}, m_sampleRow);
    m_show = new QPushButton(QStringLiteral("Show the comparison"), m_sampleRow);
    m_show->setObjectName(QStringLiteral("show"));
    auto* const row = new QHBoxLayout(m_sampleRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::kUnit * 3);
    row->addWidget(m_sample);
    row->addWidget(m_sampleText);
    row->addStretch();
    row->addWidget(m_next);
    row->addWidget(m_show);
    connect(m_sample, &QPushButton::clicked, this, &WelcomePage::sampleRequested);
    connect(m_show, &QPushButton::clicked, this, &WelcomePage::comparisonRequested);
    return m_sampleRow;
}

QWidget* WelcomePage::makeAfterwards() {
    auto* const box = new QFrame(this);
    box->setProperty("boxed", true);
    m_alignLayers = new StageRow(QStringLiteral("Align layers"), box);
    m_alignKernels = new StageRow(QStringLiteral("Align kernels within each layer"), box);
    m_cancelBoth = new QPushButton(QStringLiteral("Cancel both"), box);
    m_cancelBoth->setObjectName(QStringLiteral("cancelBoth"));
    connect(m_cancelBoth, &QPushButton::clicked, this, [this] {
        for (const Side side : kSides) {
            m_session->cancel(side);
        }
        m_session->cancelComparison();
    });
    auto* const stages = new QVBoxLayout;
    stages->setSpacing(0);
    stages->addWidget(makeLabel(TextRole::Section, QStringLiteral("Then, with both traces"), box));
    stages->addSpacing(metrics::kUnit);
    stages->addWidget(m_alignLayers);
    stages->addWidget(m_alignKernels);
    auto* const row = new QHBoxLayout(box);
    row->setContentsMargins(metrics::kMargin, metrics::kUnit * 3, metrics::kMargin, metrics::kUnit * 3);
    row->setSpacing(metrics::kMargin * 2);
    row->addLayout(stages, 1);
    row->addWidget(m_cancelBoth, 0, Qt::AlignVCenter);
    m_afterwards = box;
    return box;
}

void WelcomePage::setRecents(const std::vector<RecentComparison>& recents) {
    m_recents->setComparisons(recents);
    showAfterwards();
}

void WelcomePage::setSample(const QString& description) {
    m_sample->setVisible(!description.isEmpty());
    m_sampleText->setText(description);
    m_sampleText->setVisible(!description.isEmpty());
}

void WelcomePage::showSide(Side side) {
    m_panels[side]->showSlot(m_session->slot(side));
    const bool isLoading = isAny(*m_session, SlotState::Loading);
    m_panelFrame->setMinimumHeight(isLoading ? kLoadingPanelHeight : kLeastPanelHeight);
    m_panelFrame->setMaximumHeight(isLoading ? kLoadingPanelHeight : kPanelHeight);
    showHeadline();
    showAfterwards();
}

void WelcomePage::showHeadline() {
    if (areBoth(*m_session, SlotState::Loading)) {
        m_headline->setText(QStringLiteral("Loading two traces"));
        m_explanation->setText(QStringLiteral(
            "Both files are read at the same time. The comparison opens as soon as both are ready."));
    } else if (isAny(*m_session, SlotState::Loading)) {
        m_headline->setText(QStringLiteral("Loading a trace"));
        m_explanation->setText(QStringLiteral("The comparison opens as soon as both sides are ready."));
    } else {
        m_headline->setText(QStringLiteral("Compare two GPU traces"));
        m_explanation->setText(QStringLiteral(
            "A is the trace you examine, B is the reference. Drop one file on each panel, or both at once."));
    }
}

void WelcomePage::showAfterwards() {
    const bool isLoading = isAny(*m_session, SlotState::Loading);
    const bool isComparing = m_session->isComparing();
    m_afterwards->setVisible(isLoading || isComparing);
    m_sampleRow->setVisible(!isLoading && !isComparing);
    m_recents->setVisible(!isLoading && !isComparing && !m_recents->isEmpty());
    m_cancelBoth->setText(isComparing                               ? QStringLiteral("Cancel")
                          : areBoth(*m_session, SlotState::Loading) ? QStringLiteral("Cancel both")
                                                                    : QStringLiteral("Cancel loading"));
    const QString waits = isComparing ? QString() : QStringLiteral("waits for A and B");
    m_alignLayers->setState(isComparing ? StageRow::State::UnderWay : StageRow::State::ToCome, waits);
    m_alignKernels->setState(StageRow::State::ToCome, waits);
    m_next->setText(nextStep(*m_session));
    m_show->setVisible(m_session->comparison() != nullptr);
}

} // namespace diptych
