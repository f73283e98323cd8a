#include "core/analysis/device_choice.h"

#include <map>

namespace diptych {

namespace {

using DeviceKey = std::pair<std::uint16_t, std::int32_t>; ///< rank index, device

/// GPU time by device, every device that has an activity.
std::map<DeviceKey, Nanoseconds> deviceTimes(const Trace& trace) {
    std::map<DeviceKey, Nanoseconds> times;
    const GpuActivities& gpu = trace.gpu;
    DeviceKey lastKey;
    Nanoseconds* last = nullptr;
    for (std::size_t i = 0; i < gpu.size(); ++i) {
        const DeviceKey key{gpu.rank[i], gpu.device[i]};
        if (!last || key != lastKey) {
            last = &times[key];
            lastKey = key;
        }
        *last += gpu.isSummed(ActivityId(i)) ? gpu.durationNs[i] : 0;
    }
    return times;
}

std::string rankText(const Trace& trace, std::uint16_t rank) {
    if (rank >= trace.ranks.size()) {
        return "rank ?";
    }
    const RankInfo& info = trace.ranks[rank];
    if (info.rank) {
        return "rank " + std::to_string(*info.rank);
    }
    return info.label.empty() ? "rank not told" : info.label;
}

std::string deviceText(std::int32_t device) {
    return device == kAbsentSmall ? "device not told" : "device " + std::to_string(device);
}

Error noSuchDevice(const Trace& trace, const std::map<DeviceKey, Nanoseconds>& times,
                   std::optional<std::int64_t> rank, std::optional<std::int64_t> device) {
    std::string wanted = rank ? "rank " + std::to_string(*rank) : std::string{};
    wanted += device ? (wanted.empty() ? "" : ", ") + ("device " + std::to_string(*device)) : std::string{};
    std::string there;
    for (const auto& [key, time] : times) {
        there += (there.empty() ? "" : "; ") + rankText(trace, key.first) + ", " + deviceText(key.second);
    }
    return {ErrorCode::NoSuchSelection, trace.path, std::nullopt,
            "the trace has no GPU activity of " + wanted, "It has " + there};
}

} // namespace

std::vector<DeviceUse> listDevices(const Trace& trace) {
    std::vector<DeviceUse> devices;
    for (const auto& [key, time] : deviceTimes(trace)) {
        devices.push_back({{key.first, key.second}, time});
    }
    return devices;
}

Result<DeviceChoice> chooseDevice(const Trace& trace, std::optional<std::int64_t> rank,
                                  std::optional<std::int64_t> device) {
    const std::map<DeviceKey, Nanoseconds> times = deviceTimes(trace);
    if (times.empty()) {
        return DeviceChoice{};
    }
    const std::pair<const DeviceKey, Nanoseconds>* best = nullptr;
    for (const auto& candidate : times) {
        const auto& [rankIndex, deviceIndex] = candidate.first;
        const bool isRank = !rank || (rankIndex < trace.ranks.size() && trace.ranks[rankIndex].rank == rank);
        const bool isDevice = !device || deviceIndex == *device;
        if (isRank && isDevice && (!best || candidate.second > best->second)) {
            best = &candidate;
        }
    }
    if (!best) {
        return noSuchDevice(trace, times, rank, device);
    }
    return DeviceChoice{best->first.first, best->first.second};
}

} // namespace diptych
