#pragma once
// Every distinct text of a trace once. Ids are dense and given in order of first appearance; the bytes stay
// where they are for the life of the table, so views into it may be kept as long as the table lives. Not
// synchronised: one writer while it is built, then read-only from any thread.

#include "core/base/ids.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace diptych {

class StringTable {
public:
    StringTable();
    StringTable(StringTable&&) noexcept = default;
    StringTable& operator=(StringTable&&) noexcept = default;

    /// The id of `text`, which is added when new.
    StringId intern(std::string_view text);
    /// The id of `text` when it is in the table, else an invalid id.
    [[nodiscard]] StringId find(std::string_view text) const;

    /// The text of an id; of an invalid id the empty text.
    [[nodiscard]] std::string_view operator[](StringId id) const {
        return id.isValid() ? m_texts[id.index()] : std::string_view{};
    }
    [[nodiscard]] std::size_t size() const { return m_texts.size(); }
    [[nodiscard]] std::size_t memoryBytes() const;

private:
    struct Slot {
        std::uint32_t hash;
        StringId id;
    };

    [[nodiscard]] std::size_t slotOf(std::string_view text, std::uint32_t hash) const;
    std::string_view store(std::string_view text);
    void grow();

    std::vector<std::string_view> m_texts;
    std::vector<Slot> m_slots; ///< open addressing, a power of two, at most half full
    std::vector<std::unique_ptr<char[]>> m_blocks;
    char* m_free = nullptr;
    std::size_t m_freeBytes = 0;
    std::size_t m_blockBytes = 0;
};

} // namespace diptych
