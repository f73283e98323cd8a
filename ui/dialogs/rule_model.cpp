#include "ui/dialogs/rule_model.h"

#include "ui/style/fonts.h"
#include "ui/style/number_format.h"

#include <algorithm>

namespace diptych {

namespace {

/// The field of a rule that a column edits; null for columns that are only read.
std::string Rule::*fieldOf(int column) {
    switch (column) {
    case RuleModel::OperationColumn:
        return &Rule::operation;
    case RuleModel::CategoryColumn:
        return &Rule::category;
    case RuleModel::PatternColumn:
        return &Rule::pattern;
    case RuleModel::VendorColumn:
        return &Rule::vendor;
    }
    return nullptr;
}

/// Vendors are written in the program's way whatever the user's.
std::string vendorText(const std::string& text) {
    const QString lower = QString::fromStdString(text).trimmed().toLower();
    return lower == QLatin1String("amd")      ? "AMD"
           : lower == QLatin1String("nvidia") ? "NVIDIA"
                                              : lower.toStdString();
}

bool isNumberColumn(int column) {
    return column == RuleModel::NumberColumn || column == RuleModel::HitsAColumn ||
           column == RuleModel::HitsBColumn;
}

} // namespace

RuleModel::RuleModel(RuleTable table, QObject* parent)
    : QAbstractTableModel(parent), m_history(std::move(table)) {}

const std::vector<Rule>& RuleModel::rules() const {
    return m_list == RuleList::KernelNames ? ruleTable().rules : ruleTable().cpuOpRules;
}

std::vector<Rule>& RuleModel::rulesOf(RuleTable& table, RuleList list) {
    return list == RuleList::KernelNames ? table.rules : table.cpuOpRules;
}

void RuleModel::showList(RuleList list) {
    beginResetModel();
    m_list = list;
    endResetModel();
}

void RuleModel::replaceTable(RuleTable table) {
    if (!(table == ruleTable())) {
        changeWhole(std::move(table));
    }
}

void RuleModel::changeWhole(RuleTable table) {
    beginResetModel();
    m_history.push(std::move(table));
    m_preview.reset();
    endResetModel();
    Q_EMIT edited();
}

int RuleModel::insertRule(int row) {
    const int place = std::clamp(row, 0, rowCount());
    RuleTable table = ruleTable();
    std::vector<Rule>& rows = rulesOf(table, m_list);
    rows.insert(rows.begin() + place, Rule());
    changeWhole(std::move(table)); // all rows below have another number
    return place;
}

void RuleModel::removeRules(const QList<int>& rows) {
    RuleTable table = ruleTable();
    std::vector<Rule>& kept = rulesOf(table, m_list);
    QList<int> places = rows;
    std::sort(places.begin(), places.end(), std::greater<>());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (const int row : places) {
        if (row >= 0 && row < static_cast<int>(kept.size())) {
            kept.erase(kept.begin() + row);
        }
    }
    replaceTable(std::move(table));
}

int RuleModel::moveRule(int row, int direction) {
    const int target = row + direction;
    if (row < 0 || target < 0 || row >= rowCount() || target >= rowCount()) {
        return row;
    }
    RuleTable table = ruleTable();
    std::vector<Rule>& rows = rulesOf(table, m_list);
    std::swap(rows[static_cast<std::size_t>(row)], rows[static_cast<std::size_t>(target)]);
    changeWhole(std::move(table));
    return target;
}

void RuleModel::undo() {
    if (!canUndo()) {
        return;
    }
    beginResetModel();
    m_history.undo();
    m_preview.reset();
    endResetModel();
    Q_EMIT edited();
}

void RuleModel::redo() {
    if (!canRedo()) {
        return;
    }
    beginResetModel();
    m_history.redo();
    m_preview.reset();
    endResetModel();
    Q_EMIT edited();
}

void RuleModel::setPreview(std::shared_ptr<const RulePreview> preview) {
    m_preview = std::move(preview);
    announceHits();
}

/// Not the cells that can be edited: a view would fill its open editor again.
void RuleModel::announceHits() {
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, HitsAColumn), index(rowCount() - 1, HitsBColumn));
    }
}

int RuleModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rules().size());
}

int RuleModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

const RuleProblem* RuleModel::problemOf(int row) const {
    if (!m_preview) {
        return nullptr;
    }
    const auto found =
        std::find_if(m_preview->problems.begin(), m_preview->problems.end(), [&](const auto& each) {
            return each.list == m_list && each.row == static_cast<std::size_t>(row);
        });
    return found == m_preview->problems.end() ? nullptr : &*found;
}

QString RuleModel::hitsOf(int row, Side side) const {
    if (!m_preview) {
        return {};
    }
    const std::vector<RuleHits>& hits =
        m_list == RuleList::KernelNames ? m_preview->byName : m_preview->byCpuOp;
    const auto place = static_cast<std::size_t>(row);
    return place < hits.size() ? formatCount(hits[place].kernels[side]) : QString();
}

QString RuleModel::textOf(int row, int column) const {
    const Rule& rule = rules()[static_cast<std::size_t>(row)];
    if (const auto field = fieldOf(column)) {
        return QString::fromStdString(rule.*field);
    }
    switch (column) {
    case NumberColumn:
        return QString::number(row + 1);
    case HitsAColumn:
        return hitsOf(row, Side::A);
    case HitsBColumn:
        return hitsOf(row, Side::B);
    }
    return {};
}

QVariant RuleModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const RuleProblem* const problem = problemOf(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return textOf(index.row(), index.column());
    case Qt::ToolTipRole:
        return problem ? tr("Row %1: %2").arg(index.row() + 1).arg(QString::fromStdString(problem->what))
                       : textOf(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter) |
                                   (isNumberColumn(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole:
        return index.column() == PatternColumn ? QVariant(monoFont()) : QVariant();
    case ProblemRole:
        return problem != nullptr;
    }
    return {};
}

QVariant RuleModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter) |
                                   (isNumberColumn(section) ? Qt::AlignRight : Qt::AlignLeft));
    }
    if (role == Qt::ToolTipRole && (section == HitsAColumn || section == HitsBColumn)) {
        return tr("Kernels that this row decides");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    static const QStringList titles{tr("Row"),    tr("Operation"), tr("Category"), tr("Pattern"),
                                    tr("Vendor"), tr("A kernels"), tr("B kernels")};
    return titles[section];
}

Qt::ItemFlags RuleModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags common = QAbstractTableModel::flags(index);
    return index.isValid() && fieldOf(index.column()) ? common | Qt::ItemIsEditable : common;
}

bool RuleModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const auto field = fieldOf(index.column());
    if (role != Qt::EditRole || !field || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return false;
    }
    RuleTable table = ruleTable();
    Rule& rule = rulesOf(table, m_list)[static_cast<std::size_t>(index.row())];
    // Blanks belong to a pattern, and to nothing else.
    const std::string text = index.column() == PatternColumn ? value.toString().toStdString()
                                                             : value.toString().trimmed().toStdString();
    rule.*field = index.column() == VendorColumn ? vendorText(text) : text;
    if (rule.operation.empty()) {
        rule.operation = rule.category; // as in files
    }
    if (!m_history.push(std::move(table))) {
        return true;
    }
    m_preview.reset();
    Q_EMIT dataChanged(index.siblingAtColumn(OperationColumn), index.siblingAtColumn(VendorColumn));
    announceHits();
    Q_EMIT edited();
    return true;
}

} // namespace diptych
