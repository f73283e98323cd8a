#include "core/model/nesting.h"

#include "core/base/cancel_poll.h"
#include "core/model/columns.h"

#include <algorithm>
#include <limits>

namespace diptych {

namespace {

bool nests(const RangeColumns& ranges, std::size_t row) {
    return ranges.startNs[row] != kAbsentNumber && ranges.thread[row].isValid();
}

Nanoseconds lengthNs(const RangeColumns& ranges, std::size_t row) {
    return std::max<Nanoseconds>(ranges.durationNs[row],
                                 0); // the constant of an absent number is negative too
}

/// The rows of each thread together: thread t owns rows[begin[t], begin[t + 1]), in the order of the table.
struct RowsByThread {
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> begin;
};

RowsByThread groupByThread(const RangeColumns& ranges, std::size_t threadCount, CancelPoll& poll) {
    RowsByThread grouped;
    grouped.begin.assign(threadCount + 1, 0);
    const std::size_t count = ranges.startNs.size();
    for (std::size_t row = 0; row < count; ++row) {
        poll();
        if (nests(ranges, row)) {
            ++grouped.begin[ranges.thread[row].index() + 1];
        }
    }
    for (std::size_t thread = 0; thread < threadCount; ++thread) {
        grouped.begin[thread + 1] += grouped.begin[thread];
    }
    grouped.rows.resize(grouped.begin[threadCount]);
    std::vector<std::size_t> next(grouped.begin.begin(), grouped.begin.end() - 1);
    for (std::size_t row = 0; row < count; ++row) {
        poll();
        if (nests(ranges, row)) {
            grouped.rows[next[ranges.thread[row].index()]++] = static_cast<std::uint32_t>(row);
        }
    }
    return grouped;
}

/// By start, the longer first. Profilers write rows almost in this order, so the sort is mostly a check;
/// where it is not, the starts are copied beside the row numbers to keep the comparisons within the cache.
void sortForNesting(const RangeColumns& ranges, std::uint32_t* first, std::uint32_t* last, CancelPoll& poll) {
    const auto before = [&](std::uint32_t x, std::uint32_t y) {
        poll();
        return ranges.startNs[x] != ranges.startNs[y] ? ranges.startNs[x] < ranges.startNs[y]
                                                      : lengthNs(ranges, x) > lengthNs(ranges, y);
    };
    if (std::is_sorted(first, last, before)) {
        return;
    }
    struct Key {
        Nanoseconds startNs;
        std::uint32_t row;
    };
    std::vector<Key> keys;
    keys.reserve(static_cast<std::size_t>(last - first));
    for (const std::uint32_t* row = first; row != last; ++row) {
        poll();
        keys.push_back({ranges.startNs[*row], *row});
    }
    std::sort(keys.begin(), keys.end(), [&](const Key& x, const Key& y) {
        poll();
        if (x.startNs != y.startNs) {
            return x.startNs < y.startNs;
        }
        const Nanoseconds lengthX = lengthNs(ranges, x.row);
        const Nanoseconds lengthY = lengthNs(ranges, y.row);
        return lengthX != lengthY ? lengthX > lengthY : x.row < y.row;
    });
    std::transform(keys.begin(), keys.end(), first, [](const Key& key) { return key.row; });
}

/// One thread's sweep over time. Two stacks, because two ends count: the clipped end tells who calls whom, a
/// range's own end tells whether it is around a moment. Every row enters and leaves each stack once.
template <class RowId>
class Sweep {
public:
    Sweep(const RangeColumns& ranges, Nesting<RowId>& result) : m_ranges(ranges), m_result(result) {}

    void begin(std::uint32_t row) {
        const Nanoseconds startNs = m_ranges.startNs[row];
        Nanoseconds endNs = saturatedEndNs(startNs, lengthNs(m_ranges, row));
        popWhile(m_open, [&](Nanoseconds end) { return end < startNs; });
        m_open.push_back({row, endNs});
        popWhile(m_callers, [&](Nanoseconds end) { return end <= startNs; });
        if (!m_callers.empty()) {
            m_result.parents[row] = RowId(m_callers.back().row);
            if (endNs > m_callers.back().endNs) {
                endNs = m_callers.back().endNs;
                ++m_result.clipped;
            }
        }
        m_callers.push_back({row, endNs});
    }

    RowId innermostAt(Nanoseconds timeNs) {
        popWhile(m_open, [&](Nanoseconds end) { return end < timeNs; });
        return m_open.empty() ? RowId() : RowId(m_open.back().row);
    }

private:
    struct Open {
        std::uint32_t row;
        Nanoseconds endNs;
    };

    template <class Predicate>
    static void popWhile(std::vector<Open>& stack, Predicate ended) {
        while (!stack.empty() && ended(stack.back().endNs)) {
            stack.pop_back();
        }
    }

    const RangeColumns& m_ranges;
    Nesting<RowId>& m_result;
    std::vector<Open> m_open;
    std::vector<Open> m_callers;
};

} // namespace

Nanoseconds saturatedEndNs(Nanoseconds startNs, Nanoseconds durationNs) {
    constexpr Nanoseconds kFirst = std::numeric_limits<Nanoseconds>::min();
    constexpr Nanoseconds kLast = std::numeric_limits<Nanoseconds>::max();
    if (durationNs > 0) {
        return startNs > kLast - durationNs ? kLast : startNs + durationNs;
    }
    return startNs < kFirst - durationNs ? kFirst : startNs + durationNs;
}

template <class RowId>
Nesting<RowId> nestRanges(const RangeColumns& ranges, std::size_t threadCount,
                          const std::vector<ThreadMoment>& moments, const CancelToken& cancel) {
    CancelPoll poll(cancel);
    Nesting<RowId> result;
    result.parents.resize(ranges.startNs.size());
    result.innermost.resize(moments.size());
    RowsByThread grouped = groupByThread(ranges, threadCount, poll);
    std::size_t moment = 0;
    for (std::size_t thread = 0; thread < threadCount; ++thread) {
        std::uint32_t* const first = grouped.rows.data() + grouped.begin[thread];
        std::uint32_t* const last = grouped.rows.data() + grouped.begin[thread + 1];
        sortForNesting(ranges, first, last, poll);
        Sweep<RowId> sweep(ranges, result);
        const auto answerBefore = [&](bool all, Nanoseconds timeNs) {
            while (moment < moments.size() && moments[moment].thread == ThreadId(thread) &&
                   (all || moments[moment].timeNs < timeNs)) {
                poll();
                result.innermost[moment] = sweep.innermostAt(moments[moment].timeNs);
                ++moment;
            }
        };
        for (const std::uint32_t* row = first; row != last; ++row) {
            poll();
            answerBefore(false, ranges.startNs[*row]);
            sweep.begin(*row);
        }
        answerBefore(true, 0);
    }
    return result;
}

template Nesting<OpId> nestRanges(const RangeColumns&, std::size_t, const std::vector<ThreadMoment>&,
                                  const CancelToken&);
template Nesting<FrameId> nestRanges(const RangeColumns&, std::size_t, const std::vector<ThreadMoment>&,
                                     const CancelToken&);

} // namespace diptych
