#pragma once
// Texts that a worker has read before, and which came after what. Programs repeat themselves: mostly the text
// that came last time in the same context comes again, and to compare it costs less than to find where a text
// ends, check it and look it up. One table a worker and kind of text; numbers live as long as it.

#include "core/base/string_table.h"
#include "core/parse/event_fields.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace diptych {

class KnownTexts {
public:
    KnownTexts() : m_last(std::size_t{1} << kPlaceBits, kNoTextNumber) {}

    /// What came before, in any notation; equal contexts let expect equal texts.
    using Context = std::uint64_t;

    /// The number of the text that came last in that context, or kNoTextNumber.
    [[nodiscard]] TextNumber guess(Context context) const { return m_last[placeOf(context)]; }
    [[nodiscard]] std::string_view operator[](TextNumber number) const {
        return number == kNoTextNumber ? std::string_view{} : m_texts[StringId(number)];
    }
    /// Notes that `text` came in that context. Returns its number; none when it is too long to be kept, or
    /// the table is full.
    TextNumber learn(Context context, std::string_view text);

private:
    static constexpr unsigned kPlaceBits = 14;

    [[nodiscard]] static std::size_t placeOf(Context context) {
        return static_cast<std::size_t>((context * 0x9E3779B97F4A7C15ULL) >> (64 - kPlaceBits));
    }

    StringTable m_texts;
    std::vector<TextNumber> m_last; ///< by the place of the context
};

/// Whether `text` stands at `p`, with at least one character before `end` behind it.
[[nodiscard]] inline bool standsAt(std::string_view text, const char* p, const char* end) {
    return text.size() < static_cast<std::size_t>(end - p) && text == std::string_view(p, text.size());
}

} // namespace diptych
