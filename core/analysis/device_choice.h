#pragma once
// Which (rank, device) of a trace is compared. Pure function, any thread.

#include "core/base/result.h"
#include "core/model/trace.h"

#include <optional>
#include <vector>

namespace diptych {

struct DeviceChoice {
    std::uint16_t rank = 0; ///< index into Trace::ranks
    std::int32_t device = 0;

    friend bool operator==(const DeviceChoice&, const DeviceChoice&) = default;
};

/// A (rank, device) that has GPU activities.
struct DeviceUse {
    DeviceChoice device;
    Nanoseconds gpuNs = 0; ///< of the activities that count
};

/// Every (rank, device) with GPU activities, by rank and device.
[[nodiscard]] std::vector<DeviceUse> listDevices(const Trace& trace);

/// The (rank, device) with most GPU time among those that `rank` (as the file says it) and `device` allow; of
/// equal ones the first. NoSuchSelection, with what there is, when none is left of a trace that has GPU
/// activities.
[[nodiscard]] Result<DeviceChoice> chooseDevice(const Trace& trace, std::optional<std::int64_t> rank,
                                                std::optional<std::int64_t> device);

} // namespace diptych
