#include "ui/pages/welcome_recents.h"

#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"

#include <QEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QLocale>
#include <QPainter>
#include <QTreeWidget>

namespace diptych {

namespace {

enum Column : std::uint8_t { kExamined, kReference, kRatio, kOpened, kColumns };

constexpr int kRowHeight = 32;
constexpr int kRecentsHeadHeight = 30;
constexpr int kRecentBadge = 16;

QString traceText(const RecentTrace& trace) {
    const QString file = QFileInfo(trace.path).fileName();
    return trace.gpu.isEmpty() ? file : QStringLiteral("%1, %2").arg(trace.gpu, file);
}

QIcon badgeIcon(Side side, const Tokens& tokens) {
    QPixmap pixmap(kRecentBadge * 2, kRecentBadge * 2);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintSideBadge(painter, QRectF(0, 0, kRecentBadge, kRecentBadge), side, tokens);
    return QIcon(pixmap);
}

} // namespace

QString formatOpened(const QDateTime& opened, const QDateTime& now) {
    const QString time = opened.time().toString(QStringLiteral("HH:mm"));
    if (opened.date() == now.date()) {
        return QStringLiteral("Today %1").arg(time);
    }
    if (opened.date() == now.date().addDays(-1)) {
        return QStringLiteral("Yesterday %1").arg(time);
    }
    return QLocale::c().toString(opened.date(), QStringLiteral("d MMM yyyy"));
}

WelcomeRecents::WelcomeRecents(QWidget* parent) : QWidget(parent), m_list(new QTreeWidget(this)) {
    m_list->setObjectName(QStringLiteral("recents"));
    m_list->setAccessibleName(QStringLiteral("Recent comparisons"));
    m_list->setColumnCount(kColumns);
    m_list->setHeaderLabels({QStringLiteral(" Examined"), QStringLiteral(" Reference"),
                             QStringLiteral("A ÷ B"), QStringLiteral("Opened")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setProperty("boxed", true);
    m_list->setFont(textFont(fontsize::kBody));
    m_list->setExpandsOnDoubleClick(false);
    QHeaderView* const header = m_list->header();
    header->setFont(textFont(fontsize::kHeader));
    header->setFixedHeight(kRecentsHeadHeight);
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setSectionsClickable(false);
    header->setSectionResizeMode(kExamined, QHeaderView::Stretch);
    header->setSectionResizeMode(kReference, QHeaderView::Stretch);
    header->setSectionResizeMode(kRatio, QHeaderView::Fixed);
    header->setSectionResizeMode(kOpened, QHeaderView::Fixed);
    header->resizeSection(kRatio, 110);
    header->resizeSection(kOpened, 140);
    m_list->headerItem()->setTextAlignment(kRatio, Qt::AlignRight | Qt::AlignVCenter);
    m_list->headerItem()->setTextAlignment(kOpened, Qt::AlignRight | Qt::AlignVCenter);

    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::kUnit * 2);
    column->addWidget(makeLabel(TextRole::Section, QStringLiteral("Recent comparisons"), this));
    column->addWidget(m_list);

    connect(m_list, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        const RecentComparison& recent =
            m_comparisons[static_cast<std::size_t>(m_list->indexOfTopLevelItem(item))];
        emit chosen(recent.traces.a.path, recent.traces.b.path);
    });
    colorRatios();
}

void WelcomeRecents::setComparisons(const std::vector<RecentComparison>& comparisons) {
    m_comparisons = comparisons;
    m_list->clear();
    const QDateTime now = QDateTime::currentDateTime();
    for (const RecentComparison& recent : comparisons) {
        auto* const item = new QTreeWidgetItem(m_list);
        item->setText(kExamined, traceText(recent.traces.a));
        item->setText(kReference, traceText(recent.traces.b));
        item->setToolTip(kExamined, recent.traces.a.path);
        item->setToolTip(kReference, recent.traces.b.path);
        item->setText(kRatio, formatRatioWithArrow(recent.ratio));
        item->setText(kOpened, formatOpened(recent.opened, now));
        item->setTextAlignment(kRatio, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(kOpened, Qt::AlignRight | Qt::AlignVCenter);
        item->setSizeHint(kExamined, QSize(0, kRowHeight));
    }
    setVisible(!comparisons.empty());
    colorRatios();
    fitHeight();
}

void WelcomeRecents::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        colorRatios();
    }
    QWidget::changeEvent(event);
}

void WelcomeRecents::colorRatios() {
    const Tokens& tokens = tokensOf(palette());
    m_list->headerItem()->setIcon(kExamined, badgeIcon(Side::A, tokens));
    m_list->headerItem()->setIcon(kReference, badgeIcon(Side::B, tokens));
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem* const item = m_list->topLevelItem(i);
        const double ratio = m_comparisons[static_cast<std::size_t>(i)].ratio.value_or(1);
        const QColor color = ratio >= 1.005 ? tokens.slower : ratio < 0.995 ? tokens.faster : tokens.text;
        item->setForeground(kRatio, color);
        item->setForeground(kOpened, tokens.text2);
    }
}

void WelcomeRecents::fitHeight() {
    m_list->setFixedHeight(kRecentsHeadHeight + kRowHeight * m_list->topLevelItemCount() + 2);
}

} // namespace diptych
