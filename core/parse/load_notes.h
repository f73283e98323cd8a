#pragma once
// What was odd about the events, counted while they are read, and said in sentences at the end. Each worker
// counts for itself; sums and first places do not depend on who read what.

#include "core/base/diagnostics.h"

#include <array>
#include <cstdint>

namespace diptych {

enum class Oddity : std::uint8_t {
    LostEvent,         ///< damaged beyond repair
    RepairedText,      ///< bytes that are no text, in an event that was read nevertheless
    RepairedValue,     ///< values that are none
    RepairedStructure, ///< quotes, commas or brackets that do not fit
    TooDeep,           ///< values too deep in each other
    TooLarge,          ///< an event of absurd size
    LongText,          ///< a name of absurd length
    DuplicateKey,
    UnusableField, ///< a value that is no value of its kind
    NoStart,       ///< a CPU side event that cannot be placed
    NoDuration,
    NegativeDuration,
    Unnamed,
    EmptyEvent,
    UnknownPhase,
    UnmatchedEnd,    ///< an E event without its B
    UnfinishedBegin, ///< a B event without its E
    EmptyElement,    ///< null or [] among the events
    StrayComma,
    MissingComma,
    TrailingComma,
    StrayCloser,
    StrayText,
    Count_,
};

class LoadNotes {
public:
    void add(Oddity oddity, std::uint64_t byte) { add(oddity, 1, byte); }
    void add(Oddity oddity, std::uint64_t count, std::uint64_t byte);
    void add(const LoadNotes& other);
    void clear() { m_tallies = {}; }

    [[nodiscard]] std::uint64_t count(Oddity oddity) const {
        return m_tallies[static_cast<std::size_t>(oddity)].count;
    }

    /// One diagnostic for each oddity that occurred, in the order of the enum.
    [[nodiscard]] Diagnostics diagnostics() const;

private:
    struct Tally {
        std::uint64_t count = 0;
        std::uint64_t firstByte = 0;
    };
    std::array<Tally, static_cast<std::size_t>(Oddity::Count_)> m_tallies{};
};

} // namespace diptych
