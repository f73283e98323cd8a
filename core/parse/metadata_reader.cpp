#include "core/parse/metadata_reader.h"

#include "core/parse/event_repair.h"
#include "core/parse/polled_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <limits>
#include <nlohmann/json.hpp>

namespace diptych {

namespace {

using nlohmann::json;

/// A member that is a whole number, also when it is written as text.
std::optional<std::int64_t> integerIn(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) {
        return std::nullopt;
    }
    if (found->is_number_unsigned() &&
        found->get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
        return std::nullopt;
    }
    if (found->is_number_integer()) {
        return found->get<std::int64_t>();
    }
    if (found->is_string()) {
        const std::string& text = found->get_ref<const std::string&>();
        char* end = nullptr;
        const long long value = std::strtoll(text.c_str(), &end, 10);
        return !text.empty() && *end == '\0' ? std::optional<std::int64_t>(value) : std::nullopt;
    }
    return std::nullopt;
}

std::string textIn(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

std::optional<std::int64_t> firstIntegerIn(const json& object, std::initializer_list<const char*> keys) {
    for (const char* const key : keys) {
        if (const auto value = integerIn(object, key)) {
            return value;
        }
    }
    return std::nullopt;
}

DeviceInfo deviceIn(const json& properties, std::int32_t place) {
    DeviceInfo device;
    const auto id = integerIn(properties, "id");
    device.index = id && *id >= 0 && *id < std::numeric_limits<std::int32_t>::max()
                       ? static_cast<std::int32_t>(*id)
                       : place;
    device.name = textIn(properties, "name");
    const auto major = integerIn(properties, "computeMajor");
    const auto minor = integerIn(properties, "computeMinor");
    if (major && minor) {
        device.computeCapability = std::to_string(*major) + '.' + std::to_string(*minor);
    }
    device.memoryBytes = integerIn(properties, "totalGlobalMem");
    device.multiprocessors = integerIn(properties, "numSms");
    device.warpSize = integerIn(properties, "warpSize");
    device.maxThreadsPerBlock = integerIn(properties, "maxThreadsPerBlock");
    device.sharedMemoryPerBlockBytes = integerIn(properties, "sharedMemPerBlock");
    return device;
}

void readDevices(const json& root, TraceMetadata& metadata) {
    const auto devices = root.find("deviceProperties");
    if (devices == root.end() || !devices->is_array()) {
        return;
    }
    metadata.devices.clear();
    for (const json& properties : *devices) {
        if (properties.is_object()) {
            metadata.devices.push_back(
                deviceIn(properties, static_cast<std::int32_t>(metadata.devices.size())));
        }
    }
}

/// "ROCm 6.4" of 60443483, "CUDA 12.4" of 12040.
void readRuntime(const json& root, TraceMetadata& metadata) {
    const auto hip = firstIntegerIn(root, {"hip_runtime_version", "hip_driver_version"});
    const auto cuda = firstIntegerIn(root, {"cuda_runtime_version", "cuda_driver_version"});
    if (hip && *hip > 0) {
        metadata.runtimeVersion =
            "ROCm " + std::to_string(*hip / 10'000'000) + '.' + std::to_string(*hip / 100'000 % 100);
    } else if (cuda && *cuda > 0) {
        metadata.runtimeVersion =
            "CUDA " + std::to_string(*cuda / 1000) + '.' + std::to_string(*cuda % 1000 / 10);
    }
    for (const char* const key : {"pytorch_version", "torch_version"}) {
        if (metadata.torchVersion.empty()) {
            metadata.torchVersion = textIn(root, key);
        }
    }
}

void readDistributed(const json& root, TraceMetadata& metadata) {
    const auto info = root.find("distributedInfo");
    if (info == root.end() || !info->is_object()) {
        return;
    }
    metadata.rank = integerIn(*info, "rank");
    metadata.worldSize = integerIn(*info, "world_size");
    metadata.backend = textIn(*info, "backend");
}

void settlePlatform(const json& root, TraceMetadata& metadata) {
    for (const DeviceInfo& device : metadata.devices) {
        if (!device.name.empty()) {
            metadata.gpu = device.name;
            break;
        }
    }
    constexpr std::int64_t kAmdWarp = 64;
    if (root.contains("roctracer_version") ||
        (!metadata.devices.empty() && metadata.devices.front().warpSize == kAmdWarp)) {
        metadata.platform = Platform::Amd;
    } else if (!metadata.devices.empty() && metadata.devices.front().warpSize) {
        metadata.platform = Platform::Nvidia;
    }
}

/// The members that are read. Others may hold anything, secrets and gigabytes too.
constexpr std::array<std::string_view, 11> kReadMembers{
    "deviceProperties",     "distributedInfo",     "hip_runtime_version", "hip_driver_version",
    "cuda_runtime_version", "cuda_driver_version", "pytorch_version",     "torch_version",
    "roctracer_version",    "with_stack",          "baseTimeNanoseconds"};

/// Keeps the members that are read, as far as they can be meant.
class MemberFilter {
public:
    bool operator()(int depth, json::parse_event_t event, const json& value) {
        switch (event) {
        case json::parse_event_t::key:
            m_isRead = depth == 1 ? isRead(value) : m_isRead;
            return m_isRead;
        case json::parse_event_t::object_start:
        case json::parse_event_t::array_start:
            return depth == 0 || (m_isRead && depth < kMostLevels && ++m_nests <= kMostNests);
        case json::parse_event_t::value:
            return m_isRead && depth < kMostLevels && ++m_values <= kMostValues;
        case json::parse_event_t::object_end:
        case json::parse_event_t::array_end:
            return true;
        }
        return true;
    }

private:
    static constexpr int kMostLevels = 4; ///< document, list of devices, device, its properties
    static constexpr std::size_t kMostNests =
        256; ///< more devices than that are none; the parser looks at all that are kept, for each
    static constexpr std::size_t kMostValues = 100'000;

    static bool isRead(const json& key) {
        const std::string& text = key.get_ref<const std::string&>();
        return std::find(kReadMembers.begin(), kReadMembers.end(), text) != kReadMembers.end();
    }

    bool m_isRead = false; ///< the member at hand
    std::size_t m_nests = 0;
    std::size_t m_values = 0;
};

struct Members {
    json value;                         ///< what the filter keeps; null when the text is no object
    std::optional<std::size_t> fault{}; ///< where the text stops being JSON
};

Members parseMembers(std::string_view text, const CancelToken& cancel) {
    const PolledText polled(text, cancel);
    try {
        json value = json::parse(polled.begin(), polled.end(), MemberFilter());
        return {value.is_object() ? std::move(value) : json()};
    } catch (const json::parse_error& error) {
        return {json(), error.byte - std::min<std::size_t>(error.byte, 1)}; // it counts from 1
    } catch (const json::out_of_range&) {
        // A number beyond all bounds.
        return {json(), 0};
    }
}

/// The members of a JSON object that are read; the text is repaired when it has to be.
Members parseObject(const std::string& text, const CancelToken& cancel) {
    Members members = parseMembers(text, cancel);
    if (members.fault && !cancel.isCancelled()) {
        const RepairedObject repaired = repairObject(text, Unclosed::Lost, cancel);
        members.value = parseMembers(std::string_view(repaired.text).substr(0, repaired.size), cancel).value;
    }
    return members;
}

/// Members of both texts, those of the tail last; when one text cannot be read the other still counts.
json readMembers(std::string_view head, std::string_view tail, const CancelToken& cancel,
                 FileMetadata& metadata) {
    constexpr std::string_view kBeforeTail = "{\"traceEvents\":[";
    json root = json::object();
    if (!head.empty()) {
        const Members before = parseObject(std::string(head) + "[]}", cancel);
        if (before.fault) {
            metadata.headFault = std::min(*before.fault, head.size());
        }
        if (before.value.is_object()) {
            root.update(before.value);
        }
    }
    if (!tail.empty() && tail.front() == ']') {
        const Members after = parseObject(std::string(kBeforeTail) + std::string(tail), cancel);
        if (after.fault) {
            metadata.tailFault = *after.fault - std::min(*after.fault, kBeforeTail.size());
        }
        if (after.value.is_object()) {
            root.update(after.value);
        }
    }
    return root;
}

} // namespace

FileMetadata readMetadata(std::string_view head, std::string_view tail, const CancelToken& cancel) {
    FileMetadata metadata;
    const json root = readMembers(head, tail, cancel, metadata);
    readDevices(root, metadata.trace);
    readRuntime(root, metadata.trace);
    readDistributed(root, metadata.trace);
    settlePlatform(root, metadata.trace);
    const auto withStack = integerIn(root, "with_stack");
    metadata.trace.hasStacks = withStack && *withStack != 0;
    metadata.baseTimeNs = integerIn(root, "baseTimeNanoseconds");
    return metadata;
}

std::string formatMoment(Nanoseconds sinceEpoch) {
    const std::time_t seconds = static_cast<std::time_t>(sinceEpoch / 1'000'000'000);
    std::tm moment{};
    std::array<char, 40> text{};
    if (!gmtime_r(&seconds, &moment)) {
        return {};
    }
    const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &moment);
    return {text.data(), size};
}

} // namespace diptych
