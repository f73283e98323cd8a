#include "core/parse/text_masks.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace diptych {

namespace {

#if defined(__x86_64__)

// Setting bit 0x20 makes one character of '{' and '[', and of '}' and ']'; no other character joins them.

[[gnu::target("avx2")]] inline std::uint64_t equalAvx2(__m256i low, __m256i high, char wanted) {
    const __m256i pattern = _mm256_set1_epi8(wanted);
    const auto first = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, pattern)));
    const auto second = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, pattern)));
    return first | (static_cast<std::uint64_t>(second) << 32);
}

[[gnu::target("avx2")]] void fillAvx2(const char* text, std::size_t blocks, TextMasks* masks) {
    const __m256i bit = _mm256_set1_epi8(0x20);
    for (std::size_t i = 0; i < blocks; ++i, text += kMaskBytes) {
        const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text));
        const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + 32));
        const __m256i foldedLow = _mm256_or_si256(low, bit);
        const __m256i foldedHigh = _mm256_or_si256(high, bit);
        masks[i] = {equalAvx2(low, high, '"'), equalAvx2(low, high, '\\'),
                    equalAvx2(foldedLow, foldedHigh, '{'), equalAvx2(foldedLow, foldedHigh, '}')};
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

void fillTextMasksPortably(const char* text, std::size_t blocks, TextMasks* masks) {
#if defined(__x86_64__)
    const __m128i bit = _mm_set1_epi8(0x20); // every x86-64 has SSE2
    for (std::size_t i = 0; i < blocks; ++i) {
        __m128i parts[4];
        __m128i folded[4];
        for (unsigned part = 0; part < 4; ++part, text += 16) {
            parts[part] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
            folded[part] = _mm_or_si128(parts[part], bit);
        }
        masks[i] = {equalSse2(parts, '"'), equalSse2(parts, '\\'), equalSse2(folded, '{'),
                    equalSse2(folded, '}')};
    }
#else
    for (std::size_t i = 0; i < blocks; ++i) {
        masks[i] = {};
        for (unsigned place = 0; place < kMaskBytes; ++place, ++text) {
            const std::uint64_t bit = std::uint64_t{1} << place;
            masks[i].quotes |= *text == '"' ? bit : 0;
            masks[i].backslashes |= *text == '\\' ? bit : 0;
            masks[i].opens |= *text == '{' || *text == '[' ? bit : 0;
            masks[i].closes |= *text == '}' || *text == ']' ? bit : 0;
        }
    }
#endif
}

FillTextMasks fastestTextMasks() {
#if defined(__x86_64__)
    static const bool hasAvx2 = __builtin_cpu_supports("avx2") != 0;
    return hasAvx2 ? fillAvx2 : fillTextMasksPortably;
#else
    return fillTextMasksPortably;
#endif
}

} // namespace diptych
