#include "core/parse/json_scan.h"

#include "core/parse/json_text.h"

#include <bitset>
#include <cstring>
#include <string>

namespace diptych::json {

namespace {

const char* scanWord(const char* p, const char* end, const char* word, std::size_t size) {
    return static_cast<std::size_t>(end - p) >= size && std::memcmp(p, word, size) == 0 ? p + size : nullptr;
}

const char* scanCheckedString(const char* p, const char* end) {
    bool hasEscape = false;
    const char* const close = scanString(p, end, hasEscape);
    if (close && hasEscape && !areEscapesValid({p, static_cast<std::size_t>(close - p)})) {
        return nullptr;
    }
    return close ? close + 1 : nullptr;
}

const char* scanScalar(const char* p, const char* end) {
    switch (*p) {
    case '"':
        return scanCheckedString(p + 1, end);
    case 't':
        return scanWord(p, end, "true", 4);
    case 'f':
        return scanWord(p, end, "false", 5);
    case 'n':
        return scanWord(p, end, "null", 4);
    default:
        return scanNumber(p, end);
    }
}

/// A key and its colon, up to the value.
const char* scanKey(const char* p, const char* end) {
    p = p < end && *p == '"' ? scanCheckedString(p + 1, end) : nullptr;
    p = p ? skipSpace(p, end) : nullptr;
    return p && p < end && *p == ':' ? skipSpace(p + 1, end) : nullptr;
}

} // namespace

const char* scanValue(const char* p, const char* end) {
    std::bitset<kDeepest> objects; // which levels are objects
    unsigned depth = 0;
    while (p && p < end) {
        // A value is due at p.
        if (*p == '{' || *p == '[') {
            if (depth == kDeepest) {
                return nullptr;
            }
            const bool isObject = *p == '{';
            objects[depth++] = isObject;
            p = skipSpace(p + 1, end);
            if (p < end && *p == (isObject ? '}' : ']')) {
                ++p;
                --depth;
            } else {
                p = isObject ? scanKey(p, end) : p;
                continue;
            }
        } else {
            p = scanScalar(p, end);
        }
        // A value has ended: close what ends with it, up to the next one.
        while (p && depth != 0) {
            p = skipSpace(p, end);
            if (p >= end) {
                return nullptr;
            }
            if (*p == ',') {
                p = skipSpace(p + 1, end);
                p = objects[depth - 1] ? scanKey(p, end) : p;
                break;
            }
            if (*p != (objects[depth - 1] ? '}' : ']')) {
                return nullptr;
            }
            ++p;
            --depth;
        }
        if (depth == 0) {
            return p;
        }
    }
    return nullptr;
}

} // namespace diptych::json
