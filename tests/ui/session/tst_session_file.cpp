// Session files: everything survives writing and reading, what is not known survives too, and files that are
// none say so.

#include "ui/session/session_file.h"

#include "core/analysis/rule_table.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <sys/stat.h>

using namespace diptych;

namespace {

SessionContent fullContent(const QString& folder) {
    SessionContent content;
    content.traces.a = {QString(), folder + QStringLiteral("/traces/a.json.gz"), 12,
                        QDateTime::currentDateTimeUtc()};
    content.traces.b = {QString(), folder + QStringLiteral("/b, ü \"quoted\".json"), -1, {}};
    content.selection.phase = PhaseFilter::Decode;
    content.selection.steps.a = StepRange{2, 9};
    content.selection.analysis.a.rank = 3;
    content.selection.analysis.b.device = 1;
    content.selection.analysis.a.repairNames = content.selection.analysis.b.repairNames = true;
    content.selection.thresholds.operationGapNs = 9'007'199'254'740'993;
    content.selection.thresholds.layerRatio = 1.05;
    RuleTable rules = defaultRules();
    rules.rules.resize(2);
    rules.rules.front().operation = "My own";
    content.rules = rules;
    content.page = Page::Timeline;
    content.operation = QStringLiteral("Dense GEMM");
    content.layer = QStringLiteral("layer 14");
    content.pair = QStringLiteral("layer 14/7");
    content.perStep = false;
    content.notes = {{{NoteTarget::Comparison, {}}, QStringLiteral("slow\nvery"), {}},
                     {{NoteTarget::Pair, QStringLiteral("layer 14/7")},
                      QString::fromUtf8("\xF0\x9F\x98\x80"),
                      {QStringLiteral("Cijk"), QStringLiteral("nvjet")}}};
    return content;
}

QString reasonOf(const QByteArray& text) {
    const Result<SessionContent> content = parseSession(text, QStringLiteral("/x/s.diptych"));
    return content ? QStringLiteral("(it was read)") : QString::fromStdString(describe(content.error()));
}

bool writeBytes(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

QByteArray minimal(const QByteArray& more = {}) {
    return R"({"schema": "diptych.session/1", "a": {"file": "a.json"}, "b": {"file": "b.json"})" + more + "}";
}

// Out of the class, since moc does not know raw strings.
const QByteArray kFieldsOfLater = R"(, "later": {"deep": [1, 2]}, "place": {"page": "layers", "zoom": 3},
            "selection": {"phase": "all", "a": {"lane": 7}},
            "notes": [{"target": "layer", "id": "layer 1", "text": "x", "color": "red"}])";
const QByteArray kTrace = R"({"traceEvents": []})";
const QByteArray kNewerSession = R"({"schema": "diptych.session/7"})";
const QByteArray kRuleFile = R"({"schema": "diptych.rules/1"})";
const QByteArray kOneSided = R"({"schema": "diptych.session/1", "a": {"file": "a.json"}})";
const QByteArray kBrokenRules = R"(, "rules": {"schema": "diptych.rules/1", "rules": [{"pattern": "("}]})";
const QByteArray kWrongTypes = R"(, "selection": [], "thresholds": {"layer_ratio": -1, "layer_gap_ns": "x"},
            "place": {"page": 7, "per_step": "yes"}, "notes": [1, {"text": 3}])";
const QByteArray kNotesOfLater = R"(, "notes": [{"target": "layer", "id": "layer 1", "text": "x"},
            {"target": "stream", "id": "7", "text": "busy"}, {"target": "pair", "id": "p", "text": {"bold": "y"}}])";
const QByteArray kOddTypes = R"(, "selection": {"phase": ["decode"], "a": {"steps": [3, 1], "rank": "x"},
            "b": {"steps": [-1, 99999999999], "device": 1.5}, "names_only": "no"},
            "thresholds": {"layer_ratio": 1e999, "improve_ratio": null, "layer_gap_ns": 1e300},
            "place": {"page": "kitchen", "layer": {"x": 1}, "per_step": null}, "rules": [], "notes": {"a": 1})";
const QByteArray kRulesElsewhere = R"(, "rules": {"file": "rules.csv"})";

} // namespace

class TestSessionFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everythingSurvives() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("deep/s.diptych"));
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("deep")));
        const SessionContent before = fullContent(folder.path());
        QVERIFY(!writeSession(before, path));
        const Result<SessionContent> read = readSession(path);
        QVERIFY2(read.isOk(), read ? "" : describe(read.error()).c_str());
        const SessionContent& after = read.value();
        QCOMPARE(after.traces.a.relativePath, QStringLiteral("../traces/a.json.gz"));
        QCOMPARE(after.traces.a.absolutePath, before.traces.a.absolutePath);
        QCOMPARE(after.traces.a.bytes, std::int64_t(12));
        QCOMPARE(after.traces.a.modified, before.traces.a.modified);
        QVERIFY(!after.traces.b.modified.isValid());
        QCOMPARE(after.selection.phase, PhaseFilter::Decode);
        QVERIFY(after.selection.steps == before.selection.steps);
        QVERIFY(after.selection.analysis == before.selection.analysis);
        QVERIFY(after.selection.thresholds == before.selection.thresholds);
        QVERIFY(after.rules.has_value());
        QVERIFY(after.rules->rules == before.rules->rules);
        QCOMPARE(after.page, Page::Timeline);
        QCOMPARE(after.operation, before.operation);
        QCOMPARE(after.layer, before.layer);
        QCOMPARE(after.pair, before.pair);
        QVERIFY(!after.perStep);
        QVERIFY(after.notes == before.notes);
        QCOMPARE(sessionText(after, path), sessionText(before, path)); // written again it is the same
    }

    void whatIsNotKnownSurvives() {
        const QByteArray text = minimal(kFieldsOfLater);
        Result<SessionContent> read = parseSession(text, QStringLiteral("/x/s.diptych"));
        QVERIFY(read.isOk());
        read.value().notes.front().text = QStringLiteral("changed");
        read.value().page = Page::Summary;
        const QJsonObject written =
            QJsonDocument::fromJson(sessionText(read.value(), QStringLiteral("/x/s.diptych"))).object();
        QCOMPARE(
            written.value(QStringLiteral("later")).toObject().value(QStringLiteral("deep")).toArray().size(),
            2);
        QCOMPARE(written.value(QStringLiteral("place")).toObject().value(QStringLiteral("zoom")).toInt(), 3);
        QCOMPARE(written.value(QStringLiteral("place")).toObject().value(QStringLiteral("page")).toString(),
                 QStringLiteral("summary"));
        QCOMPARE(written.value(QStringLiteral("selection"))
                     .toObject()
                     .value(QStringLiteral("a"))
                     .toObject()
                     .value(QStringLiteral("lane"))
                     .toInt(),
                 7);
        const QJsonObject note = written.value(QStringLiteral("notes")).toArray().at(0).toObject();
        QCOMPARE(note.value(QStringLiteral("color")).toString(), QStringLiteral("red"));
        QCOMPARE(note.value(QStringLiteral("text")).toString(), QStringLiteral("changed"));
    }

    void notesOfANewerProgramSurvive() {
        const QString path = QStringLiteral("/x/s.diptych");
        Result<SessionContent> read = parseSession(minimal(kNotesOfLater), path);
        QVERIFY(read.isOk());
        QCOMPARE(read.value().notes.size(), std::size_t(1)); // the others are none that this program knows
        read.value().notes.front().text = QStringLiteral("changed");
        const QJsonArray notes = QJsonDocument::fromJson(sessionText(read.value(), path))
                                     .object()
                                     .value(QStringLiteral("notes"))
                                     .toArray();
        QCOMPARE(notes.size(), 3);
        QCOMPARE(notes.at(0).toObject().value(QStringLiteral("text")).toString(), QStringLiteral("changed"));
        QCOMPARE(notes.at(1).toObject().value(QStringLiteral("target")).toString(), QStringLiteral("stream"));
        QVERIFY(notes.at(2).toObject().value(QStringLiteral("text")).isObject());
    }

    /// Whatever is done to a session, reading it ends, and what can be read can be written and read again.
    void damageIsSurvived_data() {
        QTest::addColumn<QByteArray>("text");
        const QByteArray whole =
            sessionText(fullContent(QStringLiteral("/x")), QStringLiteral("/x/s.diptych"));
        for (qsizetype cut = 0; cut < whole.size(); cut += std::max<qsizetype>(1, whole.size() / 60)) {
            QTest::addRow("cut at %lld", static_cast<long long>(cut)) << whole.left(cut);
            QByteArray torn = whole;
            torn[cut] = '\0';
            QTest::addRow("zero at %lld", static_cast<long long>(cut)) << torn;
        }
        QTest::newRow("odd types") << minimal(kOddTypes);
        QTest::newRow("zeros only") << QByteArray(4096, '\0');
        QTest::newRow("deep") << minimal(", \"later\": " + QByteArray(100'000, '['));
        QTest::newRow("zero in a name") << QByteArray(minimal()).replace("a.json", "a\\u0000.json");
        QTest::newRow("not UTF-8") << QByteArray(minimal()).replace("a.json", "a\xFF.json");
        QTest::newRow("a number for a path") << QByteArray(minimal()).replace("\"a.json\"", "17");
        QTest::newRow("many notes") << minimal(
            ", \"notes\": [" + QByteArray("{\"target\": \"layer\", \"text\": \"x\"},").repeated(20'000) +
            "1]");
    }
    void damageIsSurvived() {
        QFETCH(QByteArray, text);
        const QString path = QStringLiteral("/nonexistent/s.diptych");
        const Result<SessionContent> read = parseSession(text, path);
        if (!read) {
            QVERIFY(!read.error().reason.empty());
            QCOMPARE(read.error().file, path.toStdString());
            return;
        }
        const SessionContent& content = read.value();
        QVERIFY(content.selection.thresholds.layerRatio > 0 && content.selection.thresholds.layerRatio < 1e9);
        for (const Side side : kSides) {
            const std::optional<StepRange>& steps = content.selection.steps[side];
            QVERIFY(!steps || steps->first <= steps->last);
            static_cast<void>(locateTrace(content.traces[side], path));
        }
        QVERIFY(parseSession(sessionText(content, path), path).isOk());
    }

    void whatIsNoFileIsRefused() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("pipe"));
        if (::mkfifo(path.toLocal8Bit().constData(), 0600) != 0) {
            QSKIP("there are no pipes here");
        }
        QVERIFY(!readSession(path)); // and nobody waits for somebody who writes to it
        QVERIFY(!readSession(folder.path()));
        QVERIFY(!readSession(folder.filePath(QStringLiteral("absent"))));
        const QString large = folder.filePath(QStringLiteral("large"));
        QFile file(large);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64{65} << 20));
        const Result<SessionContent> read = readSession(large);
        QVERIFY(!read && describe(read.error()).find("too large") != std::string::npos);
    }

    void smallFilesHaveDefaults() {
        const Result<SessionContent> read = parseSession(minimal(), QStringLiteral("/x/s.diptych"));
        QVERIFY(read.isOk());
        QVERIFY(!read.value().rules);
        QVERIFY(read.value().selection.thresholds == Thresholds());
        QCOMPARE(read.value().page, Page::Summary);
        QVERIFY(read.value().perStep);
    }

    void otherFilesSayWhatTheyAre_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const QByteArray& text, const QString& reason) {
            QTest::newRow(name) << text << reason;
        };
        row("empty", "", QStringLiteral("no Diptych session"));
        row("cut", minimal().chopped(9), QStringLiteral("at byte"));
        row("no JSON", "PK\x03\x04", QStringLiteral("no Diptych session"));
        row("a trace", kTrace, QStringLiteral("no Diptych session"));
        row("an array", "[]", QStringLiteral("no Diptych session"));
        row("newer", kNewerSession, QStringLiteral("newer Diptych, in session format 7"));
        row("other schema", kRuleFile, QStringLiteral("no Diptych session"));
        row("no trace", kOneSided, QStringLiteral("names no trace for B"));
        row("broken rules", minimal(kBrokenRules), QStringLiteral("rule"));
    }
    void otherFilesSayWhatTheyAre() {
        QFETCH(QByteArray, text);
        QFETCH(QString, reason);
        const QString said = reasonOf(text);
        QVERIFY2(said.contains(reason, Qt::CaseInsensitive), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("s.diptych")), qPrintable(said));
    }

    void wrongTypesAreNoDanger() {
        const QByteArray text = minimal(kWrongTypes);
        const Result<SessionContent> read = parseSession(text, QStringLiteral("/x/s.diptych"));
        QVERIFY(read.isOk());
        QVERIFY(read.value().selection.thresholds == Thresholds());
    }

    void tracesAreFound() {
        const QTemporaryDir folder;
        const QDir dir(folder.path());
        QVERIFY(dir.mkpath(QStringLiteral("sub")) && dir.mkpath(QStringLiteral("other")));
        const QString session = dir.filePath(QStringLiteral("sub/s.diptych"));
        const QString file = dir.filePath(QStringLiteral("sub/t.json"));
        QVERIFY(writeBytes(file, "12345"));
        SessionTrace trace = sessionTraceOf(file);
        trace.relativePath = QStringLiteral("t.json");
        QCOMPARE(trace.bytes, std::int64_t(5));
        QCOMPARE(locateTrace(trace, session).whereabouts, TraceWhereabouts::Found);

        // The folder was moved as a whole: the relative path finds it.
        SessionTrace moved = trace;
        moved.absolutePath = QStringLiteral("/nonexistent/t.json");
        QCOMPARE(locateTrace(moved, session).path, file);
        QCOMPARE(locateTrace(moved, session).whereabouts, TraceWhereabouts::Found);

        // The session alone was moved: the absolute path does.
        QCOMPARE(locateTrace(trace, dir.filePath(QStringLiteral("other/s.diptych"))).path, file);

        QVERIFY(writeBytes(file, "123456"));
        QCOMPARE(locateTrace(trace, session).whereabouts, TraceWhereabouts::Changed);

        SessionTrace gone = trace;
        gone.relativePath = QStringLiteral("../away/t.json");
        gone.absolutePath = QStringLiteral("/nonexistent/t.json");
        QCOMPARE(locateTrace(gone, session).whereabouts, TraceWhereabouts::Moved); // lies beside the session
        QVERIFY(QFile::remove(file));
        QCOMPARE(locateTrace(gone, session).whereabouts, TraceWhereabouts::Missing);
        QVERIFY(locateTrace(gone, session).path.endsWith(QStringLiteral("away/t.json")));
    }

    void cannotWrite_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("no folder") << QStringLiteral("/nonexistent/s.diptych");
        QTest::newRow("a folder") << QDir::tempPath();
        QTest::newRow("full disk") << QStringLiteral("/dev/full");
    }
    void cannotWrite() {
        QFETCH(QString, path);
        const Failure failure = writeSession(fullContent(QStringLiteral("/x")), path);
        QVERIFY(failure);
        QVERIFY(describe(*failure).find(path.toStdString()) != std::string::npos);
    }

    void rulesMayStandInAFile() {
        const QTemporaryDir folder;
        QVERIFY(writeBytes(folder.filePath(QStringLiteral("rules.csv")), "category,pattern\ngemm,mine\n"));
        const QString path = folder.filePath(QStringLiteral("s.diptych"));
        QVERIFY(writeBytes(path, minimal(kRulesElsewhere)));
        const Result<SessionContent> read = readSession(path);
        QVERIFY2(read.isOk(), read ? "" : describe(read.error()).c_str());
        QVERIFY(read.value().rules.has_value());
        QCOMPARE(read.value().rules->rules.front().pattern, std::string("mine"));

        const auto rulesIn = [](const QByteArray& text) {
            return QJsonDocument::fromJson(text).object().value(QStringLiteral("rules")).toObject();
        };
        SessionContent content = read.value();
        QCOMPARE(rulesIn(sessionText(content, path)).value(QStringLiteral("file")).toString(),
                 QStringLiteral("rules.csv")); // the file stays named
        const QByteArray elsewhere = sessionText(content, QStringLiteral("/elsewhere/s.diptych"));
        QVERIFY(!rulesIn(elsewhere).contains(QStringLiteral("file"))); // where there is none
        QVERIFY(rulesIn(elsewhere).contains(QStringLiteral("rules")));
        content.rules->rules.front().pattern = "changed";
        QVERIFY(!rulesIn(sessionText(content, path)).contains(QStringLiteral("file")));
    }
};

DIPTYCH_TEST(TestSessionFile)
#include "tst_session_file.moc"
