#include "core/export/device_name.h"

#include <algorithm>
#include <array>
#include <vector>

namespace diptych {

namespace {

// Names are ASCII; what is not is neither digit nor letter here.
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isLetter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::vector<std::string> splitAt(std::string_view text, bool (*isSeparator)(char)) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (!isSeparator(c)) {
            words.back() += c;
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    if (words.back().empty()) {
        words.pop_back();
    }
    return words;
}

/// "80GB", "HBM3e", "SXM5", "PCIe", "NVL8": a memory or a socket.
bool isMemoryOrSocket(std::string_view word) {
    std::string text(word);
    std::transform(text.begin(), text.end(), text.begin(), lower);
    const std::size_t digits = text.find_first_not_of("0123456789");
    if (digits > 0 && digits != std::string::npos) {
        const std::string unit = text.substr(digits);
        return unit == "gb" || unit == "gib" || unit == "g";
    }
    constexpr std::array<std::string_view, 4> kKinds{"hbm", "sxm", "pcie", "nvl"};
    return std::any_of(kKinds.begin(), kKinds.end(), [&](std::string_view kind) {
        if (text.compare(0, kind.size(), kind) != 0) {
            return false;
        }
        const std::string rest = text.substr(kind.size());
        return std::all_of(rest.begin(), rest.end(), [](char c) { return isDigit(c) || c == 'e'; });
    });
}

/// A model has letters and two figures in a row: "MI300X", "H100", "RTX4090", "6900XT".
bool isModel(const std::string& word) {
    const auto twoDigits =
        std::adjacent_find(word.begin(), word.end(), [](char x, char y) { return isDigit(x) && isDigit(y); });
    return twoDigits != word.end() && std::any_of(word.begin(), word.end(), isLetter) &&
           !isMemoryOrSocket(word);
}

} // namespace

std::string deviceModel(std::string_view name) {
    const std::vector<std::string> words =
        splitAt(name, [](char c) { return isBlank(c) || c == '-' || c == '_'; });
    const auto model = std::find_if(words.begin(), words.end(), isModel);
    if (model != words.end()) {
        return *model;
    }
    std::string whole;
    for (const std::string& word : splitAt(name, isBlank)) {
        whole += (whole.empty() ? "" : " ") + word;
    }
    return whole;
}

std::string deviceNameOf(const AnalyzedTrace& side) {
    if (!side.trace) {
        return {};
    }
    const TraceMetadata& metadata = side.trace->metadata;
    for (const DeviceInfo& device : metadata.devices) {
        if (device.rank == side.rank && device.index == side.device && !device.name.empty()) {
            return device.name;
        }
    }
    return metadata.gpu.value_or(std::string());
}

} // namespace diptych
