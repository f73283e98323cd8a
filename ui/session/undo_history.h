#pragma once
// What undo and redo need: the states that something had, as whole values. For small values that people edit
// (notes, a table of rules). Owned by what is edited; GUI thread.

#include <cstddef>
#include <utility>
#include <vector>

namespace diptych {

template <class State>
class UndoHistory {
public:
    explicit UndoHistory(State first = {}) { m_states.push_back(std::move(first)); }

    [[nodiscard]] const State& current() const { return m_states[m_at]; }
    [[nodiscard]] bool canUndo() const { return m_at > 0; }
    [[nodiscard]] bool canRedo() const { return m_at + 1 < m_states.size(); }

    /// Makes a new state the current one; what was undone is forgotten, and so is the oldest state when there
    /// are too many. An equal state changes nothing; returns whether anything changed.
    bool push(State state) {
        if (state == current()) {
            return false;
        }
        m_states.resize(m_at + 1);
        m_states.push_back(std::move(state));
        if (m_states.size() > kMostStates) {
            m_states.erase(m_states.begin());
        }
        m_at = m_states.size() - 1;
        return true;
    }
    /// Puts another state in the place of the current one: for an edit that goes on.
    void amend(State state) {
        m_states.resize(m_at + 1);
        m_states.back() = std::move(state);
    }
    bool undo() { return canUndo() && (--m_at, true); }
    bool redo() { return canRedo() && (++m_at, true); }
    /// Starts over: there is nothing to undo.
    void reset(State state) {
        m_states.clear();
        m_states.push_back(std::move(state));
        m_at = 0;
    }

private:
    static constexpr std::size_t kMostStates = 200;

    std::vector<State> m_states; ///< never empty
    std::size_t m_at = 0;
};

} // namespace diptych
