#include "ui/views/table_view.h"

#include "ui/models/rank_proxy.h"
#include "ui/models/table_model.h"
#include "ui/style/tokens.h"
#include "ui/views/cell_delegate.h"
#include "ui/views/column_fit.h"
#include "ui/views/table_header.h"
#include "ui/views/table_layout.h"
#include "ui/views/window_notice.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QFutureWatcher>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSettings>
#include <QtConcurrentRun>

#include <algorithm>

namespace diptych {

namespace {

QString settingsKey(const QString& table, const char* what) {
    return QStringLiteral("tables/%1/%2").arg(table, QLatin1String(what));
}

} // namespace

TableView::TableView(QWidget* parent)
    : QTableView(parent), m_model(new TableModel(this)), m_ranking(new RankProxy(this)),
      m_header(new TableHeader(this)), m_cells(new CellDelegate(this)), m_names(new NameDelegate(this)),
      m_marks(new MarkDelegate(this)), m_sideBadges(new SideDelegate(this)) {
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
    // The order is the ranking's from the start: enabling sorting would sort by the first column.
    m_header->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(true);
    connect(m_ranking, &QAbstractItemModel::modelAboutToBeReset, this, &TableView::keepCurrentId);
    connect(m_ranking, &QAbstractItemModel::modelReset, this, &TableView::showKeptId);
    connect(m_ranking, &RankProxy::ranked, this, &TableView::layoutShown);
    const auto arranged = [this] {
        if (!m_isArranging) {
            saveLayout();
            emit layoutShown();
            viewport()->update();
        }
    };
    connect(m_header, &QHeaderView::sectionMoved, this, arranged);
    connect(m_header, &QHeaderView::sectionResized, this, [this, arranged] {
        m_isWidthByUser = m_isWidthByUser || !m_isArranging;
        arranged();
    });
    m_header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_header, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        QMenu menu(this);
        addColumnMenu(menu);
        menu.exec(m_header->mapToGlobal(position));
    });
    connect(this, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { emit idOpened(index.data(IdRole).toString()); });
}

TableView::~TableView() = default;

const std::shared_ptr<const Table>& TableView::table() const {
    return m_model->table();
}

void TableView::setTable(std::shared_ptr<const Table> table) {
    const bool hadTable = m_model->table() && m_model->columnCount() > 0;
    {
        const QScopedValueRollback arranging(m_isArranging, true);
        m_model->setTable(std::move(table));
        chooseDelegates();
        if (!hadTable) {
            restoreLayout();
        }
    }
    measureColumns();
    fitColumns();
    emit layoutShown();
}

void TableView::setName(const QString& name) {
    m_name = name;
}

void TableView::setRowHeight(int height) {
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(height);
}

void TableView::setLeadingMargin(int margin) {
    m_leadingMargin = margin;
    m_header->setLeadingMargin(margin);
    m_cells->setLeadingMargin(margin);
    m_names->setLeadingMargin(margin);
    m_marks->setLeadingMargin(margin);
    m_sideBadges->setLeadingMargin(margin);
    for (BarDelegate* bars : m_bars) {
        bars->setLeadingMargin(margin);
    }
}

void TableView::setFilter(const QString& filter) {
    m_ranking->setFilter(filter);
}

void TableView::sortByKey(const QString& key, Qt::SortOrder order) {
    const int column = columnOf(key);
    if (column >= 0) {
        sortByColumn(column, order);
    }
}

void TableView::showId(const QString& id) {
    const QScopedValueRollback quiet(m_isQuiet, true);
    if (id == currentId()) {
        return;
    }
    for (int row = 0; !id.isEmpty() && row < m_ranking->rowCount(); ++row) {
        const QModelIndex index = m_ranking->index(row, std::max(0, currentIndex().column()));
        if (index.data(IdRole).toString() == id) {
            setCurrentIndex(index);
            return;
        }
    }
    clearSelection();
    setCurrentIndex({});
}

QString TableView::currentId() const {
    return currentIndex().data(IdRole).toString();
}

int TableView::contentHeight() const {
    return metrics::kHeaderRowHeight + m_ranking->rowCount() * verticalHeader()->defaultSectionSize();
}

std::vector<int> TableView::shownColumns() const {
    std::vector<int> columns;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int logical = m_header->logicalIndex(visual);
        if (!m_header->isSectionHidden(logical)) {
            columns.push_back(logical);
        }
    }
    return columns;
}

/// Of those shown the ones that hold something to read: a column of icons has no title.
std::vector<int> TableView::titledColumns() const {
    std::vector<int> columns = shownColumns();
    columns.erase(std::remove_if(columns.begin(), columns.end(),
                                 [this](int column) { return table()->column(column).title.isEmpty(); }),
                  columns.end());
    return columns;
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
        const int column = currentIndex().column();
        menu.addAction(tr("Sort by this column"), this, [this, column] {
            const auto first = static_cast<Qt::SortOrder>(
                m_ranking->headerData(column, Qt::Horizontal, Qt::InitialSortOrderRole).toInt());
            const bool isSorted = m_header->sortIndicatorSection() == column;
            const Qt::SortOrder now = m_header->sortIndicatorOrder();
            sortByColumn(column, !isSorted                   ? first
                                 : now == Qt::AscendingOrder ? Qt::DescendingOrder
                                                             : Qt::AscendingOrder);
        });
    }
    addColumnMenu(*menu.addMenu(tr("Columns")));
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
    const auto write = [table = table(), excerpt = TableExcerpt{m_ranking->order(), titledColumns()}, path] {
        return writeTableCsv(*table, excerpt, path);
    };
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

void TableView::setColumnShown(int column, bool isShown) {
    if (!isShown && shownColumns().size() <= 1) {
        return; // a table without columns could not be brought back
    }
    {
        const QScopedValueRollback arranging(m_isArranging, true);
        m_header->setSectionHidden(column, !isShown);
        if (isShown && !m_isWidthByUser) {
            fitColumns();
        }
    }
    fitColumns();
    saveLayout();
    emit layoutShown();
}

void TableView::forgetLayout() {
    QSettings().remove(QStringLiteral("tables/") + m_name);
    m_isWidthByUser = false;
    {
        const QScopedValueRollback arranging(m_isArranging, true);
        restoreLayout();
    }
    fitColumns();
    emit layoutShown();
}

void TableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
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
    emit idChosen(current.data(IdRole).toString());
}

void TableView::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        viewport()->update();
    }
}

void TableView::chooseDelegates() {
    if (!table()) {
        return;
    }
    for (int column = 0; column < table()->columnCount(); ++column) {
        if (static_cast<std::size_t>(column) >= m_bars.size()) {
            m_bars.push_back(new BarDelegate(this));
            m_bars.back()->setLeadingMargin(m_leadingMargin);
        }
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
        case CellKind::Bar:
            setItemDelegateForColumn(column, m_bars[static_cast<std::size_t>(column)]);
            break;
        }
    }
}

void TableView::fitColumns() {
    if (!table() || m_isWidthByUser || m_figureWidths.size() != static_cast<std::size_t>(m_header->count())) {
        return;
    }
    const std::vector<int> shown = shownColumns();
    std::vector<ColumnWidth> wanted;
    for (const int column : shown) {
        const ColumnInfo& info = table()->column(column);
        const int margin = wanted.empty() ? m_leadingMargin : 0;
        const int least = leastColumnWidth(info, m_figureWidths[static_cast<std::size_t>(column)]);
        wanted.push_back({std::max(info.width, least) + margin, least + margin, info.stretch});
    }
    const QScopedValueRollback arranging(m_isArranging, true);
    const std::vector<int> widths = distributeWidths(wanted, viewport()->width());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        m_header->resizeSection(shown[i], widths[i]);
    }
}

void TableView::restoreLayout() {
    if (!table()) {
        return;
    }
    const QSettings settings;
    const QStringList order = settings.value(settingsKey(m_name, "order")).toStringList();
    const QStringList shown = settings.value(settingsKey(m_name, "shown")).toStringList();
    const QVariantMap widths = settings.value(settingsKey(m_name, "widths")).toMap();
    int visual = 0;
    for (const QString& key : order) {
        const int column = columnOf(key);
        if (column >= 0) {
            m_header->moveSection(m_header->visualIndex(column), visual++);
        }
    }
    for (int column = 0; column < table()->columnCount(); ++column) {
        const ColumnInfo& info = table()->column(column);
        if (order.isEmpty()) {
            m_header->moveSection(m_header->visualIndex(column), column);
        }
        m_header->setSectionHidden(column,
                                   shown.isEmpty() ? !info.isShownAtFirst : !shown.contains(info.key));
        if (widths.contains(info.key)) {
            m_header->resizeSection(column, widths.value(info.key).toInt());
            m_isWidthByUser = true;
        }
    }
}

void TableView::saveLayout() {
    if (m_name.isEmpty() || !table()) {
        return;
    }
    QStringList order;
    QStringList shown;
    QVariantMap widths;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        const QString& key = table()->column(column).key;
        order.append(key);
        if (!m_header->isSectionHidden(column)) {
            shown.append(key);
            if (m_isWidthByUser) {
                widths.insert(key, m_header->sectionSize(column));
            }
        }
    }
    QSettings settings;
    settings.setValue(settingsKey(m_name, "order"), order);
    settings.setValue(settingsKey(m_name, "shown"), shown);
    settings.setValue(settingsKey(m_name, "widths"), widths);
}

/// Bars end where the widest figure begins.
void TableView::measureColumns() {
    if (!table()) {
        return;
    }
    m_figureWidths = measureFigures(*table());
    for (std::size_t column = 0; column < m_figureWidths.size(); ++column) {
        m_bars[column]->setFigureWidth(m_figureWidths[column]);
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

void TableView::addColumnMenu(QMenu& menu) {
    if (!table()) {
        return;
    }
    const std::vector<int> shown = shownColumns();
    for (int column = 0; column < table()->columnCount(); ++column) {
        if (table()->column(column).title.isEmpty()) {
            continue;
        }
        QAction* const action = menu.addAction(headerText(table()->column(column)));
        action->setCheckable(true);
        action->setChecked(std::find(shown.begin(), shown.end(), column) != shown.end());
        connect(action, &QAction::toggled, this,
                [this, column](bool isShown) { setColumnShown(column, isShown); });
    }
    menu.addSeparator();
    menu.addAction(tr("Columns as at first"), this, &TableView::forgetLayout);
}

void TableView::askForCsvPath() {
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Export this table as CSV"), m_name + QStringLiteral(".csv"), tr("CSV files (*.csv)"));
    if (!path.isEmpty()) {
        exportCsv(path);
    }
}

int TableView::columnOf(const QString& key) const {
    for (int column = 0; table() && column < table()->columnCount(); ++column) {
        if (table()->column(column).key == key) {
            return column;
        }
    }
    return -1;
}

TableExcerpt TableView::selectedExcerpt() const {
    TableExcerpt excerpt;
    excerpt.columns = titledColumns();
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
