#pragma once
// Text that has been read and not yet been dealt with: the beginning of an event, mostly. Bounds what it
// holds of an event of absurd size. Owned by the batch reader; one thread at a time.

#include "core/base/cancel_token.h"
#include "core/parse/text_feed.h"

#include <cstdint>
#include <string>

namespace diptych {

struct CarriedText {
    std::string text;
    std::uint64_t byte = 0;    ///< where it begins in the decompressed text
    std::uint64_t dropped = 0; ///< bytes given up within it

    /// Where it ends in the decompressed text.
    [[nodiscard]] std::uint64_t endByte() const { return byte + dropped + text.size(); }
};

/// From here on an event is looked at more closely.
inline constexpr std::size_t kLargeCarry = std::size_t{16} << 20;

/// Gives up what is too large of the event that `carry` begins with, and reads on to behind it: the rest of a
/// string, or all of the event. True when it was the event.
[[nodiscard]] bool boundCarry(CarriedText& carry, TextFeed& feed, const CancelToken& cancel);

} // namespace diptych
