// Ranges nested in one sweep, held against the rule applied row by row.

#include "core/model/nesting.h"

#include "core/model/columns.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <numeric>
#include <random>

using namespace diptych;

namespace {

struct Ranges {
    std::vector<Nanoseconds> startNs;
    std::vector<Nanoseconds> durationNs;
    std::vector<ThreadId> thread;

    [[nodiscard]] Nanoseconds endNs(std::size_t row) const {
        return startNs[row] + std::max<Nanoseconds>(durationNs[row], 0);
    }
};

constexpr std::size_t kThreads = 4; // small ones are swept together

/// Few different times, so that ends and starts meet; `longest` decides how much of it overlaps.
Ranges someRanges(std::minstd_rand& random, std::size_t count, unsigned longest) {
    Ranges ranges;
    for (std::size_t i = 0; i < count; ++i) {
        ranges.startNs.push_back(random() % 20 == 0 ? kAbsentNumber
                                                    : static_cast<Nanoseconds>(random() % 40));
        ranges.durationNs.push_back(random() % 20 == 0 ? -1 : static_cast<Nanoseconds>(random() % longest));
        ranges.thread.push_back(ThreadId(random() % kThreads));
    }
    return ranges;
}

/// The rows of a thread in the order in which they nest.
std::vector<std::size_t> orderOf(const Ranges& ranges, ThreadId thread) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < ranges.startNs.size(); ++row) {
        if (ranges.thread[row] == thread && ranges.startNs[row] != kAbsentNumber) {
            rows.push_back(row);
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [&](std::size_t x, std::size_t y) {
        return ranges.startNs[x] != ranges.startNs[y] ? ranges.startNs[x] < ranges.startNs[y]
                                                      : ranges.endNs(x) > ranges.endNs(y);
    });
    return rows;
}

} // namespace

class TestNesting : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isTheRuleRowByRow_data() {
        QTest::addColumn<unsigned>("threads");
        QTest::addColumn<unsigned>("leastRows");
        QTest::newRow("one thread") << 1U << 1U;
        QTest::newRow("parts of few rows") << 3U << 1U;
        QTest::newRow("parts of some rows") << 2U << 5U;
    }
    /// However the work is shared, and whether or not what was swept ahead can be used.
    void isTheRuleRowByRow() {
        QFETCH(const unsigned, threads);
        QFETCH(const unsigned, leastRows);
        const NestingShare share{threads, leastRows};
        std::minstd_rand random(3);
        for (int round = 0; round < 400; ++round) {
            const Ranges ranges = someRanges(random, 1 + random() % 30, 1 + random() % 30);
            std::vector<ThreadMoment> moments;
            for (std::size_t thread = 0; thread < kThreads; ++thread) {
                for (Nanoseconds time = -1; time < 75; ++time) {
                    moments.push_back({ThreadId(thread), time});
                }
            }
            const RangeColumns columns{ranges.startNs, ranges.durationNs, ranges.thread};
            const Nesting<FrameId> nesting = nestRanges<FrameId>(
                columns, orderForNesting(columns, kThreads, share, {}), moments, share, {});
            for (std::size_t thread = 0; thread < kThreads; ++thread) {
                const std::vector<std::size_t> rows = orderOf(ranges, ThreadId(thread));
                checkParents(ranges, rows, nesting);
                for (std::size_t i = 0; i < moments.size(); ++i) {
                    if (moments[i].thread == ThreadId(thread)) {
                        QCOMPARE(nesting.innermost[i], innermostAt(ranges, rows, moments[i].timeNs));
                    }
                }
            }
        }
    }

    /// A trace as profilers write it: parts of it are swept ahead and taken over.
    void sharedWorkChangesNothing() {
        const Ranges ranges = someCalls(4000);
        std::vector<ThreadMoment> moments;
        for (Nanoseconds time = 0; time < ranges.endNs(0) + 10; time += 3) {
            moments.push_back({ThreadId(0), time});
        }
        const RangeColumns columns{ranges.startNs, ranges.durationNs, ranges.thread};
        const auto nestedBy = [&](const NestingShare& share) {
            return nestRanges<FrameId>(columns, orderForNesting(columns, kThreads, share, {}), moments, share,
                                       {});
        };
        const Nesting<FrameId> alone = nestedBy({1, 1});
        const Nesting<FrameId> shared = nestedBy({4, 100});
        QCOMPARE(shared.parents, alone.parents);
        QCOMPARE(shared.innermost, alone.innermost);
        QCOMPARE(shared.clipped, alone.clipped);
    }

private:
    /// Nested calls, one thread, none longer than its caller.
    static Ranges someCalls(std::size_t count) {
        std::minstd_rand random(5);
        Ranges ranges;
        std::vector<std::size_t> open;
        Nanoseconds now = 0;
        while (ranges.startNs.size() < count || !open.empty()) {
            const bool mayCall = ranges.startNs.size() < count && open.size() < 40;
            if (open.empty() || (mayCall && random() % 2 == 0)) {
                open.push_back(ranges.startNs.size());
                ranges.startNs.push_back(now);
                ranges.durationNs.push_back(0);
                ranges.thread.push_back(ThreadId(0));
            } else if (open.size() > 1 || !mayCall) { // the outermost stays open to the end
                ranges.durationNs[open.back()] = now - ranges.startNs[open.back()];
                open.pop_back();
            }
            now += static_cast<Nanoseconds>(random() % 3);
        }
        return ranges;
    }

    /// The last that began before or then and ends then or after.
    static FrameId innermostAt(const Ranges& ranges, const std::vector<std::size_t>& rows,
                               Nanoseconds timeNs) {
        FrameId innermost;
        for (const std::size_t row : rows) {
            if (ranges.startNs[row] <= timeNs && ranges.endNs(row) >= timeNs) {
                innermost = FrameId(row);
            }
        }
        return innermost;
    }

    /// The last that began before and has not ended, where ranges end with their parents.
    static void checkParents(const Ranges& ranges, const std::vector<std::size_t>& rows,
                             const Nesting<FrameId>& nesting) {
        std::vector<Nanoseconds> ends(ranges.startNs.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::size_t row = rows[i];
            FrameId parent;
            for (std::size_t before = 0; before < i; ++before) {
                if (ends[rows[before]] > ranges.startNs[row]) {
                    parent = FrameId(rows[before]);
                }
            }
            QCOMPARE(nesting.parents[row], parent);
            ends[row] =
                parent.isValid() ? std::min(ranges.endNs(row), ends[parent.index()]) : ranges.endNs(row);
        }
    }
};

DIPTYCH_TEST(TestNesting)
#include "tst_nesting.moc"
