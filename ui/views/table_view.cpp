#include "ui/views/table_view.h"

#include "ui/models/rank_proxy.h"
#include "ui/models/table_model.h"
#include "ui/style/tokens.h"
#include "ui/views/cell_delegate.h"
#include "ui/views/table_columns.h"
#include "ui/views/table_header.h"
#include "ui/views/window_notice.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QFutureWatcher>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QtConcurrentRun>

#include <algorithm>

namespace diptych {

TableView::TableView(QWidget* parent)
    : QTableView(parent), m_model(new TableModel(this)), m_ranking(new RankProxy(this)),
      m_header(new TableHeader(this)),
      m_columns(new TableColumns(m_header, TableColumns::First::Column, this)),
      m_cells(new CellDelegate(this)), m_names(new NameDelegate(this)), m_marks(new MarkDelegate(this)),
      m_sideBadges(new SideDelegate(this)), m_severities(new SeverityDelegate(this)),
      m_sentences(new SentenceDelegate(this)) {
    m_ranking->setSourceModel(m_model);
    setHorizontalHeader(m_header);
    setModel(m_ranking);
    setItemDelegate(m_cells);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(1);
    setRowHeight(metrics::kTableRowHeight);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setMouseTracking(true);
    // The order is the ranking's from the start: enabling sorting would sort by the first column.
    m_header->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    connect(m_ranking, &QAbstractItemModel::modelAboutToBeReset, this, &TableView::keepCurrentId);
    connect(m_ranking, &QAbstractItemModel::modelReset, this, &TableView::showKeptId);
    connect(m_ranking, &RankProxy::ranked, this, [this] {
        fitRows();
        emit layoutShown();
    });
    connect(verticalScrollBar(), &QAbstractSlider::actionTriggered, this, [this] { m_isInSight = false; });
    connect(m_columns, &TableColumns::changed, this, [this] {
        fitRows();
        emit layoutShown();
        viewport()->update();
    });
    connect(this, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { emit idOpened(index.data(IdRole).toString()); });
}

TableView::~TableView() = default;

const std::shared_ptr<const Table>& TableView::table() const {
    return m_model->table();
}

void TableView::setTable(std::shared_ptr<const Table> table) {
    {
        const auto arranging = m_columns->arranging();
        m_model->setTable(std::move(table));
        m_columns->setTable(this->table());
        chooseDelegates();
    }
    setWordWrap(hasSentences()); // else delegates are not told the width for which a height is asked
    setVerticalScrollMode(hasSentences() ? ScrollPerPixel : ScrollPerItem);
    m_columns->fit(viewport()->width());
    fitRows();
    emit layoutShown();
}

void TableView::setName(const QString& name) {
    m_columns->setName(name);
}

void TableView::setRowHeight(int height) {
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(height);
}

void TableView::setMargins(int leading, int trailing) {
    m_leadingMargin = leading;
    m_trailingMargin = trailing;
    m_columns->setMargins(leading, trailing - CellDelegate::kPadding);
    m_header->setLeadingMargin(leading);
    m_header->setTrailingMargin(trailing);
    for (CellDelegate* const delegate : delegates()) {
        delegate->setLeadingMargin(leading);
        delegate->setTrailingMargin(trailing);
    }
}

std::vector<CellDelegate*> TableView::delegates() const {
    std::vector<CellDelegate*> all{m_cells, m_names, m_marks, m_sideBadges, m_severities, m_sentences};
    all.insert(all.end(), m_bars.begin(), m_bars.end());
    return all;
}

void TableView::setFilter(const QString& filter) {
    m_ranking->setFilter(filter);
}

void TableView::sortByKey(const QString& key, Qt::SortOrder order) {
    const int column = m_columns->columnOf(key);
    if (column >= 0) {
        sortByColumn(column, order);
    }
}

void TableView::showId(const QString& id) {
    const QScopedValueRollback quiet(m_isQuiet, true);
    if (id == currentId()) {
        return;
    }
    m_isInSight = true;
    for (int row = 0; !id.isEmpty() && row < m_ranking->rowCount(); ++row) {
        const QModelIndex index = m_ranking->index(row, std::max(0, currentIndex().column()));
        if (index.data(IdRole).toString() == id) {
            setCurrentIndex(index);
            bringCurrentIntoSight();
            return;
        }
    }
    clearSelection();
    setCurrentIndex({});
}

/// A view that is not laid out yet has scrolled to a row that it will have room for.
void TableView::bringCurrentIntoSight() {
    const int row = currentIndex().row();
    if (!m_isInSight || row < 0) {
        return;
    }
    if (verticalHeader()->sectionPosition(row) + rowHeight(row) <= viewport()->height()) {
        scrollToTop();
    } else {
        scrollTo(currentIndex().siblingAtColumn(columnAt(0)));
    }
}

QString TableView::currentId() const {
    return currentIndex().data(IdRole).toString();
}

int TableView::contentHeight() const {
    const int rows = hasSentences() ? verticalHeader()->length()
                                    : m_ranking->rowCount() * verticalHeader()->defaultSectionSize();
    return metrics::kHeaderRowHeight + rows;
}

std::vector<int> TableView::shownColumns() const {
    return m_columns->seen();
}

void TableView::fillMenu(QMenu& menu) {
    const bool hasRow = currentIndex().isValid();
    if (hasRow && !actions().isEmpty()) { // what its page can do with a row
        menu.addActions(actions());
        menu.addSeparator();
    }
    menu.addAction(tr("Copy rows"), QKeySequence::Copy, this, &TableView::copyRows)->setEnabled(hasRow);
    menu.addAction(tr("Copy cell"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this,
                   &TableView::copyCell)
        ->setEnabled(hasRow);
    menu.addSeparator();
    menu.addAction(tr("Export this table as CSV…"), this, &TableView::askForCsvPath)
        ->setEnabled(m_ranking->rowCount() > 0);
    menu.addSeparator();
    if (hasRow) {
        addSortAction(menu);
    }
    m_columns->fillMenu(*menu.addMenu(tr("Columns")));
}

/// As a click on the head of the current cell.
void TableView::addSortAction(QMenu& menu) {
    menu.addAction(tr("Sort by this column"), this, [this, column = currentIndex().column()] {
        const auto first = static_cast<Qt::SortOrder>(
            m_ranking->headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole).toInt());
        const bool isSorted = m_header->sortIndicatorSection() == column;
        const Qt::SortOrder now = m_header->sortIndicatorOrder();
        sortByColumn(column, !isSorted                   ? first
                             : now == Qt::AscendingOrder ? Qt::DescendingOrder
                                                         : Qt::AscendingOrder);
    });
}

void TableView::copyRows() {
    if (table()) {
        QApplication::clipboard()->setText(tableAsTsv(*table(), selectedExcerpt()));
    }
}

void TableView::copyCell() {
    if (currentIndex().isValid()) {
        QApplication::clipboard()->setText(currentIndex().data(RawTextRole).toString());
    }
}

void TableView::exportCsv(const QString& path) {
    const auto write = [table = table(), excerpt = TableExcerpt{m_ranking->order(), m_columns->titled()},
                        path] { return writeTableCsv(*table, excerpt, path); };
    auto* const watcher = new QFutureWatcher<std::optional<QString>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, path] {
        const std::optional<QString> failure = watcher->result();
        watcher->deleteLater();
        if (failure) {
            tellWindow(*this, WindowNotice::Kind::Failure, *failure);
            emit exportFailed(*failure);
        } else {
            tellWindow(*this, WindowNotice::Kind::Done, tr("The table was written to %1").arg(path));
            emit exported();
        }
    });
    watcher->setFuture(QtConcurrent::run(write));
}

void TableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    m_columns->fit(viewport()->width());
    fitRows();
    bringCurrentIntoSight();
    emit layoutShown();
}

void TableView::keyPressEvent(QKeyEvent* event) {
    if (event == QKeySequence::Copy) {
        copyRows();
        return;
    }
    if (event->key() == Qt::Key_C && event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)) {
        copyCell();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    fillMenu(menu);
    menu.exec(event->globalPos());
}

void TableView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (m_isQuiet || !current.isValid() || current.row() == previous.row()) {
        return;
    }
    m_isInSight = false;
    emit idChosen(current.data(IdRole).toString());
}

void TableView::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        viewport()->update();
    }
}

bool TableView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::MouseMove) {
        setHoveredRow(indexAt(static_cast<QMouseEvent*>(event)->pos()).row());
    } else if (event->type() == QEvent::Leave || event->type() == QEvent::Wheel) {
        setHoveredRow(-1); // after the wheel another row may lie there
    }
    return QTableView::viewportEvent(event);
}

void TableView::setHoveredRow(int row) {
    if (row == m_hoveredRow) {
        return;
    }
    m_hoveredRow = row;
    for (CellDelegate* const delegate : delegates()) {
        delegate->setHoveredRow(row);
    }
    viewport()->update();
}

void TableView::chooseDelegates() {
    if (!table()) {
        return;
    }
    for (int column = 0; column < table()->columnCount(); ++column) {
        if (static_cast<std::size_t>(column) >= m_bars.size()) {
            m_bars.push_back(new BarDelegate(this));
            m_bars.back()->setLeadingMargin(m_leadingMargin);
            m_bars.back()->setTrailingMargin(m_trailingMargin);
            m_bars.back()->setHoveredRow(m_hoveredRow);
        }
        // Bars end where the widest figure begins.
        BarDelegate* const bars = m_bars[static_cast<std::size_t>(column)];
        bars->setFigureWidth(m_columns->figureWidths()[static_cast<std::size_t>(column)]);
        switch (table()->column(column).kind) {
        case CellKind::Text:
            setItemDelegateForColumn(column, m_cells);
            break;
        case CellKind::Name:
            setItemDelegateForColumn(column, m_names);
            break;
        case CellKind::Mark:
            setItemDelegateForColumn(column, m_marks);
            break;
        case CellKind::Side:
            setItemDelegateForColumn(column, m_sideBadges);
            break;
        case CellKind::Severity:
            setItemDelegateForColumn(column, m_severities);
            break;
        case CellKind::Sentence:
            setItemDelegateForColumn(column, m_sentences);
            break;
        case CellKind::Bar:
            setItemDelegateForColumn(column, bars);
            break;
        }
    }
}

bool TableView::hasSentences() const {
    for (int column = 0; table() && column < table()->columnCount(); ++column) {
        if (table()->column(column).kind == CellKind::Sentence) {
            return true;
        }
    }
    return false;
}

/// Sentences wrap to the width there is. Tables that have them are short.
void TableView::fitRows() {
    if (hasSentences()) {
        resizeRowsToContents();
    }
}

void TableView::keepCurrentId() {
    if (currentIndex().isValid()) {
        m_keptId = currentId();
    }
}

void TableView::showKeptId() {
    if (m_keptId.isEmpty()) {
        return;
    }
    showId(m_keptId);
}

void TableView::askForCsvPath() {
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export this table as CSV"),
                                     m_columns->name() + QStringLiteral(".csv"), tr("CSV files (*.csv)"));
    if (!path.isEmpty()) {
        exportCsv(path);
    }
}

TableExcerpt TableView::selectedExcerpt() const {
    TableExcerpt excerpt;
    excerpt.columns = m_columns->titled();
    std::vector<int> places;
    for (const QModelIndex& index : selectionModel()->selectedRows()) {
        places.push_back(index.row());
    }
    std::sort(places.begin(), places.end());
    for (const int place : places) {
        excerpt.rows.push_back(m_ranking->order()[static_cast<std::size_t>(place)]);
    }
    return excerpt;
}

} // namespace diptych
