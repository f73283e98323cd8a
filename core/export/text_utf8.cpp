#include "core/export/text_utf8.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace diptych {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// How many bytes are ASCII, in whole words: nearly all text is.
std::size_t asciiPrefix(std::string_view text) {
    constexpr std::uint64_t kHighBits = 0x8080808080808080;
    std::size_t at = 0;
    for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
        std::memcpy(&word, text.data() + at, sizeof word);
        if ((word & kHighBits) != 0) {
            break;
        }
    }
    return at;
}

/// The length of the valid sequence at `at`, or 0.
std::size_t sequenceLength(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(at);
    const std::size_t length = lead < 0x80          ? 1
                               : lead >> 5U == 0x6  ? 2
                               : lead >> 4U == 0xE  ? 3
                               : lead >> 3U == 0x1E ? 4
                                                    : 0;
    if (length == 0 || at + length > text.size()) {
        return 0;
    }
    std::uint32_t code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if (byte(at + i) >> 6U != 0x2) {
            return 0;
        }
        code = code << 6U | (byte(at + i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
    const bool isSurrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < kSmallest[length] || isSurrogate || code > 0x10FFFF ? 0 : length;
}

} // namespace

std::size_t validUtf8Prefix(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        at += asciiPrefix(text.substr(at));
        if (at == text.size()) {
            break;
        }
        const std::size_t length = sequenceLength(text, at);
        if (length == 0) {
            break;
        }
        at += length;
    }
    return at;
}

void appendAsUtf8(std::string& target, std::string_view text) {
    while (!text.empty()) {
        const std::size_t valid = validUtf8Prefix(text);
        target += text.substr(0, valid);
        text.remove_prefix(valid);
        if (!text.empty()) {
            target += kReplacement;
            text.remove_prefix(1);
        }
    }
}

} // namespace diptych
