#pragma once
// Where brackets stand in a text and which of them lie in strings, 64 bytes at a time: the ground on which
// the event splitter walks. Chosen once for the machine (AVX2, else portable). Pure functions, any thread.

#include <cstddef>
#include <cstdint>

namespace diptych {

/// One bit a byte, the lowest for the first.
struct TextMasks {
    std::uint64_t opens;       ///< { and [ outside of strings
    std::uint64_t closes;      ///< } and ] outside of strings
    std::uint64_t quotedOpens; ///< { and [ within strings
};

/// What one block tells the next. A text begins outside of strings.
struct MaskState {
    std::uint64_t inString = 0; ///< all bits: the text goes on within a string
    bool isEscaped = false;     ///< a backslash stands before the next character
};

inline constexpr std::size_t kMaskBytes = 64;

/// Fills `masks[0..blocks)` from `text`, which has 64 readable bytes for each.
using FillTextMasks = void (*)(const char* text, std::size_t blocks, MaskState& state, TextMasks* masks);

/// The fastest that this machine can run.
[[nodiscard]] FillTextMasks fastestTextMasks();
/// Whether this machine counts and finds bits in one instruction, as it does when it has AVX2.
[[nodiscard]] bool hasFastBits();
/// One that every machine can run; gives the same.
void fillTextMasksPortably(const char* text, std::size_t blocks, MaskState& state, TextMasks* masks);

} // namespace diptych
