#pragma once
// Rewrites the text of one event, or of the metadata, into strict JSON when profilers or disks have spoilt
// it. Knows the faults that traces are seen with; whatever it cannot make sense of is given up, never
// guessed. Pure, any thread.

#include "core/base/cancel_token.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace diptych {

/// What had to be changed.
struct RepairKinds {
    bool hasText = false;      ///< bad UTF-8, control characters, bad escapes, halves of surrogate pairs
    bool hasValue = false;     ///< nan, inf, N/A, nothing at all, numbers in notations that JSON lacks
    bool hasStructure = false; ///< quotes, commas, colons, brackets
    bool hasDepth = false;     ///< values too deep in each other, replaced by null

    [[nodiscard]] bool any() const { return hasText || hasValue || hasStructure || hasDepth; }
};

struct RepairedObject {
    std::string text; ///< strict JSON, with kRepairPadding more characters behind `size`
    std::size_t size = 0;
    std::size_t consumed = 0; ///< of the spoilt text
    RepairKinds kinds;
    bool isWhole = false; ///< false: the object could not be read to its end, nothing else counts
};

inline constexpr std::size_t kRepairPadding = 64;

enum class Unclosed : std::uint8_t {
    Lost,     ///< an object without its closing brace is not whole
    Accepted, ///< it is, if the text ends after its "args": only the brace is missing
};

/// Reads the object that begins at the first brace of `spoilt`. Not whole when cancelled.
[[nodiscard]] RepairedObject repairObject(std::string_view spoilt, Unclosed unclosed,
                                          const CancelToken& cancel = {});

/// `text` as valid UTF-8: U+FFFD for each byte that is none, visible signs for control characters.
[[nodiscard]] std::string repairText(std::string_view text);

/// How many bytes at the start of `text` are one valid UTF-8 character, 0 when they are none.
[[nodiscard]] std::size_t utf8Length(std::string_view text);

} // namespace diptych
