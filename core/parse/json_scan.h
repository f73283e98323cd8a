#pragma once
// Strict JSON tokens, by pointer: what the event reader is made of. Text is bounded by `end` and has 64
// readable bytes behind that; every function returns where the token ends, or nullptr when it is no strict
// JSON. UTF-8 is not checked here. Pure functions, any thread.

#include <bit>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace diptych::json {

inline bool isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}
inline bool isDigit(char c) {
    return static_cast<unsigned char>(c - '0') < 10;
}

inline const char* skipSpace(const char* p, const char* end) {
    if (p<end&& * p> ' ') {
        return p;
    }
    while (p < end && isSpace(*p)) {
        ++p;
    }
    return p;
}

/// Behind what stands between two elements of an array: white space and the comma that is due. nullptr when
/// that is missing.
inline const char* skipGap(const char* p, const char* end, bool isCommaDue) {
    p = skipSpace(p, end);
    if (!isCommaDue) {
        return p;
    }
    return p < end && *p == ',' ? skipSpace(p + 1, end) : nullptr;
}

/// Bits of the 16 characters at `p` that end or break a plain string: quote, backslash, control characters
/// (DEL too).
inline unsigned notPlain(const char* p) {
#if defined(__SSE2__)
    const __m128i chars = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(chars, _mm_set1_epi8(0x1f)), chars);
    const __m128i quote = _mm_cmpeq_epi8(chars, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(chars, _mm_set1_epi8('\\'));
    const __m128i del = _mm_cmpeq_epi8(chars, _mm_set1_epi8(0x7f));
    return static_cast<unsigned>(
        _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(control, quote), _mm_or_si128(backslash, del))));
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < 16; ++i) {
        const auto c = static_cast<unsigned char>(p[i]);
        bits |= (c < 0x20 || c == '"' || c == '\\' || c == 0x7f ? 1U : 0U) << i;
    }
    return bits;
#endif
}

/// From behind an opening quote to the closing one.
inline const char* scanString(const char* p, const char* end, bool& hasEscape) {
    while (p < end) {
        const unsigned bits = notPlain(p);
        if (bits == 0) {
            p += 16;
            continue;
        }
        p += std::countr_zero(bits);
        if (p >= end) {
            return nullptr;
        }
        if (*p == '"') {
            return p;
        }
        if (*p != '\\') {
            return nullptr;
        }
        hasEscape = true;
        p += 2;
    }
    return nullptr;
}

/// From behind an opening quote to the closing one, nullptr when an escape or anything odd comes first.
inline const char* scanPlain(const char* p, const char* end) {
    for (; p < end; p += 16) {
        const unsigned bits = notPlain(p);
        if (bits != 0) {
            p += std::countr_zero(bits);
            return p < end && *p == '"' ? p : nullptr;
        }
    }
    return nullptr;
}

/// Whether the text is ASCII. May say no for what stands up to 15 characters behind it.
inline bool isAscii(const char* p, const char* end) {
#if defined(__SSE2__)
    __m128i all = _mm_setzero_si128();
    for (; p < end; p += 16) {
        all = _mm_or_si128(all, _mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
    }
    return _mm_movemask_epi8(all) == 0;
#else
    bool isAscii = true;
    for (; p < end; ++p) {
        isAscii = isAscii && static_cast<unsigned char>(*p) < 0x80;
    }
    return isAscii;
#endif
}

/// A number by JSON's grammar.
inline const char* scanNumber(const char* p, const char* end) {
    p += p < end && *p == '-' ? 1 : 0;
    if (p >= end || !isDigit(*p)) {
        return nullptr;
    }
    if (*p == '0') {
        ++p;
    } else {
        while (p < end && isDigit(*p)) {
            ++p;
        }
    }
    if (p < end && *p == '.') {
        ++p;
        if (p >= end || !isDigit(*p)) {
            return nullptr;
        }
        while (p < end && isDigit(*p)) {
            ++p;
        }
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        ++p;
        p += p < end && (*p == '+' || *p == '-') ? 1 : 0;
        if (p >= end || !isDigit(*p)) {
            return nullptr;
        }
        while (p < end && isDigit(*p)) {
            ++p;
        }
    }
    return p;
}

/// How deep values may lie in each other within one event.
inline constexpr unsigned kDeepest = 256;

/// Any value. Deeper than kDeepest counts as no strict JSON.
const char* scanValue(const char* p, const char* end);

} // namespace diptych::json
