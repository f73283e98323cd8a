#include "core/parse/text_masks.h"

#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace diptych {

namespace {

/// Bit i is the parity of the bits up to i: from quotes to what lies between them, the opening quote
/// included.
std::uint64_t prefixXor(std::uint64_t bits) {
    for (unsigned shift = 1; shift < 64; shift *= 2) {
        bits ^= bits << shift;
    }
    return bits;
}

/// The characters that a backslash before them escapes. `carry`: whether the first one is, and the next
/// block's.
std::uint64_t escapedChars(std::uint64_t backslashes, bool& carry) {
    std::uint64_t escaped = carry ? 1 : 0;
    std::uint64_t open = backslashes & ~escaped;
    carry = false;
    while (open != 0) {
        const int place = std::countr_zero(open);
        if (place == 63) {
            carry = true;
            break;
        }
        escaped |= std::uint64_t{1} << (place + 1);
        open &= ~(std::uint64_t{3} << place);
    }
    return escaped;
}

/// The quotes that begin or end a string.
[[gnu::always_inline]] inline std::uint64_t unescaped(std::uint64_t quotes, std::uint64_t backslashes,
                                                      MaskState& state) {
    return backslashes == 0 && !state.isEscaped ? quotes
                                                : quotes & ~escapedChars(backslashes, state.isEscaped);
}

/// From the brackets and from what lies between quotes within the block.
[[gnu::always_inline]] inline TextMasks apart(std::uint64_t opens, std::uint64_t closes, std::uint64_t quoted,
                                              MaskState& state) {
    const std::uint64_t inString = quoted ^ state.inString;
    state.inString = std::uint64_t{0} - (inString >> 63);
    return {opens & ~inString, closes & ~inString, opens & inString};
}

#if defined(__x86_64__)

// Setting bit 0x20 makes one character of '{' and '[', and of '}' and ']'; no other character joins them.

[[gnu::target("avx2")]] inline std::uint64_t equalAvx2(__m256i low, __m256i high, char wanted) {
    const __m256i pattern = _mm256_set1_epi8(wanted);
    const auto first = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, pattern)));
    const auto second = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, pattern)));
    return first | (static_cast<std::uint64_t>(second) << 32);
}

[[gnu::target("avx2,pclmul")]] void fillAvx2(const char* text, std::size_t blocks, MaskState& state,
                                             TextMasks* masks) {
    const __m256i bit = _mm256_set1_epi8(0x20);
    const __m128i ones = _mm_set1_epi8(-1);
    for (std::size_t i = 0; i < blocks; ++i, text += kMaskBytes) {
        const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text));
        const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + 32));
        const __m256i foldedLow = _mm256_or_si256(low, bit);
        const __m256i foldedHigh = _mm256_or_si256(high, bit);
        const std::uint64_t quotes = unescaped(equalAvx2(low, high, '"'), equalAvx2(low, high, '\\'), state);
        const __m128i product =
            _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<std::int64_t>(quotes)), ones, 0);
        masks[i] = apart(equalAvx2(foldedLow, foldedHigh, '{'), equalAvx2(foldedLow, foldedHigh, '}'),
                         static_cast<std::uint64_t>(_mm_cvtsi128_si64(product)), state);
    }
}

std::uint64_t equalSse2(const __m128i (&parts)[4], char wanted) {
    const __m128i pattern = _mm_set1_epi8(wanted);
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(parts[i], pattern)));
        mask |= static_cast<std::uint64_t>(bits) << (16 * i);
    }
    return mask;
}

#endif

} // namespace

void fillTextMasksPortably(const char* text, std::size_t blocks, MaskState& state, TextMasks* masks) {
#if defined(__x86_64__)
    const __m128i bit = _mm_set1_epi8(0x20); // every x86-64 has SSE2
    for (std::size_t i = 0; i < blocks; ++i) {
        __m128i parts[4];
        __m128i folded[4];
        for (unsigned part = 0; part < 4; ++part, text += 16) {
            parts[part] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
            folded[part] = _mm_or_si128(parts[part], bit);
        }
        const std::uint64_t quotes = unescaped(equalSse2(parts, '"'), equalSse2(parts, '\\'), state);
        masks[i] = apart(equalSse2(folded, '{'), equalSse2(folded, '}'), prefixXor(quotes), state);
    }
#else
    for (std::size_t i = 0; i < blocks; ++i) {
        std::uint64_t quotes = 0;
        std::uint64_t backslashes = 0;
        std::uint64_t opens = 0;
        std::uint64_t closes = 0;
        for (unsigned place = 0; place < kMaskBytes; ++place, ++text) {
            const std::uint64_t bit = std::uint64_t{1} << place;
            quotes |= *text == '"' ? bit : 0;
            backslashes |= *text == '\\' ? bit : 0;
            opens |= *text == '{' || *text == '[' ? bit : 0;
            closes |= *text == '}' || *text == ']' ? bit : 0;
        }
        masks[i] = apart(opens, closes, prefixXor(unescaped(quotes, backslashes, state)), state);
    }
#endif
}

FillTextMasks fastestTextMasks() {
#if defined(__x86_64__)
    if (hasFastBits()) {
        return fillAvx2;
    }
#endif
    return fillTextMasksPortably;
}

bool hasFastBits() {
#if defined(__x86_64__)
    static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") &&
                            __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
    return has;
#else
    return false;
#endif
}

} // namespace diptych
