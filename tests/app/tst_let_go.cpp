// What is not shown any more is let go: whatever pages were looked at, a closed trace, or one that another
// took the place of, keeps no memory. A trace of gigabytes kept by a hidden page would be seen nowhere but
// there.

#include "app/page_registry.h"
#include "tests/app/shown_window.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace diptych;
using diptych::test::ShownWindow;
using diptych::test::traceFile;

namespace {

constexpr int kPatience = 20'000;

/// Both traces and their comparison, kept by nobody.
struct Watched {
    explicit Watched(const ComparisonSession& session) : comparison(session.comparison()) {
        for (const Side side : kSides) {
            traces[side] = session.slot(side).trace;
        }
    }

    std::weak_ptr<const Comparison> comparison;
    PerSide<std::weak_ptr<const Trace>> traces;
};

/// Every page comes up once, with what a user chooses there.
void visitAll(ShownWindow& shown) {
    for (const PageEntry& entry : pageEntries()) {
        shown.show(entry.page);
        const Comparison& comparison = shown.comparison();
        shown.state.setOperation(QString::fromStdString(comparison.operations.front().operation));
        shown.state.setLayer(QString::fromStdString(comparison.layers.back().layer));
        shown.state.setPair(QString::fromStdString(comparison.pairs.back().id));
        QTest::qWait(20); // a page may have work of its own
    }
}

} // namespace

class TestLetGo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void closed();
    void replaced_data();
    void replaced();
};

void TestLetGo::closed() {
    ShownWindow shown;
    QVERIFY(shown.open(traceFile(QStringLiteral("sample/a")), traceFile(QStringLiteral("sample/b"))));
    visitAll(shown);
    const Watched watched(shown.session);
    for (const Side side : kSides) {
        shown.session.close(side);
    }
    QTRY_VERIFY_WITH_TIMEOUT(watched.comparison.expired(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(watched.traces.a.expired() && watched.traces.b.expired(), kPatience);
}

void TestLetGo::replaced_data() {
    QTest::addColumn<int>("page");
    for (const PageEntry& entry : pageEntries()) {
        QTest::newRow(qPrintable(entry.title)) << static_cast<int>(entry.page);
    }
}

/// The page that is shown when others take the place, and all the hidden ones.
void TestLetGo::replaced() {
    QFETCH(const int, page);
    ShownWindow shown;
    QVERIFY(shown.open(traceFile(QStringLiteral("sample/a")), traceFile(QStringLiteral("sample/b"))));
    visitAll(shown);
    shown.show(static_cast<Page>(page));
    const Watched watched(shown.session);
    QVERIFY(shown.open(traceFile(QStringLiteral("sample/b")), traceFile(QStringLiteral("sample/a"))));
    QVERIFY(shown.session.comparison());
    QTRY_VERIFY_WITH_TIMEOUT(watched.comparison.expired(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(watched.traces.a.expired() && watched.traces.b.expired(), kPatience);
}

DIPTYCH_TEST(TestLetGo)
#include "tst_let_go.moc"
