#include "ui/models/health_table.h"

#include "ui/models/column_builders.h"
#include "ui/style/sentence.h"

#include <QHash>

namespace diptych {

namespace {

struct HealthRow {
    std::shared_ptr<const Comparison> comparison; ///< that holds the diagnostic
    const Diagnostic* diagnostic = nullptr;
    QString id;
};

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

QString sidesText(const Diagnostic& diagnostic) {
    return diagnostic.side ? QString::fromLatin1(sideName(*diagnostic.side)) : QStringLiteral("A, B");
}

std::optional<double> byteOf(const Diagnostic& diagnostic) {
    return diagnostic.byte ? std::optional(static_cast<double>(*diagnostic.byte)) : std::nullopt;
}

Column<HealthRow> severityColumn() {
    ColumnInfo info{.key = healthcolumn::kSeverity, .title = QStringLiteral("Severity")};
    info.width = 124;
    auto column = textColumn<HealthRow>(
        std::move(info), [](const HealthRow& row) { return severityText(row.diagnostic->severity); });
    column.info.kind = CellKind::Severity;
    column.sort = [](const HealthRow& row) {
        return sortNumber(std::optional(static_cast<int>(row.diagnostic->severity)));
    };
    return column;
}

Column<HealthRow> meaningColumn() {
    ColumnInfo info{.key = healthcolumn::kMeaning,
                    .title = QStringLiteral("What was found, and what it means for the figures")};
    info.width = 400;
    info.stretch = 1;
    info.kind = CellKind::Sentence;
    return textColumn<HealthRow>(std::move(info),
                                 [](const HealthRow& row) { return asSentence(row.diagnostic->message); });
}

/// Whole numbers, as raw text without their spaces.
Column<HealthRow> numberColumn(ColumnInfo info, Number<HealthRow> number) {
    info.width = 110;
    Column<HealthRow> column;
    column.info = std::move(info);
    column.text = [number](const HealthRow& row) {
        const std::optional<double> value = number(row);
        return value ? formatCount(static_cast<std::uint64_t>(*value)) : notApplicable();
    };
    column.sort = [number](const HealthRow& row) { return sortNumber(number(row)); };
    column.raw = [number](const HealthRow& row) { return rawNumber(number(row)); };
    return column;
}

std::vector<Column<HealthRow>> healthColumns() {
    std::vector<Column<HealthRow>> columns;
    columns.push_back(severityColumn());
    ColumnInfo side{.key = healthcolumn::kSide, .title = QStringLiteral("Side")};
    side.width = 56;
    columns.push_back(textColumn<HealthRow>(std::move(side),
                                            [](const HealthRow& row) { return sidesText(*row.diagnostic); }));
    columns.back().info.kind = CellKind::Side;
    columns.push_back(meaningColumn());
    columns.push_back(numberColumn(
        {.key = healthcolumn::kCount, .title = QStringLiteral("Count")},
        [](const HealthRow& row) { return std::optional(static_cast<double>(row.diagnostic->count)); }));
    ColumnInfo byte{.key = healthcolumn::kByte, .title = QStringLiteral("First at byte")};
    byte.explanation = QStringLiteral("In the decompressed text");
    byte.givesWay = true;
    columns.push_back(
        numberColumn(std::move(byte), [](const HealthRow& row) { return byteOf(*row.diagnostic); }));
    ColumnInfo code{.key = healthcolumn::kCode, .title = QStringLiteral("Code")};
    code.explanation = QStringLiteral("Under which the guide explains it");
    code.width = 150;
    code.isShownAtFirst = false;
    columns.push_back(textColumn<HealthRow>(
        std::move(code), [](const HealthRow& row) { return QString::fromStdString(row.diagnostic->code); }));
    return columns;
}

} // namespace

std::shared_ptr<const Table> healthTable(const std::shared_ptr<const Comparison>& comparison) {
    auto rows = std::make_shared<std::vector<HealthRow>>();
    QHash<QString, int> seen;
    static const Diagnostics kNone;
    for (const Diagnostic& diagnostic : comparison ? comparison->diagnostics : kNone) {
        const QString id = QString::fromStdString(diagnostic.code) + QLatin1Char('/') + sidesText(diagnostic);
        rows->push_back({comparison, &diagnostic, QStringLiteral("%1/%2").arg(id).arg(seen[id]++)});
    }
    return std::make_shared<RowTable<HealthRow>>(
        std::move(rows), healthColumns(), [](const HealthRow& row) { return row.id; },
        [](const HealthRow& row) {
            return QStringList{severityText(row.diagnostic->severity), asSentence(row.diagnostic->message),
                               QString::fromStdString(row.diagnostic->code)}
                .join(QLatin1Char('\n'));
        });
}

QString codeOfHealthRow(const QString& id) {
    return id.section(QLatin1Char('/'), 0, 0);
}

} // namespace diptych
