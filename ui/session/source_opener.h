#pragma once
// Opens a frame's source in the user's editor. Files of a trace lie where it was recorded; a path mapping
// says where they lie here. GUI thread.

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace diptych {

struct PathMapping {
    QString recorded; ///< what a path in the trace begins with
    QString here;
};

struct SourcePreferences {
    QString editor = QStringLiteral("code -g {file}:{line}");
    std::vector<PathMapping> mappings; ///< the first that fits is taken
};

[[nodiscard]] SourcePreferences readSourcePreferences();
void writeSourcePreferences(const SourcePreferences& preferences);

/// The path here of a file of a trace.
[[nodiscard]] QString mapSourcePath(const QString& recorded, const std::vector<PathMapping>& mappings);
/// Program and arguments of the editor command; the line is 1 when it is not known.
[[nodiscard]] QStringList editorCommand(const QString& command, const QString& file, int line);
/// Lines of a source file around one of them, without the indentation that all share.
struct SourceExcerpt {
    int firstLine = 1; ///< number of the first of `lines`
    int line = 1;      ///< the one that was asked for
    QStringList lines;
};
/// Empty when the file is not there, is none of text, or is shorter. Blocking; for a worker.
[[nodiscard]] std::optional<SourceExcerpt> readExcerpt(const QString& path, int line, int around);
/// Starts the editor; says why when it could not.
[[nodiscard]] std::optional<QString> openSource(const QString& recorded, int line);

} // namespace diptych
