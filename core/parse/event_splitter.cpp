#include "core/parse/event_splitter.h"

#include "core/parse/event_borders.h"
#include "core/parse/json_scan.h"

#include <algorithm>
#include <bit>
#include <span>
#include <string_view>

namespace diptych {

namespace {

constexpr std::size_t kBlocksAtOnce = 64;
constexpr std::size_t kKnownLevels = 1024; ///< deeper brackets are counted, not matched

/// The brackets of a text, those in strings apart, block by block, from an unquoted place to a limit.
class BlockWalk {
public:
    BlockWalk(FillTextMasks fillMasks, const CancelToken& cancel, const char* text, std::size_t begin,
              std::size_t limit)
        : m_fillMasks(fillMasks), m_cancel(cancel), m_text(text), m_next(begin), m_limit(limit) {}

    /// The next blocks, nothing beyond the limit; none at the limit, or when cancelled.
    [[nodiscard]] std::span<const TextMasks> next() {
        if (m_next >= m_limit || m_cancel.isCancelled()) {
            return {};
        }
        const std::size_t left = m_limit - m_next;
        const std::size_t blocks = std::min(kBlocksAtOnce, (left + kMaskBytes - 1) / kMaskBytes);
        m_fillMasks(m_text + m_next, blocks, m_state, m_masks.data());
        if (left < blocks * kMaskBytes) {
            const std::uint64_t valid = (std::uint64_t{1} << (left % kMaskBytes)) - 1;
            TextMasks& last = m_masks[blocks - 1];
            last = {last.opens & valid, last.closes & valid, last.quotedOpens & valid};
        }
        m_base = m_next;
        m_next += blocks * kMaskBytes;
        return {m_masks.data(), blocks};
    }

    /// Where the blocks that next() returned begin.
    [[nodiscard]] std::size_t base() const { return m_base; }

private:
    FillTextMasks m_fillMasks;
    const CancelToken& m_cancel;
    const char* m_text;
    std::size_t m_next;
    std::size_t m_limit;
    std::size_t m_base = 0;
    MaskState m_state;
    std::array<TextMasks, kBlocksAtOnce> m_masks;
};

/// The characters of the block at `base` before a string that holds what can only be an event, whose quotes
/// do not fit: what stands before is still good. All, when there is no such string.
[[gnu::always_inline]] inline std::uint64_t charsBeforeHidden(const char* text, std::size_t size,
                                                              std::size_t base, std::uint64_t quotedOpens) {
    for (std::uint64_t left = quotedOpens; left != 0; left &= left - 1) {
        const std::size_t place = base + static_cast<unsigned>(std::countr_zero(left));
        if (text[place] == '{' && isEventStart(text, size, place)) {
            return (left & (~left + 1)) - 1;
        }
    }
    return ~std::uint64_t{0};
}

} // namespace

/// Where one call of split() stands.
struct EventSplitter::Walk {
    const char* text;
    std::size_t size;
    std::vector<EventSpan>& spans;
    std::size_t limit = 0; ///< characters from here on wait for more text
    SplitResult result{};
    std::size_t depth = 0;
    std::size_t begin = 0;                                  ///< of the element at hand
    bool isDamaged = false;                                 ///< the element at hand
    SplitFaults faultsBefore{};                             ///< without those of the gap before it
    std::array<std::uint64_t, kKnownLevels / 64> objects{}; ///< bit d: level d is an object

    void push(bool isObject) {
        if (depth < kKnownLevels) {
            const std::uint64_t bit = std::uint64_t{1} << (depth % 64);
            objects[depth / 64] = isObject ? objects[depth / 64] | bit : objects[depth / 64] & ~bit;
        }
        ++depth;
    }
    /// Of the innermost level; unknown levels take what comes.
    [[nodiscard]] bool isObject() const {
        return depth <= kKnownLevels && (objects[(depth - 1) / 64] >> ((depth - 1) % 64) & 1) != 0;
    }
    [[nodiscard]] bool isKnown() const { return depth <= kKnownLevels; }
};

SplitResult EventSplitter::split(std::string_view text, std::size_t begin, std::uint64_t byte, bool isLast,
                                 std::vector<EventSpan>& spans) {
    Walk walk{text.data(), text.size(), spans};
    walk.result.consumed = begin;
    walk.limit = isLast ? text.size() : text.size() - std::min(text.size(), kLookAhead);
    m_offset = byte;
    for (std::optional<std::size_t> start = begin; start && !m_cancel.isCancelled();) {
        start = m_pace == Pace::Fast ? walkFast(walk, *start) : start;
        start = start ? walkCarefully(walk, *start) : start;
    }
    if (walk.result.isArrayEnd) {
        return walk.result;
    }
    if (isLast && walk.depth != 0) {
        walk.result.isInsideElement = true;
        walk.result.consumed = walk.begin;
    } else if (isLast) {
        checkGap(walk, text.size(), true);
        walk.result.consumed = text.size();
    } else if (walk.depth != 0) {
        m_faults = walk.faultsBefore; // the gap before the element is met again with it
    } else {
        // White space has no meaning, however much there is.
        walk.result.consumed = std::min(std::max(walk.limit, walk.result.consumed),
                                        skipSpace(walk.text, walk.size, walk.result.consumed));
    }
    return walk.result;
}

/// Counts brackets as long as all is as it should be: objects, one comma between them. A value is where the
/// careful walk must take over: the begin of the element in which, or of the gap behind which, something else
/// stands.
[[gnu::always_inline]] inline std::optional<std::size_t> EventSplitter::countBrackets(Walk& walk,
                                                                                      std::size_t start) {
    const char* const text = walk.text;
    BlockWalk blocks(m_fillMasks, m_cancel, text, start, walk.limit);
    std::size_t depth = 0;
    std::size_t begin = start;
    const auto isBegun = [&](std::size_t place) {
        begin = place;
        return text[place] == '{' && isPlainGap(walk, place);
    };
    const auto isEnded = [&](std::size_t place) {
        if (text[place] != '}' || place - begin > kLongElement) {
            return false;
        }
        walk.spans.push_back(
            {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(place + 1), false});
        walk.result.consumed = place + 1;
        m_isCommaDue = true;
        return true;
    };
    for (auto masks = blocks.next(); !masks.empty(); masks = blocks.next()) {
        std::size_t base = blocks.base() - kMaskBytes;
        for (const TextMasks& mask : masks) {
            base += kMaskBytes;
            if (depth != 0 && base - begin > kLongElement && base > begin) {
                return begin; // long, or the end of it is hidden
            }
            const std::uint64_t good = charsBeforeHidden(text, walk.size, base, mask.quotedOpens);
            const bool isGood = good == ~std::uint64_t{0};
            const std::uint64_t opens = mask.opens & good;
            const std::uint64_t closes = mask.closes & good;
            const auto openCount = static_cast<std::size_t>(std::popcount(opens));
            const auto closeCount = static_cast<std::size_t>(std::popcount(closes));
            if (isGood && depth > closeCount) {
                depth += openCount - closeCount;
                continue;
            }
            // The usual end of an element: all that is open closes, and only then the next opens.
            if (isGood && depth == closeCount && depth != 0 && closes <= (opens & (~opens + 1)) - 1) {
                if (!isEnded(base + 63 - static_cast<unsigned>(std::countl_zero(closes)))) {
                    return begin;
                }
                if (opens != 0 && !isBegun(base + static_cast<unsigned>(std::countr_zero(opens)))) {
                    return walk.result.consumed;
                }
                depth = openCount;
                continue;
            }
            for (std::uint64_t left = opens | closes; left != 0; left &= left - 1) {
                const std::size_t place = base + static_cast<unsigned>(std::countr_zero(left));
                if ((opens & left & (~left + 1)) != 0) {
                    if (depth == 0 && !isBegun(place)) {
                        return walk.result.consumed;
                    }
                    ++depth;
                } else if (depth == 0) {
                    return walk.result.consumed;
                } else if (--depth == 0 && !isEnded(place)) {
                    return begin;
                }
            }
            if (!isGood) {
                return depth != 0 ? begin : walk.result.consumed;
            }
        }
    }
    if (depth != 0 && walk.limit == walk.size) {
        return begin; // the text ends within an element
    }
    walk.depth = depth;
    walk.faultsBefore = m_faults;
    return std::nullopt;
}

#if defined(__x86_64__)
/// The same code for machines that count bits in one instruction.
[[gnu::target("popcnt,bmi")]] std::optional<std::size_t> EventSplitter::countBracketsFast(Walk& walk,
                                                                                          std::size_t start) {
    return countBrackets(walk, start);
}
#else
std::optional<std::size_t> EventSplitter::countBracketsFast(Walk& walk, std::size_t start) {
    return countBrackets(walk, start);
}
#endif

std::optional<std::size_t> EventSplitter::walkFast(Walk& walk, std::size_t start) {
    return hasFastBits() ? countBracketsFast(walk, start) : countBrackets(walk, start);
}

/// Whether nothing but white space and the comma that is due stands before the element at `place`.
bool EventSplitter::isPlainGap(const Walk& walk, std::size_t place) const {
    const char* const end = walk.text + place;
    return json::skipGap(walk.text + walk.result.consumed, end, m_isCommaDue) == end;
}

/// Walks one element, or to where damage ends one, from an unquoted place on. A value is where to go on.
std::optional<std::size_t> EventSplitter::walkCarefully(Walk& walk, std::size_t start) {
    const std::size_t consumed = walk.result.consumed;
    BlockWalk blocks(m_fillMasks, m_cancel, walk.text, start, walk.limit);
    for (auto masks = blocks.next(); !masks.empty(); masks = blocks.next()) {
        std::size_t base = blocks.base() - kMaskBytes;
        for (const TextMasks& mask : masks) {
            base += kMaskBytes;
            std::uint64_t left = mask.opens | mask.closes | mask.quotedOpens;
            for (; left != 0; left &= left - 1) {
                const auto place = static_cast<unsigned>(std::countr_zero(left));
                const bool isInString = (mask.quotedOpens >> place & 1) != 0;
                if (const auto anew = meetBracket(walk, base + place, isInString)) {
                    return anew;
                }
                if (walk.result.isArrayEnd) {
                    return std::nullopt;
                }
                if (walk.result.consumed != consumed && walk.depth == 0) {
                    return walk.result.consumed;
                }
            }
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> EventSplitter::meetBracket(Walk& walk, std::size_t place, bool isInString) {
    const char bracket = walk.text[place];
    if (isInString) {
        if (bracket == '{' && isEventStart(walk.text, walk.size, place)) {
            if (walk.depth != 0) {
                walk.isDamaged = true;
                endElement(walk, place);
            } else {
                m_faults.strayText.add(m_offset + place);
                walk.result.consumed = place;
                m_isCommaDue = false;
            }
            return place;
        }
        return std::nullopt;
    }
    if (bracket == '{' || bracket == '[') {
        return meetOpening(walk, place);
    }
    meetClosing(walk, place);
    return std::nullopt;
}

std::optional<std::size_t> EventSplitter::meetOpening(Walk& walk, std::size_t place) {
    const bool isObject = walk.text[place] == '{';
    if (walk.depth == 0) {
        beginElement(walk, place);
    } else if (walk.isKnown()) {
        // No trace holds events within events; and in an object a bracket can only follow a colon.
        if (isObject && isEventStart(walk.text, walk.size, place)) {
            walk.isDamaged = true;
            endElement(walk, place);
            return place;
        }
        const bool isOutOfPlace = walk.isObject() && charBefore(walk.text, place, walk.begin) != ':';
        walk.isDamaged = walk.isDamaged || isOutOfPlace;
    }
    walk.push(isObject);
    return std::nullopt;
}

void EventSplitter::meetClosing(Walk& walk, std::size_t place) {
    if (walk.depth == 0) {
        meetOuterClosing(walk, place);
        return;
    }
    const bool closesObject = walk.text[place] == '}';
    if (walk.isKnown() && walk.isObject() != closesObject) {
        walk.isDamaged = true;
        if (!closesObject) {
            if (isEndOfEvents(walk.text, walk.size, place, false)) {
                endElement(walk, place);
                walk.result.consumed = place;
                walk.result.isArrayEnd = true;
            }
            return; // a bracket too many
        }
        while (walk.depth > 1 && !walk.isObject()) {
            --walk.depth; // arrays that were never closed
        }
    }
    if (--walk.depth == 0) {
        endElement(walk, place + 1);
    }
}

void EventSplitter::meetOuterClosing(Walk& walk, std::size_t place) {
    if (walk.text[place] == ']' && isEndOfEvents(walk.text, walk.size, place, true)) {
        checkGap(walk, place, true);
        walk.result.consumed = place;
        walk.result.isArrayEnd = true;
        return;
    }
    checkGap(walk, place, false);
    m_faults.strayClosers.add(m_offset + place);
    walk.result.consumed = place + 1;
    m_isCommaDue = true;
}

void EventSplitter::beginElement(Walk& walk, std::size_t place) {
    walk.faultsBefore = m_faults;
    checkGap(walk, place, false);
    walk.begin = place;
    walk.isDamaged = false;
}

/// `end` lies behind the closing bracket, or where the next event begins.
void EventSplitter::endElement(Walk& walk, std::size_t end) {
    std::size_t last = end;
    while (last > walk.begin && (json::isSpace(walk.text[last - 1]) || walk.text[last - 1] == ',')) {
        --last;
    }
    if (walk.text[walk.begin] == '{') {
        walk.spans.push_back(
            {static_cast<std::uint32_t>(walk.begin), static_cast<std::uint32_t>(last), walk.isDamaged});
    } else if (skipSpace(walk.text, last, walk.begin + 1) + 1 == last) {
        m_faults.emptyElements.add(m_offset + walk.begin);
    } else {
        m_faults.strayText.add(m_offset + walk.begin);
    }
    walk.depth = 0;
    walk.result.consumed = last;
    m_isCommaDue = true;
}

/// What stands between the last element and the next, or the end of the array.
void EventSplitter::checkGap(const Walk& walk, std::size_t gapEnd, bool isBeforeEnd) {
    std::size_t place = walk.result.consumed;
    bool isCommaDue = m_isCommaDue;
    std::optional<std::size_t> lastComma;
    while ((place = skipSpace(walk.text, gapEnd, place)) < gapEnd) {
        if (walk.text[place] == ',') {
            if (!isCommaDue) {
                m_faults.strayCommas.add(m_offset + place);
            } else {
                lastComma = place;
            }
            isCommaDue = false;
            ++place;
            continue;
        }
        std::size_t end = place;
        while (end < gapEnd && !json::isSpace(walk.text[end]) && walk.text[end] != ',') {
            ++end;
        }
        SplitFault& fault = std::string_view(walk.text + place, end - place) == "null"
                                ? m_faults.emptyElements
                                : m_faults.strayText;
        fault.add(m_offset + place);
        isCommaDue = true;
        lastComma.reset();
        place = end;
    }
    if (isBeforeEnd && lastComma) {
        m_faults.trailingComma.add(m_offset + *lastComma);
    } else if (!isBeforeEnd && isCommaDue) {
        m_faults.missingCommas.add(m_offset + gapEnd);
    }
}

} // namespace diptych
