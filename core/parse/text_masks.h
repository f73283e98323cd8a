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
};

inline constexpr std::size_t kMaskBytes = 64;

/// Fills `masks[0..blocks)` from `text`, which has 64 readable bytes for each.
using FillTextMasks = void (*)(const char* text, std::size_t blocks, TextMasks* masks);

/// The fastest that this machine can run.
[[nodiscard]] FillTextMasks fastestTextMasks();
/// One that every machine can run; gives the same.
void fillTextMasksPortably(const char* text, std::size_t blocks, TextMasks* masks);

} // namespace diptych
