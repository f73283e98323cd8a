#include "core/analysis/kernel_class.h"

#include "core/base/lower_case.h"

#include <algorithm>
#include <array>
#include <string>

namespace diptych {

namespace {

/// By the value of Component.
constexpr std::array<std::string_view, kComponentCount> kNames{
    "gemm",     "attention",    "moe_gemm",   "convolution", "communication", "norm",      "rope",
    "kv_cache", "quantization", "activation", "moe_route",   "moe_finalize",  "moe_other", "softmax",
    "sampling", "sort",         "embedding",  "fused",       "add",           "copy",      "elementwise",
    "reduce",   "index_prep",   "optimizer",  "other"};

} // namespace

std::string_view componentName(Component component) {
    return kNames[static_cast<std::size_t>(component)];
}

std::optional<Component> componentOf(std::string_view name) {
    const std::string lower = lowerCase(name);
    const auto* const place = std::find(kNames.begin(), kNames.end(), lower);
    if (place == kNames.end()) {
        return std::nullopt;
    }
    return static_cast<Component>(place - kNames.begin());
}

} // namespace diptych
