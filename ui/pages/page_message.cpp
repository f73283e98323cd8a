#include "ui/pages/page_message.h"

#include "ui/style/text_role.h"
#include "ui/style/tokens.h"

#include <QVBoxLayout>

namespace diptych {

namespace {

constexpr int kTextWidth = 460;

QString missingTraces(const ComparisonSession& session) {
    const bool hasA = session.slot(Side::A).state == SlotState::Loaded;
    const bool hasB = session.slot(Side::B).state == SlotState::Loaded;
    if (hasA != hasB) {
        return QWidget::tr("Add a trace for %1, then both are compared.")
            .arg(hasA ? QLatin1Char('B') : QLatin1Char('A'));
    }
    return QWidget::tr("Open a trace for A and a trace for B, then both are compared.");
}

} // namespace

PageMessage::PageMessage(const ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : QWidget(parent), m_session(session), m_headline(makeLabel(TextRole::Title, {}, this)),
      m_text(makeLabel(TextRole::Secondary, {}, this)), m_button(new QPushButton(tr("Open traces"), this)) {
    m_headline->setAlignment(Qt::AlignCenter);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_text->setFixedWidth(kTextWidth);
    auto* const layout = new QVBoxLayout(this);
    layout->setSpacing(metrics::kUnit * 2);
    layout->addStretch(2);
    layout->addWidget(m_headline, 0, Qt::AlignHCenter);
    layout->addWidget(m_text, 0, Qt::AlignHCenter);
    layout->addSpacing(metrics::kUnit * 2);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    connect(m_button, &QPushButton::clicked, viewState, [viewState] { viewState->setPage(Page::Welcome); });
    if (session) {
        connect(session, &ComparisonSession::comparisonChanged, this, &PageMessage::showSession);
        connect(session, &ComparisonSession::slotChanged, this, &PageMessage::showSession);
    }
    showSession();
}

void PageMessage::showSession() {
    m_button->setVisible(true);
    if (m_session && m_session->isComparing()) {
        m_headline->setText(tr("Comparing…"));
        m_text->setText(tr("The figures appear as soon as both traces are aligned."));
        m_button->setVisible(false);
    } else if (m_session && m_session->comparisonError()) {
        m_headline->setText(tr("These traces could not be compared"));
        m_text->setText(QString::fromStdString(describe(*m_session->comparisonError())));
    } else {
        m_headline->setText(tr("Nothing to compare yet"));
        m_text->setText(m_session ? missingTraces(*m_session) : QString());
    }
}

void PageMessage::showText(const QString& headline, const QString& text) {
    m_headline->setText(headline);
    m_text->setText(text);
    m_button->setVisible(false);
}

} // namespace diptych
