#pragma once
// Which characters may stand at each place of a text: one comparison for all of it, many at a time. Text that
// is compared has 64 readable bytes behind it. One thread at a time.

#include <cstddef>
#include <string>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace diptych {

class TextRanges {
public:
    void clear() {
        m_size = 0;
        m_bounds.clear();
    }
    /// Further places at which just these characters may stand.
    void addText(std::string_view text) {
        for (const char c : text) {
            addPlace(c, c);
        }
    }
    /// Further places for a whole number of `digits` digits, 1 or more, as JSON writes it.
    void addNumber(std::size_t digits) {
        addPlace(digits > 1 ? '1' : '0', '9');
        addDigits(digits - 1);
    }
    /// Further places for any digits.
    void addDigits(std::size_t digits) {
        for (std::size_t i = 0; i < digits; ++i) {
            addPlace('0', '9');
        }
    }

    [[nodiscard]] std::size_t size() const { return m_size; }

    /// Whether `size()` characters from `p` on are what they may be.
    [[nodiscard]] bool fit(const char* p) const {
        const char* bounds = m_bounds.data();
#if defined(__SSE2__)
        const auto load = [](const char* at) {
            return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        };
        __m128i good = _mm_set1_epi8(-1);
        // Most texts take one or two steps: a branch for each 16 characters would be guessed wrongly.
        for (const char* const end = p + m_size; p < end; p += kStep, bounds += 2 * kStep) {
            for (std::size_t at = 0; at < kStep; at += 16) {
                const __m128i chars = load(p + at);
                const __m128i least = load(bounds + at);
                const __m128i most = load(bounds + kStep + at);
                const __m128i clamped = _mm_min_epu8(_mm_max_epu8(chars, least), most);
                good = _mm_and_si128(good, _mm_cmpeq_epi8(chars, clamped));
            }
        }
        return _mm_movemask_epi8(good) == 0xFFFF;
#else
        bool isGood = true;
        for (std::size_t at = 0; at < m_size; ++at) {
            const auto c = static_cast<unsigned char>(p[at]);
            const char* const least = bounds + at / kStep * 2 * kStep + at % kStep;
            isGood = isGood && c >= static_cast<unsigned char>(*least) &&
                     c <= static_cast<unsigned char>(least[kStep]);
        }
        return isGood;
#endif
    }

private:
    static constexpr std::size_t kStep = 64;

    void addPlace(char least, char most) {
        const std::size_t place = m_size % kStep;
        if (place == 0) {
            m_bounds.append(kStep, '\0'); // anything may stand behind the last place
            m_bounds.append(kStep, '\xFF');
        }
        char* const step = m_bounds.data() + m_bounds.size() - 2 * kStep;
        step[place] = least;
        step[kStep + place] = most;
        ++m_size;
    }

    std::size_t m_size = 0;
    std::string m_bounds; ///< for kStep places the least characters, then the most, and so on
};

} // namespace diptych
