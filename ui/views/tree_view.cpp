#include "ui/views/tree_view.h"

#include "ui/style/tokens.h"
#include "ui/views/cell_delegate.h"
#include "ui/views/table_columns.h"
#include "ui/views/table_export.h"
#include "ui/views/table_header.h"
#include "ui/views/window_notice.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QScopedValueRollback>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kIndentation = 18;
constexpr int kTreeTextMargin = 4; ///< behind the arrow
constexpr int kMostOpenRows = 40;  ///< at first: a tree that fits the screen is open
constexpr qreal kBranch = 3.5;     ///< half of its height

void drawBranch(QPainter& painter, const QPointF& centre, bool isOpen, const QColor& color) {
    QPainterPath path;
    if (isOpen) {
        path.moveTo(centre.x() - kBranch, centre.y() - kBranch / 2);
        path.lineTo(centre.x(), centre.y() + kBranch / 2);
        path.lineTo(centre.x() + kBranch, centre.y() - kBranch / 2);
    } else {
        path.moveTo(centre.x() - kBranch / 2, centre.y() - kBranch);
        path.lineTo(centre.x() + kBranch / 2, centre.y());
        path.lineTo(centre.x() - kBranch / 2, centre.y() + kBranch);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
}

int depthOf(QModelIndex index) {
    int depth = 0;
    for (index = index.parent(); index.isValid(); index = index.parent()) {
        ++depth;
    }
    return depth;
}

} // namespace

TreeView::TreeView(QWidget* parent)
    : QTreeView(parent), m_model(new TreeModel(this)), m_header(new TableHeader(this)),
      m_columns(new TableColumns(m_header, TableColumns::First::Tree, this)), m_cells(new CellDelegate(this)),
      m_marks(new MarkDelegate(this)) {
    setHeader(m_header);
    m_header->setLeadingMargin(metrics::kMargin);
    m_header->setTrailingMargin(metrics::kMargin);
    m_columns->setMargins(0, metrics::kMargin - CellDelegate::kPadding);
    m_cells->setTrailingMargin(metrics::kMargin);
    m_marks->setTrailingMargin(metrics::kMargin);
    m_header->setSectionsMovable(false);
    m_header->setStretchLastSection(false);
    m_cells->setLeadingMargin(kTreeTextMargin);
    setModel(m_model);
    setItemDelegate(m_cells);
    setUniformRowHeights(true);
    setIndentation(kIndentation);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setExpandsOnDoubleClick(false); // Enter and double click lead on; the arrow opens
    m_header->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &TreeView::rememberOpen);
    connect(m_model, &QAbstractItemModel::modelReset, this, &TreeView::openAgain);
    connect(this, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { emit idOpened(index.data(IdRole).toString()); });
}

void TreeView::setTable(std::shared_ptr<const Table> table, RowParents parents) {
    {
        const auto arranging = m_columns->arranging();
        m_model->setTable(std::move(table), std::move(parents));
        m_columns->setTable(m_model->table());
        chooseDelegates();
    }
    if (m_isFirst && m_model->table() && m_model->rowCount() > 0) {
        m_isFirst = false;
        openAtFirst();
    }
    m_columns->fit(viewport()->width());
}

void TreeView::setName(const QString& name) {
    m_columns->setName(name);
}

void TreeView::setFilter(const QString& filter) {
    m_model->setFilter(filter);
    if (!filter.isEmpty()) {
        expandAll(); // what was found lies anywhere
    }
}

void TreeView::sortByKey(const QString& key, Qt::SortOrder order) {
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (m_model->table()->column(column).key == key) {
            sortByColumn(column, order);
        }
    }
}

void TreeView::showId(const QString& id) {
    const QScopedValueRollback quiet(m_isQuiet, true);
    if (id == currentId()) {
        return;
    }
    const QModelIndex index = m_model->indexOfRow(id.isEmpty() ? -1 : m_model->rowOfId(id));
    if (!index.isValid()) {
        clearSelection();
        setCurrentIndex({});
        return;
    }
    setCurrentIndex(index); // opens what is above it
    scrollTo(index);
}

QString TreeView::currentId() const {
    return currentIndex().data(IdRole).toString();
}

void TreeView::fillMenu(QMenu& menu) {
    menu.addAction(tr("Copy rows"), QKeySequence::Copy, this, &TreeView::copyRows)
        ->setEnabled(currentIndex().isValid());
    menu.addAction(tr("Export this table as CSV…"), this, &TreeView::askForCsvPath)
        ->setEnabled(m_model->rowCount() > 0);
    menu.addSeparator();
    menu.addAction(tr("Open all"), this, &QTreeView::expandAll);
    menu.addAction(tr("Close all"), this, &QTreeView::collapseAll);
    menu.addSeparator();
    m_columns->fillMenu(*menu.addMenu(tr("Columns")));
}

void TreeView::copyRows() {
    if (!m_model->table()) {
        return;
    }
    std::vector<int> rows;
    for (const int row : m_model->shownRows()) {
        if (selectionModel()->isSelected(m_model->indexOfRow(row))) {
            rows.push_back(row);
        }
    }
    QApplication::clipboard()->setText(tableAsTsv(*m_model->table(), {rows, m_columns->titled()}));
}

bool TreeView::exportCsv(const QString& path) {
    if (!m_model->table()) {
        return false;
    }
    const std::optional<QString> failure =
        writeTableCsv(*m_model->table(), {m_model->shownRows(), m_columns->titled()}, path);
    if (failure) {
        tellWindow(*this, WindowNotice::Kind::Failure, *failure);
    } else {
        tellWindow(*this, WindowNotice::Kind::Done, tr("The table was written to %1").arg(path));
    }
    return !failure;
}

/// The space before the first cell: as the cell itself, with an arrow before rows that open.
void TreeView::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
    const Tokens& tokens = tokensOf(palette());
    const bool isSelected = selectionModel()->isSelected(index);
    painter->save();
    painter->fillRect(rect, isSelected ? tokens.selection : tokens.surface);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), tokens.hairline);
    if (isSelected && hasFocus()) {
        painter->fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), tokens.text);
    }
    if (m_model->hasChildren(index)) {
        const qreal x = rect.right() - kIndentation / 2.0 + 2;
        drawBranch(*painter, {x, rect.center().y() + 0.5}, isExpanded(index), tokens.text2);
    }
    painter->restore();
}

void TreeView::resizeEvent(QResizeEvent* event) {
    QTreeView::resizeEvent(event);
    m_columns->fit(viewport()->width());
}

void TreeView::keyPressEvent(QKeyEvent* event) {
    if (event == QKeySequence::Copy) {
        copyRows();
        return;
    }
    QTreeView::keyPressEvent(event);
}

void TreeView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    fillMenu(menu);
    menu.exec(event->globalPos());
}

void TreeView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTreeView::currentChanged(current, previous);
    const bool isSameRow = current.siblingAtColumn(0) == previous.siblingAtColumn(0);
    if (!m_isQuiet && current.isValid() && !isSameRow) {
        emit idChosen(current.data(IdRole).toString());
    }
}

void TreeView::changeEvent(QEvent* event) {
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        viewport()->update();
    }
}

void TreeView::chooseDelegates() {
    const std::shared_ptr<const Table>& table = m_model->table();
    if (!table) {
        return;
    }
    for (int column = 0; column < table->columnCount(); ++column) {
        if (static_cast<std::size_t>(column) >= m_bars.size()) {
            m_bars.push_back(new BarDelegate(this));
            m_bars.back()->setTrailingMargin(metrics::kMargin);
        }
        BarDelegate* const bars = m_bars[static_cast<std::size_t>(column)];
        bars->setFigureWidth(m_columns->figureWidths()[static_cast<std::size_t>(column)]);
        const CellKind kind = table->column(column).kind;
        setItemDelegateForColumn(column, kind == CellKind::Bar    ? static_cast<CellDelegate*>(bars)
                                         : kind == CellKind::Mark ? static_cast<CellDelegate*>(m_marks)
                                                                  : m_cells);
    }
}

void TreeView::rememberOpen() {
    m_keptId = currentId().isEmpty() ? m_keptId : currentId();
    if (!m_model->table() || !m_model->request().filter.isEmpty()) {
        return; // what a filter opened is not what the user opened
    }
    m_open.clear();
    for (const int row : m_model->shownRows()) {
        if (isExpanded(m_model->indexOfRow(row))) {
            m_open.insert(m_model->table()->id(row));
        }
    }
}

void TreeView::openAgain() {
    const QScopedValueRollback quiet(m_isQuiet, true);
    if (m_model->table()) {
        for (const int row : m_model->shownRows()) {
            if (m_open.contains(m_model->table()->id(row))) {
                expand(m_model->indexOfRow(row));
            }
        }
    }
    showId(m_keptId);
}

/// As deep as fits a screen.
void TreeView::openAtFirst() {
    const std::vector<int> rows = m_model->shownRows();
    std::vector<int> byDepth;
    for (const int row : rows) {
        const auto depth = static_cast<std::size_t>(depthOf(m_model->indexOfRow(row)));
        byDepth.resize(std::max(byDepth.size(), depth + 1), 0);
        ++byDepth[depth];
    }
    int open = 0;
    int depth = 0;
    while (depth < static_cast<int>(byDepth.size()) &&
           open + byDepth[static_cast<std::size_t>(depth)] <= kMostOpenRows) {
        open += byDepth[static_cast<std::size_t>(depth++)];
    }
    if (depth >= 2) {
        expandToDepth(depth - 2); // rows of depth - 1 are seen then
    }
}

void TreeView::askForCsvPath() {
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export this table as CSV"),
                                     m_columns->name() + QStringLiteral(".csv"), tr("CSV files (*.csv)"));
    if (!path.isEmpty()) {
        exportCsv(path);
    }
}

} // namespace diptych
