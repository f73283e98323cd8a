#include "core/parse/carried_text.h"

#include <vector>

namespace diptych {

namespace {

constexpr std::size_t kKeptString = std::size_t{8}
                                    << 20; ///< of an overlong string, more than any reader keeps
constexpr std::size_t kMostEventBytes = std::size_t{64} << 20;
constexpr std::size_t kDropStep = std::size_t{1} << 20;

/// Walks one element that comes piece by piece, character by character.
struct ElementWalk {
    std::size_t depth = 0;
    std::size_t stringBegin = 0;
    std::size_t place = 0; ///< characters walked
    bool isInString = false;
    bool isEscaped = false;
    bool hasBegun = false;

    [[nodiscard]] bool isFinished() const { return hasBegun && depth == 0; }

    void step(char c) {
        ++place;
        if (isInString) {
            isInString = isEscaped || c != '"';
            isEscaped = c == '\\' && !isEscaped;
        } else if (c == '"') {
            isInString = true;
            stringBegin = place;
        } else if (c == '{' || c == '[') {
            hasBegun = true;
            ++depth;
        } else if ((c == '}' || c == ']') && depth != 0) {
            --depth;
        }
    }
};

/// Keeps the carry up to `keep`, which lies within a string, and goes on at the string's end.
void dropLongString(CarriedText& carry, std::size_t keep, TextFeed& feed, const CancelToken& cancel) {
    ElementWalk walk;
    for (std::size_t i = 0; i < keep; ++i) {
        if (i % kDropStep == 0 && cancel.isCancelled()) {
            return;
        }
        walk.step(carry.text[i]);
    }
    keep -= walk.isEscaped ? 1 : 0;
    while (keep > 0 && (carry.text[keep] & 0xC0) == 0x80) {
        --keep; // not within a character
    }
    std::string rest = carry.text.substr(walk.place);
    carry.text.resize(keep);
    std::uint64_t dropped = walk.place - keep;
    std::vector<char> block(kDropStep);
    while (!cancel.isCancelled()) {
        for (std::size_t i = 0; i < rest.size(); ++i) {
            walk.step(rest[i]);
            if (!walk.isInString) {
                carry.dropped += dropped + i;
                carry.text.append(rest, i);
                return;
            }
        }
        dropped += rest.size();
        const std::size_t got = feed.read(block.data(), block.size());
        rest.assign(block.data(), got);
        if (got == 0) {
            break;
        }
    }
    carry.dropped += dropped;
}

/// Gives up the element that the carry begins with.
void dropElement(CarriedText& carry, TextFeed& feed, const CancelToken& cancel) {
    ElementWalk walk;
    std::string rest = std::move(carry.text);
    carry.text.clear();
    std::vector<char> block(kDropStep);
    while (!cancel.isCancelled()) {
        for (std::size_t i = 0; i < rest.size(); ++i) {
            walk.step(rest[i]);
            if (walk.isFinished()) {
                carry.text.assign(rest, i + 1);
                carry.byte += walk.place + carry.dropped;
                carry.dropped = 0;
                return;
            }
        }
        const std::size_t got = feed.read(block.data(), block.size());
        rest.assign(block.data(), got);
        if (got == 0) {
            break;
        }
    }
    carry.byte += walk.place + carry.dropped;
    carry.dropped = 0;
}

} // namespace

bool boundCarry(CarriedText& carry, TextFeed& feed, const CancelToken& cancel) {
    if (carry.text.size() < kLargeCarry) {
        return false;
    }
    ElementWalk walk;
    for (const char c : carry.text) {
        if (walk.place % kDropStep == 0 && cancel.isCancelled()) {
            return false;
        }
        walk.step(c);
    }
    if (walk.isInString && carry.text.size() - walk.stringBegin > kKeptString) {
        dropLongString(carry, walk.stringBegin + kKeptString, feed, cancel);
    } else if (carry.text.size() >= kMostEventBytes) {
        dropElement(carry, feed, cancel);
        return true;
    }
    return false;
}

} // namespace diptych
