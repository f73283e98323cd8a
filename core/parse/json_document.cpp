#include "core/parse/json_document.h"

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace diptych {

namespace {

/// Characters of a text that seems to end when the job is cancelled.
class PolledCharacter {
public:
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;
    using iterator_category = std::input_iterator_tag;

    PolledCharacter(const char* place, const char* end, const CancelToken& cancel)
        : m_place(place), m_end(end), m_cancel(&cancel) {}

    reference operator*() const { return *m_place; }
    PolledCharacter& operator++() {
        ++m_place;
        if (++m_steps % kStepsALook == 0 && m_cancel->isCancelled()) {
            m_place = m_end;
        }
        return *this;
    }
    friend bool operator==(const PolledCharacter& x, const PolledCharacter& y) {
        return x.m_place == y.m_place;
    }
    friend bool operator!=(const PolledCharacter& x, const PolledCharacter& y) { return !(x == y); }

private:
    static constexpr std::uint32_t kStepsALook = 64 * 1024; ///< about a millisecond

    const char* m_place;
    const char* m_end;
    const CancelToken* m_cancel;
    std::uint32_t m_steps = 0;
};

} // namespace

nlohmann::json parseDocument(std::string_view text, const JsonFilter& filter, const CancelToken& cancel) {
    const char* const end = text.data() + text.size();
    return nlohmann::json::parse(PolledCharacter(text.data(), end, cancel), PolledCharacter(end, end, cancel),
                                 filter, false);
}

} // namespace diptych
