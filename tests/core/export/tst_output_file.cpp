#include "core/export/output_file.h"

#include "tests/support/test_program.h"

#include <unistd.h>

using namespace diptych;

namespace {

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(absent)");
}

QStringList entries(const QTemporaryDir& dir) {
    return QDir(dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

} // namespace

class TestOutputFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void replacesWholly();
    void uncommittedLeavesNothing();
    void keepsModeAndLinks();
    void failures_data();
    void failures();
    void readOnlyFolder();
    void fullDisk();
    void setsAreReplacedTogether();
    void deviceIsWrittenDirectly();
};

void TestOutputFile::replacesWholly() {
    QTemporaryDir dir;
    const QString path = dir.filePath("out.json");
    QVERIFY(!writeFile(path.toStdString(), "old"));
    const std::string large(1'000'000, 'x');
    Result<OutputFile> file = OutputFile::open(path.toStdString());
    QVERIFY(file.isOk());
    QVERIFY(file.value().write("begin "));
    QVERIFY(file.value().write(large));
    QCOMPARE(bytesOf(path), QByteArray("old")); // not before all is there
    QVERIFY(!file.value().commit());
    QCOMPARE(bytesOf(path), "begin " + QByteArray::fromStdString(large));
    QCOMPARE(entries(dir), QStringList({"out.json"}));
}

void TestOutputFile::uncommittedLeavesNothing() {
    QTemporaryDir dir;
    {
        Result<OutputFile> file = OutputFile::open(dir.filePath("out").toStdString());
        QVERIFY(file.value().write("half"));
    }
    QCOMPARE(entries(dir), QStringList());
}

void TestOutputFile::keepsModeAndLinks() {
    QTemporaryDir dir;
    const QString target = dir.filePath("target");
    QVERIFY(!writeFile(target.toStdString(), "old"));
    QVERIFY(QFile::setPermissions(target, QFile::ReadOwner | QFile::WriteOwner));
    const QFile::Permissions before = QFile::permissions(target);
    QVERIFY(QFile::link(target, dir.filePath("link")));
    QVERIFY(!writeFile(dir.filePath("link").toStdString(), "new"));
    QCOMPARE(bytesOf(target), QByteArray("new"));
    QVERIFY(QFileInfo(dir.filePath("link")).isSymLink());
    QCOMPARE(QFile::permissions(target), before);
}

void TestOutputFile::failures_data() {
    QTest::addColumn<QString>("path");
    QTest::newRow("a folder") << "folder";
    QTest::newRow("in no folder") << "absent/out";
    QTest::newRow("below a file") << "file/out";
    QTest::newRow("empty name") << "";
}

void TestOutputFile::failures() {
    QFETCH(QString, path);
    QTemporaryDir dir;
    QVERIFY(QDir(dir.path()).mkdir("folder"));
    QVERIFY(!writeFile(dir.filePath("file").toStdString(), "x"));
    const std::string full = path.isEmpty() ? std::string() : dir.filePath(path).toStdString();
    const Failure failure = writeFile(full, "text");
    QVERIFY(failure);
    QCOMPARE(failure->code, ErrorCode::CannotWrite);
    QCOMPARE(failure->file, full);
    QVERIFY(!failure->reason.empty());
    QVERIFY(!failure->remedy.empty());
    QCOMPARE(entries(dir), QStringList({"file", "folder"}));
}

void TestOutputFile::readOnlyFolder() {
    if (::geteuid() == 0) {
        QSKIP("root may write anywhere");
    }
    QTemporaryDir dir;
    QVERIFY(QFile::setPermissions(dir.path(), QFile::ReadOwner | QFile::ExeOwner));
    const Failure failure = writeFile(dir.filePath("out").toStdString(), "text");
    QFile::setPermissions(dir.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QVERIFY(failure && failure->code == ErrorCode::CannotWrite);
}

void TestOutputFile::fullDisk() {
    if (!QFile::exists("/dev/full")) {
        QSKIP("this system has no /dev/full");
    }
    const Failure failure = writeFile("/dev/full", std::string(1'000'000, 'x'));
    QVERIFY(failure && failure->code == ErrorCode::CannotWrite);
    Result<OutputFile> file = OutputFile::open("/dev/full");
    QVERIFY(!file.value().write(std::string(1'000'000, 'x')));
}

void TestOutputFile::setsAreReplacedTogether() {
    QTemporaryDir dir;
    QVERIFY(!writeFile(dir.filePath("first").toStdString(), "old"));
    std::vector<OutputFile> files;
    for (const char* name : {"first", "second", "third"}) {
        files.push_back(OutputFile::open(dir.filePath(name).toStdString()).value());
        files.back().write("new");
        QVERIFY(!files.back().close());
    }
    QVERIFY(QDir(dir.path()).mkdir("third")); // comes between: the rename fails
    QVERIFY(publishTogether(files));
    files.clear();
    QCOMPARE(bytesOf(dir.filePath("first")), QByteArray("old"));
    QCOMPARE(entries(dir), QStringList({"first", "third"}));
}

void TestOutputFile::deviceIsWrittenDirectly() {
    QVERIFY(!writeFile("/dev/null", "text"));
    QVERIFY(!QFileInfo("/dev/null").isFile());
}

DIPTYCH_TEST(TestOutputFile)
#include "tst_output_file.moc"
