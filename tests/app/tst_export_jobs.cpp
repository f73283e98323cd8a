// Exports in the background: each says how it ended, stops when it is told to and leaves the old file then,
// and goes on beside others.

#include "app/export_jobs.h"

#include "tests/support/sample_comparison.h"
#include "tests/support/test_program.h"

#include <QApplication>

using namespace diptych;

namespace {

constexpr int kTimeout = 60'000;

using Shared = std::shared_ptr<const Comparison>;

/// So many rows that no export is done before somebody can stop it.
Shared longComparison() {
    Comparison c = test::sampleComparison();
    c.pairs.resize(60'000, c.pairs.front());
    return std::make_shared<const Comparison>(std::move(c));
}

QByteArray fileBytes(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(absent)");
}

void makeFile(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), qint64(bytes.size()));
}

void start(ExportJobs& jobs, const QString& kind, const Shared& comparison, const QString& path) {
    if (kind == QLatin1String("pdf")) {
        jobs.writePdf(comparison, {}, path);
    } else if (kind == QLatin1String("xlsx")) {
        jobs.writeXlsx(comparison, path);
    } else if (kind == QLatin1String("json")) {
        jobs.writeJson(comparison, path);
    } else {
        jobs.writeCsv(comparison, path);
    }
}

void addKinds() {
    QTest::addColumn<QString>("kind");
    for (const char* const kind : {"pdf", "xlsx", "json", "csv"}) {
        QTest::newRow(kind) << QString::fromLatin1(kind);
    }
}

} // namespace

class TestExportJobs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writtenIsSaid_data() { addKinds(); }
    void writtenIsSaid() {
        QFETCH(QString, kind);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("out"));
        ExportJobs jobs;
        QSignalSpy written(&jobs, &ExportJobs::written);
        start(jobs, kind, std::make_shared<const Comparison>(test::sampleComparison()), path);
        QVERIFY(jobs.isRunning());
        QVERIFY(written.wait(kTimeout));
        QCOMPARE(written.at(0).at(0).toString(), path);
        QVERIFY(written.at(0).at(1).toString().contains(path));
        QVERIFY(QFileInfo::exists(path));
        QVERIFY(!jobs.isRunning());
    }

    void stoppedItLeavesTheOldFile_data() { addKinds(); }
    void stoppedItLeavesTheOldFile() {
        QFETCH(QString, kind);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("out"));
        const QString file = kind == QLatin1String("csv") ? path + QStringLiteral("/pairs.csv") : path;
        QVERIFY(QDir().mkpath(QFileInfo(file).path()));
        makeFile(file, "the old one");
        const Shared comparison = longComparison();
        ExportJobs jobs;
        QSignalSpy written(&jobs, &ExportJobs::written);
        QSignalSpy cancelled(&jobs, &ExportJobs::cancelled);
        start(jobs, kind, comparison, path);
        jobs.cancel();
        QVERIFY(cancelled.wait(kTimeout));
        QVERIFY(cancelled.at(0).at(0).toString().contains(path));
        QCOMPARE(written.size(), 0);
        QCOMPARE(fileBytes(file), QByteArray("the old one"));
        QCOMPARE(QFileInfo(file).dir().entryList(QDir::Files | QDir::Hidden).size(),
                 1); // and nothing beside it
    }

    void failuresAreSaid_data() { addKinds(); }
    void failuresAreSaid() {
        QFETCH(QString, kind);
        const QTemporaryDir folder;
        makeFile(folder.filePath(QStringLiteral("file")), "x");
        const QString path = folder.filePath(QStringLiteral("file/out"));
        ExportJobs jobs;
        QSignalSpy failed(&jobs, &ExportJobs::failed);
        start(jobs, kind, std::make_shared<const Comparison>(test::sampleComparison()), path);
        QVERIFY(failed.wait(kTimeout));
        QVERIFY2(failed.at(0).at(0).toString().startsWith(path), qPrintable(failed.at(0).at(0).toString()));
    }

    void severalAtOnce() {
        const QTemporaryDir folder;
        const Shared comparison = std::make_shared<const Comparison>(test::sampleComparison());
        ExportJobs jobs;
        QSignalSpy written(&jobs, &ExportJobs::written);
        for (const char* const kind : {"pdf", "xlsx", "json", "csv"}) {
            start(jobs, QString::fromLatin1(kind), comparison, folder.filePath(QString::fromLatin1(kind)));
        }
        QTRY_COMPARE_WITH_TIMEOUT(written.size(), 4, kTimeout);
        QVERIFY(fileBytes(folder.filePath(QStringLiteral("pdf"))).startsWith("%PDF"));
        QVERIFY(fileBytes(folder.filePath(QStringLiteral("xlsx"))).startsWith("PK"));
    }

    void progressIsToldOfLongOnes() {
        const QTemporaryDir folder;
        ExportJobs jobs;
        QSignalSpy progressed(&jobs, &ExportJobs::progressed);
        QSignalSpy written(&jobs, &ExportJobs::written);
        jobs.writeXlsx(longComparison(), folder.filePath(QStringLiteral("out")));
        QTRY_VERIFY_WITH_TIMEOUT(written.size() == 1, kTimeout);
        QVERIFY(!progressed.isEmpty()); // it takes seconds
        QVERIFY(progressed.last().at(0).toString().endsWith(QStringLiteral(" %")));
    }
};

DIPTYCH_TEST(TestExportJobs)
#include "tst_export_jobs.moc"
