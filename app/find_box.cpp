#include "app/find_box.h"

#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QTreeWidget>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kListWidth = 520;
constexpr int kKindWidth = 90;
constexpr std::size_t kMostHits = 12;

QTreeWidget* makeList(QWidget* host) {
    auto* const list = new QTreeWidget(host);
    list->setObjectName(QStringLiteral("findHits"));
    list->setAccessibleName(QStringLiteral("Found"));
    list->setColumnCount(2);
    list->setHeaderHidden(true);
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setProperty("boxed", true);
    list->setFocusPolicy(Qt::NoFocus); // the keys stay with the line
    list->setTextElideMode(Qt::ElideMiddle);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->header()->setStretchLastSection(false);
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list->header()->setSectionResizeMode(1, QHeaderView::Fixed);
    list->header()->resizeSection(1, kKindWidth);
    list->hide();
    return list;
}

} // namespace

FindBox::FindBox(QWidget* host, QWidget* parent) : QLineEdit(parent), m_host(host), m_list(makeList(host)) {
    setObjectName(QStringLiteral("find"));
    setPlaceholderText(QStringLiteral("Find"));
    setAccessibleName(QStringLiteral("Find kernels, operations, layers and modules"));
    setToolTip(QStringLiteral("Find kernels, operations, layers and modules (Ctrl+F)"));
    setClearButtonEnabled(true);
    addAction(themedIcon(QStringLiteral("find")), QLineEdit::LeadingPosition);
    connect(this, &QLineEdit::textChanged, this, &FindBox::showHits);
    connect(m_list, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem* item) { choose(m_list->indexOfTopLevelItem(item)); });
}

void FindBox::setIndex(std::shared_ptr<const FindIndex> index) {
    m_index = std::move(index);
    if (m_list->isVisible()) {
        showHits();
    }
}

void FindBox::showHits() {
    m_hits = m_index ? m_index->find(text(), kMostHits) : std::vector<FindHit>{};
    m_list->clear();
    const Tokens& tokens = tokensOf(palette());
    for (const FindHit& hit : m_hits) {
        auto* const item = new QTreeWidgetItem(m_list, {hit.text, findKindText(hit.kind)});
        const bool isKernel = hit.kind == FindHit::Kind::Kernel;
        item->setFont(0, isKernel ? monoFont() : textFont(fontsize::kTable));
        item->setFont(1, textFont(fontsize::kHeader));
        item->setForeground(1, tokens.text2);
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setToolTip(0, hit.text);
        item->setSizeHint(0, QSize(0, metrics::kTableRowHeight));
    }
    if (m_hits.empty() && !text().trimmed().isEmpty()) {
        auto* const none = new QTreeWidgetItem(m_list, {QStringLiteral("Nothing found"), QString()});
        none->setFlags(Qt::NoItemFlags);
        none->setSizeHint(0, QSize(0, metrics::kTableRowHeight));
    }
    m_list->setCurrentItem(m_hits.empty() ? nullptr : m_list->topLevelItem(0));
    m_list->setVisible(m_list->topLevelItemCount() != 0);
    placeList();
}

void FindBox::placeList() {
    const QPoint corner = mapTo(m_host, QPoint(width(), height() + metrics::kUnit));
    const int wide = std::min(kListWidth, m_host->width() - 2 * metrics::kMargin);
    const int high = m_list->topLevelItemCount() * metrics::kTableRowHeight + 4;
    m_list->setGeometry(std::max(metrics::kMargin, corner.x() - wide), corner.y(), wide, high);
    m_list->raise();
}

void FindBox::step(int rows) {
    const int count = m_list->topLevelItemCount();
    if (m_hits.empty() || count == 0) {
        return;
    }
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    m_list->setCurrentItem(m_list->topLevelItem(std::clamp(row + rows, 0, count - 1)));
}

void FindBox::choose(int row) {
    if (row < 0 || static_cast<std::size_t>(row) >= m_hits.size()) {
        return;
    }
    const FindHit hit = m_hits[static_cast<std::size_t>(row)];
    m_list->hide();
    emit hitChosen(hit);
}

void FindBox::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Down:
        step(1);
        return;
    case Qt::Key_Up:
        step(-1);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(m_list->indexOfTopLevelItem(m_list->currentItem()));
        return;
    case Qt::Key_Escape:
        clear();
        m_list->hide();
        return;
    default: // the line's own keys
        QLineEdit::keyPressEvent(event);
    }
}

void FindBox::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    m_list->hide();
}

} // namespace diptych
