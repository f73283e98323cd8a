#pragma once
// A text that seems to end once its reader is cancelled, for parsers that cannot be asked to stop. Does not
// own the text; the token must outlive it. Any thread.

#include "core/base/cancel_token.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace diptych {

class PolledText {
public:
    PolledText(std::string_view text, const CancelToken& cancel) : m_text(text), m_cancel(&cancel) {}

    class Iterator {
    public:
        using value_type = char;
        using difference_type = std::ptrdiff_t;
        using pointer = const char*;
        using reference = const char&;
        using iterator_category = std::input_iterator_tag;

        Iterator(const char* place, const char* end, const CancelToken& cancel)
            : m_place(place), m_end(end), m_cancel(&cancel) {}

        reference operator*() const { return *m_place; }
        Iterator& operator++() {
            ++m_place;
            if (++m_steps % kStepsALook == 0 && m_cancel->isCancelled()) {
                m_place = m_end;
            }
            return *this;
        }
        friend bool operator==(const Iterator& x, const Iterator& y) { return x.m_place == y.m_place; }
        friend bool operator!=(const Iterator& x, const Iterator& y) { return !(x == y); }

    private:
        static constexpr std::uint32_t kStepsALook = 64 * 1024; ///< about a millisecond

        const char* m_place;
        const char* m_end;
        const CancelToken* m_cancel;
        std::uint32_t m_steps = 0;
    };

    [[nodiscard]] Iterator begin() const { return {m_text.data(), last(), *m_cancel}; }
    [[nodiscard]] Iterator end() const { return {last(), last(), *m_cancel}; }

private:
    [[nodiscard]] const char* last() const { return m_text.data() + m_text.size(); }

    std::string_view m_text;
    const CancelToken* m_cancel;
};

} // namespace diptych
