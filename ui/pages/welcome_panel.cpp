#include "ui/pages/welcome_panel.h"

#include "ui/pages/welcome_views.h"
#include "ui/style/elided_label.h"
#include "ui/style/side_badge.h"
#include "ui/style/tokens.h"

#include <QPainter>
#include <QPainterPath>
#include <QStackedLayout>

namespace diptych {

namespace {

constexpr int kPanelHeadHeight = 44;
constexpr int kPanelBadge = 24;

} // namespace

WelcomePanel::WelcomePanel(Side side, QWidget* parent)
    : QWidget(parent), m_side(side), m_name(new ElidedLabel(TextRole::Section, this)),
      m_note(new ElidedLabel(TextRole::Caption, this)), m_views(new QStackedLayout),
      m_drop(new DropView(side, this)), m_loading(new LoadingView(side, this)),
      m_loaded(new LoadedView(this)), m_failure(new FailureView(this)) {
    setAccessibleName(QStringLiteral("Trace %1").arg(QLatin1String(sideName(side))));
    setObjectName(QStringLiteral("panel%1").arg(QLatin1String(sideName(side))));

    auto* const headLine = new QWidget(this);
    headLine->setFixedHeight(kPanelHeadHeight);
    auto* const head = new QHBoxLayout(headLine);
    head->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    head->setSpacing(metrics::kUnit * 3);
    head->addWidget(new SideBadge(side, kPanelBadge, this));
    head->addWidget(m_name, 1);
    head->addWidget(m_note, 0);

    for (QWidget* const view : {static_cast<QWidget*>(m_drop), static_cast<QWidget*>(m_loading),
                                static_cast<QWidget*>(m_loaded), static_cast<QWidget*>(m_failure)}) {
        m_views->addWidget(view);
    }
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kSideEdge, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(headLine);
    column->addSpacing(1);
    column->addLayout(m_views, 1);

    connect(m_drop, &DropView::chooseRequested, this, &WelcomePanel::chooseRequested);
    connect(m_loading, &LoadingView::cancelRequested, this, &WelcomePanel::cancelRequested);
    connect(m_loaded, &LoadedView::chooseRequested, this, &WelcomePanel::chooseRequested);
    connect(m_loaded, &LoadedView::removeRequested, this, &WelcomePanel::removeRequested);
    connect(m_failure, &FailureView::chooseRequested, this, &WelcomePanel::chooseRequested);
    connect(m_failure, &FailureView::retryRequested, this, &WelcomePanel::retryRequested);
    connect(m_failure, &FailureView::removeRequested, this, &WelcomePanel::removeRequested);
    showSlot({});
}

void WelcomePanel::showSlot(const TraceSlot& slot) {
    showHead(slot);
    switch (slot.state) {
    case SlotState::Empty:
        showView(m_drop);
        break;
    case SlotState::Loading:
        m_loading->showSlot(slot);
        showView(m_loading);
        break;
    case SlotState::Loaded:
        m_loaded->showSlot(slot);
        showView(m_loaded);
        break;
    case SlotState::Failed:
    case SlotState::Cancelled:
        m_failure->showSlot(slot);
        showView(m_failure);
        break;
    }
}

/// Only the view that is seen counts for the panel's size.
void WelcomePanel::showView(QWidget* view) {
    for (int i = 0; i < m_views->count(); ++i) {
        QWidget* const each = m_views->widget(i);
        const QSizePolicy::Policy policy = each == view ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        each->setSizePolicy(policy, policy);
    }
    m_views->setCurrentWidget(view);
}

/// While a trace loads, its GPU is what one looks for; else the file.
void WelcomePanel::showHead(const TraceSlot& slot) {
    const QString role = m_side == Side::A ? QStringLiteral("Examined") : QStringLiteral("Reference");
    const QString gpu = gpuNameOf(slot);
    const bool isEmpty = slot.state == SlotState::Empty;
    const bool showsGpu = slot.state == SlotState::Loading && !gpu.isEmpty();
    setTextRole(m_name, isEmpty ? TextRole::Secondary : TextRole::Section);
    m_name->setFullText(isEmpty ? QStringLiteral("No trace yet") : showsGpu ? gpu : fileNameOf(slot));
    m_note->setFullText(showsGpu ? fileNameOf(slot) : role);
}

void WelcomePanel::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath frame;
    frame.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius, metrics::kRadius);
    painter.fillPath(frame, tokens.surface);
    painter.setPen(tokens.border);
    painter.drawPath(frame);
    painter.save();
    painter.setClipRect(0, 0, metrics::kSideEdge, height());
    QPainterPath edge;
    edge.addRoundedRect(QRectF(0, 0, metrics::kSideEdge * 4, height()), metrics::kRadius, metrics::kRadius);
    painter.fillPath(edge, tokens.fill[m_side]);
    painter.restore();
    painter.fillRect(QRectF(metrics::kSideEdge, kPanelHeadHeight, width() - metrics::kSideEdge - 1, 1),
                     tokens.hairline);
}

} // namespace diptych
