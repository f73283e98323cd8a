#include "ui/pages/health_model.h"

#include "ui/style/number_format.h"
#include "ui/style/sentence.h"

namespace diptych {

QString severityText(Severity severity) {
    switch (severity) {
    case Severity::Info:
        return QStringLiteral("Information");
    case Severity::Warning:
        return QStringLiteral("Warning");
    case Severity::Loss:
        return QStringLiteral("Loss");
    }
    return {};
}

void HealthModel::setComparison(std::shared_ptr<const Comparison> comparison) {
    beginResetModel();
    m_comparison = std::move(comparison);
    endResetModel();
}

int HealthModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_comparison ? 0 : static_cast<int>(m_comparison->diagnostics.size());
}

int HealthModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QVariant HealthModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Diagnostic& diagnostic = m_comparison->diagnostics[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(diagnostic, index.column());
    case Qt::ToolTipRole:
    case CodeRole:
        return QString::fromStdString(diagnostic.code);
    case Qt::TextAlignmentRole:
        return index.column() >= CountColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                             : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case SortRole:
        return sortKey(diagnostic, index.column());
    case SeverityRole:
        return static_cast<int>(diagnostic.severity);
    case SideRole:
        return diagnostic.side ? QVariant(static_cast<int>(*diagnostic.side)) : QVariant();
    default: // roles are open-ended integers
        return {};
    }
}

QVariant HealthModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return section >= CountColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                      : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case SeverityColumn:
        return QStringLiteral("Severity");
    case SideColumn:
        return QStringLiteral("Side");
    case MeaningColumn:
        return QStringLiteral("What was found, and what it means for the figures");
    case CountColumn:
        return QStringLiteral("Count");
    case ByteColumn:
        return QStringLiteral("First at byte");
    default: // sections are open-ended integers
        return {};
    }
}

QString HealthModel::text(const Diagnostic& diagnostic, int column) {
    switch (column) {
    case SeverityColumn:
        return severityText(diagnostic.severity);
    case SideColumn:
        return diagnostic.side ? QString::fromLatin1(sideName(*diagnostic.side)) : QStringLiteral("A, B");
    case MeaningColumn:
        return asSentence(diagnostic.message);
    case CountColumn:
        return formatCount(diagnostic.count);
    case ByteColumn:
        return diagnostic.byte ? formatCount(*diagnostic.byte) : notApplicable();
    default: // columns are open-ended integers
        return {};
    }
}

QVariant HealthModel::sortKey(const Diagnostic& diagnostic, int column) {
    switch (column) {
    case SeverityColumn:
        return -static_cast<int>(diagnostic.severity);
    case SideColumn:
        return diagnostic.side ? static_cast<int>(*diagnostic.side) : 2;
    case CountColumn:
        return QVariant::fromValue<qulonglong>(diagnostic.count);
    case ByteColumn:
        return diagnostic.byte ? QVariant::fromValue<qlonglong>(static_cast<qlonglong>(*diagnostic.byte))
                               : QVariant::fromValue<qlonglong>(-1);
    default: // the sentence sorts as it reads
        return text(diagnostic, column);
    }
}

} // namespace diptych
