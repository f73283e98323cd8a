// The order in which ranges nest: the first half of nesting.h.
#include "core/base/cancel_poll.h"
#include "core/base/parallel.h"
#include "core/model/columns.h"
#include "core/model/nesting.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace diptych {

namespace {

bool nests(const RangeColumns& ranges, std::size_t row) {
    return ranges.startNs[row] != kAbsentNumber && ranges.thread[row].isValid();
}

Nanoseconds lengthNs(const RangeColumns& ranges, std::size_t row) {
    return std::max<Nanoseconds>(ranges.durationNs[row],
                                 0); // the constant of an absent number is negative too
}

/// Whether x has to stand before y, which stands before it in the table.
bool isOutOfOrder(const RangeColumns& ranges, std::uint32_t x, std::uint32_t y) {
    return ranges.startNs[x] != ranges.startNs[y] ? ranges.startNs[x] < ranges.startNs[y]
                                                  : lengthNs(ranges, x) > lengthNs(ranges, y);
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

/// Some rows of the table, one behind the other.
struct Slice {
    std::size_t begin;
    std::size_t end;
    std::vector<std::size_t> places; ///< by thread: how many rows it has here, then where the first belongs
    std::vector<bool> isInOrder;     ///< by thread
};

std::vector<Slice> slicesOf(std::size_t rows, std::size_t threadCount, const NestingShare& share) {
    const std::size_t count = std::clamp<std::size_t>(rows / share.leastRows, 1, std::max(1U, share.threads));
    std::vector<Slice> slices;
    for (std::size_t i = 0; i < count; ++i) {
        slices.push_back({rows * i / count, rows * (i + 1) / count,
                          std::vector<std::size_t>(threadCount + 1, 0),
                          std::vector<bool>(threadCount, true)});
    }
    return slices;
}

/// Calls `work` for the rows of a slice that nest, and looks at the token now and then, not every time: these
/// loops see every row of a trace.
template <class Work>
void forEachRow(const RangeColumns& ranges, const Slice& slice, const CancelToken& cancel, Work work) {
    constexpr std::size_t kRowsALook = 8192;
    const CancelPoll poll(cancel);
    for (std::size_t begin = slice.begin; begin < slice.end; begin += kRowsALook) {
        poll.look();
        const std::size_t end = std::min(slice.end, begin + kRowsALook);
        for (std::size_t row = begin; row < end; ++row) {
            if (nests(ranges, row)) {
                work(row, ranges.thread[row].index());
            }
        }
    }
}

void countRows(const RangeColumns& ranges, Slice& slice, const CancelToken& cancel) {
    ThreadCounters counters(slice.places);
    forEachRow(ranges, slice, cancel,
               [&](std::size_t /*row*/, std::size_t thread) { counters.countUp(thread); });
}

/// Each thread's rows lie slice by slice.
NestingOrder layOut(std::vector<Slice>& slices, std::size_t threadCount) {
    NestingOrder order;
    order.begin.resize(threadCount + 1);
    std::size_t next = 0;
    for (std::size_t thread = 0; thread < threadCount; ++thread) {
        order.begin[thread] = next;
        for (Slice& slice : slices) {
            next += std::exchange(slice.places[thread], next);
        }
    }
    order.begin[threadCount] = next;
    order.rows.resize(next);
    return order;
}

void placeRows(const RangeColumns& ranges, Slice& slice, NestingOrder& order, const CancelToken& cancel) {
    std::vector<std::size_t> next = slice.places;
    ThreadCounters counters(next);
    forEachRow(ranges, slice, cancel, [&](std::size_t row, std::size_t thread) {
        const std::size_t place = counters.countUp(thread);
        order.rows[place] = static_cast<std::uint32_t>(row);
        if (place != slice.places[thread] && isOutOfOrder(ranges, order.rows[place], order.rows[place - 1])) {
            slice.isInOrder[thread] = false;
        }
    });
}

bool isInOrder(const RangeColumns& ranges, const NestingOrder& order, const std::vector<Slice>& slices,
               std::size_t thread) {
    return std::all_of(slices.begin(), slices.end(), [&](const Slice& slice) {
        const std::size_t border = slice.places[thread]; // with the slice before
        return slice.isInOrder[thread] &&
               (border == order.begin[thread] || border == order.begin[thread + 1] ||
                !isOutOfOrder(ranges, order.rows[border], order.rows[border - 1]));
    });
}

/// The starts are copied beside the row numbers, to keep the comparisons within the cache.
void sortRows(const RangeColumns& ranges, std::uint32_t* first, std::uint32_t* last,
              const CancelToken& cancel) {
    struct Key {
        Nanoseconds startNs;
        std::uint32_t row;
    };
    CancelPoll poll(cancel);
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

} // namespace

/// Profilers write rows almost in this order, so the sort is mostly a check.
NestingOrder orderForNesting(const RangeColumns& ranges, std::size_t threadCount, const NestingShare& share,
                             const CancelToken& cancel) {
    std::vector<Slice> slices = slicesOf(ranges.startNs.size(), threadCount, share);
    parallelFor(slices.size(), share.threads, [&](std::size_t i) { countRows(ranges, slices[i], cancel); });
    NestingOrder order = layOut(slices, threadCount);
    parallelFor(slices.size(), share.threads,
                [&](std::size_t i) { placeRows(ranges, slices[i], order, cancel); });
    parallelFor(threadCount, share.threads, [&](std::size_t thread) {
        if (!isInOrder(ranges, order, slices, thread)) {
            sortRows(ranges, order.rows.data() + order.begin[thread],
                     order.rows.data() + order.begin[thread + 1], cancel);
        }
    });
    return order;
}

} // namespace diptych
