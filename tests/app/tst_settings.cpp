#include "app/settings.h"

#include "tests/support/test_program.h"
#include "ui/models/prior_art.h"
#include "ui/session/source_opener.h"

#include <QFile>
#include <QSplitter>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace diptych;

class TestSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("diptych-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_settings"));
        QSettings().clear();
    }

    void thresholdsAreKept_data() {
        QTest::addColumn<bool>("isAutomatic");
        QTest::newRow("automatic") << true;
        QTest::newRow("set") << false;
    }
    void thresholdsAreKept() {
        QFETCH(bool, isAutomatic);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.ini"));
        Thresholds thresholds;
        thresholds.layerGapNs = 123'456;
        thresholds.layerRatio = 1.75;
        thresholds.improveRatio = 1.05;
        thresholds.countRatio = 3;
        {
            Settings settings(file);
            QVERIFY(settings.thresholds() == Thresholds());
            thresholds.operationGapNs = 7'000'000;
            settings.setThresholds(thresholds);
            if (isAutomatic) { // takes the value away again
                thresholds.operationGapNs.reset();
                settings.setThresholds(thresholds);
            }
        }
        QVERIFY(Settings(file).thresholds() == thresholds);
    }

    void whatCannotBeUsedIsAsByDefault_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("words") << QByteArray(
            "[thresholds]\noperationGapNs=much\nlayerGapNs=-5\nlayerRatio=nan\n"
            "improveRatio=0\ncountRatio=1e300\n");
        QTest::newRow("lists") << QByteArray("[thresholds]\nlayerRatio=1, 2, 3\nlayerGapNs=@Invalid()\n");
        QTest::newRow("no settings at all") << QByteArray("\x00\xff\xfe[[[[\n=\n\"", 12);
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut") << QByteArray("[thresholds]\nlayerGapNs=@Variant(\\0\\0");
        QTest::newRow("zeros") << QByteArray(4096, '\0');
        QTest::newRow("of a newer program") << QByteArray(
            "[General]\ntheme=sepia\nschema=9\n[thresholds]\nlayerRatio=@Rect(1 2 3 4)\n[later]\nx=1\n");
        QTest::newRow("one very long line")
            << QByteArray("[General]\ntheme=" + QByteArray(2'000'000, 'x') + "\n");
        QTest::newRow("binary") << QByteArray(4096, '\x7f');
        QTest::newRow("other types") << QByteArray(
            "[window]\ngeometry=5\nstate=@ByteArray(x)\n[recents]\nsize=2000000000\n"
            "1\\aPath=/x\n[General]\ntheme=@Variant(\\0\\0\\0\\x7f)\n");
    }
    void whatCannotBeUsedIsAsByDefault() {
        QFETCH(QByteArray, text);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.ini"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        Settings settings(path);
        QVERIFY(settings.thresholds() == Thresholds());
        QCOMPARE(settings.theme(), ThemeChoice::System);
        QVERIFY(settings.recents().size() <= 8);
        QSplitter splitter;
        settings.restoreSplitter(splitter);
        settings.setTheme(ThemeChoice::Dark); // and can be used on
        QCOMPARE(settings.theme(), ThemeChoice::Dark);
    }

    void brokenListsAreSurvived() {
        QSettings settings;
        settings.setValue(QStringLiteral("prior_art/size"), 2'000'000'000);
        settings.setValue(QStringLiteral("prior_art/1/project"), QStringLiteral("Own"));
        settings.setValue(QStringLiteral("source/mappings/size"), 2'000'000'000);
        settings.sync();
        QCOMPARE(priorArtSearches().size(), std::size_t(4)); // a row without address is none
        QVERIFY(readSourcePreferences().mappings.size() <= 1000);
        setPriorArtSearches({});
        writeSourcePreferences({});
    }

    void theDockKeepsItsWidth() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.ini"));
        const auto makeSplitter = [](QSplitter& splitter) {
            splitter.setObjectName(QStringLiteral("dock_splitter"));
            splitter.addWidget(new QWidget);
            splitter.addWidget(new QWidget);
            splitter.resize(1000, 100);
            splitter.show();
        };
        QSplitter first;
        makeSplitter(first);
        first.setSizes({600, 400});
        const QList<int> sizes = first.sizes();
        Settings(file).saveSplitter(first);
        QSplitter second;
        makeSplitter(second);
        second.setSizes({900, 100});
        Settings(file).restoreSplitter(second);
        QCOMPARE(second.sizes(), sizes);
    }
};

DIPTYCH_TEST(TestSettings)
#include "tst_settings.moc"
