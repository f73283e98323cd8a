#include "core/parse/known_texts.h"

namespace diptych {

TextNumber KnownTexts::learn(Context context, std::string_view text) {
    constexpr std::size_t kLongest = std::size_t{8} * 1024;
    constexpr std::size_t kMostBytes = std::size_t{2} << 20; // a trace has thousands of texts, seldom more
    if (text.size() > kLongest) {
        return kNoTextNumber;
    }
    const StringId id = m_texts.memoryBytes() < kMostBytes ? m_texts.intern(text) : m_texts.find(text);
    if (!id.isValid()) {
        return kNoTextNumber;
    }
    const auto number = static_cast<TextNumber>(id.index());
    m_last[placeOf(context)] = number;
    return number;
}

} // namespace diptych
