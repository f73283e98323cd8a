#pragma once
// Adds up figures by (id, class) for millions of kernels: an array by id leads to the entry, no hashing. Few
// classes share an id, so that the chain behind it is short. Not synchronised.

#include "core/base/ids.h"

#include <vector>

namespace diptych {

template <class IdType, class Figures>
class ClassTally {
public:
    struct Entry {
        IdType id;
        ClassId kernelClass;
        Figures figures;
        std::uint32_t next;
    };

    explicit ClassTally(std::size_t ids) : m_first(ids, kNone) {}

    Figures& at(IdType id, ClassId kernelClass) {
        for (std::uint32_t i = m_first[id.index()]; i != kNone; i = m_entries[i].next) {
            if (m_entries[i].kernelClass == kernelClass) {
                return m_entries[i].figures;
            }
        }
        m_entries.push_back({id, kernelClass, {}, m_first[id.index()]});
        m_first[id.index()] = static_cast<std::uint32_t>(m_entries.size() - 1);
        return m_entries.back().figures;
    }

    /// In order of first appearance.
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    std::vector<std::uint32_t> m_first; ///< by id: index into m_entries
    std::vector<Entry> m_entries;
};

} // namespace diptych
