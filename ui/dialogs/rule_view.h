#pragma once
// The table in which classification rules are edited: choices where a column has few values, another colour
// for rows that cannot be used. GUI thread.

class QAbstractItemModel;
class QTableView;
class QWidget;

namespace diptych {

/// A view of a RuleModel, or of one behind a filter. The parent owns it.
[[nodiscard]] QTableView* makeRuleView(QAbstractItemModel* model, QWidget* parent);

} // namespace diptych
