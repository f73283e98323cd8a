#pragma once
// Which range calls which: the parents of frames and CPU ops by nesting in time, and the innermost range
// around a moment. Part of linking a trace; pure, any thread. Source: SEMANTICS, "From events to a trace".

#include "core/base/cancel_token.h"
#include "core/base/ids.h"
#include "core/base/nanoseconds.h"

#include <cstdint>
#include <vector>

namespace diptych {

/// The columns of a table of ranges. A row whose start is absent nests nowhere; an absent or negative
/// duration is 0.
struct RangeColumns {
    const std::vector<Nanoseconds>& startNs;
    const std::vector<Nanoseconds>& durationNs;
    const std::vector<ThreadId>& thread;
};

/// A moment on a thread.
struct ThreadMoment {
    ThreadId thread;
    Nanoseconds timeNs = 0;
};

template <class RowId>
struct Nesting {
    /// By row: the innermost range that has begun and not ended when the row begins. A range that ends after
    /// its parent ends with it as far as later rows are concerned, so that they keep their own parents.
    std::vector<RowId> parents;
    std::vector<RowId>
        innermost; ///< by moment: start <= moment <= end, both ends inclusive, by the range's own times
    std::uint64_t clipped = 0; ///< ranges that ended after their parent
};

/// The rows of each thread together, in the order in which they nest: by start, the longer first, then by
/// order in the table. Thread t owns rows[begin[t], begin[t + 1]).
struct NestingOrder {
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> begin;
};

/// How the work is shared. The result does not depend on it.
struct NestingShare {
    unsigned threads = 1;
    std::size_t leastRows = std::size_t{64} * 1024; ///< that are worth a thread's while; tests make it small
};

/// The cost is two passes where the table has that order already. Throws Stopped when cancelled.
[[nodiscard]] NestingOrder orderForNesting(const RangeColumns& ranges, std::size_t threadCount,
                                           const NestingShare& share, const CancelToken& cancel);

/// `moments` are sorted by thread, then time. Throws Stopped when cancelled.
template <class RowId>
[[nodiscard]] Nesting<RowId> nestRanges(const RangeColumns& ranges, const NestingOrder& order,
                                        const std::vector<ThreadMoment>& moments, const NestingShare& share,
                                        const CancelToken& cancel);

extern template Nesting<OpId> nestRanges(const RangeColumns&, const NestingOrder&,
                                         const std::vector<ThreadMoment>&, const NestingShare&,
                                         const CancelToken&);
extern template Nesting<FrameId> nestRanges(const RangeColumns&, const NestingOrder&,
                                            const std::vector<ThreadMoment>&, const NestingShare&,
                                            const CancelToken&);

/// start + duration, kept within 64 bits.
[[nodiscard]] Nanoseconds saturatedEndNs(Nanoseconds startNs, Nanoseconds durationNs);

} // namespace diptych
