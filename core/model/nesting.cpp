#include "core/model/nesting.h"

#include "core/base/cancel_poll.h"
#include "core/base/parallel.h"
#include "core/model/columns.h"

#include <algorithm>
#include <limits>

namespace diptych {

namespace {

/// What is swept in one go: whole threads, or a piece of one that has many rows.
struct Part {
    std::size_t firstThread;
    std::size_t endThread;
    std::size_t firstRow; ///< in the order
    std::size_t endRow;
    bool isThreadsFirst; ///< nothing of its first thread lies before it
};

/// What the sweeps of a table share.
template <class RowId>
struct Table {
    const RangeColumns& ranges;
    const NestingOrder& order;
    const std::vector<ThreadMoment>& moments;
    Nesting<RowId>& result; ///< each part has rows and moments of its own

    [[nodiscard]] Nanoseconds startNs(std::uint32_t row) const { return ranges.startNs[row]; }
    [[nodiscard]] Nanoseconds endNs(std::uint32_t row) const {
        // the constant of an absent number is negative too
        return saturatedEndNs(ranges.startNs[row], std::max<Nanoseconds>(ranges.durationNs[row], 0));
    }
    /// How many moments lie before that time of that thread.
    [[nodiscard]] std::size_t
    momentsBefore(std::size_t thread, Nanoseconds timeNs = std::numeric_limits<Nanoseconds>::min()) const {
        const auto isBefore = [](const ThreadMoment& x, const ThreadMoment& y) {
            return x.thread != y.thread ? x.thread < y.thread : x.timeNs < y.timeNs;
        };
        const ThreadMoment end{ThreadId(thread), timeNs};
        return static_cast<std::size_t>(std::lower_bound(moments.begin(), moments.end(), end, isBefore) -
                                        moments.begin());
    }
};

/// A sweep over time. Two ends count: the clipped end tells who calls whom, a range's own end tells whether
/// it is around a moment. They are the same until a range is clipped: from then on there are two stacks.
/// Every row enters and leaves each stack once.
///
/// Parts of a thread but the first are swept ahead, before it is known which ranges are still open where they
/// begin. What depends on these is noted and made up for when the part before is done; a part in which ranges
/// are clipped, or depend on the ones before all along, is then swept once more.
template <class RowId>
class Sweep {
public:
    explicit Sweep(const Table<RowId>& table) : m_table(table) {}

    /// A part whose thread has nothing before it, or only what this sweep has swept.
    void run(const Part& part, const CancelToken& cancel) { sweep(part, cancel); }
    void runAhead(const Part& part, const CancelToken& cancel) {
        m_isAhead = true;
        m_mostPending = (part.endRow - part.firstRow) / 8;
        sweep(part, cancel);
    }
    /// Goes on where a sweep ended that ran ahead from where this one ended. False when the ranges that are
    /// open here would have made a difference to it.
    [[nodiscard]] bool adopt(const Sweep& ahead);

    [[nodiscard]] std::uint64_t clipped() const { return m_clipped; }

private:
    struct Open {
        std::uint32_t row;
        Nanoseconds endNs;
    };
    /// A row or moment around which no range of its own part is open.
    struct Pending {
        std::size_t index;
        bool isRow;
    };

    template <class Predicate>
    static void popWhile(std::vector<Open>& stack, Predicate ended) {
        while (!stack.empty() && ended(stack.back().endNs)) {
            stack.pop_back();
        }
    }
    static RowId topOf(const std::vector<Open>& stack) {
        return stack.empty() ? RowId() : RowId(stack.back().row);
    }

    void sweep(const Part& part, const CancelToken& cancel);
    void sweepRows(std::size_t thread, std::size_t first, std::size_t end, const CancelPoll& poll);
    void begin(std::uint32_t row);
    void answer(std::size_t moment);
    void beginClipping(Open first);
    void postpone(Pending pending);

    const Table<RowId> m_table;
    std::vector<Open> m_callers;
    std::vector<Open> m_open; ///< by their own ends; empty until a range is clipped
    bool m_isClipped = false;
    std::uint64_t m_clipped = 0;

    bool m_isAhead = false;
    bool m_hasFailed = false; ///< to run ahead
    std::vector<Pending> m_pending;
    std::size_t m_mostPending = 0;
};

template <class RowId>
void Sweep<RowId>::sweep(const Part& part, const CancelToken& cancel) {
    CancelPoll poll(cancel);
    const std::vector<std::size_t>& begin = m_table.order.begin;
    for (std::size_t thread = part.firstThread; thread < part.endThread; ++thread) {
        poll();
        if (thread != part.firstThread) { // no range reaches into another thread
            m_callers.clear();
            m_open.clear();
            m_isClipped = false;
        }
        sweepRows(thread, std::max(part.firstRow, begin[thread]), std::min(part.endRow, begin[thread + 1]),
                  poll);
    }
}

/// These rows of a thread, and the moments from the first of them to the thread's next row.
template <class RowId>
void Sweep<RowId>::sweepRows(std::size_t thread, std::size_t first, std::size_t end, const CancelPoll& poll) {
    constexpr std::size_t kRowsALook = 8192;
    if (first == end) {
        return; // around its moments is nothing
    }
    const std::vector<std::uint32_t>& rows = m_table.order.rows;
    const bool isThreadsLast = end == m_table.order.begin[thread + 1];
    const std::size_t endMoment = isThreadsLast ? m_table.momentsBefore(thread + 1)
                                                : m_table.momentsBefore(thread, m_table.startNs(rows[end]));
    std::size_t moment = first == m_table.order.begin[thread]
                             ? m_table.momentsBefore(thread)
                             : m_table.momentsBefore(thread, m_table.startNs(rows[first]));
    const auto timeOf = [&](std::size_t index) {
        return index < endMoment ? m_table.moments[index].timeNs : std::numeric_limits<Nanoseconds>::max();
    };
    Nanoseconds nextNs = timeOf(moment);
    for (std::size_t i = first; i < end && !m_hasFailed; ++i) {
        if ((i - first) % kRowsALook == 0) {
            poll.look();
        }
        while (nextNs < m_table.startNs(rows[i])) {
            answer(moment);
            nextNs = timeOf(++moment);
        }
        begin(rows[i]);
    }
    for (; moment < endMoment && !m_hasFailed; ++moment) {
        answer(moment);
    }
}

template <class RowId>
inline void Sweep<RowId>::begin(std::uint32_t row) {
    const Nanoseconds startNs = m_table.startNs(row);
    Nanoseconds endNs = m_table.endNs(row);
    popWhile(m_callers, [&](Nanoseconds end) { return end <= startNs; });
    if (m_isClipped) {
        popWhile(m_open, [&](Nanoseconds end) { return end < startNs; });
        m_open.push_back({row, endNs});
    }
    if (m_callers.empty()) {
        m_table.result.parents[row] = RowId();
        postpone({row, true});
    } else {
        const Open caller = m_callers.back();
        m_table.result.parents[row] = RowId(caller.row);
        if (endNs > caller.endNs) {
            beginClipping({row, endNs});
            endNs = caller.endNs;
        }
    }
    m_callers.push_back({row, endNs});
}

template <class RowId>
void Sweep<RowId>::answer(std::size_t moment) {
    const Nanoseconds timeNs = m_table.moments[moment].timeNs;
    std::vector<Open>& open = m_isClipped ? m_open : m_callers;
    popWhile(open, [&](Nanoseconds end) { return end < timeNs; });
    m_table.result.innermost[moment] = topOf(open);
    if (open.empty()) {
        postpone({moment, false});
    }
}

template <class RowId>
void Sweep<RowId>::beginClipping(Open first) {
    ++m_clipped;
    m_hasFailed = m_isAhead;
    if (!m_isClipped) {
        m_isClipped = true;
        m_open = m_callers;
        m_open.push_back(first);
    }
}

template <class RowId>
inline void Sweep<RowId>::postpone(Pending pending) {
    if (m_isAhead) {
        m_pending.push_back(pending);
        m_hasFailed = m_hasFailed || m_pending.size() > m_mostPending;
    }
}

template <class RowId>
bool Sweep<RowId>::adopt(const Sweep& ahead) {
    if (m_isClipped || ahead.m_hasFailed) {
        return false;
    }
    std::vector<Open> callers = m_callers;
    for (const Pending& pending : ahead.m_pending) {
        if (pending.isRow) {
            const auto row = static_cast<std::uint32_t>(pending.index);
            popWhile(callers, [&](Nanoseconds end) { return end <= m_table.startNs(row); });
            if (!callers.empty() && m_table.endNs(row) > callers.back().endNs) {
                return false;
            }
            m_table.result.parents[row] = topOf(callers);
        } else {
            const Nanoseconds timeNs = m_table.moments[pending.index].timeNs;
            popWhile(callers, [&](Nanoseconds end) { return end < timeNs; });
            m_table.result.innermost[pending.index] = topOf(callers);
        }
    }
    callers.insert(callers.end(), ahead.m_callers.begin(), ahead.m_callers.end());
    m_callers = std::move(callers);
    return true;
}

/// The parts of all threads, in order: small threads together, large ones in pieces.
std::vector<Part> partsOf(const NestingOrder& order, const NestingShare& share) {
    constexpr std::size_t kPartsAThread = 2; // so that none waits long for another
    const std::size_t threadCount = order.begin.size() - 1;
    if (share.threads <= 1) {
        return {{0, threadCount, 0, order.rows.size(), true}};
    }
    const std::size_t most =
        std::max(share.leastRows, order.rows.size() / (share.threads * kPartsAThread) + 1);
    std::vector<Part> parts;
    for (std::size_t thread = 0; thread < threadCount; ++thread) {
        const std::size_t first = order.begin[thread];
        const std::size_t end = order.begin[thread + 1];
        const std::size_t pieces = std::max<std::size_t>(1, (end - first) / most);
        const bool fitsBehind = pieces == 1 && !parts.empty() && parts.back().isThreadsFirst &&
                                parts.back().endThread == thread && end - parts.back().firstRow <= most;
        if (fitsBehind) {
            parts.back().endThread = thread + 1;
            parts.back().endRow = end;
            continue;
        }
        for (std::size_t i = 0; i < pieces; ++i) {
            parts.push_back({thread, thread + 1, first + (end - first) * i / pieces,
                             first + (end - first) * (i + 1) / pieces, i == 0});
        }
    }
    return parts;
}

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
Nesting<RowId> nestRanges(const RangeColumns& ranges, const NestingOrder& order,
                          const std::vector<ThreadMoment>& moments, const NestingShare& share,
                          const CancelToken& cancel) {
    Nesting<RowId> result;
    result.parents.resize(ranges.startNs.size());
    result.innermost.resize(moments.size());
    const Table<RowId> table{ranges, order, moments, result};
    const std::vector<Part> parts = partsOf(order, share);
    std::vector<Sweep<RowId>> sweeps(parts.size(), Sweep<RowId>(table));
    parallelFor(parts.size(), share.threads, [&](std::size_t i) {
        if (parts[i].isThreadsFirst) {
            sweeps[i].run(parts[i], cancel);
        } else {
            sweeps[i].runAhead(parts[i], cancel);
        }
    });
    Sweep<RowId>* whole = nullptr; // of the thread so far
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].isThreadsFirst) {
            whole = &sweeps[i];
        } else if (!whole->adopt(sweeps[i])) {
            whole->run(parts[i], cancel);
        }
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        result.clipped += parts[i].isThreadsFirst ? sweeps[i].clipped() : 0;
    }
    return result;
}

template Nesting<OpId> nestRanges(const RangeColumns&, const NestingOrder&, const std::vector<ThreadMoment>&,
                                  const NestingShare&, const CancelToken&);
template Nesting<FrameId> nestRanges(const RangeColumns&, const NestingOrder&,
                                     const std::vector<ThreadMoment>&, const NestingShare&,
                                     const CancelToken&);

} // namespace diptych
