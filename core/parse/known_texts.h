#pragma once
// Texts that a worker has read before, and which came after what. Programs repeat themselves: mostly the text
// that came last time in the same context comes again, and to compare it costs less than to find where a text
// ends, check it and look it up. One table a worker and kind of text; numbers live as long as it.

#include "core/base/string_table.h"
#include "core/parse/event_fields.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace diptych {

class KnownTexts {
public:
    KnownTexts() : m_last(std::size_t{1} << kPlaceBits, kNoTextNumber) {}

    /// What came before, in any notation; equal contexts let expect equal texts.
    using Context = std::uint64_t;

    /// The number of the text that came last in that context, or kNoTextNumber.
    [[nodiscard]] TextNumber guess(Context context) const { return m_last[placeOf(context)]; }
    /// Fetches a text that will be looked at soon. `number` may be kNoTextNumber.
    void fetch(TextNumber number) const {
#if defined(__GNUC__)
        if (number != kNoTextNumber) {
            __builtin_prefetch(m_texts[number].data());
        }
#endif
    }
    [[nodiscard]] std::string_view operator[](TextNumber number) const {
        return number == kNoTextNumber ? std::string_view{} : m_texts[number];
    }
    /// Whether that text stands at `p`, with at least one character before `end` behind it and kStep readable
    /// ones behind `end`. Never does kNoTextNumber.
    [[nodiscard]] bool standsAt(TextNumber number, const char* p, const char* end) const {
        if (number == kNoTextNumber) {
            return false;
        }
        const std::string_view text = m_texts[number];
        return text.size() < static_cast<std::size_t>(end - p) && isSame(text, p);
    }
    /// Notes that `text` came in that context. Returns its number; none when it is too long to be kept, or
    /// the table is full.
    TextNumber learn(Context context, std::string_view text);

private:
    static constexpr unsigned kPlaceBits = 14;
    static constexpr std::size_t kStep = 64; ///< characters compared at a time

    [[nodiscard]] static std::size_t placeOf(Context context) {
        return static_cast<std::size_t>((context * 0x9E3779B97F4A7C15ULL) >> (64 - kPlaceBits));
    }

    /// Most texts take one step, whatever their length: branches that depend on it would be guessed wrongly.
    [[nodiscard]] static bool isSame(std::string_view text, const char* p) {
#if defined(__SSE2__)
        const char* known = text.data();
        std::size_t left = text.size();
        for (; left > kStep; left -= kStep, known += kStep, p += kStep) {
            if (differences(known, p) != 0) {
                return false;
            }
        }
        return left == 0 || differences(known, p) << (kStep - left) == 0;
#else
        return std::memcmp(text.data(), p, text.size()) == 0;
#endif
    }
#if defined(__SSE2__)
    /// One bit for each of kStep characters.
    [[nodiscard]] static std::uint64_t differences(const char* x, const char* y) {
        std::uint64_t same = 0;
        for (unsigned at = 0; at < kStep; at += 16) {
            const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(x + at));
            const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(y + at));
            const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)));
            same |= static_cast<std::uint64_t>(bits) << at;
        }
        return ~same;
    }
#endif
    [[nodiscard]] std::string_view store(std::string_view text);

    StringTable m_table;                   ///< finds the number of a text
    std::vector<std::string_view> m_texts; ///< the same texts, each with kStep readable characters behind it
    std::vector<std::unique_ptr<char[]>> m_blocks;
    std::size_t m_blockLeft = 0;
    std::vector<TextNumber> m_last; ///< by the place of the context
};

} // namespace diptych
