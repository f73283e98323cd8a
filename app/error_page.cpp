#include "app/error_page.h"

#include "ui/style/sentence.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace diptych {

namespace {

constexpr int kTextWidth = 640;

} // namespace

ErrorPage::ErrorPage(QWidget* parent)
    : QWidget(parent), m_headline(makeLabel(TextRole::PageTitle, {}, this)),
      m_reason(makeLabel(TextRole::Body, {}, this)), m_remedy(makeLabel(TextRole::Secondary, {}, this)) {
    for (QLabel* const label : {m_reason, m_remedy}) {
        label->setWordWrap(true);
        label->setMaximumWidth(kTextWidth);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* const again = new QPushButton(QStringLiteral("Compare again"), this);
    auto* const start = new QPushButton(QStringLiteral("Choose other traces"), this);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kUnit * 2);
    buttons->addWidget(again);
    buttons->addWidget(start);
    buttons->addStretch();
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::kMargin * 2, metrics::kMargin * 2, metrics::kMargin * 2,
                               metrics::kMargin);
    column->setSpacing(metrics::kUnit * 3);
    column->addWidget(m_headline);
    column->addWidget(m_reason);
    column->addWidget(m_remedy);
    column->addLayout(buttons);
    column->addStretch();
    connect(again, &QPushButton::clicked, this, &ErrorPage::againRequested);
    connect(start, &QPushButton::clicked, this, &ErrorPage::startPageRequested);
}

void ErrorPage::showError(const Error& error) {
    m_headline->setText(error.code == ErrorCode::Cancelled
                            ? QStringLiteral("The comparison was cancelled")
                            : QStringLiteral("These traces cannot be compared so"));
    m_reason->setText(error.code == ErrorCode::Cancelled ? QStringLiteral("Both traces are still loaded.")
                                                         : asSentence(error.reason));
    m_remedy->setText(asSentence(error.remedy));
    m_remedy->setVisible(!error.remedy.empty());
}

} // namespace diptych
