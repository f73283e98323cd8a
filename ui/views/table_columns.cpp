#include "ui/views/table_columns.h"

#include "ui/views/column_fit.h"
#include "ui/views/table_header.h"
#include "ui/views/table_layout.h"

#include <QMenu>
#include <QSettings>

#include <algorithm>

namespace diptych {

namespace {

bool contains(const std::vector<int>& columns, int column) {
    return std::find(columns.begin(), columns.end(), column) != columns.end();
}

/// "count_a" for "count_b"; "" for what is not of a side.
QString twinKey(const QString& key) {
    return key.endsWith(QStringLiteral("_b")) ? key.chopped(1) + QLatin1Char('a') : QString();
}

} // namespace

TableColumns::TableColumns(TableHeader* header, First first, QObject* parent)
    : QObject(parent), m_header(header), m_first(first) {
    connect(m_header, &QHeaderView::sectionMoved, this, [this] { takeUserChange(false); });
    connect(m_header, &QHeaderView::sectionResized, this, [this] { takeUserChange(true); });
    m_header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_header, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        QMenu menu(m_header);
        fillMenu(menu);
        menu.exec(m_header->mapToGlobal(position));
    });
}

void TableColumns::setMargins(int leading, int trailing) {
    m_leadingMargin = leading;
    m_trailingMargin = trailing;
}

void TableColumns::setTable(std::shared_ptr<const Table> table) {
    const bool isFirst = !m_table || m_table->columnCount() == 0;
    m_table = std::move(table);
    if (!m_table) {
        return;
    }
    m_figureWidths = measureFigures(*m_table);
    if (isFirst) {
        restore();
    }
}

void TableColumns::takeUserChange(bool isWidth) {
    if (!m_isArranging) {
        m_isWidthByUser = m_isWidthByUser || isWidth;
        save();
        Q_EMIT changed();
    }
}

void TableColumns::fit(int width) {
    m_width = width;
    if (!m_table || m_figureWidths.size() != static_cast<std::size_t>(m_header->count())) {
        return;
    }
    const QScopedValueRollback arranging(m_isArranging, true);
    if (m_isWidthByUser) {
        bringBack(width);
        return;
    }
    std::vector<int> shown = chosen();
    giveWay(shown, width);
    std::vector<ColumnWidth> wanted;
    for (const int column : shown) {
        const ColumnInfo& info = m_table->column(column);
        const bool isFirst = wanted.empty();
        const int margin = (isFirst ? m_leadingMargin : 0) + (column == shown.back() ? m_trailingMargin : 0);
        const int least = leastWidth(column, isFirst) + margin;
        wanted.push_back({std::max(info.width + margin, least), least, info.stretch});
    }
    const std::vector<int> widths = distributeWidths(wanted, width);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        m_header->resizeSection(shown[i], widths[i]);
    }
}

/// Takes columns away, from the right, until the rest has room or can give no more.
void TableColumns::giveWay(std::vector<int>& columns, int width) {
    int needed = m_leadingMargin + m_trailingMargin;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        needed += leastWidth(columns[i], i == 0);
    }
    for (std::size_t i = columns.size(); i-- > 1 && needed > width;) {
        const ColumnInfo& info = m_table->column(columns[i]);
        if (!info.isSecondary && !info.givesWay) {
            continue;
        }
        const int twin = columnOf(twinKey(info.key)); // what is told of A is told of B
        for (const int gone : {columns[i], twin}) {
            const auto place = std::find(columns.begin(), columns.end(), gone);
            if (place != columns.end() && place != columns.begin()) {
                needed -= leastWidth(gone, false);
                columns.erase(place);
            }
        }
        i = std::min(i, columns.size());
    }
    std::vector<int> givenWay;
    for (const int column : chosen()) {
        const bool isGone = !contains(columns, column);
        if (m_header->isSectionHidden(column) != isGone) {
            m_header->setSectionHidden(column, isGone);
        }
        if (isGone) {
            givenWay.push_back(column);
        }
    }
    m_givenWay = std::move(givenWay);
}

/// Columns that gave way return to the user's widths as soon as there is room.
void TableColumns::bringBack(int width) {
    while (!m_givenWay.empty() && m_header->length() + leastWidth(m_givenWay.front(), false) <= width) {
        const int column = m_givenWay.front();
        m_givenWay.erase(m_givenWay.begin());
        m_header->setSectionHidden(column, false);
        m_header->resizeSection(column, leastWidth(column, false));
    }
}

int TableColumns::leastWidth(int column, bool isFirst) const {
    const ColumnInfo& info = m_table->column(column);
    const bool isTree = isFirst && m_first == First::Tree;
    const int least = isTree ? info.width * 3 / 4 // names stand behind the space of their depth
                             : leastColumnWidth(info, m_figureWidths[static_cast<std::size_t>(column)]);
    return std::max(least, m_header->minimumSectionSize());
}

std::vector<int> TableColumns::seen() const {
    std::vector<int> columns;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int logical = m_header->logicalIndex(visual);
        if (!m_header->isSectionHidden(logical)) {
            columns.push_back(logical);
        }
    }
    return columns;
}

std::vector<int> TableColumns::chosen() const {
    std::vector<int> columns;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int logical = m_header->logicalIndex(visual);
        if (!isHidden(logical)) {
            columns.push_back(logical);
        }
    }
    return columns;
}

std::vector<int> TableColumns::titled() const {
    std::vector<int> columns = chosen();
    columns.erase(std::remove_if(columns.begin(), columns.end(),
                                 [this](int column) { return m_table->column(column).title.isEmpty(); }),
                  columns.end());
    return columns;
}

/// By the user.
bool TableColumns::isHidden(int column) const {
    return m_header->isSectionHidden(column) && !contains(m_givenWay, column);
}

void TableColumns::setShown(int column, bool isShown) {
    const bool isLast = chosen().size() <= 1 || (m_first == First::Tree && column == 0);
    if (!m_table || (!isShown && isLast)) {
        return;
    }
    {
        const QScopedValueRollback arranging(m_isArranging, true);
        m_givenWay.erase(std::remove(m_givenWay.begin(), m_givenWay.end(), column), m_givenWay.end());
        m_header->setSectionHidden(column, !isShown);
    }
    fit(m_width);
    save();
    Q_EMIT changed();
}

void TableColumns::forget() {
    QSettings().remove(QStringLiteral("tables/") + m_name);
    m_isWidthByUser = false;
    restore();
    fit(m_width);
    Q_EMIT changed();
}

void TableColumns::restore() {
    if (!m_table) {
        return;
    }
    const QScopedValueRollback arranging(m_isArranging, true);
    const QSettings settings;
    const QStringList order = settings.value(settingsKey("order")).toStringList();
    const QStringList shown = settings.value(settingsKey("shown")).toStringList();
    const QVariantMap widths = settings.value(settingsKey("widths")).toMap();
    int visual = 0;
    for (const QString& key : order) {
        const int column = columnOf(key);
        if (column >= 0) {
            m_header->moveSection(m_header->visualIndex(column), visual++);
        }
    }
    m_givenWay.clear();
    for (int column = 0; column < m_table->columnCount(); ++column) {
        const ColumnInfo& info = m_table->column(column);
        if (order.isEmpty()) {
            m_header->moveSection(m_header->visualIndex(column), column);
        }
        const bool isTree = m_first == First::Tree && column == 0;
        m_header->setSectionHidden(
            column, !isTree && (shown.isEmpty() ? !info.isShownAtFirst : !shown.contains(info.key)));
        if (widths.contains(info.key)) {
            m_header->resizeSection(column, widths.value(info.key).toInt());
            m_isWidthByUser = true;
        }
    }
}

void TableColumns::save() const {
    if (m_name.isEmpty() || !m_table) {
        return;
    }
    QStringList order;
    QStringList shown;
    QVariantMap widths;
    for (int visual = 0; visual < m_header->count(); ++visual) {
        const int column = m_header->logicalIndex(visual);
        const QString& key = m_table->column(column).key;
        order.append(key);
        if (!isHidden(column)) {
            shown.append(key);
            if (m_isWidthByUser) {
                widths.insert(key, m_header->sectionSize(column));
            }
        }
    }
    QSettings settings;
    settings.setValue(settingsKey("order"), order);
    settings.setValue(settingsKey("shown"), shown);
    settings.setValue(settingsKey("widths"), widths);
}

int TableColumns::columnOf(const QString& key) const {
    for (int column = 0; m_table && column < m_table->columnCount(); ++column) {
        if (m_table->column(column).key == key) {
            return column;
        }
    }
    return -1;
}

void TableColumns::fillMenu(QMenu& menu) {
    if (!m_table) {
        return;
    }
    const std::vector<int> shown = chosen();
    for (int column = m_first == First::Tree ? 1 : 0; column < m_table->columnCount(); ++column) {
        if (m_table->column(column).title.isEmpty()) {
            continue;
        }
        const QString title = headerText(m_table->column(column));
        QAction* const action =
            menu.addAction(contains(m_givenWay, column) ? tr("%1 (no room at present)").arg(title) : title);
        action->setCheckable(true);
        action->setChecked(contains(shown, column));
        connect(action, &QAction::toggled, this, [this, column](bool isShown) { setShown(column, isShown); });
    }
    menu.addSeparator();
    menu.addAction(tr("Columns as at first"), this, &TableColumns::forget);
}

QString TableColumns::settingsKey(const char* what) const {
    return QStringLiteral("tables/%1/%2").arg(m_name, QLatin1String(what));
}

} // namespace diptych
