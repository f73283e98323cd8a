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
    return headerText(table.column(column)) + QStringLiteral(": ") + table.text(row, column);
}

} // namespace

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
    const int row = index.row();
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return m_table->text(row, column);
    case Qt::ToolTipRole:
        return textOrNothing(m_table->tooltip(row, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(m_table->column(column).alignment);
    case Qt::AccessibleTextRole:
        return spokenText(*m_table, row, column);
    case SortRole:
        return toVariant(m_table->sortValue(row, column));
    case BarRole:
        return toVariant(m_table->bar(row, column));
    case IdRole:
        return m_table->id(row);
    case RawTextRole:
        return m_table->rawText(row, column);
    case CategoryRole:
        return textOrNothing(m_table->category(row, column));
    case GapRole:
        return toVariant(m_table->gapNs(row, column));
    case BadgeRole:
        return m_table->isBadge(row, column);
    case FocusRole:
        return toVariant(m_table->focus(row, column));
    case FillRole:
        return static_cast<int>(m_table->column(column).fill);
    case BarRangeRole:
        return QPointF(m_table->column(column).lowestBar, m_table->column(column).highestBar);
    case SecondaryRole:
        return m_table->column(column).isSecondary;
    }
    return {};
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const ColumnInfo& column = m_table->column(section);
    switch (role) {
    case Qt::DisplayRole:
        return headerText(column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(column.alignment);
    case Qt::ToolTipRole:
        return textOrNothing(column.explanation);
    case Qt::InitialSortOrderRole: // figures from the largest down, texts from A on
        return static_cast<int>(column.alignment & Qt::AlignRight ? Qt::DescendingOrder : Qt::AscendingOrder);
    }
    return {};
}

} // namespace diptych
