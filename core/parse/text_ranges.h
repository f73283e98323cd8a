#pragma once
// Which characters may stand at each place of a text: one comparison for all of it, many at a time, as many
// as the machine can (AVX2, else portable). Text that is compared has 64 readable bytes behind it. One thread
// at a time.

#include <cstddef>
#include <string>
#include <string_view>

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
    [[nodiscard]] bool fit(const char* p) const { return s_fits(p, m_bounds.data(), m_size); }
    /// The same by what every machine can run.
    [[nodiscard]] bool fitPortably(const char* p) const { return fitsPortably(p, m_bounds.data(), m_size); }

private:
    static constexpr std::size_t kStep = 64;
    using Fits = bool (*)(const char* p, const char* bounds, std::size_t size);

    [[nodiscard]] static Fits fastestFits();
    [[nodiscard]] static bool fitsAvx2(const char* p, const char* bounds, std::size_t size);
    [[nodiscard]] static bool fitsPortably(const char* p, const char* bounds, std::size_t size);

    static const Fits s_fits; ///< the fastest that this machine can run

    void addPlace(char least, char most) {
        const std::size_t place = m_size % kStep;
        if (place == 0) {
            m_bounds.append(kStep, '\0'); // anything may stand behind the last place
            m_bounds.append(kStep, '\xFF');
        }
        char* const step = m_bounds.data() + m_bounds.size() - 2 * kStep;
        step[place] = least;
        step[kStep + place] = static_cast<char>(most - least);
        ++m_size;
    }

    std::size_t m_size = 0;
    std::string m_bounds; ///< for kStep places the least characters, then how many follow it, and so on
};

} // namespace diptych
