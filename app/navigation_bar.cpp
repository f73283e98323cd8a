#include "app/navigation_bar.h"

#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"

#include <QButtonGroup>
#include <QPainter>
#include <QVBoxLayout>

namespace diptych {

namespace {

constexpr int kInset = 8;
constexpr int kIconLeft = 10;
constexpr int kIconSize = 16;
constexpr int kTextLeft = 34;
constexpr int kCountRight = 10;

} // namespace

NavigationButton::NavigationButton(const QString& title, const QString& icon, QWidget* parent)
    : QAbstractButton(parent), m_icon(icon) {
    setText(title);
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(title);
    setFixedHeight(metrics::kNavigationRowHeight + 1);
    setAttribute(Qt::WA_Hover);
}

void NavigationButton::setCount(std::optional<std::uint64_t> count) {
    m_count = count ? formatCount(*count) : QString();
    setAccessibleDescription(m_count);
    update();
}

QSize NavigationButton::sizeHint() const {
    return {metrics::kNavigationWidth - 2 * kInset, metrics::kNavigationRowHeight + 1};
}

void NavigationButton::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    if (isChecked() || underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.selection);
        painter.drawRoundedRect(frame, metrics::kRadius, metrics::kRadius);
    }
    if (hasFocus()) {
        painter.setPen(tokens.text);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame, metrics::kRadius, metrics::kRadius);
    }
    const QColor color = isChecked() ? tokens.text : tokens.text2;
    painter.drawPixmap(QPointF(kIconLeft, (height() - kIconSize) / 2.0),
                       iconPixmap(m_icon, color, kIconSize, devicePixelRatioF()));
    painter.setPen(color);
    painter.setFont(textFont(fontsize::kBody, isChecked() ? QFont::Bold : QFont::Normal));
    painter.drawText(rect().adjusted(kTextLeft, 0, -kCountRight, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     text());
    painter.setPen(tokens.text2);
    painter.setFont(textFont(fontsize::kTable));
    painter.drawText(rect().adjusted(kTextLeft, 0, -kCountRight, 0), Qt::AlignVCenter | Qt::AlignRight,
                     m_count);
}

NavigationBar::NavigationBar(const std::vector<PageEntry>& pages, QWidget* parent) : QWidget(parent) {
    setFixedWidth(metrics::kNavigationWidth);
    setAccessibleName(QStringLiteral("Pages"));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(kInset, kInset + 2, kInset, kInset);
    column->setSpacing(0);
    const auto add = [&](bool isAtFoot) {
        for (const PageEntry& entry : pages) {
            if (entry.isAtFoot == isAtFoot && !entry.tabOf) {
                auto* const button = new NavigationButton(entry.title, entry.icon, this);
                button->setObjectName(QStringLiteral("page%1").arg(entry.title));
                column->addWidget(button);
                m_buttons[entry.page] = button;
                connect(button, &QAbstractButton::clicked, this,
                        [this, page = entry.page] { emit pageChosen(page); });
            }
        }
    };
    for (const PageEntry& entry : pages) {
        if (entry.tabOf) {
            m_tabs[entry.page] = *entry.tabOf;
        }
    }
    add(false);
    column->addStretch();
    add(true);
}

void NavigationBar::setPage(Page page) {
    const auto tab = m_tabs.find(page);
    const auto found = m_buttons.find(tab == m_tabs.end() ? page : tab->second);
    if (found != m_buttons.end()) {
        found->second->setChecked(true);
    }
}

void NavigationBar::setCount(Page page, std::optional<std::uint64_t> count) {
    const auto found = m_buttons.find(page);
    if (found != m_buttons.end()) {
        found->second->setCount(count);
    }
}

void NavigationBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), tokensOf(palette()).hairline);
}

} // namespace diptych
