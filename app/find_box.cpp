#include "app/find_box.h"

#include "ui/models/kernel_labels.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QTreeWidget>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kListWidth = 680;
constexpr int kKindWidth = 84;
constexpr int kDetailWidth = 210;
constexpr int kItemPadding = 12; ///< of a cell of the list, both sides together
constexpr std::size_t kMostHits = 12;

enum HitColumn : int { TextColumn, DetailColumn, KindColumn, ColumnCount };

QTreeWidget* makeList(QWidget* host) {
    auto* const list = new QTreeWidget(host);
    list->setObjectName(QStringLiteral("findHits"));
    list->setAccessibleName(QStringLiteral("Found"));
    list->setColumnCount(ColumnCount);
    list->setHeaderHidden(true);
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setProperty("boxed", true);
    list->setFocusPolicy(Qt::NoFocus);       // the keys stay with the line
    list->setTextElideMode(Qt::ElideMiddle); // names are shortened before, around what tells them apart
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->header()->setStretchLastSection(false);
    list->header()->setSectionResizeMode(TextColumn, QHeaderView::Stretch);
    for (const auto& [column, width] :
         {std::pair(DetailColumn, kDetailWidth), std::pair(KindColumn, kKindWidth)}) {
        list->header()->setSectionResizeMode(column, QHeaderView::Fixed);
        list->header()->resizeSection(column, width);
    }
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
    m_hits = m_index ? m_index->find(text(), kMostHits + 1) : std::vector<FindHit>{};
    const bool hasMore = m_hits.size() > kMostHits;
    m_hits.resize(std::min(m_hits.size(), kMostHits));
    m_list->clear();
    const QStringList kernels = kernelTexts();
    qsizetype next = 0;
    for (const FindHit& hit : m_hits) {
        addRow(hit, hit.kind == FindHit::Kind::Kernel ? kernels[next++] : hit.text);
    }
    if (hasMore) {
        addRemark(QStringLiteral("And more: type on to narrow them down"));
    } else if (m_hits.empty() && !text().trimmed().isEmpty()) {
        addRemark(QStringLiteral("Nothing found"));
    }
    m_list->setCurrentItem(m_hits.empty() ? nullptr : m_list->topLevelItem(0));
    m_list->setVisible(m_list->topLevelItemCount() != 0);
    placeList();
}

void FindBox::addRow(const FindHit& hit, const QString& text) {
    const Tokens& tokens = tokensOf(palette());
    auto* const item = new QTreeWidgetItem(m_list, {text, hit.detail, findKindText(hit.kind)});
    const bool isKernel = hit.kind == FindHit::Kind::Kernel;
    item->setFont(TextColumn, isKernel ? monoFont() : textFont(fontsize::kTable));
    for (const HitColumn column : {DetailColumn, KindColumn}) {
        item->setFont(column, textFont(fontsize::kHeader));
        item->setForeground(column, tokens.text2);
    }
    item->setTextAlignment(KindColumn, Qt::AlignRight | Qt::AlignVCenter);
    item->setToolTip(TextColumn, hit.text);
    item->setSizeHint(TextColumn, QSize(0, metrics::kTableRowHeight));
}

void FindBox::addRemark(const QString& text) {
    auto* const item = new QTreeWidgetItem(m_list, {text});
    item->setFlags(Qt::NoItemFlags);
    item->setFirstColumnSpanned(true);
    item->setSizeHint(TextColumn, QSize(0, metrics::kTableRowHeight));
}

/// The names of the kernels found, so that each is told from the others.
QStringList FindBox::kernelTexts() const {
    std::vector<std::string> names;
    for (const FindHit& hit : m_hits) {
        if (hit.kind == FindHit::Kind::Kernel) {
            names.push_back(hit.text.toStdString());
        }
    }
    const int room = listWidth() - kDetailWidth - kKindWidth - kItemPadding;
    const int characters = room / std::max(1, QFontMetrics(monoFont()).horizontalAdvance(QLatin1Char('0')));
    QStringList texts;
    for (const KernelLabel& label : makeKernelLabels(names)) {
        texts.append(shortenName(label.text, label.focus, characters));
    }
    return texts;
}

int FindBox::listWidth() const {
    return std::min(kListWidth, m_host->width() - 2 * metrics::kMargin);
}

void FindBox::placeList() {
    const QPoint corner = mapTo(m_host, QPoint(width(), height() + metrics::kUnit));
    const int wide = listWidth();
    const int high = m_list->topLevelItemCount() * metrics::kTableRowHeight + 4;
    m_list->setGeometry(std::max(metrics::kMargin, corner.x() - wide), corner.y(), wide, high);
    m_list->raise();
}

void FindBox::step(int rows) {
    const auto count = static_cast<int>(m_hits.size());
    if (count == 0) {
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
