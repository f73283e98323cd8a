#include "core/parse/json_text.h"

#include <charconv>

namespace diptych::json {

namespace {

constexpr unsigned kHighSurrogate = 0xD800;
constexpr unsigned kLowSurrogate = 0xDC00;
constexpr unsigned kAfterSurrogates = 0xE000;

/// The character that a one-letter escape stands for, or 0.
char simpleEscape(char letter) {
    switch (letter) {
    case '"':
    case '\\':
    case '/':
        return letter;
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return '\0';
    }
}

struct CodePoint {
    char32_t value;
    std::size_t size; ///< characters of the escape, backslash included
};

/// The code point of a \u escape at the start of `raw`, both halves of a pair taken together.
std::optional<CodePoint> codePointAt(std::string_view raw) {
    const auto first = raw.size() >= 6 ? hexValue(raw.substr(2, 4)) : std::nullopt;
    if (!first || (*first >= kLowSurrogate && *first < kAfterSurrogates)) {
        return std::nullopt;
    }
    if (*first < kHighSurrogate || *first >= kAfterSurrogates) {
        return CodePoint{*first, 6};
    }
    const auto second =
        raw.size() >= 12 && raw[6] == '\\' && raw[7] == 'u' ? hexValue(raw.substr(8, 4)) : std::nullopt;
    if (!second || *second < kLowSurrogate || *second >= kAfterSurrogates) {
        return std::nullopt;
    }
    return CodePoint{0x10000 + ((*first - kHighSurrogate) << 10) + (*second - kLowSurrogate), 12};
}

} // namespace

std::optional<unsigned> hexValue(std::string_view digits) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error != std::errc{} || end != digits.data() + digits.size()) {
        return std::nullopt;
    }
    return value;
}

void appendUtf8(char32_t codePoint, std::string& text) {
    const auto append = [&text](char32_t bits) { text.push_back(static_cast<char>(bits)); };
    if (codePoint < 0x80) {
        append(codePoint);
    } else if (codePoint < 0x800) {
        append(0xC0 | (codePoint >> 6));
        append(0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
        append(0xE0 | (codePoint >> 12));
        append(0x80 | ((codePoint >> 6) & 0x3F));
        append(0x80 | (codePoint & 0x3F));
    } else {
        append(0xF0 | (codePoint >> 18));
        append(0x80 | ((codePoint >> 12) & 0x3F));
        append(0x80 | ((codePoint >> 6) & 0x3F));
        append(0x80 | (codePoint & 0x3F));
    }
}

bool areEscapesValid(std::string_view raw) {
    for (std::size_t at = raw.find('\\'); at != std::string_view::npos; at = raw.find('\\', at)) {
        if (at + 1 >= raw.size()) {
            return false;
        }
        if (raw[at + 1] == 'u') {
            const auto codePoint = codePointAt(raw.substr(at));
            if (!codePoint) {
                return false;
            }
            at += codePoint->size;
        } else if (simpleEscape(raw[at + 1]) != '\0') {
            at += 2;
        } else {
            return false;
        }
    }
    return true;
}

void decode(std::string_view raw, std::string& text) {
    text.clear();
    std::size_t done = 0;
    for (std::size_t at = raw.find('\\'); at != std::string_view::npos && at + 1 < raw.size();
         at = raw.find('\\', done)) {
        text.append(raw.substr(done, at - done));
        if (const auto codePoint = raw[at + 1] == 'u' ? codePointAt(raw.substr(at)) : std::nullopt) {
            appendUtf8(codePoint->value, text);
            done = at + codePoint->size;
        } else {
            text.push_back(simpleEscape(raw[at + 1]));
            done = at + 2;
        }
    }
    text.append(raw.substr(done));
}

} // namespace diptych::json
