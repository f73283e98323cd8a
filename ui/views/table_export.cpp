#include "ui/views/table_export.h"

#include "core/export/output_file.h"

namespace diptych {

namespace {

bool looksLikeFormula(const QString& text) {
    return !text.isEmpty() && QStringLiteral("=+-@\t\r").contains(text.at(0));
}

QString csvField(QString text, bool isFigure) {
    if (!isFigure && looksLikeFormula(text)) {
        text.prepend(QLatin1Char('\''));
    }
    const bool needsQuotes = text.contains(QLatin1Char(',')) || text.contains(QLatin1Char('"')) ||
                             text.contains(QLatin1Char('\n')) || text.contains(QLatin1Char('\r'));
    if (!needsQuotes) {
        return text;
    }
    text.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

QString tsvField(QString text) {
    for (const char separator : {'\t', '\n', '\r'}) {
        text.replace(QLatin1Char(separator), QLatin1Char(' '));
    }
    return text;
}

} // namespace

QString tableAsTsv(const Table& table, const TableExcerpt& excerpt) {
    QString text;
    for (const int row : excerpt.rows) {
        QString separator;
        for (const int column : excerpt.columns) {
            text += separator + tsvField(table.rawText(row, column));
            separator = QStringLiteral("\t");
        }
        text += QLatin1Char('\n');
    }
    return text;
}

QByteArray tableAsCsv(const Table& table, const TableExcerpt& excerpt) {
    QString text;
    QString separator;
    for (const int column : excerpt.columns) {
        text += separator + csvField(headerText(table.column(column)), false);
        separator = QStringLiteral(",");
    }
    text += QStringLiteral("\r\n");
    for (const int row : excerpt.rows) {
        separator.clear();
        for (const int column : excerpt.columns) {
            const bool isFigure = std::holds_alternative<double>(table.sortValue(row, column));
            text += separator + csvField(table.rawText(row, column), isFigure);
            separator = QStringLiteral(",");
        }
        text += QStringLiteral("\r\n");
    }
    return text.toUtf8();
}

std::optional<QString> writeTableCsv(const Table& table, const TableExcerpt& excerpt, const QString& path) {
    const Failure failure = writeFile(path.toStdString(), tableAsCsv(table, excerpt).toStdString());
    return failure ? std::optional(QString::fromStdString(describe(*failure))) : std::nullopt;
}

} // namespace diptych
