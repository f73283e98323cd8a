#include "app/notice_bar.h"

#include "ui/style/icons.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace diptych {

namespace {

QString iconOf(NoticeBar::Kind kind) {
    switch (kind) {
    case NoticeBar::Kind::Done:
        return QStringLiteral("check");
    case NoticeBar::Kind::Information:
        return QStringLiteral("info");
    case NoticeBar::Kind::Failure:
        return QStringLiteral("warning");
    }
    return QStringLiteral("info");
}

} // namespace

NoticeBar::NoticeBar(QWidget* parent)
    : QWidget(parent), m_icon(new IconLabel(QStringLiteral("info"), this)),
      m_text(makeLabel(TextRole::Body, {}, this)), m_button(new QPushButton(this)) {
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setObjectName(QStringLiteral("noticeText"));
    auto* const cross = new QToolButton(this);
    cross->setIcon(themedIcon(QStringLiteral("close")));
    cross->setAccessibleName(QStringLiteral("Close this message"));
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::kMargin, metrics::kUnit, metrics::kUnit * 3, metrics::kUnit + 1);
    row->setSpacing(metrics::kUnit * 2);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addWidget(m_button);
    row->addWidget(cross);
    connect(cross, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_button, &QPushButton::clicked, this, [this] {
        hide();
        if (m_action) {
            m_action();
        }
    });
    hide();
}

void NoticeBar::showNotice(Kind kind, const QString& text) {
    showNotice(kind, text, {}, {});
}

void NoticeBar::showNotice(Kind kind, const QString& text, const QString& buttonText,
                           std::function<void()> action) {
    m_icon->setIconName(iconOf(kind));
    m_text->setText(text);
    m_button->setText(buttonText);
    m_button->setVisible(!buttonText.isEmpty());
    m_action = std::move(action);
    show();
}

QString NoticeBar::text() const {
    return isVisibleTo(parentWidget()) ? m_text->text() : QString();
}

void NoticeBar::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), tokens.selection);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens.border);
}

} // namespace diptych
