#include "core/parse/event_splitter.h"

#include "core/parse/trace_keys.h"

#include <algorithm>
#include <bit>
#include <string_view>

namespace diptych {

namespace {

constexpr std::size_t kBlocksAtOnce = 64;
constexpr std::size_t kKnownLevels = 1024; ///< deeper brackets are counted, not matched
bool isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// The first place from `place` on that is no white space, or `size`.
std::size_t skipSpace(const char* text, std::size_t size, std::size_t place) {
    while (place < size && isSpace(text[place])) {
        ++place;
    }
    return place;
}

/// The last character before `place` that is no white space, or 0.
char charBefore(const char* text, std::size_t place, std::size_t begin) {
    while (place > begin && isSpace(text[place - 1])) {
        --place;
    }
    return place > begin ? text[place - 1] : '\0';
}

/// The key in quotes at `place` when a colon follows, else "".
std::string_view keyAt(const char* text, std::size_t size, std::size_t place) {
    if (place >= size || text[place] != '"') {
        return {};
    }
    const std::size_t begin = ++place;
    constexpr std::size_t kLongestKey = 64;
    while (place < size && place - begin < kLongestKey && text[place] != '"') {
        ++place;
    }
    const std::size_t colon = skipSpace(text, size, place + 1);
    return place < size && text[place] == '"' && colon < size && text[colon] == ':'
               ? std::string_view(text + begin, place - begin)
               : std::string_view{};
}

/// Bit i is the parity of the bits up to i: from quotes to what lies between them, the opening quote
/// included.
std::uint64_t prefixXor(std::uint64_t bits) {
    for (unsigned shift = 1; shift < 64; shift *= 2) {
        bits ^= bits << shift;
    }
    return bits;
}

/// The characters that a backslash before them escapes. `carry`: whether the first one is, and the next
/// block's.
std::uint64_t escapedChars(std::uint64_t backslashes, bool& carry) {
    std::uint64_t escaped = carry ? 1 : 0;
    std::uint64_t open = backslashes & ~escaped;
    carry = false;
    while (open != 0) {
        const int place = std::countr_zero(open);
        if (place == 63) {
            carry = true;
            break;
        }
        escaped |= std::uint64_t{1} << (place + 1);
        open &= ~(std::uint64_t{3} << place);
    }
    return escaped;
}

/// How far the meaning of the character at `place` is sought.
std::size_t windowEnd(std::size_t size, std::size_t place) {
    return std::min(size, place + EventSplitter::kLookAhead);
}

/// Whether events follow a closing bracket at `place` that might end them all: behind white space, commas and
/// more brackets begins an event, or the rest of one.
bool doEventsGoOn(const char* text, std::size_t size, std::size_t place) {
    const std::size_t limit = windowEnd(size, place);
    std::size_t next = place + 1;
    while (next < limit &&
           (isSpace(text[next]) || text[next] == ',' || text[next] == '}' || text[next] == ']')) {
        ++next;
    }
    const std::string_view key = keyAt(text, limit, next);
    return next < limit && text[next] == '{' ? isEventStart(text, size, next)
                                             : isEventKey(key) || isArgKey(key);
}

/// Whether a closing bracket at `place` ends the array of events, by what follows: nothing, the end of the
/// document, a key beside the events, or another document. `isDue`: a bracket of its kind can stand here; if
/// not, it must stand behind an event and only a well-known key will do.
bool isEndOfEvents(const char* text, std::size_t size, std::size_t place, bool isDue) {
    const char before = charBefore(text, place, 0);
    if ((!isDue && before != '}' && before != ',') || doEventsGoOn(text, size, place)) {
        return false;
    }
    const std::size_t limit = windowEnd(size, place);
    const std::size_t next = skipSpace(text, limit, place + 1);
    if (next >= limit || text[next] == '}') {
        return true;
    }
    if (text[next] == ',') {
        const std::string_view key = keyAt(text, limit, skipSpace(text, limit, next + 1));
        return isDue ? !key.empty() : isDocumentKey(key);
    }
    return isDue && (text[next] == '{' || text[next] == '[' || text[next] == '\0');
}

} // namespace

bool isEventStart(const char* text, std::size_t size, std::size_t place) {
    const std::size_t limit = windowEnd(size, place);
    const std::size_t first = skipSpace(text, limit, place + 1);
    if (!isEventKey(keyAt(text, limit, first))) {
        return false;
    }
    std::size_t depth = 1;
    bool isInString = false;
    for (std::size_t at = first; at < limit && depth != 0; ++at) {
        const char c = text[at];
        if (isInString) {
            at += c == '\\' ? 1 : 0;
            isInString = c != '"';
        } else if (c == '"') {
            if (depth == 1 && keyAt(text, limit, at) == "ph") {
                return true;
            }
            isInString = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

/// Where one call of split() stands.
struct EventSplitter::Walk {
    const char* text;
    std::size_t size;
    std::vector<EventSpan>& spans;
    SplitResult result{};
    std::size_t depth = 0;
    std::size_t begin = 0;                                  ///< of the element at hand
    bool isDamaged = false;                                 ///< the element at hand
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
    m_offset = byte;
    const std::size_t limit = isLast ? text.size() : text.size() - std::min(text.size(), kLookAhead);
    for (std::optional<std::size_t> start = begin; start;) {
        start = walkFrom(walk, *start, limit);
    }
    if (isLast && !walk.result.isArrayEnd) {
        if (walk.depth != 0) {
            walk.result.isInsideElement = true;
            walk.result.consumed = walk.begin;
        } else {
            checkGap(walk, text.size(), true);
            walk.result.consumed = text.size();
        }
    } else if (walk.depth == 0 && !walk.result.isArrayEnd) {
        // White space has no meaning, however much there is.
        walk.result.consumed = std::min(std::max(limit, walk.result.consumed),
                                        skipSpace(walk.text, walk.size, walk.result.consumed));
    }
    return walk.result;
}

/// Walks blocks of text from an unquoted place on; a value is where to walk from anew.
std::optional<std::size_t> EventSplitter::walkFrom(Walk& walk, std::size_t start, std::size_t limit) {
    std::array<TextMasks, kBlocksAtOnce> masks;
    std::uint64_t stringCarry = 0;
    bool escapeCarry = false;
    for (std::size_t group = start; group < limit; group += kBlocksAtOnce * kMaskBytes) {
        const std::size_t blocks = std::min(kBlocksAtOnce, (limit - group + kMaskBytes - 1) / kMaskBytes);
        m_fillMasks(walk.text + group, blocks, masks.data());
        for (std::size_t block = 0; block < blocks; ++block) {
            const std::size_t base = group + block * kMaskBytes;
            const TextMasks& mask = masks[block];
            const std::uint64_t valid =
                limit - base < kMaskBytes ? (std::uint64_t{1} << (limit - base)) - 1 : ~std::uint64_t{0};
            std::uint64_t quotes = mask.quotes & valid;
            if (mask.backslashes != 0 || escapeCarry) {
                quotes &= ~escapedChars(mask.backslashes, escapeCarry);
            }
            const std::uint64_t inString = prefixXor(quotes) ^ stringCarry;
            stringCarry = std::uint64_t{0} - (inString >> 63);
            for (std::uint64_t left = (mask.opens | mask.closes) & valid; left != 0; left &= left - 1) {
                const auto place = static_cast<unsigned>(std::countr_zero(left));
                if (const auto anew = meetBracket(walk, base + place, (inString >> place & 1) != 0)) {
                    return anew;
                }
                if (walk.result.isArrayEnd) {
                    return std::nullopt;
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
                m_hasElement = false;
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
    m_hasElement = true;
}

void EventSplitter::beginElement(Walk& walk, std::size_t place) {
    checkGap(walk, place, false);
    walk.begin = place;
    walk.isDamaged = false;
}

/// `end` lies behind the closing bracket, or where the next event begins.
void EventSplitter::endElement(Walk& walk, std::size_t end) {
    std::size_t last = end;
    while (last > walk.begin && (isSpace(walk.text[last - 1]) || walk.text[last - 1] == ',')) {
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
    m_hasElement = true;
}

/// What stands between the last element and the next, or the end of the array.
void EventSplitter::checkGap(const Walk& walk, std::size_t gapEnd, bool isBeforeEnd) {
    std::size_t place = walk.result.consumed;
    bool isCommaDue = m_hasElement;
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
        while (end < gapEnd && !isSpace(walk.text[end]) && walk.text[end] != ',') {
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
