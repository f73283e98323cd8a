#include "ui/pages/welcome_texts.h"

#include "tests/support/test_program.h"
#include "ui/pages/welcome_recents.h"

using namespace diptych;

namespace {

QString plain(QString text) {
    return text.replace(QChar(0x00A0), QLatin1Char(' '));
}

TraceSlot loadingSlot(std::uint64_t read, std::uint64_t total, std::uint64_t events, double seconds) {
    TraceSlot slot;
    slot.state = SlotState::Loading;
    slot.progress.bytesRead = read;
    slot.progress.bytesTotal = total;
    slot.progress.events = events;
    slot.secondsLoading = seconds;
    return slot;
}

QString valueOf(const std::vector<FactLine>& lines, const char* label) {
    for (const FactLine& line : lines) {
        if (line.label == QLatin1String(label)) {
            return line.value;
        }
    }
    return QStringLiteral("no such line");
}

} // namespace

class TestWelcomeTexts : public QObject {
    Q_OBJECT

private slots:
    void loading() {
        const LoadingTexts texts = loadingTextsOf(loadingSlot(500'000'000, 1'000'000'000, 2'000'000, 4));
        QCOMPARE(plain(texts.percent), QStringLiteral("50 %"));
        QCOMPARE(plain(texts.bytes), QStringLiteral("0.50 of 1.00 GB"));
        QCOMPARE(plain(texts.timeLeft), QStringLiteral("4 s left"));
        QCOMPARE(plain(texts.rate), QStringLiteral("500 000 events/s"));
        QCOMPARE(plain(texts.events), QStringLiteral("2.0 of about 4.0 million"));
    }

    void theFirstMomentsTellNoRate() {
        const LoadingTexts texts = loadingTextsOf(loadingSlot(1'000, 1'000'000, 10, 0.1));
        QVERIFY(texts.timeLeft.isEmpty());
        QVERIFY(texts.rate.isEmpty());
    }

    void aPipeHasNoPercent() {
        const LoadingTexts texts = loadingTextsOf(loadingSlot(5'000'000, 0, 100, 2));
        QVERIFY(texts.fraction < 0);
        QCOMPARE(plain(texts.percent), QStringLiteral("5.00 MB"));
        QVERIFY(texts.timeLeft.isEmpty());
    }

    void moreBytesThanExpectedIsStillAllOfThem() {
        QCOMPARE(loadingTextsOf(loadingSlot(11, 10, 1, 1)).fraction, 1.0);
    }

    void whatIsUnknownSaysWhen() {
        TraceSlot slot;
        slot.state = SlotState::Loading;
        slot.path = QStringLiteral("/x/a.json");
        QCOMPARE(valueOf(factsOf(slot), "GPU"), QStringLiteral("known after loading"));
        slot.trace = std::make_shared<Trace>();
        QCOMPARE(valueOf(factsOf(slot), "GPU"), QStringLiteral("not in trace"));
        QCOMPARE(valueOf(factsOf(slot), "Python stacks"), QStringLiteral("not in trace"));
    }

    void platforms_data() {
        QTest::addColumn<QString>("runtime");
        QTest::addColumn<bool>("amd");
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("worldSize");
        QTest::addColumn<QString>("expected");
        QTest::newRow("all") << "ROCm 6.3" << true << 0 << 2 << "ROCm 6.3, PyTorch 2.6, rank 0 of 2";
        QTest::newRow("no runtime") << "" << true << -1 << -1 << "AMD, PyTorch 2.6";
        QTest::newRow("rank alone") << "" << false << 3 << -1 << "PyTorch 2.6, rank 3";
    }

    void platforms() {
        QFETCH(QString, runtime);
        QFETCH(bool, amd);
        QFETCH(int, rank);
        QFETCH(int, worldSize);
        TraceMetadata metadata;
        metadata.platform = amd ? Platform::Amd : Platform::Unknown;
        metadata.runtimeVersion = runtime.toStdString();
        metadata.torchVersion = "2.6";
        if (rank >= 0) {
            metadata.rank = rank;
        }
        if (worldSize >= 0) {
            metadata.worldSize = worldSize;
        }
        QTEST(platformTextOf(metadata), "expected");
    }

    void failures() {
        TraceSlot slot;
        slot.state = SlotState::Failed;
        slot.error =
            Error{ErrorCode::NotJson, "/x", 1'048'603, "The text is not JSON", "Choose another file"};
        const FailureTexts texts = failureTextsOf(slot);
        QCOMPARE(plain(texts.reason),
                 QStringLiteral("The text is not JSON, at byte 1 048 603 of the decompressed text."));
        QCOMPARE(texts.remedy, QStringLiteral("Choose another file."));
        slot.state = SlotState::Cancelled;
        QVERIFY(failureTextsOf(slot).headline.contains(QStringLiteral("cancelled")));
    }

    void salvageNamesLossesOnly() {
        auto trace = std::make_shared<Trace>();
        trace->diagnostics = {{"a", Severity::Info, 1, {}, "fine", {}},
                              {"b", Severity::Loss, 1, {}, "lost", {}}};
        TraceSlot slot;
        QVERIFY(salvageOf(slot).empty());
        slot.trace = trace;
        QCOMPARE(salvageOf(slot), std::vector<QString>{QStringLiteral("lost.")});
    }

    void opened() {
        const QDateTime now(QDate(2026, 3, 1), QTime(9, 5));
        QCOMPARE(formatOpened(now, now), QStringLiteral("Today 09:05"));
        QCOMPARE(formatOpened(now.addDays(-1), now), QStringLiteral("Yesterday 09:05"));
        QCOMPARE(formatOpened(now.addDays(-3), now), QStringLiteral("26 Feb 2026"));
    }
};

DIPTYCH_TEST(TestWelcomeTexts)
#include "tst_welcome_texts.moc"
