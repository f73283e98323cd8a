#include "ui/models/class_change_table.h"

#include "ui/models/column_builders.h"
#include "ui/style/name_format.h"

namespace diptych {

namespace {

struct ChangeRow {
    ClassChange change;
    QString name;
    QString label;
    NameFocus focus;
    std::size_t place = 0;
};

Column<ChangeRow> plainColumn(const char* key, const char* title, int width, Text<ChangeRow> text) {
    ColumnInfo info{.key = QLatin1String(key), .title = QLatin1String(title)};
    info.width = width;
    info.stretch = 1;
    return textColumn<ChangeRow>(std::move(info), std::move(text));
}

std::vector<Column<ChangeRow>> changeColumns() {
    std::vector<Column<ChangeRow>> columns;
    columns.push_back(plainColumn("side", "Side", 40, [](const ChangeRow& row) {
        return QString(QLatin1String(sideName(row.change.side)));
    }));
    columns.back().info.stretch = 0;
    ColumnInfo kernel{.key = QStringLiteral("kernel"), .title = QStringLiteral("Kernel")};
    kernel.width = 260;
    kernel.stretch = 4;
    columns.push_back(nameColumn<ChangeRow>(
        std::move(kernel), [](const ChangeRow& row) { return row.label; },
        [](const ChangeRow& row) { return row.name; }, [](const ChangeRow& row) { return row.focus; }));
    columns.push_back(plainColumn("before", "Now", 130, [](const ChangeRow& row) {
        return QString::fromStdString(row.change.before);
    }));
    columns.push_back(plainColumn(
        "after", "Then", 130, [](const ChangeRow& row) { return QString::fromStdString(row.change.after); }));
    ColumnInfo count{.key = QStringLiteral("count"), .title = QStringLiteral("Kernels")};
    count.width = 70;
    columns.push_back(countColumn<ChangeRow>(std::move(count), [](const ChangeRow& row) {
        return std::optional(static_cast<double>(row.change.count));
    }));
    ColumnInfo time{
        .key = QStringLiteral("us"), .title = QStringLiteral("Time"), .unit = QStringLiteral("µs")};
    time.width = 84;
    columns.push_back(timeColumn<ChangeRow>(
        std::move(time), [](const ChangeRow& row) { return std::optional(row.change.ns); }));
    return columns;
}

} // namespace

std::shared_ptr<const Table> classChangeTable(std::vector<ClassChange> changes) {
    auto rows = std::make_shared<std::vector<ChangeRow>>();
    QStringList labels;
    for (ClassChange& change : changes) {
        ChangeRow row;
        row.name = QString::fromStdString(change.name);
        row.label = kernelLabel(change.name);
        row.place = rows->size();
        row.change = std::move(change);
        labels.append(row.label);
        rows->push_back(std::move(row));
    }
    constexpr std::size_t kMostCompared = 500; // names are told apart pair by pair
    if (rows->size() <= kMostCompared) {
        const std::vector<NameFocus> focus = differingParts(labels);
        for (std::size_t i = 0; i < rows->size(); ++i) {
            (*rows)[i].focus = focus[i];
        }
    }
    return std::make_shared<RowTable<ChangeRow>>(
        std::move(rows), changeColumns(), [](const ChangeRow& row) { return QString::number(row.place); },
        [](const ChangeRow& row) { return row.name; });
}

} // namespace diptych
