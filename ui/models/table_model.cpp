#include "ui/models/table_model.h"

#include <QPointF>

namespace diptych {

namespace {

QVariant toVariant(const SortValue& value) {
    if (const double* number = std::get_if<double>(&value)) {
        return *number;
    }
    if (const QString* text = std::get_if<QString>(&value)) {
        return *text;
    }
    return {};
}

template <class T>
QVariant toVariant(const std::optional<T>& value) {
    return value ? QVariant::fromValue(*value) : QVariant();
}

QVariant toVariant(const NameFocus& focus) {
    return focus.length > 0 ? QVariant(QPoint(static_cast<int>(focus.start), static_cast<int>(focus.length)))
                            : QVariant();
}

QVariant textOrNothing(const QString& text) {
    return text.isEmpty() ? QVariant() : QVariant(text);
}

/// What a screen reader says: the text with its header.
QString spokenText(const Table& table, int row, int column) {
    const QString remark = table.remark(row, column);
    return headerText(table.column(column)) + QStringLiteral(": ") + table.text(row, column) +
           (remark.isEmpty() ? QString() : QStringLiteral(", ") + remark);
}

} // namespace

QVariant cellData(const Table& table, int row, int column, int role) {
    switch (role) {
    case Qt::DisplayRole:
        return table.text(row, column);
    case Qt::ToolTipRole:
        return textOrNothing(table.tooltip(row, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(table.column(column).alignment);
    case Qt::AccessibleTextRole:
        return spokenText(table, row, column);
    case SortRole:
        return toVariant(table.sortValue(row, column));
    case BarRole:
        return toVariant(table.bar(row, column));
    case IdRole:
        return table.id(row);
    case RawTextRole:
        return table.rawText(row, column);
    case CategoryRole:
        return textOrNothing(table.category(row, column));
    case GapRole:
        return toVariant(table.gapNs(row, column));
    case BadgeRole:
        return table.isBadge(row, column);
    case FocusRole:
        return toVariant(table.focus(row, column));
    case FillRole:
        return static_cast<int>(table.column(column).fill);
    case BarRangeRole:
        return QPointF(table.column(column).lowestBar, table.column(column).highestBar);
    case SecondaryRole:
        return table.column(column).isSecondary;
    case RemarkRole:
        return textOrNothing(table.remark(row, column));
    }
    return {};
}

QVariant headData(const ColumnInfo& column, int role) {
    switch (role) {
    case Qt::DisplayRole:
        return headerText(column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(column.alignment);
    case Qt::ToolTipRole: // the whole title first: a narrow head shortens it
        return column.explanation.isEmpty() ? headerText(column)
                                            : headerText(column) + QLatin1Char('\n') + column.explanation;
    case Qt::InitialSortOrderRole: // figures from the largest down, texts from A on
        return static_cast<int>(column.alignment & Qt::AlignRight ? Qt::DescendingOrder : Qt::AscendingOrder);
    }
    return {};
}

TableModel::TableModel(QObject* parent) : QAbstractTableModel(parent) {}

void TableModel::setTable(std::shared_ptr<const Table> table) {
    beginResetModel();
    m_table = std::move(table);
    endResetModel();
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_table ? 0 : m_table->rowCount();
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_table ? 0 : m_table->columnCount();
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    return cellData(*m_table, index.row(), index.column(), role);
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    return headData(m_table->column(section), role);
}

} // namespace diptych
