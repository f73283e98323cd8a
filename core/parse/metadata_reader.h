#pragma once
// What a trace says about itself outside its events. Only the fields named here are read: environment
// variables, user and host names never reach the trace. Pure functions, any thread.

#include "core/base/cancel_token.h"
#include "core/base/nanoseconds.h"
#include "core/model/trace.h"

#include <optional>
#include <string>
#include <string_view>

namespace diptych {

struct FileMetadata {
    TraceMetadata trace;
    std::optional<Nanoseconds> baseTimeNs; ///< what times count from, since 1970
    std::optional<std::size_t> headFault;  ///< where in the head it stops being JSON; it was repaired
    std::optional<std::size_t> tailFault;  ///< the same in the tail
};

/// Reads the members that stand before the events and after them. `head` is the text up to the array of
/// events, `tail` the text from its closing bracket on; either may be empty or cut. Returns soon, with what
/// it has, when cancelled.
[[nodiscard]] FileMetadata readMetadata(std::string_view head, std::string_view tail,
                                        const CancelToken& cancel = {});

/// A moment in nanoseconds since 1970 as "2025-07-18 09:14:45 UTC".
[[nodiscard]] std::string formatMoment(Nanoseconds sinceEpoch);

} // namespace diptych
