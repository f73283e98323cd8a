#pragma once
// The nearest of a row and the rows around it that has some quality, remembered on the way, so that deep
// nesting costs each row one visit in all. Used while a trace is linked; one thread.

#include "core/base/cancel_poll.h"

#include <vector>

namespace diptych {

template <class RowId>
class NearestAround {
public:
    /// `parents` by row, invalid at the outermost; must outlive this.
    NearestAround(const std::vector<RowId>& parents, CancelPoll& poll)
        : m_parents(parents), m_poll(poll), m_found(parents.size()), m_isKnown(parents.size(), false) {}

    /// `row`, or the nearest row around it, for which `has` is true; invalid when there is none. `has` is to
    /// be the same in all calls. Throws Stopped when cancelled.
    template <class Has>
    [[nodiscard]] RowId of(RowId row, const Has& has) {
        m_chain.clear();
        while (row.isValid() && !m_isKnown[row.index()] && !has(row)) {
            m_poll();
            m_chain.push_back(row);
            row = m_parents[row.index()];
        }
        const RowId found = row.isValid() && m_isKnown[row.index()] ? m_found[row.index()] : row;
        for (const RowId inner : m_chain) {
            m_poll();
            m_found[inner.index()] = found;
            m_isKnown[inner.index()] = true;
        }
        return found;
    }

private:
    const std::vector<RowId>& m_parents;
    CancelPoll& m_poll;
    std::vector<RowId> m_found;
    std::vector<bool> m_isKnown;
    std::vector<RowId> m_chain;
};

} // namespace diptych
