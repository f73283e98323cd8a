#include "app/source_opener.h"

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

} // namespace

SourcePreferences readSourcePreferences() {
    QSettings settings;
    SourcePreferences preferences;
    preferences.editor = settings.value(kEditor, preferences.editor).toString();
    const int count = settings.beginReadArray(kMappings);
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
