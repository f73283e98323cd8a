#pragma once
// A piece of the file's text on its way from the batch reader to a worker, and what the worker says of it.
// Owned by the worker.

#include "core/parse/event_splitter.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace diptych {

/// Room for text, not cleared.
class TextRoom {
public:
    /// At least `size` characters; what was in it is lost when it has to grow or shrink much.
    void require(std::size_t size) {
        if (m_size < size || m_size / 8 > size) {
            m_chars.reset(); // first, so that both never stand side by side
            m_chars = std::make_unique_for_overwrite<char[]>(size);
            m_size = size;
        }
    }
    [[nodiscard]] char* data() { return m_chars.get(); }
    [[nodiscard]] const char* data() const { return m_chars.get(); }

private:
    std::unique_ptr<char[]> m_chars;
    std::size_t m_size = 0;
};

/// Some events and the text that they stand in.
struct TextBatch {
    std::uint64_t ticket = 0;     ///< texts as they were read
    std::uint64_t sequence = 0;   ///< batches as they stand in the file
    std::uint64_t byte = 0;       ///< of the text's first character, in the decompressed text
    std::uint64_t dropped = 0;    ///< bytes of an overlong text in the first event that are not in `text`
    TextRoom room;                ///< where the text lies, readable kMaskBytes beyond its end
    std::size_t begin = 0;        ///< of the text in the room
    std::size_t size = 0;         ///< of the text
    std::size_t fresh = 0;        ///< how much of its end has not been in a batch before
    std::size_t reserve = 0;      ///< what begins so near to the end is the next batch's
    bool isLast = false;          ///< no text follows
    std::vector<EventSpan> spans; ///< events that are still to be read, behind those that have been

    [[nodiscard]] std::string_view text() const { return {room.data() + begin, size}; }
    /// From here on events are the next batch's.
    [[nodiscard]] std::size_t border() const { return size - reserve; }

    /// Where an event stands in the decompressed text.
    [[nodiscard]] std::uint64_t byteOf(const EventSpan& span) const {
        return byte + span.begin + (&span == spans.data() ? 0 : dropped);
    }
};

/// Events of a batch that were read one behind the other, nothing else between them, as offsets into its
/// text.
struct Stretch {
    std::size_t begin = 0; ///< of the first event
    std::size_t end = 0;   ///< behind the last event, or where the next one begins
    std::size_t events = 0;
    bool isWhole = false; ///< at `end`, behind the border, begins an event of the next batch
};

} // namespace diptych
