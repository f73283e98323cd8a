#include "core/parse/text_ranges.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace diptych {

const TextRanges::Fits TextRanges::s_fits = fastestFits();

TextRanges::Fits TextRanges::fastestFits() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        return fitsAvx2;
    }
#endif
    return fitsPortably;
}

// Most texts take one or two steps: a branch for each 16 characters would be guessed wrongly.

#if defined(__x86_64__)

[[gnu::target("avx2")]] bool TextRanges::fitsAvx2(const char* p, const char* bounds, std::size_t size) {
    __m256i beyond = _mm256_setzero_si256();
    for (const char* const end = p + size; p < end; p += kStep, bounds += 2 * kStep) {
        for (std::size_t at = 0; at < kStep; at += sizeof(__m256i)) {
            const __m256i chars = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p + at));
            const __m256i least = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bounds + at));
            const __m256i more = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bounds + kStep + at));
            beyond = _mm256_or_si256(beyond, _mm256_subs_epu8(_mm256_sub_epi8(chars, least), more));
        }
    }
    return _mm256_testz_si256(beyond, beyond) != 0;
}

#endif

bool TextRanges::fitsPortably(const char* p, const char* bounds, std::size_t size) {
#if defined(__x86_64__)
    const auto load = [](const char* at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); };
    __m128i beyond = _mm_setzero_si128(); // every x86-64 has SSE2
    for (const char* const end = p + size; p < end; p += kStep, bounds += 2 * kStep) {
        for (std::size_t at = 0; at < kStep; at += sizeof(__m128i)) {
            const __m128i offset = _mm_sub_epi8(load(p + at), load(bounds + at));
            beyond = _mm_or_si128(beyond, _mm_subs_epu8(offset, load(bounds + kStep + at)));
        }
    }
    return _mm_movemask_epi8(_mm_cmpeq_epi8(beyond, _mm_setzero_si128())) == 0xFFFF;
#else
    bool isGood = true;
    for (std::size_t at = 0; at < size; ++at) {
        const char* const least = bounds + at / kStep * 2 * kStep + at % kStep;
        const auto offset = static_cast<unsigned char>(p[at] - *least);
        isGood = isGood && offset <= static_cast<unsigned char>(least[kStep]);
    }
    return isGood;
#endif
}

} // namespace diptych
