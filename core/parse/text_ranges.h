#pragma once
// Which characters may stand at each place of a text: one comparison for all of it, sixteen at a time. Text
// that is compared has 16 readable bytes behind it. One thread at a time.

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
        m_least.clear();
        m_most.clear();
    }
    /// Further places at which just these characters may stand.
    void addText(std::string_view text) {
        cutPadding();
        m_least += text;
        m_most += text;
        pad();
    }
    /// Further places for a whole number of `digits` digits, 1 or more, as JSON writes it.
    void addNumber(std::size_t digits) {
        cutPadding();
        m_least.append(digits, '0');
        m_most.append(digits, '9');
        if (digits > 1) {
            m_least[m_least.size() - digits] = '1';
        }
        pad();
    }

    [[nodiscard]] std::size_t size() const { return m_size; }

    /// Whether `size()` characters from `p` on are what they may be.
    [[nodiscard]] bool fit(const char* p) const {
        const char* least = m_least.data();
        const char* most = m_most.data();
#if defined(__SSE2__)
        const auto load = [](const char* at) {
            return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        };
        __m128i good = _mm_set1_epi8(-1);
        for (std::size_t at = 0; at < m_size; at += kStep) {
            const __m128i chars = load(p + at);
            const __m128i clamped = _mm_min_epu8(_mm_max_epu8(chars, load(least + at)), load(most + at));
            good = _mm_and_si128(good, _mm_cmpeq_epi8(chars, clamped));
        }
        return _mm_movemask_epi8(good) == 0xFFFF;
#else
        bool isGood = true;
        for (std::size_t at = 0; at < m_size; ++at) {
            const auto c = static_cast<unsigned char>(p[at]);
            isGood = isGood && c >= static_cast<unsigned char>(least[at]) &&
                     c <= static_cast<unsigned char>(most[at]);
        }
        return isGood;
#endif
    }

private:
    static constexpr std::size_t kStep = 16;

    void cutPadding() {
        m_least.resize(m_size);
        m_most.resize(m_size);
    }
    /// Up to whole steps with places at which anything may stand.
    void pad() {
        m_size = m_least.size();
        const std::size_t padded = (m_size + kStep - 1) / kStep * kStep;
        m_least.resize(padded, '\0');
        m_most.resize(padded, '\xFF');
    }

    std::size_t m_size = 0;
    std::string m_least;
    std::string m_most;
};

} // namespace diptych
