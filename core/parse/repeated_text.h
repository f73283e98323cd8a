#pragma once
// A short text that mostly comes again, as ids of processes and threads do: to see that is sooner done by one
// comparison of numbers than by a library's call. One thread at a time.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace diptych {

class RepeatedText {
public:
    void set(std::string_view text) {
        m_text = text;
        m_word = text.size() <= sizeof m_word ? wordOf(text) : 0;
    }
    [[nodiscard]] bool is(std::string_view text) const {
        if (text.size() != m_text.size()) {
            return false;
        }
        return text.size() <= sizeof m_word ? wordOf(text) == m_word : text == m_text;
    }

private:
    /// Texts of one size, at most eight characters, have equal words when they are equal. Nothing behind the
    /// text is read.
    [[nodiscard]] static std::uint64_t wordOf(std::string_view text) {
        const std::size_t size = text.size();
        const char* const p = text.data();
        if (size >= sizeof(std::uint32_t)) {
            std::uint32_t first = 0;
            std::uint32_t last = 0;
            std::memcpy(&first, p, sizeof first);
            std::memcpy(&last, p + size - sizeof last, sizeof last);
            return (static_cast<std::uint64_t>(first) << 32) | last;
        }
        const auto at = [p](std::size_t place) { return static_cast<unsigned char>(p[place]); };
        return size == 0 ? 0 : (at(0) << 16) | (at(size / 2) << 8) | at(size - 1);
    }

    std::string m_text;
    std::uint64_t m_word = 0;
};

} // namespace diptych
