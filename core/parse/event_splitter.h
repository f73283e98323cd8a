#pragma once
// Cuts the inside of a JSON array of events into its elements. Knows strings and nesting, not values. Finds
// its way back after damage: where one quote or bracket too many or too few hides the events that follow, it
// goes on at the next text that can only be the start of an event. One splitter a file, used by one thread at
// a time.

#include "core/base/cancel_token.h"
#include "core/parse/text_masks.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace diptych {

/// An object among the events, as offsets into the text that was split.
struct EventSpan {
    std::uint32_t begin;
    std::uint32_t end;
    bool isDamaged; ///< quotes or brackets do not fit: no strict JSON
};

/// How often something stood between the events that does not belong there, and first where.
struct SplitFault {
    std::uint64_t count = 0;
    std::uint64_t first = 0; ///< place in the decompressed text

    void add(std::uint64_t offset) {
        first = count == 0 ? offset : first;
        ++count;
    }
};

struct SplitFaults {
    SplitFault strayCommas; ///< a comma too many, not counting one before the end of the array
    SplitFault missingCommas;
    SplitFault trailingComma; ///< one comma before the end of the array
    SplitFault strayClosers;  ///< a closing bracket too many
    SplitFault emptyElements; ///< null, [] and the like: no events, nothing lost
    SplitFault strayText;     ///< anything else
};

struct SplitResult {
    std::size_t consumed = 0; ///< dealt with; the rest is to be given again, with more behind it
    bool isArrayEnd = false;  ///< `consumed` is the place of the closing bracket
    bool isInsideElement =
        false; ///< only for the last text: it ends within the element that begins at `consumed`
};

class EventSplitter {
public:
    /// How closely brackets are looked at: always, or only where counting them does not come out.
    enum class Pace : std::uint8_t { Fast, Careful };

    /// Once `cancel` is raised, split() returns soon, and what it returned is of no use.
    explicit EventSplitter(Pace pace = Pace::Fast, FillTextMasks fillMasks = fastestTextMasks(),
                           CancelToken cancel = {})
        : m_pace(pace), m_fillMasks(fillMasks), m_cancel(std::move(cancel)) {}

    /// Appends the complete objects in `text` from `begin` on to `spans`. It goes on where the last result
    /// said `consumed`. The text has fewer than 4 GiB and kMaskBytes readable bytes behind it, and stands at
    /// `byte` of the decompressed text. `isLast`: nothing follows; otherwise what is nearer to the end than
    /// kLookAhead waits for more.
    SplitResult split(std::string_view text, std::size_t begin, std::uint64_t byte, bool isLast,
                      std::vector<EventSpan>& spans);

    /// The text to come begins right behind an element, or, where no comma is due, at one.
    void setCommaDue(bool isDue) { m_isCommaDue = isDue; }
    [[nodiscard]] bool isCommaDue() const { return m_isCommaDue; }

    [[nodiscard]] const SplitFaults& faults() const { return m_faults; }

private:
    struct Walk;

    void beginElement(Walk& walk, std::size_t place);
    void endElement(Walk& walk, std::size_t end);
    void checkGap(const Walk& walk, std::size_t gapEnd, bool isBeforeEnd);
    /// What a bracket does; a value is where to start anew.
    std::optional<std::size_t> meetBracket(Walk& walk, std::size_t place, bool isInString);
    std::optional<std::size_t> meetOpening(Walk& walk, std::size_t place);
    void meetClosing(Walk& walk, std::size_t place);
    void meetOuterClosing(Walk& walk, std::size_t place);
    std::optional<std::size_t> countBrackets(Walk& walk, std::size_t start);
    std::optional<std::size_t> countBracketsFast(Walk& walk, std::size_t start);
    std::optional<std::size_t> walkFast(Walk& walk, std::size_t start);
    std::optional<std::size_t> walkCarefully(Walk& walk, std::size_t start);
    [[nodiscard]] bool isPlainGap(const Walk& walk, std::size_t place) const;

    Pace m_pace;
    FillTextMasks m_fillMasks;
    CancelToken m_cancel;
    SplitFaults m_faults;
    std::uint64_t m_offset = 0; ///< of the text at hand, in the decompressed text
    bool m_isCommaDue = false;  ///< before the next element
};

} // namespace diptych
