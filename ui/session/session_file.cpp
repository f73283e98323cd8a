#include "ui/session/session_file.h"

#include "core/analysis/rule_table.h"
#include "core/export/output_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>

namespace diptych {

namespace {

const QString kSchemaName = QStringLiteral("diptych.session/");
constexpr int kSchemaVersion = 1;
constexpr qint64 kMostBytes = qint64{64} << 20; ///< a session is small; anything else is a mistake

struct PageName {
    Page page;
    const char* name;
};
constexpr std::array<PageName, 12> kPageNames{{{Page::Welcome, "welcome"},
                                               {Page::Summary, "summary"},
                                               {Page::Layers, "layers"},
                                               {Page::Operations, "operations"},
                                               {Page::SameKernels, "same_kernels"},
                                               {Page::Fusion, "fusion"},
                                               {Page::LaunchCounts, "launch_counts"},
                                               {Page::Budget, "budget"},
                                               {Page::Modules, "modules"},
                                               {Page::Timeline, "timeline"},
                                               {Page::Report, "report"},
                                               {Page::Health, "health"}}};
static_assert(kPageNames.size() == static_cast<std::size_t>(Page::Health) + 1,
              "every page has a name in sessions");

QString key(Side side) {
    return side == Side::A ? QStringLiteral("a") : QStringLiteral("b");
}

Error cannotRead(const QString& path, const QString& reason, const QString& remedy = {},
                 std::optional<std::uint64_t> byte = {}) {
    return {ErrorCode::CannotOpen, path.toStdString(), byte, reason.toStdString(), remedy.toStdString()};
}

// ---- reading

std::optional<std::int64_t> integerIn(const QJsonObject& object, const char* name) {
    const QJsonValue value = object.value(QLatin1String(name));
    return value.isDouble() ? std::optional<std::int64_t>(value.toInteger()) : std::nullopt;
}

SessionTrace readTrace(const QJsonObject& object) {
    SessionTrace trace;
    trace.relativePath = object.value(QStringLiteral("file")).toString();
    trace.absolutePath = object.value(QStringLiteral("absolute")).toString();
    trace.bytes = integerIn(object, "bytes").value_or(-1);
    trace.modified =
        QDateTime::fromString(object.value(QStringLiteral("modified")).toString(), Qt::ISODateWithMs);
    return trace;
}

std::optional<StepRange> readSteps(const QJsonValue& value) {
    const QJsonArray ends = value.toArray();
    const qint64 first = ends.at(0).toInteger(-1);
    const qint64 last = ends.at(1).toInteger(-1);
    constexpr qint64 kHighest = 0xFFFFFFFF;
    if (ends.size() != 2 || first < 0 || last < first || last > kHighest) {
        return std::nullopt;
    }
    return StepRange{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)};
}

PhaseFilter readPhase(const QString& name) {
    for (const PhaseFilter phase :
         {PhaseFilter::All, PhaseFilter::Prefill, PhaseFilter::Decode, PhaseFilter::Mixed}) {
        const std::string_view known = phaseFilterName(phase);
        if (name == QLatin1String(known.data(), static_cast<qsizetype>(known.size()))) {
            return phase;
        }
    }
    return PhaseFilter::All;
}

SessionSelection readSelection(const QJsonObject& object) {
    SessionSelection selection;
    selection.phase = readPhase(object.value(QStringLiteral("phase")).toString());
    for (const Side side : kSides) {
        const QJsonObject own = object.value(key(side)).toObject();
        selection.steps[side] = readSteps(own.value(QStringLiteral("steps")));
        selection.analysis[side].rank = integerIn(own, "rank");
        selection.analysis[side].device = integerIn(own, "device");
        selection.analysis[side].namesOnly = object.value(QStringLiteral("names_only")).toBool();
        selection.analysis[side].repairNames = object.value(QStringLiteral("repair_names")).toBool();
    }
    return selection;
}

Thresholds readThresholds(const QJsonObject& object) {
    Thresholds thresholds;
    thresholds.operationGapNs = integerIn(object, "operation_gap_ns");
    thresholds.layerGapNs = integerIn(object, "layer_gap_ns").value_or(thresholds.layerGapNs);
    const auto ratio = [&](const char* name, double& target) {
        const double value = object.value(QLatin1String(name)).toDouble(target);
        target = value > 0 ? value : target;
    };
    ratio("layer_ratio", thresholds.layerRatio);
    ratio("improve_ratio", thresholds.improveRatio);
    ratio("count_ratio", thresholds.countRatio);
    return thresholds;
}

void readPlace(const QJsonObject& object, SessionContent& content) {
    const QString name = object.value(QStringLiteral("page")).toString();
    const auto known = std::find_if(kPageNames.begin(), kPageNames.end(),
                                    [&](const PageName& page) { return name == QLatin1String(page.name); });
    content.page = known == kPageNames.end() ? Page::Summary : known->page;
    content.operation = object.value(QStringLiteral("operation")).toString();
    content.layer = object.value(QStringLiteral("layer")).toString();
    content.pair = object.value(QStringLiteral("pair")).toString();
    content.perStep = object.value(QStringLiteral("per_step")).toBool(true);
}

/// Empty for what is no note of this format: a newer program's, or damage.
std::optional<Note> readNote(const QJsonValue& value) {
    const QJsonObject object = value.toObject();
    const QString target = object.value(QStringLiteral("target")).toString();
    Note note;
    note.place.target = noteTargetOf(target);
    if (noteTargetName(note.place.target) != target) {
        return std::nullopt;
    }
    note.place.id = object.value(QStringLiteral("id")).toString();
    note.text = object.value(QStringLiteral("text")).toString();
    const QJsonObject names = object.value(QStringLiteral("names")).toObject();
    for (const Side side : kSides) {
        note.names[side] = names.value(key(side)).toString();
    }
    return note.text.isEmpty() ? std::nullopt : std::optional(note);
}

/// Rules stand in the session, or in a file that it names.
Result<std::optional<RuleTable>> readRules(const QJsonObject& object, const QString& path) {
    if (object.isEmpty()) {
        return std::optional<RuleTable>();
    }
    const QString file = object.value(QStringLiteral("file")).toString();
    Result<RuleTable> rules =
        file.isEmpty() ? parseRules(QJsonDocument(object).toJson().toStdString(), path.toStdString())
                       : loadRules(QFileInfo(path).dir().absoluteFilePath(file).toStdString());
    if (!rules) {
        return rules.error();
    }
    return std::optional(std::move(rules).value());
}

std::optional<Error> checkSchema(const QJsonObject& object, const QString& path) {
    const QString schema = object.value(QStringLiteral("schema")).toString();
    bool isNumber = false;
    const int version = schema.mid(kSchemaName.size()).toInt(&isNumber);
    if (!schema.startsWith(kSchemaName) || !isNumber) {
        return cannotRead(path, QStringLiteral("this is no Diptych session"));
    }
    if (version > kSchemaVersion) {
        return cannotRead(
            path,
            QStringLiteral("it was written by a newer Diptych, in session format %1; this one reads "
                           "format %2")
                .arg(version)
                .arg(kSchemaVersion),
            QStringLiteral("Install the newer Diptych"));
    }
    return std::nullopt;
}

// ---- writing

/// What stood there before, with the members of `known` in it: what is not known stays.
QJsonObject merged(QJsonObject before, const QJsonObject& known) {
    for (auto member = known.begin(); member != known.end(); ++member) {
        const QJsonValue old = before.value(member.key());
        before.insert(member.key(), member.value().isObject() && old.isObject()
                                        ? QJsonValue(merged(old.toObject(), member.value().toObject()))
                                        : member.value());
    }
    return before;
}

template <class Integer>
QJsonValue valueOf(const std::optional<Integer>& number) {
    return number ? QJsonValue(static_cast<qint64>(*number)) : QJsonValue(QJsonValue::Null);
}

QJsonObject traceObject(const SessionTrace& trace, const QString& path) {
    QJsonObject object;
    const QString relative = trace.absolutePath.isEmpty()
                                 ? trace.relativePath
                                 : QFileInfo(path).absoluteDir().relativeFilePath(trace.absolutePath);
    object.insert(QStringLiteral("file"), relative);
    object.insert(QStringLiteral("absolute"), trace.absolutePath);
    object.insert(QStringLiteral("bytes"), static_cast<qint64>(trace.bytes));
    object.insert(QStringLiteral("modified"),
                  trace.modified.isValid() ? QJsonValue(trace.modified.toUTC().toString(Qt::ISODateWithMs))
                                           : QJsonValue(QJsonValue::Null));
    return object;
}

QJsonObject selectionObject(const SessionSelection& selection) {
    QJsonObject object;
    const std::string_view phase = phaseFilterName(selection.phase);
    object.insert(QStringLiteral("phase"),
                  QString::fromUtf8(phase.data(), static_cast<qsizetype>(phase.size())));
    for (const Side side : kSides) {
        const std::optional<StepRange>& steps = selection.steps[side];
        QJsonObject own;
        own.insert(QStringLiteral("steps"), steps ? QJsonValue(QJsonArray{static_cast<qint64>(steps->first),
                                                                          static_cast<qint64>(steps->last)})
                                                  : QJsonValue(QJsonValue::Null));
        own.insert(QStringLiteral("rank"), valueOf(selection.analysis[side].rank));
        own.insert(QStringLiteral("device"), valueOf(selection.analysis[side].device));
        object.insert(key(side), own);
    }
    object.insert(QStringLiteral("names_only"), selection.analysis.a.namesOnly);
    object.insert(QStringLiteral("repair_names"), selection.analysis.a.repairNames);
    return object;
}

QJsonObject thresholdsObject(const Thresholds& thresholds) {
    QJsonObject object;
    object.insert(QStringLiteral("operation_gap_ns"), valueOf(thresholds.operationGapNs));
    object.insert(QStringLiteral("layer_gap_ns"), static_cast<qint64>(thresholds.layerGapNs));
    object.insert(QStringLiteral("layer_ratio"), thresholds.layerRatio);
    object.insert(QStringLiteral("improve_ratio"), thresholds.improveRatio);
    object.insert(QStringLiteral("count_ratio"), thresholds.countRatio);
    return object;
}

QJsonObject placeObject(const SessionContent& content) {
    const auto known = std::find_if(kPageNames.begin(), kPageNames.end(),
                                    [&](const PageName& page) { return page.page == content.page; });
    QJsonObject object;
    object.insert(QStringLiteral("page"), QLatin1String(known->name));
    object.insert(QStringLiteral("operation"), content.operation);
    object.insert(QStringLiteral("layer"), content.layer);
    object.insert(QStringLiteral("pair"), content.pair);
    object.insert(QStringLiteral("per_step"), content.perStep);
    return object;
}

QJsonObject noteObject(const Note& note) {
    QJsonObject names;
    for (const Side side : kSides) {
        names.insert(key(side), note.names[side]);
    }
    QJsonObject object;
    object.insert(QStringLiteral("target"), noteTargetName(note.place.target));
    object.insert(QStringLiteral("id"), note.place.id);
    object.insert(QStringLiteral("text"), note.text);
    object.insert(QStringLiteral("names"), names);
    return object;
}

/// A note keeps what a newer program wrote beside it as long as it stays at its place; what this program
/// cannot read as a note stays too.
QJsonArray notesArray(const std::vector<Note>& notes, const QJsonArray& before) {
    QJsonArray array;
    for (const Note& note : notes) {
        QJsonObject object = noteObject(note);
        for (const QJsonValue& old : before) {
            const std::optional<Note> read = readNote(old);
            if (read && read->place == note.place) {
                object = merged(old.toObject(), object);
                break;
            }
        }
        array.append(object);
    }
    std::copy_if(before.begin(), before.end(), std::back_inserter(array),
                 [](const QJsonValue& old) { return old.isObject() && !readNote(old); });
    return array;
}

/// The rules as they stood in the session where they still are those: a file that is named stays named, and
/// what a newer program wrote beside them stays.
QJsonValue rulesValue(const std::optional<RuleTable>& rules, const QJsonObject& before, const QString& path) {
    if (!rules) {
        return QJsonValue::Null;
    }
    const Result<std::optional<RuleTable>> old = readRules(before, path);
    return old && old.value() == rules
               ? QJsonValue(before)
               : QJsonValue(QJsonDocument::fromJson(QByteArray::fromStdString(writeRules(*rules))).object());
}

bool isSameFile(const SessionTrace& trace, const QFileInfo& file) {
    const bool isSameSize = trace.bytes < 0 || trace.bytes == file.size();
    const bool isSameTime = !trace.modified.isValid() || trace.modified == file.lastModified();
    return isSameSize && isSameTime;
}

} // namespace

Result<SessionContent> parseSession(const QByteArray& text, const QString& path) {
    QJsonParseError fault{};
    const QJsonDocument document = QJsonDocument::fromJson(text, &fault);
    if (fault.error != QJsonParseError::NoError) {
        return cannotRead(
            path, QStringLiteral("this is no Diptych session, or a damaged one: ") + fault.errorString(), {},
            static_cast<std::uint64_t>(fault.offset));
    }
    const QJsonObject object = document.object();
    if (const auto error = checkSchema(object, path)) {
        return *error;
    }
    SessionContent content;
    content.asRead = object;
    for (const Side side : kSides) {
        content.traces[side] = readTrace(object.value(key(side)).toObject());
        if (content.traces[side].relativePath.isEmpty() && content.traces[side].absolutePath.isEmpty()) {
            return cannotRead(path, QStringLiteral("the session names no trace for ") +
                                        QLatin1String(sideName(side)));
        }
    }
    content.selection = readSelection(object.value(QStringLiteral("selection")).toObject());
    content.selection.thresholds = readThresholds(object.value(QStringLiteral("thresholds")).toObject());
    readPlace(object.value(QStringLiteral("place")).toObject(), content);
    for (const QJsonValue& note : object.value(QStringLiteral("notes")).toArray()) {
        if (std::optional<Note> read = readNote(note)) {
            content.notes.push_back(std::move(*read));
        }
    }
    Result<std::optional<RuleTable>> rules =
        readRules(object.value(QStringLiteral("rules")).toObject(), path);
    if (!rules) {
        return rules.error();
    }
    content.rules = std::move(rules).value();
    return content;
}

Result<SessionContent> readSession(const QString& path) {
    QFile file(path);
    const QFileInfo info(path);
    if (info.isDir()) {
        return cannotRead(path, QStringLiteral("this is a folder"));
    }
    if (info.exists() && !info.isFile()) { // a pipe would let the window wait
        return cannotRead(path, QStringLiteral("this is no ordinary file"));
    }
    if (!file.open(QIODevice::ReadOnly)) {
        return cannotRead(path, QStringLiteral("cannot be opened: ") + file.errorString());
    }
    if (file.size() > kMostBytes) {
        return cannotRead(path, QStringLiteral("this is too large for a session"),
                          QStringLiteral("Open a trace as A or B"));
    }
    return parseSession(file.readAll(), path);
}

QByteArray sessionText(const SessionContent& content, const QString& path) {
    QJsonObject known;
    known.insert(QStringLiteral("schema"), kSchemaName + QString::number(kSchemaVersion));
    for (const Side side : kSides) {
        known.insert(key(side), traceObject(content.traces[side], path));
    }
    known.insert(QStringLiteral("selection"), selectionObject(content.selection));
    known.insert(QStringLiteral("thresholds"), thresholdsObject(content.selection.thresholds));
    known.insert(QStringLiteral("place"), placeObject(content));
    QJsonObject whole = merged(content.asRead, known);
    const QJsonArray before = content.asRead.value(QStringLiteral("notes")).toArray();
    whole.insert(QStringLiteral("notes"), notesArray(content.notes, before));
    whole.insert(QStringLiteral("rules"),
                 rulesValue(content.rules, content.asRead.value(QStringLiteral("rules")).toObject(), path));
    return QJsonDocument(whole).toJson();
}

Failure writeSession(const SessionContent& content, const QString& path) {
    return writeFile(path.toStdString(), sessionText(content, path).toStdString());
}

SessionTrace sessionTraceOf(const QString& path) {
    const QFileInfo file(path);
    SessionTrace trace;
    trace.absolutePath = file.absoluteFilePath();
    if (file.exists()) {
        trace.bytes = file.size();
        trace.modified = file.lastModified();
    }
    return trace;
}

LocatedTrace locateTrace(const SessionTrace& trace, const QString& sessionPath) {
    const QDir folder = QFileInfo(sessionPath).absoluteDir();
    QStringList places;
    if (!trace.relativePath.isEmpty()) {
        places.append(QDir::cleanPath(folder.absoluteFilePath(trace.relativePath)));
    }
    if (!trace.absolutePath.isEmpty()) {
        places.append(trace.absolutePath);
    }
    for (const QString& place : places) {
        const QFileInfo file(place);
        if (file.isFile()) {
            return {place, isSameFile(trace, file) ? TraceWhereabouts::Found : TraceWhereabouts::Changed};
        }
    }
    const QString nearby = folder.absoluteFilePath(QFileInfo(places.value(0)).fileName());
    return QFileInfo(nearby).isFile() ? LocatedTrace{nearby, TraceWhereabouts::Moved}
                                      : LocatedTrace{places.value(0), TraceWhereabouts::Missing};
}

} // namespace diptych
