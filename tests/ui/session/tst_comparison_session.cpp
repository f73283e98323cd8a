#include "ui/session/comparison_session.h"

#include "core/base/parallel.h"
#include "tests/support/test_program.h"
#include "tests/ui/session/fake_backend.h"
#include "ui/session/notes.h"

#include <QTemporaryDir>

using namespace diptych;
using diptych::test::FakeBackend;

namespace {

std::string tracePath(const ComparisonSession& session, Side side) {
    const auto comparison = session.comparison();
    return comparison ? comparison->sides[side]->trace->path : std::string();
}

SlotState stateOf(const ComparisonSession& session, Side side) {
    return session.slot(side).state;
}

} // namespace

class TestComparisonSession : public QObject {
    Q_OBJECT

private slots:
    void comparesWhenBothAreLoaded() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.open(Side::A, QStringLiteral("one"));
        QTRY_COMPARE(stateOf(session, Side::A), SlotState::Loaded);
        QVERIFY(!session.comparison());
        QVERIFY(!session.isComparing());
        session.open(Side::B, QStringLiteral("two"));
        QTRY_VERIFY(session.comparison());
        QCOMPARE(tracePath(session, Side::A), std::string("one"));
        QCOMPARE(tracePath(session, Side::B), std::string("two"));
        QCOMPARE(backend.comparisons.load(), 1);
    }

    void theSameFileTwiceIsTwoTraces() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("one"), QStringLiteral("one"));
        QTRY_VERIFY(session.comparison());
        QCOMPARE(tracePath(session, Side::B), std::string("one"));
    }

    void notesStayWithTheirTraces() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(session.comparison());
        const NotePlace place{NoteTarget::Pair, QStringLiteral("layer 0/0")};
        session.notes().write({place, QStringLiteral("slow"), {QStringLiteral("a"), QStringLiteral("b")}});
        session.reload(Side::A);
        session.swapSides();
        QCOMPARE(session.notes().textAt(place), QStringLiteral("slow"));
        QCOMPARE(session.notes().all().front().names.a, QStringLiteral("b"));
        session.open(Side::B, QStringLiteral("three"));
        QVERIFY(session.notes().all().empty());
    }

    void sharesTheThreads() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(session.comparison());
        session.open(Side::A, QStringLiteral("alone"));
        QTRY_VERIFY(session.comparison());
        const unsigned threads = hardwareThreads();
        const unsigned half = std::clamp(threads / 2, 1U, 8U);
        QCOMPARE(backend.workers("one"), std::vector<unsigned>{half});
        QCOMPARE(backend.workers("two"), std::vector<unsigned>{half});
        QCOMPARE(backend.workers("alone"), std::vector<unsigned>{std::clamp(threads, 1U, 8U)});
    }

    void openingReturnsAtOnce() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        QElapsedTimer clock;
        clock.start();
        session.openBoth(QStringLiteral("slow a"), QStringLiteral("slow b"));
        QVERIFY(clock.elapsed() < 50);
        QCOMPARE(stateOf(session, Side::A), SlotState::Loading);
        QCOMPARE(stateOf(session, Side::B), SlotState::Loading);
    }

    void factsComeBeforeTheTrace() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("slow"));
        QFile(path).open(QIODevice::WriteOnly);
        session.open(Side::A, path);
        QTRY_VERIFY_WITH_TIMEOUT(session.slot(Side::A).facts.has_value(), 1000);
        QCOMPARE(stateOf(session, Side::A), SlotState::Loading);
    }

    void aPipeIsNotReadForFacts() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.open(Side::A, QStringLiteral("-"));
        QTRY_COMPARE(stateOf(session, Side::A), SlotState::Loaded);
        QTest::qWait(20);
        QVERIFY(!session.slot(Side::A).facts);
    }

    void cancellingASideLeavesTheOther() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("slow a"), QStringLiteral("slow b"));
        session.cancel(Side::A);
        QCOMPARE(stateOf(session, Side::A), SlotState::Cancelled);
        QCOMPARE(session.slot(Side::A).path, QStringLiteral("slow a"));
        QCOMPARE(stateOf(session, Side::B), SlotState::Loading);
        backend.release("slow b");
        QTRY_COMPARE(stateOf(session, Side::B), SlotState::Loaded);
        QCOMPARE(stateOf(session, Side::A), SlotState::Cancelled);
        QVERIFY(!session.comparison());
        backend.release("slow a");
        session.reload(Side::A);
        QTRY_VERIFY(session.comparison());
    }

    void aFailedSideLeavesTheOther() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("bad"), QStringLiteral("two"));
        QTRY_COMPARE(stateOf(session, Side::A), SlotState::Failed);
        QTRY_COMPARE(stateOf(session, Side::B), SlotState::Loaded);
        QVERIFY(session.slot(Side::A).error);
        QCOMPARE(*session.slot(Side::A).error->byteOffset, std::uint64_t(17));
        QVERIFY(!session.comparison());
        session.open(Side::A, QStringLiteral("one"));
        QVERIFY(!session.slot(Side::A).error);
        QTRY_VERIFY(session.comparison());
    }

    void staleResultsNeverAppear_data() {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::newRow("the first ends last") << "stubborn 1"
                                             << "two";
        QTest::newRow("both are slow") << "stubborn 1"
                                       << "slow 2";
        QTest::newRow("the first fails late") << "stubborn bad"
                                              << "two";
        QTest::newRow("the same file again") << "stubborn 1"
                                             << "stubborn 1";
    }

    void staleResultsNeverAppear() {
        QFETCH(QString, first);
        QFETCH(QString, second);
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.open(Side::A, first);
        QTRY_COMPARE(backend.loads.load(), 1);
        session.open(Side::A, second);
        QTRY_COMPARE(backend.loads.load(), 2);
        QSignalSpy changes(&session, &ComparisonSession::slotChanged);
        connect(&session, &ComparisonSession::slotChanged, &session, [&] {
            const TraceSlot& slot = session.slot(Side::A);
            QCOMPARE(slot.path, second);
            QVERIFY(!slot.trace || slot.trace->path == second.toStdString());
            QVERIFY(slot.state != SlotState::Failed);
        });
        backend.release(first.toStdString());
        QTRY_COMPARE(backend.loadsEnded.load() >= 1, true);
        backend.release(second.toStdString());
        QTRY_COMPARE(stateOf(session, Side::A), SlotState::Loaded);
        QTRY_COMPARE(backend.loadsEnded.load(), 2);
        QTest::qWait(20);
        QCOMPARE(stateOf(session, Side::A), SlotState::Loaded);
        QCOMPARE(session.slot(Side::A).trace->path, second.toStdString());
    }

    void swapsWhileLoading() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("slow a"), QStringLiteral("two"));
        QTRY_COMPARE(stateOf(session, Side::B), SlotState::Loaded);
        session.swapSides();
        QCOMPARE(stateOf(session, Side::A), SlotState::Loaded);
        QCOMPARE(stateOf(session, Side::B), SlotState::Loading);
        backend.release("slow a");
        QTRY_VERIFY(session.comparison());
        QCOMPARE(tracePath(session, Side::A), std::string("two"));
        QCOMPARE(tracePath(session, Side::B), std::string("slow a"));
        QCOMPARE(backend.loads.load(), 2);
    }

    void swapsAComparison() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(session.comparison());
        SessionSelection selection = session.selection();
        selection.steps.a = StepRange{1, 4};
        session.setSelection(selection);
        session.swapSides();
        QVERIFY(!session.comparison());
        QTRY_VERIFY(session.comparison());
        QCOMPARE(tracePath(session, Side::A), std::string("two"));
        QVERIFY(session.comparison()->options.steps.b == (StepRange{1, 4}));
        QVERIFY(!session.comparison()->options.steps.a);
    }

    void aComparisonOfReplacedTracesIsDropped() {
        FakeBackend backend;
        backend.holdComparisons = true;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(session.isComparing());
        QTRY_COMPARE(backend.comparisons.load(), 1);
        session.open(Side::B, QStringLiteral("three"));
        QVERIFY(!session.isComparing());
        connect(&session, &ComparisonSession::comparisonChanged, &session,
                [&] { QVERIFY(!session.comparison() || tracePath(session, Side::B) == "three"); });
        backend.holdComparisons = false;
        QTRY_VERIFY(session.comparison());
        QCOMPARE(tracePath(session, Side::B), std::string("three"));
    }

    void closingEmptiesASide() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("one"), QStringLiteral("slow b"));
        session.close(Side::B);
        QCOMPARE(stateOf(session, Side::B), SlotState::Empty);
        QVERIFY(session.slot(Side::B).path.isEmpty());
        backend.release("slow b");
        QTRY_COMPARE(stateOf(session, Side::A), SlotState::Loaded);
        QTest::qWait(20);
        QCOMPARE(stateOf(session, Side::B), SlotState::Empty);
    }

    void aSelectionAnalysesAgainWithoutLoading() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(session.comparison());
        const auto before = session.comparison();
        SessionSelection selection;
        selection.analysis.a.namesOnly = true;
        session.setSelection(selection);
        QCOMPARE(session.comparison(), before); // stays until the new one is there
        QTRY_VERIFY(session.comparison() && session.comparison() != before);
        QVERIFY(session.comparison()->sides.a->options.namesOnly);
        QVERIFY(!session.comparison()->sides.b->options.namesOnly);
        QCOMPARE(backend.loads.load(), 2);
        QCOMPARE(backend.analyses.load(), 3);
    }

    void anImpossibleSelectionCanBeUndone() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(session.comparison());
        SessionSelection selection;
        selection.analysis.a.rank = 7;
        session.setSelection(selection);
        QTRY_VERIFY(session.comparisonError());
        QVERIFY(!session.comparison());
        QCOMPARE(stateOf(session, Side::A), SlotState::Loaded);
        session.setSelection({});
        QTRY_VERIFY(session.comparison());
        QVERIFY(!session.comparisonError());

        selection = {};
        selection.phase = PhaseFilter::Prefill;
        session.setSelection(selection);
        QTRY_VERIFY(session.comparisonError());
        QCOMPARE(session.comparisonError()->code, ErrorCode::NoSuchSelection);
        QCOMPARE(backend.loads.load(), 2);
    }

    void anotherFileForgetsTheSelection() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("one"), QStringLiteral("two"));
        SessionSelection selection;
        selection.steps = {StepRange{1, 2}, StepRange{3, 4}};
        session.setSelection(selection);
        session.reload(Side::A);
        QVERIFY(session.selection().steps.a);
        session.open(Side::A, QStringLiteral("three"));
        QVERIFY(!session.selection().steps.a);
        QVERIFY(session.selection().steps.b);
    }

    void rulesAnalyseAgainWithoutLoading() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(session.comparison());
        QSignalSpy changed(&session, &ComparisonSession::rulesChanged);
        RuleTable rules = defaultRules();
        Rule mine;
        mine.operation = "Mine";
        mine.category = "gemm";
        mine.pattern = "^mine";
        rules.rules.insert(rules.rules.begin(), mine);
        session.setRules(rules);
        QTRY_COMPARE(changed.size(), 1);
        QVERIFY(session.rules() == rules);
        QTRY_COMPARE(backend.analyses.load(), 4);
        QTRY_VERIFY(session.comparison() && !session.isComparing());
        QCOMPARE(backend.loads.load(), 2);
    }

    void aBrokenPatternChangesNothing() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        QSignalSpy refused(&session, &ComparisonSession::rulesRefused);
        RuleTable rules = defaultRules();
        rules.rules.front().pattern = "(";
        session.setRules(rules);
        QTRY_COMPARE(refused.size(), 1);
        QVERIFY(!refused.front().front().toString().isEmpty());
        QVERIFY(session.rules() == defaultRules());
    }

    void cancelsAComparison() {
        FakeBackend backend;
        backend.holdComparisons = true;
        ComparisonSession session(backend.functions());
        session.openBoth(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(session.isComparing());
        session.cancelComparison();
        QVERIFY(!session.isComparing());
        QCOMPARE(session.comparisonError()->code, ErrorCode::Cancelled);
        backend.holdComparisons = false;
        QTest::qWait(20);
        QVERIFY(!session.comparison());
        session.compareAgain();
        QTRY_VERIFY(session.comparison());
    }

    void progressIsThrottled() {
        FakeBackend backend;
        ComparisonSession session(backend.functions());
        QSignalSpy progress(&session, &ComparisonSession::progressChanged);
        session.open(Side::A, QStringLiteral("slow a"));
        QTRY_VERIFY(progress.size() >= 2);
        QElapsedTimer clock;
        clock.start();
        progress.clear();
        QTest::qWait(350);
        QVERIFY2(progress.size() <= 1 + clock.elapsed() / 100, qPrintable(QString::number(progress.size())));
        QCOMPARE(session.slot(Side::A).progress.bytesRead, std::uint64_t(500));
        QVERIFY(session.slot(Side::A).secondsLoading > 0.1);
        backend.release("slow a");
        QTRY_COMPARE(stateOf(session, Side::A), SlotState::Loaded);
        progress.clear();
        QTest::qWait(250);
        QCOMPARE(progress.size(), 0);
    }

    void destructionCancelsAndWaits() {
        FakeBackend backend;
        {
            ComparisonSession session(backend.functions());
            session.openBoth(QStringLiteral("slow a"), QStringLiteral("slow b"));
            QTRY_COMPARE(backend.loads.load(), 2);
        }
        QCOMPARE(backend.loadsEnded.load(), 2);
    }
};

DIPTYCH_TEST(TestComparisonSession)
#include "tst_comparison_session.moc"
