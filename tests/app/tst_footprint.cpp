// What the program leaves behind: nothing but the outputs it was told, its settings and its cache; no
// network; and two of it at once do each other no harm. The program runs as a process of its own in folders
// of its own; for the window this test starts itself again, for only from within can a window be closed.

#include "app/sample_files.h"
#include "app/settings.h"
#include "app/window_main.h"
#include "tests/support/test_program.h"

#include <QApplication>
#include <QDirIterator>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace diptych;

namespace {

constexpr int kPatience = 60'000;
constexpr auto kSampleA = DIPTYCH_SOURCE_DIR "/resources/sample/qwen2_7b_decode.mi300x.json.gz";
constexpr auto kSampleB = DIPTYCH_SOURCE_DIR "/resources/sample/qwen2_7b_decode.h100.json.gz";

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// The folders of a user that has run nothing yet.
class Home {
public:
    Home() {
        for (const char* const name : {"home", "config", "cache", "data", "runtime", "tmp", "work"}) {
            QDir(m_folder.path()).mkdir(QLatin1String(name));
        }
        QFile::setPermissions(path("runtime"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    [[nodiscard]] QString settingsFile() const { return path("config/Diptych/diptych.conf"); }

    /// Every file below, by its place; what libraries keep in the cache is not counted.
    [[nodiscard]] QStringList files() const {
        QStringList files;
        QDirIterator all(m_folder.path(), QDir::Files | QDir::Hidden | QDir::System,
                         QDirIterator::Subdirectories);
        while (all.hasNext()) {
            const QString file = QDir(m_folder.path()).relativeFilePath(all.next());
            if (!file.startsWith(QLatin1String("cache/")) ||
                file.startsWith(QLatin1String("cache/Diptych/"))) {
                files << file;
            }
        }
        files.sort();
        return files;
    }

    void start(QProcess& process, const QString& program, const QStringList& arguments) const {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("HOME"), path("home"));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), path("config"));
        environment.insert(QStringLiteral("XDG_CACHE_HOME"), path("cache"));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), path("data"));
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), path("runtime"));
        environment.insert(QStringLiteral("TMPDIR"), path("tmp"));
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(path("work"));
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(program, arguments);
    }

private:
    QTemporaryDir m_folder;
};

/// The process's exit status; -1 when it crashed or came to no end.
int statusOf(QProcess& process) {
    if (!process.waitForFinished(kPatience)) {
        process.kill();
        process.waitForFinished();
        return -1;
    }
    return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

int run(const Home& home, const QString& program, const QStringList& arguments) {
    QProcess process;
    home.start(process, program, arguments);
    const int status = statusOf(process);
    if (status != 0) {
        qInfo().noquote() << process.readAll();
    }
    return status;
}

QStringList windowArguments(const char* a, const char* b) {
    return {QLatin1String(a), QLatin1String(b)};
}

QString windowProgram() {
    return QCoreApplication::applicationDirPath() + QStringLiteral("/window_visit");
}

// ---- traced by strace

bool canTrace() {
    QProcess process;
    process.start(QStringLiteral("strace"),
                  {QStringLiteral("-o"), QStringLiteral("/dev/null"), QStringLiteral("true")});
    return process.waitForStarted() && statusOf(process) == 0;
}

/// Successful system calls of a program and all it starts, a line each.
QStringList callsOf(const Home& home, const QString& program, const QStringList& arguments) {
    const QTemporaryDir folder;
    const QString log = folder.filePath(QStringLiteral("calls"));
    const QStringList options{
        QStringLiteral("-f"),
        QStringLiteral("-qq"),
        QStringLiteral("-o"),
        log,
        QStringLiteral("-e"),
        QStringLiteral("trace=open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,link,"
                       "linkat,symlink,symlinkat,truncate,chmod,fchmodat,socket,connect,sendto"),
        program};
    if (run(home, QStringLiteral("strace"), options + arguments) != 0) {
        return {};
    }
    static const QRegularExpression failed(QLatin1String("\\) = -1 E"));
    return QString::fromUtf8(contentOf(log))
        .split(QLatin1Char('\n'))
        .filter(QLatin1String("("))
        .filter(QRegularExpression(QStringLiteral("^(?!.*%1)").arg(failed.pattern())));
}

/// The paths that a call changes; none for one that only reads.
QStringList changedBy(const QString& call) {
    static const QRegularExpression opens(QLatin1String("\\b(open|openat|creat)\\("));
    static const QRegularExpression writes(QStringLiteral("O_WRONLY|O_RDWR|O_CREAT|creat"));
    static const QRegularExpression network(QLatin1String("\\b(socket|connect|sendto)\\("));
    static const QRegularExpression quoted(QLatin1String("\"([^\"]*)\""));
    if (call.contains(network) || (call.contains(opens) && !call.contains(writes))) {
        return {};
    }
    QStringList paths;
    auto matches = quoted.globalMatch(call);
    while (matches.hasNext()) {
        paths << matches.next().captured(1);
    }
    return paths;
}

/// Devices, the process's own entries, and what fontconfig keeps for all programs.
bool isNobodysFile(const QString& path) {
    static const QStringList roots{QStringLiteral("/dev/"), QStringLiteral("/proc/"),
                                   QStringLiteral("/var/cache/fontconfig/")};
    return std::any_of(roots.begin(), roots.end(),
                       [&](const QString& root) { return path.startsWith(root); });
}

} // namespace

class TestFootprint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void commandsWriteTheirOutputsOnly() {
        const Home home;
        const QString trace = QLatin1String(kSampleA);
        QCOMPARE(run(home, QLatin1String(DIPTYCH_PROGRAM), {QStringLiteral("inspect"), trace}), 0);
        QCOMPARE(run(home, QLatin1String(DIPTYCH_PROGRAM),
                     {QStringLiteral("compare"), trace, QLatin1String(kSampleB)}),
                 0);
        QCOMPARE(home.files(), QStringList());
        QCOMPARE(run(home, QLatin1String(DIPTYCH_PROGRAM),
                     {QStringLiteral("compare"), trace, QLatin1String(kSampleB), QStringLiteral("--json"),
                      QStringLiteral("c.json"), QStringLiteral("--pdf"), QStringLiteral("r.pdf"),
                      QStringLiteral("--xlsx"), QStringLiteral("t.xlsx")}),
                 0);
        QCOMPARE(home.files(), (QStringList{QStringLiteral("work/c.json"), QStringLiteral("work/r.pdf"),
                                            QStringLiteral("work/t.xlsx")}));
    }

    void theWindowWritesItsSettingsOnly() {
        const Home home;
        QCOMPARE(run(home, windowProgram(), windowArguments(kSampleA, kSampleB)), 0);
        QCOMPARE(home.files(), QStringList{QStringLiteral("config/Diptych/diptych.conf")});
    }

    void nothingElseIsTouchedAndNobodyCalled_data() {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("command") << QString::fromLatin1(DIPTYCH_PROGRAM)
                                 << QStringList{QStringLiteral("compare"), QLatin1String(kSampleA),
                                                QLatin1String(kSampleB),   QStringLiteral("--pdf"),
                                                QStringLiteral("r.pdf"),   QStringLiteral("--xlsx"),
                                                QStringLiteral("t.xlsx"),  QStringLiteral("--csv"),
                                                QStringLiteral("tables")};
        QTest::newRow("window") << windowProgram() << windowArguments(kSampleA, kSampleB);
    }
    void nothingElseIsTouchedAndNobodyCalled() {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        if (!canTrace()) {
            QSKIP("needs strace, and the right to trace");
        }
        const Home home;
        const QStringList calls = callsOf(home, program, arguments);
        QVERIFY(!calls.isEmpty());
        const QString root = QFileInfo(home.path("work")).absolutePath();
        int changes = 0;
        for (const QString& call : calls) {
            QVERIFY2(!call.contains(QLatin1String("AF_INET")), qPrintable(call));
            for (const QString& path : changedBy(call)) {
                const QString whole = QDir::cleanPath(QDir(home.path("work")).absoluteFilePath(path));
                QVERIFY2(whole.startsWith(root) || isNobodysFile(whole), qPrintable(call));
                changes += whole.startsWith(root) ? 1 : 0;
            }
        }
        QVERIFY(changes > 0); // else it is this test that sees nothing
    }

    void twoWindowsAtOnceKeepBothTheirComparisons() {
        const Home home;
        const auto later = std::make_unique<QProcess>();
        const auto first = std::make_unique<QProcess>();
        home.start(*first, windowProgram(), windowArguments(kSampleA, kSampleB));
        home.start(*later, windowProgram(), windowArguments(kSampleB, kSampleA));
        QCOMPARE(statusOf(*first), 0);
        QCOMPARE(statusOf(*later), 0);
        const std::vector<RecentComparison> recents = Settings(home.settingsFile()).recents();
        QVERIFY(!recents.empty());
        for (const RecentComparison& recent : recents) { // whole rows, not a mixture of two
            QVERIFY(recent.traces.a.path != recent.traces.b.path);
            QVERIFY(recent.ratio && recent.opened.isValid());
            QCOMPARE(*recent.ratio > 1, recent.traces.a.path == QLatin1String(kSampleA));
        }
        QCOMPARE(home.files(), QStringList{QStringLiteral("config/Diptych/diptych.conf")});
    }

    void aComparisonOfAnotherWindowIsNotForgotten() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.conf"));
        const auto comparisonOf = [](const char* a, std::optional<double> ratio) {
            return RecentComparison{
                {{QLatin1String(a), {}}, {QStringLiteral("/b"), {}}}, ratio, QDateTime::currentDateTime()};
        };
        Settings one(file);
        Settings other(file); // both are open before either writes
        one.addRecent(comparisonOf("/1", 2.0));
        other.addRecent(comparisonOf("/2", std::nullopt));
        one.addRecent(comparisonOf("/3", 3.0));
        const std::vector<RecentComparison> recents = Settings(file).recents();
        QCOMPARE(recents.size(), std::size_t(3));
        QCOMPARE(recents[0].traces.a.path, QStringLiteral("/3"));
        QCOMPARE(recents[1].traces.a.path, QStringLiteral("/2"));
        QVERIFY(!recents[1].ratio); // has none, and takes none of another's
        QCOMPARE(recents[2].traces.a.path, QStringLiteral("/1"));
    }

    void theSampleIsUnpackedByTwoAtOnce() {
        const Home home;
        for (int round = 0; round < 4; ++round) {
            QDir(home.path("cache/Diptych")).removeRecursively();
            QProcess first;
            QProcess second;
            home.start(first, windowProgram(), {QStringLiteral("--unpack-sample")});
            home.start(second, windowProgram(), {QStringLiteral("--unpack-sample")});
            QCOMPARE(statusOf(first), 0);
            QCOMPARE(statusOf(second), 0);
        }
    }

    void aDamagedSampleInTheCacheIsReplaced() {
        const Home home;
        QCOMPARE(run(home, windowProgram(), {QStringLiteral("--unpack-sample")}), 0);
        const QString file = home.path("cache/Diptych/diptych/sample/qwen2_7b_decode.h100.json.gz");
        QVERIFY(write(file, QByteArray(QFileInfo(file).size(), 'x')));
        QCOMPARE(run(home, windowProgram(), {QStringLiteral("--unpack-sample")}), 0);
    }

    void settingsOfAnyContentAreSurvived_data() {
        QTest::addColumn<QString>("kind");
        for (const char* const kind : {"cut", "exchanged", "binary", "words", "future"}) {
            QTest::newRow(kind) << QString::fromLatin1(kind);
        }
    }
    void settingsOfAnyContentAreSurvived() {
        QFETCH(QString, kind);
        const Home home;
        QCOMPARE(run(home, windowProgram(), windowArguments(kSampleA, kSampleB)), 0);
        const QByteArray whole = contentOf(home.settingsFile());
        QVERIFY(whole.size() > 1000);
        if (kind == QLatin1String("cut")) {
            QVERIFY(write(home.settingsFile(), whole.left(whole.size() / 2)));
        } else {
            spoil(home.settingsFile(), kind);
        }
        // Another pair than before, so that the window is seen to write.
        QCOMPARE(run(home, windowProgram(), windowArguments(kSampleB, kSampleA)), 0);
        const std::vector<RecentComparison> recents = Settings(home.settingsFile()).recents();
        QVERIFY(!recents.empty());
        QCOMPARE(recents.front().traces.a.path, QLatin1String(kSampleB));
    }

    void settingsThatCannotBeWrittenAreNone() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.conf"));
        QVERIFY(QDir().mkpath(file)); // a folder in the place of the file
        {
            Settings settings(file);
            settings.setTheme(ThemeChoice::Dark);
            settings.addRecent({{{QStringLiteral("/a"), {}}, {QStringLiteral("/b"), {}}}, 1.0, {}});
            QCOMPARE(settings.theme(), ThemeChoice::Dark); // for this run
        }
        QVERIFY(QFileInfo(file).isDir());
        QVERIFY(QDir(file).isEmpty());
    }

private:
    /// Other values under every key.
    static void spoil(const QString& file, const QString& kind) {
        QSettings settings(file, QSettings::IniFormat);
        const QStringList keys = settings.allKeys();
        QVariantList values;
        for (const QString& key : keys) {
            values << settings.value(key);
        }
        for (qsizetype i = 0; i < keys.size(); ++i) {
            if (kind == QLatin1String("exchanged")) { // the layout of another table, of another version
                settings.setValue(keys[i], values[(i + 1) % keys.size()]);
            } else if (kind == QLatin1String("binary")) {
                settings.setValue(keys[i], QByteArray(100 + int(i), char(i * 37)));
            } else if (kind == QLatin1String("words")) {
                settings.setValue(keys[i], QStringList{QStringLiteral("a"), QString::number(i)});
            } else {
                settings.setValue(keys[i] + QStringLiteral("/of_another_kind"), i);
                settings.setValue(keys[i], QVariantMap{{QStringLiteral("version"), 99}});
            }
        }
    }
};

DIPTYCH_TEST(TestFootprint)
#include "tst_footprint.moc"
