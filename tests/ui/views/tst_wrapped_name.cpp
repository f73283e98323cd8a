// Kernel names over several lines: short ones whole, long ones folded, the clipboard always whole.

#include "tests/support/test_program.h"
#include "ui/views/wrapped_name.h"

#include <QApplication>
#include <QClipboard>
#include <QTest>

using namespace diptych;

namespace {

constexpr int kWidth = 220;

QString longName(int parts) {
    QString name = QStringLiteral("void ck::kernel");
    for (int i = 0; i < parts; ++i) {
        name += QStringLiteral("<ck::Sequence<%1, 64, 8>, ").arg(i);
    }
    return name;
}

} // namespace

class TestWrappedName : public QObject {
    Q_OBJECT

private slots:
    void shortNamesAreWhole() {
        WrappedName name;
        name.resize(kWidth, 100);
        name.setName(QStringLiteral("attn_fwd"));
        const int oneLine = name.heightForWidth(kWidth);
        QVERIFY(!name.canFold());
        QTest::mouseClick(&name, Qt::LeftButton);
        QVERIFY(!name.isUnfolded());
        name.setName(longName(4));
        QVERIFY(!name.canFold());
        QVERIFY(name.heightForWidth(kWidth) > oneLine);
    }

    void longNamesAreFolded() {
        WrappedName name;
        name.resize(kWidth, 100);
        name.setName(longName(8));
        const int middling = name.heightForWidth(kWidth);
        name.setName(longName(80));
        QVERIFY(name.canFold());
        const int folded = name.heightForWidth(kWidth);
        QVERIFY(folded <= middling);
        QTest::mouseClick(&name, Qt::LeftButton);
        QVERIFY(name.isUnfolded());
        QVERIFY(name.heightForWidth(kWidth) > 5 * folded);
        QTest::keyClick(&name, Qt::Key_Space);
        QCOMPARE(name.heightForWidth(kWidth), folded);
        name.setUnfolded(true);
        name.setName(longName(81)); // another name is folded again
        QVERIFY(!name.isUnfolded());
        QVERIFY(!name.grab().isNull());
    }

    /// Names of millions of characters are laid out in part, and copied whole.
    void hugeNamesAreNoTrouble() {
        WrappedName name;
        name.resize(kWidth, 100);
        const QString huge(5'000'000, QLatin1Char('x'));
        name.setName(huge);
        name.setUnfolded(true);
        QVERIFY(name.heightForWidth(kWidth) < 10'000);
        QTest::keyClick(&name, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text().size(), huge.size());
    }
};

DIPTYCH_TEST(TestWrappedName)
#include "tst_wrapped_name.moc"
