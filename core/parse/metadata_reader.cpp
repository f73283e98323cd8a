#include "core/parse/metadata_reader.h"

#include "core/parse/event_repair.h"

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

/// The JSON object of a text, repaired when it has to be, or null.
json parseObject(const std::string& text) {
    json value = json::parse(text, nullptr, false);
    if (value.is_discarded()) {
        const RepairedObject repaired = repairObject(text, Unclosed::Lost);
        value =
            json::parse(repaired.text.begin(),
                        repaired.text.begin() + static_cast<std::ptrdiff_t>(repaired.size), nullptr, false);
    }
    return value.is_object() ? value : json();
}

/// Members of both texts, those of the tail last; when one text cannot be read the other still counts.
json readMembers(std::string_view head, std::string_view tail) {
    json root = json::object();
    if (!head.empty()) {
        const json before = parseObject(std::string(head) + "[]}");
        if (before.is_object()) {
            root.update(before);
        }
    }
    if (!tail.empty() && tail.front() == ']') {
        const json after = parseObject("{\"traceEvents\":[" + std::string(tail));
        if (after.is_object()) {
            root.update(after);
        }
    }
    return root;
}

} // namespace

FileMetadata readMetadata(std::string_view head, std::string_view tail) {
    FileMetadata metadata;
    const json root = readMembers(head, tail);
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
