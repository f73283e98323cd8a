#include "core/parse/known_texts.h"

namespace diptych {

namespace {

constexpr std::size_t kLongest = std::size_t{8} * 1024;
constexpr std::size_t kMostBytes = std::size_t{2} << 20; ///< a trace has thousands of texts, seldom more
constexpr std::size_t kBlockBytes = std::size_t{64} * 1024;

} // namespace

TextNumber KnownTexts::learn(Context context, std::string_view text) {
    if (text.size() > kLongest) {
        return kNoTextNumber;
    }
    const StringId id = m_table.memoryBytes() < kMostBytes ? m_table.intern(text) : m_table.find(text);
    if (!id.isValid()) {
        return kNoTextNumber;
    }
    if (id.index() == m_texts.size()) {
        m_texts.push_back(store(text));
    }
    const auto number = static_cast<TextNumber>(id.index());
    m_last[placeOf(context)] = number;
    return number;
}

/// A copy that lies where a processor likes to load from.
std::string_view KnownTexts::store(std::string_view text) {
    constexpr std::size_t kAlignment = 16;
    const std::size_t size = (text.size() + kAlignment - 1) / kAlignment * kAlignment;
    if (m_blockLeft < size + kStep) {
        m_blocks.push_back(std::make_unique<char[]>(kBlockBytes));
        m_blockLeft = kBlockBytes;
    }
    char* const chars = m_blocks.back().get() + (kBlockBytes - m_blockLeft);
    std::memcpy(chars, text.data(), text.size());
    m_blockLeft -= size;
    return {chars, text.size()};
}

} // namespace diptych
