#pragma once
// Finds the commonest of a few values. Not synchronised.

#include <cstdint>
#include <utility>
#include <vector>

namespace diptych {

/// Counts values; few distinct ones are expected, and mostly the one counted last.
class ModeCounter {
public:
    void add(std::uint32_t value) {
        if (m_last < m_counts.size() && m_counts[m_last].first == value) {
            ++m_counts[m_last].second;
            return;
        }
        for (m_last = 0; m_last < m_counts.size(); ++m_last) {
            if (m_counts[m_last].first == value) {
                ++m_counts[m_last].second;
                return;
            }
        }
        m_counts.emplace_back(value, 1);
    }
    /// The commonest value; of equally common ones the smallest. 0 when nothing was counted.
    [[nodiscard]] std::uint32_t mode() const {
        std::pair<std::uint32_t, std::uint64_t> best{0, 0};
        for (const auto& [value, count] : m_counts) {
            if (count > best.second || (count == best.second && value < best.first)) {
                best = {value, count};
            }
        }
        return best.first;
    }

private:
    std::vector<std::pair<std::uint32_t, std::uint64_t>> m_counts;
    std::size_t m_last = 0;
};

} // namespace diptych
