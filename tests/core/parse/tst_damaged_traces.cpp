// Damage at every byte of a trace: whole events before and after it are kept, none is invented or read twice,
// and what is lost is said.

#include "core/parse/load_trace.h"
#include "tests/core/parse/sketched_trace.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"

#include <functional>
#include <map>
#include <nlohmann/json.hpp>

using namespace diptych;
using diptych::test::Layout;
using diptych::test::SketchedTrace;

namespace {

constexpr std::size_t kStride = test::kIsSanitized ? 5 : 1; ///< from one damaged place to the next

/// A text with damage at a place, and up to where of the undamaged text it reaches.
struct Damaged {
    std::string text;
    std::size_t reachesTo;
};
using Damage = std::function<Damaged(const std::string& text, std::size_t place)>;

Damage overwrite(char with) {
    return [with](const std::string& text, std::size_t place) {
        std::string spoilt = text;
        spoilt[place] = with;
        return Damaged{spoilt, place + 1};
    };
}

Damage insert(char what) {
    return [what](const std::string& text, std::size_t place) {
        std::string spoilt = text;
        spoilt.insert(place, 1, what);
        return Damaged{spoilt, place + 1};
    };
}

Damage erase(std::size_t count) {
    return [count](const std::string& text, std::size_t place) {
        std::string spoilt = text;
        spoilt.erase(place, count);
        return Damaged{spoilt, std::min(text.size(), place + count)};
    };
}

/// `count` bytes are others: zeros, or an arbitrary pattern.
Damage replace(std::size_t count, bool isZero) {
    return [count, isZero](const std::string& text, std::size_t place) {
        std::string spoilt = text;
        const std::size_t end = std::min(text.size(), place + count);
        for (std::size_t i = place; i < end; ++i) {
            spoilt[i] = isZero ? '\0' : static_cast<char>((i - place) * 37 + place * 11);
        }
        return Damaged{spoilt, end};
    };
}

std::map<std::string, int> namesIn(const Trace& trace) {
    std::map<std::string, int> names;
    const auto add = [&](const auto& table) {
        for (std::size_t i = 0; i < table.size(); ++i) {
            if (table.durationNs[i] == 5000) {
                ++names[std::string(trace.text(table.name[i]))];
            }
        }
    };
    add(trace.gpu);
    add(trace.ops);
    add(trace.frames);
    return names;
}

std::size_t rowsIn(const Trace& trace) {
    return trace.gpu.size() + trace.ops.size() + trace.frames.size() + trace.launches.size() +
           trace.spans.size();
}

bool saysLoss(const Trace& trace) {
    return std::any_of(trace.diagnostics.begin(), trace.diagnostics.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::Loss || diagnostic.code == "events-repaired";
    });
}

} // namespace

Q_DECLARE_METATYPE(Damage)

class TestDamagedTraces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsWholeEvents_data() {
        QTest::addColumn<Damage>("damage");
        QTest::addColumn<bool>("isVisible"); ///< whether the damage must be told from good text
        for (const char c : std::string("\"{}[],\\x: \xff\0\n", 13)) {
            QTest::addRow("overwritten by %#x", static_cast<unsigned char>(c)) << overwrite(c) << true;
        }
        for (const char c : std::string("\"{}[],\\\0", 8)) {
            QTest::addRow("%#x inserted", static_cast<unsigned char>(c)) << insert(c) << true;
        }
        for (const std::size_t count : {1, 9, 60, 250}) {
            QTest::addRow("%d erased", int(count)) << erase(count) << (count == 1);
            QTest::addRow("%d zeros", int(count)) << replace(count, true) << true;
            QTest::addRow("%d other bytes", int(count)) << replace(count, false) << false;
        }
    }

    void keepsWholeEvents() {
        QFETCH(Damage, damage);
        QFETCH(bool, isVisible);
        for (const Layout layout : {Layout::Lines, Layout::OneLine}) {
            const SketchedTrace forged = test::forgeTrace(layout, 4);
            for (std::size_t place = forged.eventsBegin; place < forged.text.size(); place += kStride) {
                const Damaged damaged = damage(forged.text, place);
                check(forged, damaged.text, place, damaged.reachesTo, isVisible);
                if (QTest::currentTestFailed()) {
                    return;
                }
            }
        }
    }

    void keepsWhatStandsBeforeACut() {
        for (const Layout layout : {Layout::Lines, Layout::OneLine}) {
            const SketchedTrace forged = test::forgeTrace(layout, 4);
            for (std::size_t place = forged.eventsBegin; place < forged.text.size() - 1; ++place) {
                check(forged, forged.text.substr(0, place), place, forged.text.size(), true);
                if (QTest::currentTestFailed()) {
                    return;
                }
            }
        }
    }

    void saysWhereAFileIsCut() {
        const SketchedTrace forged = test::forgeTrace(Layout::Lines, 5);
        for (std::size_t place = forged.eventsBegin; place < forged.text.find("\"traceName\""); ++place) {
            const auto loaded =
                loadTraceFromMemory(std::string_view(forged.text).substr(0, place), options());
            QVERIFY(loaded.isOk());
            const Diagnostic* const cut = findDiagnostic(loaded.value()->diagnostics, "file-cut");
            QVERIFY2(cut, qPrintable(QString("cut at %1").arg(place)));
            QCOMPARE(cut->severity, Severity::Loss);
            QCOMPARE(cut->byte, std::optional<std::uint64_t>(place));
        }
    }

    /// Damage in what stands before the events costs metadata, no event, and is told of.
    void keepsEventsBehindADamagedHead() {
        for (const Layout layout : {Layout::Lines, Layout::OneLine}) {
            const SketchedTrace forged = test::forgeTrace(layout, 3);
            const std::size_t key = forged.text.find("\"traceEvents\"");
            for (std::size_t place = 1; place < key; ++place) {
                for (const char c : std::string("\"{}[],\\\0\xff", 9)) {
                    std::string spoilt = forged.text;
                    spoilt[place] = c;
                    check(forged, spoilt, place, place + 1, false);
                    checkMetadataDamage(spoilt, place, key);
                    if (QTest::currentTestFailed()) {
                        return;
                    }
                }
            }
        }
    }

    /// The same behind the events, where it may also look like the end of the document.
    void tellsOfADamagedTail() {
        const SketchedTrace forged = test::forgeTrace(Layout::Lines, 3);
        const std::size_t last = forged.text.rfind('}');
        for (std::size_t place = forged.text.find("\"traceName\""); place < last; ++place) {
            for (const char c : std::string("\"{}[],\\\0\xff", 9)) {
                std::string spoilt = forged.text;
                spoilt[place] = c;
                const auto loaded = loadTraceFromMemory(spoilt, options());
                QVERIFY(loaded.isOk());
                QVERIFY(rowsIn(*loaded.value()) == forged.events.size());
                bool isTold = false;
                for (const Diagnostic& told : loaded.value()->diagnostics) { // the kernels have no launches
                    isTold = isTold || (told.code != "unlinked-kernels" && told.byte >= place - 1);
                }
                QVERIFY2(isTold != nlohmann::json::accept(spoilt),
                         qPrintable(QString("%1 at %2").arg(c).arg(place)));
            }
        }
    }

    /// A quote that is lost before the events makes text of them: they are looked for at once, in what was
    /// read of the file, and then read as ever.
    void findsEventsBehindALostQuote() {
        SketchedTrace forged = test::forgeTrace(Layout::Lines, 2000);
        forged.text.erase(forged.text.find('"'), 1);
        const auto loaded = loadTraceFromMemory(forged.text, options());
        QVERIFY(loaded.isOk());
        QCOMPARE(rowsIn(*loaded.value()), forged.events.size());
        QVERIFY(findDiagnostic(loaded.value()->diagnostics, "metadata-damaged"));
    }

private:
    static LoadOptions options() {
        LoadOptions options;
        options.workers = 1;
        options.batchBytes = 1500; // several batches even here
        return options;
    }

    static void checkMetadataDamage(const std::string& text, std::size_t place, std::size_t key) {
        const auto loaded = loadTraceFromMemory(text, options());
        QVERIFY(loaded.isOk());
        const Diagnostic* const damage = findDiagnostic(loaded.value()->diagnostics, "metadata-damaged");
        const QString where =
            QString("damage at %1: %2").arg(place).arg(QString::fromLatin1(text.substr(0, key)));
        QVERIFY2((damage != nullptr) == !nlohmann::json::accept(text), qPrintable(where));
        // A character before it may only now be wrong: a name that ends behind it, a word without its quote.
        QVERIFY2(!damage || (*damage->byte + 16 >= place && *damage->byte <= key + 32), qPrintable(where));
    }

    /// Damage covers [begin, end) of the undamaged text.
    void check(const SketchedTrace& forged, const std::string& text, std::size_t begin, std::size_t end,
               bool isVisible) {
        const QString where =
            QString("damage at %1: ...%2...")
                .arg(begin)
                .arg(QString::fromLatin1(text.substr(begin - std::min<std::size_t>(begin, 30), 60)));
        const auto loaded = loadTraceFromMemory(text, options());
        QVERIFY2(loaded.isOk(), qPrintable(where));
        const Trace& trace = *loaded.value();
        const std::map<std::string, int> names = namesIn(trace);
        for (const test::ForgedEvent& event : forged.events) {
            const bool isTouched = event.begin < end && event.end > begin;
            const auto found = names.find(event.name);
            const int times = found == names.end() ? 0 : found->second;
            QVERIFY2(times == 1 || (isTouched && times == 0),
                     qPrintable(event.name.c_str() + (": " + where)));
        }
        QVERIFY2(rowsIn(trace) <= forged.events.size(), qPrintable(where));
        QVERIFY2(!isVisible || rowsIn(trace) == forged.events.size() || saysLoss(trace), qPrintable(where));
    }
};

DIPTYCH_TEST(TestDamagedTraces)
#include "tst_damaged_traces.moc"
