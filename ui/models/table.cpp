#include "ui/models/table.h"

namespace diptych {

QString headerText(const ColumnInfo& column) {
    return column.unit.isEmpty() ? column.title : column.title + QStringLiteral(", ") + column.unit;
}

Table::~Table() = default;

} // namespace diptych
