#include "core/parse/event_borders.h"

#include "core/parse/json_scan.h"
#include "core/parse/trace_keys.h"

#include <algorithm>

namespace diptych {

namespace {

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

/// How far the meaning of the character at `place` is sought.
std::size_t windowEnd(std::size_t size, std::size_t place) {
    return std::min(size, place + kLookAhead);
}

/// Whether events follow a closing bracket at `place` that might end them all: behind white space, commas and
/// more brackets begins an event, or the rest of one.
bool doEventsGoOn(const char* text, std::size_t size, std::size_t place) {
    const std::size_t limit = windowEnd(size, place);
    std::size_t next = place + 1;
    while (next < limit &&
           (json::isSpace(text[next]) || text[next] == ',' || text[next] == '}' || text[next] == ']')) {
        ++next;
    }
    const std::string_view key = keyAt(text, limit, next);
    return next < limit && text[next] == '{' ? isEventStart(text, size, next)
                                             : isEventKey(key) || isArgKey(key);
}

} // namespace

std::size_t skipSpace(const char* text, std::size_t size, std::size_t place) {
    while (place < size && json::isSpace(text[place])) {
        ++place;
    }
    return place;
}

char charBefore(const char* text, std::size_t place, std::size_t begin) {
    while (place > begin && json::isSpace(text[place - 1])) {
        --place;
    }
    return place > begin ? text[place - 1] : '\0';
}

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

std::optional<std::size_t> guessEventStart(std::string_view text, std::size_t from) {
    for (std::size_t place = text.find('{', from); place != std::string_view::npos;
         place = text.find('{', place + 1)) {
        std::size_t gap = place;
        while (gap > 0 && json::isSpace(text[gap - 1])) {
            --gap;
        }
        const bool isBehindEvent =
            gap > 0 && text[gap - 1] == ',' && charBefore(text.data(), gap - 1, 0) == '}';
        if (isBehindEvent && isEventStart(text.data(), text.size(), place)) {
            return place;
        }
    }
    return std::nullopt;
}

} // namespace diptych
