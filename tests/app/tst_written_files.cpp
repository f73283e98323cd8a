// Every output against every obstacle: what cannot be written says so with the file's name, the reason and
// what to do, and leaves the old file whole and nothing else behind. And what is written twice is the same
// twice.

#include "core/export/csv_writer.h"
#include "core/export/json_writer.h"
#include "core/export/output_file.h"
#include "core/export/xlsx_writer.h"
#include "tests/support/sample_comparison.h"
#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "ui/charts/chart_export.h"
#include "ui/models/operation_table.h"
#include "ui/report/pdf_file.h"
#include "ui/session/session_file.h"
#include "ui/views/table_export.h"

#include <QApplication>
#include <QLabel>

#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace diptych;

namespace {

constexpr uid_t kNobody = 65534;
constexpr QFile::Permissions kReadable = QFile::ReadOwner | QFile::ExeOwner | QFile::ReadGroup |
                                         QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther;

SessionContent session() {
    SessionContent content;
    content.traces.a.absolutePath = QStringLiteral("/traces/a.json");
    content.traces.b.absolutePath = QStringLiteral("/traces/b.json");
    return content;
}

/// Writes one kind of output; what it says when it could not.
using Writer = std::optional<QString> (*)(const QString& path);

std::optional<QString> said(const Failure& failure) {
    return failure ? std::optional(QString::fromStdString(describe(*failure))) : std::nullopt;
}

std::optional<QString> writePdf(const QString& path) {
    PdfOptions options;
    options.created = QDateTime::fromSecsSinceEpoch(1'700'000'000, Qt::UTC);
    return said(writeReportPdf(test::sampleComparison(), options, path.toStdString()));
}

std::optional<QString> writeWorkbook(const QString& path) {
    return said(writeXlsx(test::sampleComparison(), path.toStdString()));
}

std::optional<QString> writeJson(const QString& path) {
    return said(writeFile(path.toStdString(), comparisonJson(test::sampleComparison())));
}

std::optional<QString> writeCsvFolder(const QString& path) {
    return said(writeCsvDirectory(test::sampleComparison(), path.toStdString()));
}

std::optional<QString> writeShownTable(const QString& path) {
    const auto table = operationTable(test::servingSample(), true);
    return writeTableCsv(*table, {{0, 1, 2}, {0, 1}}, path);
}

std::optional<QString> writeSessionFile(const QString& path) {
    return said(writeSession(session(), path));
}

std::optional<QString> writePng(const QString& path) {
    QLabel chart(QStringLiteral("a chart"));
    chart.resize(200, 100);
    return said(savePng(chart, path));
}

std::optional<QString> writeSvg(const QString& path) {
    QLabel chart(QStringLiteral("a chart"));
    chart.resize(200, 100);
    return said(saveSvg(chart, path));
}

struct Output {
    const char* name;
    Writer write;
    bool isFolder = false; ///< of files; the first is operations.csv
};

constexpr std::array<Output, 8> kOutputs{{{"pdf", writePdf},
                                          {"xlsx", writeWorkbook},
                                          {"json", writeJson},
                                          {"csv", writeCsvFolder, true},
                                          {"table", writeShownTable},
                                          {"session", writeSessionFile},
                                          {"png", writePng},
                                          {"svg", writeSvg}}};

void addOutputs() {
    QTest::addColumn<int>("output");
    for (std::size_t i = 0; i < kOutputs.size(); ++i) {
        QTest::newRow(kOutputs[i].name) << static_cast<int>(i);
    }
}

QByteArray fileBytes(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(absent)");
}

bool writeBytes(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// Everything below a folder, with its bytes.
QMap<QString, QByteArray> contentOf(const QString& folder) {
    QMap<QString, QByteArray> content;
    QDirIterator each(folder, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                      QDirIterator::Subdirectories);
    while (each.hasNext()) {
        const QString path = each.next();
        content.insert(path, each.fileInfo().isDir() ? QByteArray("(folder)") : fileBytes(path));
    }
    return content;
}

/// No file grows beyond a few bytes while this lives: the nearest to a full disk that needs no disk.
class FullDisk {
public:
    FullDisk() : m_handler(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{64, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    void (*m_handler)(int);
    rlimit m_before{};
};

/// A folder that may be read and not written while this lives. Root may write anywhere, so it is somebody
/// else for that time.
class ReadOnlyFolder {
public:
    explicit ReadOnlyFolder(QString folder) : m_folder(std::move(folder)) {
        QFile::setPermissions(m_folder, kReadable);
        m_isOther = ::geteuid() == 0 && ::seteuid(kNobody) == 0;
    }
    ~ReadOnlyFolder() {
        if (m_isOther && ::seteuid(0) != 0) {
            qFatal("root cannot be root again");
        }
        QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    ReadOnlyFolder(const ReadOnlyFolder&) = delete;
    ReadOnlyFolder& operator=(const ReadOnlyFolder&) = delete;

    [[nodiscard]] static bool isPossible() { return ::geteuid() != 0 || ::getuid() == 0; }

private:
    QString m_folder;
    bool m_isOther = false;
};

} // namespace

class TestWrittenFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void twiceIsTheSame_data() { addOutputs(); }
    void twiceIsTheSame() {
        const Output& output = chosen();
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("out"));
        QCOMPARE(output.write(path), std::nullopt);
        const auto first = contentOf(folder.path());
        QVERIFY(!first.isEmpty());
        QVERIFY(!fileBytes(fileOf(output, path)).isEmpty());
        QCOMPARE(output.write(path), std::nullopt); // over the first
        QVERIFY(contentOf(folder.path()) == first);
    }

    void whoReadsTheOldFileIsNotDisturbed_data() { addOutputs(); }
    void whoReadsTheOldFileIsNotDisturbed() {
        const Output& output = chosen();
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("out"));
        makeOld(output, path);
        QFile open(fileOf(output, path));
        QVERIFY(open.open(QIODevice::ReadOnly));
        QCOMPARE(output.write(path), std::nullopt);
        QCOMPARE(open.readAll(), m_old);
        QVERIFY(fileBytes(fileOf(output, path)) != m_old);
    }

    void aNameIsTaken_data() { addOutputs(); }
    void aNameIsTaken() {
        const Output& output = chosen();
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("out"));
        if (output.isFolder) {
            QVERIFY(QDir().mkpath(fileOf(output, path)));
            expectFailure(output, folder.path(), path, fileOf(output, path));
            QVERIFY(QDir(path).removeRecursively());
            QVERIFY(writeBytes(path, "a file"));
        } else {
            QVERIFY(QDir().mkpath(path));
        }
        expectFailure(output, folder.path(), path, path);
    }

    void theFolderIsAFile_data() { addOutputs(); }
    void theFolderIsAFile() {
        const Output& output = chosen();
        QTemporaryDir folder;
        QVERIFY(writeBytes(folder.filePath(QStringLiteral("file")), "x"));
        const QString path = folder.filePath(QStringLiteral("file/out"));
        expectFailure(output, folder.path(), path, path);
    }

    void theFolderIsNotThere_data() { addOutputs(); }
    void theFolderIsNotThere() {
        const Output& output = chosen();
        if (output.isFolder) {
            return; // which is created then
        }
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("absent/out"));
        expectFailure(output, folder.path(), path, path);
    }

    void theFolderIsReadOnly_data() { addOutputs(); }
    void theFolderIsReadOnly() {
        const Output& output = chosen();
        if (!ReadOnlyFolder::isPossible()) {
            QSKIP("this user may write anywhere and cannot become another");
        }
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("out"));
        makeOld(output, path);
        QVERIFY(QFile::setPermissions(folder.path(), kReadable | QFile::WriteOwner));
        const ReadOnlyFolder readOnly(output.isFolder ? path : folder.path());
        expectFailure(output, folder.path(), path, fileOf(output, path));
    }

    void theDiskIsFull_data() { addOutputs(); }
    void theDiskIsFull() {
        const Output& output = chosen();
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("out"));
        makeOld(output, path);
        const auto before = contentOf(folder.path());
        std::optional<QString> message;
        {
            const FullDisk full;
            message = output.write(path);
        }
        QVERIFY(message.has_value());
        QVERIFY2(message->contains(path), qPrintable(*message));
        QVERIFY(contentOf(folder.path()) == before);
    }

    void theDeviceIsFull_data() { addOutputs(); }
    void theDeviceIsFull() {
        const Output& output = chosen();
        if (output.isFolder) {
            return;
        }
        if (!QFile::exists(QStringLiteral("/dev/full"))) {
            QSKIP("this system has no /dev/full");
        }
        const std::optional<QString> message = output.write(QStringLiteral("/dev/full"));
        QVERIFY(message.has_value());
        QVERIFY2(message->contains(QStringLiteral("/dev/full")), qPrintable(*message));
        QVERIFY2(message->contains(QStringLiteral("space"), Qt::CaseInsensitive), qPrintable(*message));
    }

private:
    [[nodiscard]] static const Output& chosen() {
        QFETCH(int, output);
        return kOutputs[static_cast<std::size_t>(output)];
    }
    [[nodiscard]] static QString fileOf(const Output& output, const QString& path) {
        return output.isFolder ? path + QStringLiteral("/operations.csv") : path;
    }
    void makeOld(const Output& output, const QString& path) const {
        QVERIFY(!output.isFolder || QDir().mkpath(path));
        QVERIFY(writeBytes(fileOf(output, path), m_old));
    }

    /// Says `named`, the reason and what to do; all below `folder` stays as it is.
    static void expectFailure(const Output& output, const QString& folder, const QString& path,
                              const QString& named) {
        const auto before = contentOf(folder);
        const std::optional<QString> message = output.write(path);
        QVERIFY(message.has_value());
        QVERIFY2(message->startsWith(named + QStringLiteral(": ")), qPrintable(*message));
        QVERIFY2(message->size() > named.size() + 20, qPrintable(*message));
        QVERIFY(contentOf(folder) == before);
    }

    QByteArray m_old = QByteArray("the old file, whole\n");
};

DIPTYCH_TEST(TestWrittenFiles)
#include "tst_written_files.moc"
