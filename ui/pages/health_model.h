#pragma once
// The diagnostics of a comparison as a table. Adapts, computes nothing. GUI thread.

#include "core/compare/comparison.h"

#include <QAbstractTableModel>

#include <memory>

namespace diptych {

class HealthModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : std::uint8_t {
        SeverityColumn,
        SideColumn,
        MeaningColumn,
        CountColumn,
        ByteColumn,
        ColumnCount
    };
    enum Role : int {
        SortRole = Qt::UserRole + 1, ///< raw values
        SeverityRole,                ///< Severity as int
        SideRole,                    ///< Side as int; invalid: both
        CodeRole,                    ///< the diagnostic's code, under which the guide explains it
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setComparison(std::shared_ptr<const Comparison> comparison);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QString text(const Diagnostic& diagnostic, int column);
    [[nodiscard]] static QVariant sortKey(const Diagnostic& diagnostic, int column);

    std::shared_ptr<const Comparison> m_comparison;
};

/// "Loss", "Warning", "Information".
[[nodiscard]] QString severityText(Severity severity);

} // namespace diptych
