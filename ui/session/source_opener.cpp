#include "ui/session/source_opener.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSettings>

#include <algorithm>

namespace diptych {

namespace {

const QString kEditor = QStringLiteral("source/editor");
const QString kMappings = QStringLiteral("source/mappings");
const QString kRecorded = QStringLiteral("recorded");
const QString kHere = QStringLiteral("here");
constexpr int kMostMappings = 1000; ///< more are no list that a person wrote

void removeSharedIndentation(QStringList& lines) {
    qsizetype shared = -1;
    for (const QString& line : lines) {
        qsizetype indentation = 0;
        while (indentation < line.size() && line[indentation] == QLatin1Char(' ')) {
            ++indentation;
        }
        if (indentation < line.size()) { // empty lines have none
            shared = shared < 0 ? indentation : std::min(shared, indentation);
        }
    }
    for (QString& line : lines) {
        line.remove(0, std::max<qsizetype>(0, shared));
    }
}

} // namespace

SourcePreferences readSourcePreferences() {
    QSettings settings;
    SourcePreferences preferences;
    preferences.editor = settings.value(kEditor, preferences.editor).toString();
    const int count = std::min(settings.beginReadArray(kMappings), kMostMappings);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        preferences.mappings.push_back(
            {settings.value(kRecorded).toString(), settings.value(kHere).toString()});
    }
    settings.endArray();
    return preferences;
}

void writeSourcePreferences(const SourcePreferences& preferences) {
    QSettings settings;
    settings.setValue(kEditor, preferences.editor);
    settings.remove(kMappings);
    settings.beginWriteArray(kMappings, static_cast<int>(preferences.mappings.size()));
    for (std::size_t i = 0; i < preferences.mappings.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(kRecorded, preferences.mappings[i].recorded);
        settings.setValue(kHere, preferences.mappings[i].here);
    }
    settings.endArray();
}

QString mapSourcePath(const QString& recorded, const std::vector<PathMapping>& mappings) {
    const auto mapping = std::find_if(mappings.begin(), mappings.end(), [&](const PathMapping& entry) {
        return !entry.recorded.isEmpty() && recorded.startsWith(entry.recorded);
    });
    return mapping == mappings.end() ? recorded : mapping->here + recorded.mid(mapping->recorded.size());
}

QStringList editorCommand(const QString& command, const QString& file, int line) {
    // Split first: a path may have spaces.
    QStringList parts = QProcess::splitCommand(command);
    for (QString& part : parts) {
        part.replace(QStringLiteral("{line}"), QString::number(std::max(1, line)));
        part.replace(QStringLiteral("{file}"), file);
    }
    return parts;
}

std::optional<SourceExcerpt> readExcerpt(const QString& path, int line, int around) {
    constexpr qint64 kMostBytes = 4 << 20; // no source file is longer
    constexpr qint64 kMostLine = 4096;
    const QFileInfo info(path);
    if (line < 1 || !info.isFile() || info.size() > kMostBytes) {
        return std::nullopt;
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    SourceExcerpt excerpt;
    excerpt.line = line;
    excerpt.firstLine = std::max(1, line - around);
    for (int number = 1; number <= line + around && !file.atEnd(); ++number) {
        const QByteArray bytes = file.readLine(kMostLine);
        if (bytes.contains('\0')) {
            return std::nullopt;
        }
        if (number >= excerpt.firstLine) {
            QString text = QString::fromUtf8(bytes);
            while (text.endsWith(QLatin1Char('\n')) || text.endsWith(QLatin1Char('\r'))) {
                text.chop(1);
            }
            excerpt.lines.append(text.replace(QLatin1Char('\t'), QStringLiteral("    ")));
        }
    }
    if (excerpt.firstLine + excerpt.lines.size() <= line) {
        return std::nullopt; // another version of the file
    }
    removeSharedIndentation(excerpt.lines);
    return excerpt;
}

std::optional<QString> openSource(const QString& recorded, int line) {
    const SourcePreferences preferences = readSourcePreferences();
    const QString file = mapSourcePath(recorded, preferences.mappings);
    if (!QFileInfo(file).isFile()) {
        return QStringLiteral(
                   "%1 is not on this machine; a path mapping in the preferences can say where it lies")
            .arg(file);
    }
    QStringList command = editorCommand(preferences.editor, file, line);
    if (command.isEmpty()) {
        return QStringLiteral("No editor is set in the preferences");
    }
    const QString program = command.takeFirst();
    if (!QProcess::startDetached(program, command)) {
        return QStringLiteral("The editor %1 did not start").arg(program);
    }
    return std::nullopt;
}

} // namespace diptych
