#include "core/model/trace.h"

#include <algorithm>
#include <utility>

namespace diptych {

std::string_view platformName(Platform platform) {
    switch (platform) {
    case Platform::Unknown:
        return "unknown";
    case Platform::Amd:
        return "AMD";
    case Platform::Nvidia:
        return "NVIDIA";
    }
    return "unknown";
}

Nanoseconds kernelSumNs(const Trace& trace) {
    Nanoseconds sum = 0;
    for (std::size_t i = 0; i < trace.gpu.size(); ++i) {
        const ActivityId id(i);
        if (trace.isKernel(id) && trace.gpu.isSummed(id)) {
            sum += trace.gpu.durationNs[i];
        }
    }
    return sum;
}

Nanoseconds gpuBusyNs(const Trace& trace) {
    std::vector<std::pair<Nanoseconds, Nanoseconds>> intervals;
    intervals.reserve(trace.gpu.size());
    for (std::size_t i = 0; i < trace.gpu.size(); ++i) {
        const ActivityId id(i);
        if (trace.gpu.isSummed(id)) {
            intervals.emplace_back(trace.gpu.startNs[i], trace.gpu.endNs(id));
        }
    }
    std::sort(intervals.begin(), intervals.end());
    Nanoseconds busy = 0;
    Nanoseconds end = intervals.empty() ? 0 : intervals.front().first;
    for (const auto& [start, stop] : intervals) {
        if (stop > end) {
            busy += stop - std::max(start, end);
            end = stop;
        }
    }
    return busy;
}

} // namespace diptych
