#pragma once
// Where quotes, backslashes and brackets stand in a text, 64 bytes at a time: the ground on which the event
// splitter walks. Chosen once for the machine (AVX2, else portable). Pure functions, any thread.

#include <cstddef>
#include <cstdint>

namespace diptych {

/// One bit a byte, the lowest for the first.
struct TextMasks {
    std::uint64_t quotes;
    std::uint64_t backslashes;
    std::uint64_t opens;  ///< { and [
    std::uint64_t closes; ///< } and ]
    std::uint64_t quoted; ///< prefixXor(quotes)
};

inline constexpr std::size_t kMaskBytes = 64;

/// Bit i is the parity of the bits up to i: from quotes to what lies between them, the opening quote
/// included.
[[nodiscard]] constexpr std::uint64_t prefixXor(std::uint64_t bits) {
    for (unsigned shift = 1; shift < 64; shift *= 2) {
        bits ^= bits << shift;
    }
    return bits;
}

/// Fills `masks[0..blocks)` from `text`, which has 64 readable bytes for each.
using FillTextMasks = void (*)(const char* text, std::size_t blocks, TextMasks* masks);

/// The fastest that this machine can run.
[[nodiscard]] FillTextMasks fastestTextMasks();
/// Whether this machine counts and finds bits in one instruction, as it does when it has AVX2.
[[nodiscard]] bool hasFastBits();
/// One that every machine can run; gives the same.
void fillTextMasksPortably(const char* text, std::size_t blocks, TextMasks* masks);

} // namespace diptych
