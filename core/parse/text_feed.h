#pragma once
// The text of a source, some of which may be put back and read again. Owned by the batch reader; one thread
// at a time.

#include "core/parse/byte_source.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <string_view>

namespace diptych {

class TextFeed {
public:
    explicit TextFeed(std::unique_ptr<ByteSource> source) : m_source(std::move(source)) {}

    /// Fewer characters than asked for only at the end of the text, or when cancelled.
    [[nodiscard]] std::size_t read(char* to, std::size_t size) {
        const std::size_t ahead = std::min(size, m_ahead.size() - m_aheadRead);
        std::copy_n(m_ahead.data() + m_aheadRead, ahead, to);
        m_aheadRead += ahead;
        if (m_aheadRead == m_ahead.size()) {
            m_ahead = std::string();
            m_aheadRead = 0;
        }
        const std::size_t got = ahead < size ? m_source->read(to + ahead, size - ahead) : 0;
        m_textBytes += got;
        m_bytesConsumed.store(m_source->bytesConsumed(), std::memory_order_relaxed);
        return ahead + got;
    }
    /// `text`, which was read last, is to be read again.
    void putBack(std::string_view text) {
        const std::size_t place = m_aheadRead - std::min(m_aheadRead, text.size());
        m_ahead.replace(place, m_aheadRead - place, text);
        m_aheadRead = place;
    }

    /// Where the next character stands in the decompressed text.
    [[nodiscard]] std::uint64_t place() const { return m_textBytes - (m_ahead.size() - m_aheadRead); }
    /// How much text there was so far.
    [[nodiscard]] std::uint64_t textBytes() const { return m_textBytes; }
    /// Bytes taken from the file on disk so far. Any thread.
    [[nodiscard]] std::uint64_t bytesConsumed() const {
        return m_bytesConsumed.load(std::memory_order_relaxed);
    }
    [[nodiscard]] ByteSource& source() { return *m_source; }
    [[nodiscard]] const ByteSource& source() const { return *m_source; }

private:
    std::unique_ptr<ByteSource> m_source;
    std::string m_ahead;         ///< was put back
    std::size_t m_aheadRead = 0; ///< of it, how much was read again; less than all, or both are nothing
    std::uint64_t m_textBytes = 0;
    std::atomic<std::uint64_t> m_bytesConsumed{0};
};

} // namespace diptych
