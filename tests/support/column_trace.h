#pragma once
// Builds a Trace by hand, row by row, for tests that need no file. Times are nanoseconds. Free of Qt.

#include "core/model/trace.h"

#include <string_view>

namespace diptych::test {

class ColumnTrace {
public:
    ColumnTrace();

    /// What a GPU activity may carry beyond name and time.
    struct Gpu {
        std::int64_t correlation = 0;
        std::int64_t externalId = kAbsentNumber;
        std::int32_t device = 0;
        std::int32_t stream = 7;
        std::uint16_t rank = 0;
        ActivityKind kind = ActivityKind::Kernel;
    };

    std::uint16_t addRank(std::int64_t rank);
    ThreadId addThread(std::string_view process, std::string_view thread, std::uint16_t rank = 0);
    ActivityId addGpu(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs, const Gpu& gpu);
    ActivityId addKernel(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs,
                         std::int64_t correlation = 0);
    LaunchId addLaunch(std::string_view name, Nanoseconds startNs, std::int64_t correlation, ThreadId thread);
    OpId addOp(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs, ThreadId thread,
               std::int64_t externalId = kAbsentNumber, std::string_view callStack = {});
    FrameId addFrame(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs, ThreadId thread);

    /// Runs linkTrace.
    void link();
    /// Text of a column's entry; "-" when absent.
    [[nodiscard]] std::string_view text(StringId id) const { return id.isValid() ? trace.text(id) : "-"; }

    Trace trace;
    ThreadId mainThread; ///< of rank 0
};

} // namespace diptych::test
