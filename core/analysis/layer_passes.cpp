#include "core/analysis/layer_passes.h"

#include <algorithm>

namespace diptych {

namespace {

/// A cut-off group at the border has the type of its place and no more layers.
bool isPartOf(const GroupShape& cut, const GroupShape& whole) {
    return cut.type == whole.type && cut.layers <= whole.layers;
}

bool repeats(const std::vector<GroupShape>& groups, const PassPattern& pattern) {
    const std::uint32_t wholeEnd = pattern.first + pattern.passes * pattern.unit;
    for (std::uint32_t i = pattern.first; i < wholeEnd; ++i) {
        if (!(groups[i] == groups[pattern.first + (i - pattern.first) % pattern.unit])) {
            return false;
        }
    }
    for (std::uint32_t i = 0; i < pattern.first; ++i) {
        const GroupShape& whole = groups[i + pattern.unit];
        if (i == 0 ? !isPartOf(groups[i], whole) : !(groups[i] == whole)) {
            return false;
        }
    }
    for (std::uint32_t i = wholeEnd; i < groups.size(); ++i) {
        const GroupShape& whole = groups[i - pattern.unit];
        if (i + 1 == groups.size() ? !isPartOf(groups[i], whole) : !(groups[i] == whole)) {
            return false;
        }
    }
    return true;
}

} // namespace

PassPattern findPasses(const std::vector<GroupShape>& groups) {
    const auto count = static_cast<std::uint32_t>(groups.size());
    // Longer units than this are no forward pass, and the search is quadratic in the unit.
    constexpr std::uint32_t kLongestUnit = 64;
    for (std::uint32_t unit = 1; unit <= std::min(count, kLongestUnit); ++unit) {
        for (std::uint32_t first = 0; first <= unit && first < count; ++first) {
            const std::uint32_t most = (count - first) / unit;
            // One pass and a part of another at its end is rather one pass with a break in it.
            const bool isEnough = most > 1 || (most == 1 && first + unit == count);
            if (isEnough && repeats(groups, {unit, first, most})) {
                return {unit, first, most};
            }
            if (most > 2 && repeats(groups, {unit, first, most - 1})) { // the last one is cut off
                return {unit, first, most - 1};
            }
        }
    }
    return {count, 0, count > 0 ? 1U : 0U};
}

} // namespace diptych
