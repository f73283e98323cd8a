#include "core/base/string_table.h"

#include <algorithm>
#include <cstring>

namespace diptych {

namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kBlockBytes = 64 * 1024;

__extension__ using Uint128 = unsigned __int128;

std::uint64_t mix(std::uint64_t x, std::uint64_t y) {
    const Uint128 product = static_cast<Uint128>(x) * y;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Multiply-and-fold over eight bytes at a time; equal on every machine of one byte order.
std::uint32_t hashOf(std::string_view text) {
    constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15ULL;
    std::uint64_t hash = text.size() * kMultiplier + 0x2545F4914F6CDD1DULL;
    const char* p = text.data();
    std::size_t left = text.size();
    for (; left >= 8; p += 8, left -= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, p, 8);
        hash = mix(hash ^ word, kMultiplier);
    }
    std::uint64_t word = 0;
    if (left != 0) { // an empty text may have no place
        std::memcpy(&word, p, left);
    }
    hash = mix(hash ^ word, kMultiplier);
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

} // namespace

StringTable::StringTable() : m_slots(kFirstSlots, Slot{0, StringId{}}) {}

std::size_t StringTable::slotOf(std::string_view text, std::uint32_t hash) const {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hash & mask;
    while (m_slots[slot].id.isValid() &&
           (m_slots[slot].hash != hash || m_texts[m_slots[slot].id.index()] != text)) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

StringId StringTable::intern(std::string_view text) {
    const std::uint32_t hash = hashOf(text);
    const std::size_t slot = slotOf(text, hash);
    if (m_slots[slot].id.isValid()) {
        return m_slots[slot].id;
    }
    const StringId id(m_texts.size());
    m_texts.push_back(store(text));
    m_slots[slot] = {hash, id};
    if (m_texts.size() * 2 > m_slots.size()) {
        grow();
    }
    return id;
}

StringId StringTable::find(std::string_view text) const {
    return m_slots[slotOf(text, hashOf(text))].id;
}

std::string_view StringTable::store(std::string_view text) {
    if (text.size() > m_freeBytes) {
        const std::size_t bytes = std::max(kBlockBytes, text.size());
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(bytes));
        m_free = m_blocks.back().get();
        m_freeBytes = bytes;
        m_blockBytes += bytes;
    }
    char* const place = m_free;
    std::copy(text.begin(), text.end(), place);
    m_free += text.size();
    m_freeBytes -= text.size();
    return {place, text.size()};
}

void StringTable::grow() {
    std::vector<Slot> slots(m_slots.size() * 2, Slot{0, StringId{}});
    const std::size_t mask = slots.size() - 1;
    for (const Slot& old : m_slots) {
        if (!old.id.isValid()) {
            continue;
        }
        std::size_t slot = old.hash & mask;
        while (slots[slot].id.isValid()) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = old;
    }
    m_slots.swap(slots);
}

std::size_t StringTable::memoryBytes() const {
    return m_blockBytes + m_texts.capacity() * sizeof(std::string_view) + m_slots.capacity() * sizeof(Slot);
}

} // namespace diptych
