#include "core/model/nesting.h"

#include "core/base/cancel_poll.h"
#include "core/model/columns.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace diptych {

namespace {

bool nests(const RangeColumns& ranges, std::size_t row) {
    return ranges.startNs[row] != kAbsentNumber && ranges.thread[row].isValid();
}

Nanoseconds lengthNs(const RangeColumns& ranges, std::size_t row) {
    return std::max<Nanoseconds>(ranges.durationNs[row],
                                 0); // the constant of an absent number is negative too
}

/// Calls `work` for the numbers below `count`, and looks at the token now and then, not every time: these
/// loops see every row of a trace.
template <class Work>
void forEach(std::size_t count, const CancelPoll& poll, Work work) {
    constexpr std::size_t kCallsALook = 8192;
    for (std::size_t begin = 0; begin < count; begin += kCallsALook) {
        poll.look();
        const std::size_t end = std::min(count, begin + kCallsALook);
        for (std::size_t i = begin; i < end; ++i) {
            work(i);
        }
    }
}

/// A counter for each thread. Rows of one thread mostly follow each other: that thread's counter is at hand.
class ThreadCounters {
public:
    explicit ThreadCounters(std::vector<std::size_t>& counts) : m_counts(counts) {}
    ~ThreadCounters() { m_counts[m_thread] = m_count; }
    ThreadCounters(const ThreadCounters&) = delete;
    ThreadCounters& operator=(const ThreadCounters&) = delete;

    /// What the thread's counter was before it is counted up.
    std::size_t countUp(std::size_t thread) {
        if (thread != m_thread) {
            m_counts[m_thread] = m_count;
            m_thread = thread;
            m_count = m_counts[thread];
        }
        return m_count++;
    }

private:
    std::vector<std::size_t>& m_counts;
    std::size_t m_thread = 0;
    std::size_t m_count = m_counts.front();
};

NestingOrder groupByThread(const RangeColumns& ranges, std::size_t threadCount, CancelPoll& poll) {
    NestingOrder grouped;
    const std::size_t count = ranges.startNs.size();
    std::vector<std::size_t> next(threadCount + 1, 0);
    {
        ThreadCounters sizes(next);
        forEach(count, poll, [&](std::size_t row) {
            if (nests(ranges, row)) {
                sizes.countUp(ranges.thread[row].index());
            }
        });
    }
    grouped.begin.resize(threadCount + 1);
    std::exclusive_scan(next.begin(), next.end(), grouped.begin.begin(), std::size_t{0});
    grouped.rows.resize(grouped.begin[threadCount]);
    next = grouped.begin;
    ThreadCounters places(next);
    forEach(count, poll, [&](std::size_t row) {
        if (nests(ranges, row)) {
            grouped.rows[places.countUp(ranges.thread[row].index())] = static_cast<std::uint32_t>(row);
        }
    });
    return grouped;
}

/// By start, the longer first. Profilers write rows almost in this order, so the sort is mostly a check;
/// where it is not, the starts are copied beside the row numbers to keep the comparisons within the cache.
void sortForNesting(const RangeColumns& ranges, std::uint32_t* first, std::uint32_t* last, CancelPoll& poll) {
    const auto before = [&](std::uint32_t x, std::uint32_t y) {
        return ranges.startNs[x] != ranges.startNs[y] ? ranges.startNs[x] < ranges.startNs[y]
                                                      : lengthNs(ranges, x) > lengthNs(ranges, y);
    };
    bool isSorted = true;
    forEach(static_cast<std::size_t>(last - first), poll,
            [&](std::size_t i) { isSorted = isSorted && (i == 0 || !before(first[i], first[i - 1])); });
    if (isSorted) {
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

/// One thread's sweep over time. Two ends count: the clipped end tells who calls whom, a range's own end
/// tells whether it is around a moment. They are the same until a range is clipped: from then on there are
/// two stacks. Every row enters and leaves each stack once.
template <class RowId>
class Sweep {
public:
    Sweep(const RangeColumns& ranges, Nesting<RowId>& result) : m_ranges(ranges), m_result(result) {}

    void begin(std::uint32_t row) {
        const Nanoseconds startNs = m_ranges.startNs[row];
        Nanoseconds endNs = saturatedEndNs(startNs, lengthNs(m_ranges, row));
        popWhile(m_callers, [&](Nanoseconds end) { return end <= startNs; });
        if (m_isClipped) {
            popWhile(m_open, [&](Nanoseconds end) { return end < startNs; });
            m_open.push_back({row, endNs});
        }
        if (!m_callers.empty()) {
            m_result.parents[row] = RowId(m_callers.back().row);
            if (endNs > m_callers.back().endNs) {
                beginClipping({row, endNs});
                endNs = m_callers.back().endNs;
                ++m_result.clipped;
            }
        }
        m_callers.push_back({row, endNs});
    }

    RowId innermostAt(Nanoseconds timeNs) {
        std::vector<Open>& open = m_isClipped ? m_open : m_callers;
        popWhile(open, [&](Nanoseconds end) { return end < timeNs; });
        return open.empty() ? RowId() : RowId(open.back().row);
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

    void beginClipping(Open first) {
        if (!m_isClipped) {
            m_isClipped = true;
            m_open = m_callers;
            m_open.push_back(first);
        }
    }

    const RangeColumns& m_ranges;
    Nesting<RowId>& m_result;
    bool m_isClipped = false;
    std::vector<Open> m_open; ///< by their own ends; empty until a range is clipped
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

NestingOrder orderForNesting(const RangeColumns& ranges, std::size_t threadCount, const CancelToken& cancel) {
    CancelPoll poll(cancel);
    NestingOrder order = groupByThread(ranges, threadCount, poll);
    for (std::size_t thread = 0; thread < threadCount; ++thread) {
        sortForNesting(ranges, order.rows.data() + order.begin[thread],
                       order.rows.data() + order.begin[thread + 1], poll);
    }
    return order;
}

template <class RowId>
Nesting<RowId> nestRanges(const RangeColumns& ranges, const NestingOrder& order,
                          const std::vector<ThreadMoment>& moments, const CancelToken& cancel) {
    CancelPoll poll(cancel);
    Nesting<RowId> result;
    result.parents.resize(ranges.startNs.size());
    result.innermost.resize(moments.size());
    std::size_t moment = 0;
    for (std::size_t thread = 0; thread + 1 < order.begin.size(); ++thread) {
        const std::uint32_t* const first = order.rows.data() + order.begin[thread];
        Sweep<RowId> sweep(ranges, result);
        const auto isDue = [&] {
            return moment < moments.size() && moments[moment].thread == ThreadId(thread);
        };
        const auto answer = [&] {
            poll();
            result.innermost[moment] = sweep.innermostAt(moments[moment].timeNs);
            ++moment;
        };
        forEach(order.begin[thread + 1] - order.begin[thread], poll, [&](std::size_t i) {
            while (isDue() && moments[moment].timeNs < ranges.startNs[first[i]]) {
                answer();
            }
            sweep.begin(first[i]);
        });
        while (isDue()) {
            answer();
        }
    }
    return result;
}

template Nesting<OpId> nestRanges(const RangeColumns&, const NestingOrder&, const std::vector<ThreadMoment>&,
                                  const CancelToken&);
template Nesting<FrameId> nestRanges(const RangeColumns&, const NestingOrder&,
                                     const std::vector<ThreadMoment>&, const CancelToken&);

} // namespace diptych
