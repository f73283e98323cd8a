// Decompression and recognition of what a source holds: the second half of byte_source.h.
#include "core/parse/byte_source.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <isa-l/igzip_lib.h>
#include <vector>
#include <zstd.h>

namespace diptych {

namespace {

constexpr std::size_t kInputBytes = std::size_t{256} * 1024;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 20; ///< text made between two looks at the token
constexpr std::size_t kMagicBytes = 64;

/// The raw bytes with a look ahead: decoders take from here.
class Input {
public:
    explicit Input(std::unique_ptr<ByteSource> raw) : m_raw(std::move(raw)), m_buffer(kMagicBytes) {}

    /// For those who read all through the buffer, not just the first bytes.
    void enlarge() { m_buffer.resize(kInputBytes); }

    /// Makes `count` bytes available unless the data end before.
    void require(std::size_t count) {
        if (available() >= count || m_isAtEnd) {
            return;
        }
        std::copy(m_buffer.begin() + static_cast<std::ptrdiff_t>(m_begin),
                  m_buffer.begin() + static_cast<std::ptrdiff_t>(m_end), m_buffer.begin());
        m_end -= m_begin;
        m_begin = 0;
        const std::size_t got = m_raw->read(m_buffer.data() + m_end, m_buffer.size() - m_end);
        m_isAtEnd = got < m_buffer.size() - m_end;
        m_end += got;
    }

    [[nodiscard]] std::size_t available() const { return m_end - m_begin; }
    [[nodiscard]] const char* data() const { return m_buffer.data() + m_begin; }
    [[nodiscard]] std::string_view view() const { return {data(), available()}; }
    void consume(std::size_t count) { m_begin += count; }
    /// Copies out what was looked at, then reads on without a detour.
    [[nodiscard]] std::size_t take(char* to, std::size_t size) {
        const std::size_t ahead = std::min(size, available());
        std::copy_n(data(), ahead, to);
        consume(ahead);
        return ahead + (ahead < size && !m_isAtEnd ? m_raw->read(to + ahead, size - ahead) : 0);
    }
    [[nodiscard]] const ByteSource& raw() const { return *m_raw; }

private:
    std::unique_ptr<ByteSource> m_raw;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    bool m_isAtEnd = false;
};

bool startsWith(std::string_view text, std::string_view beginning) {
    return text.substr(0, beginning.size()) == beginning;
}

constexpr std::string_view kGzipMagic = "\x1f\x8b\x08";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

/// What decoders share: the input, the count of text handed out, and the notes.
class DecodedSource : public ByteSource {
public:
    DecodedSource(Input input, CancelToken cancel) : m_input(std::move(input)), m_cancel(std::move(cancel)) {}

    [[nodiscard]] std::size_t read(char* to, std::size_t size) final {
        const std::size_t got = decode(to, size);
        m_textBytes += got;
        return got;
    }
    [[nodiscard]] std::uint64_t bytesConsumed() const final { return m_input.raw().bytesConsumed(); }
    [[nodiscard]] std::uint64_t bytesTotal() const final { return m_input.raw().bytesTotal(); }
    [[nodiscard]] Diagnostics notes() const final {
        Diagnostics notes = m_input.raw().notes();
        for (Diagnostic& outer : notes) {
            outer.byte = isDecoder() ? std::nullopt : outer.byte; // counts in a text that nobody sees
        }
        notes.insert(notes.end(), m_notes.begin(), m_notes.end());
        return notes;
    }
    [[nodiscard]] Failure failure() const final { return m_input.raw().failure(); }

protected:
    virtual std::size_t decode(char* to, std::size_t size) = 0;
    [[nodiscard]] virtual bool isDecoder() const { return true; }

    [[nodiscard]] Input& input() { return m_input; }
    [[nodiscard]] const ByteSource& raw() const { return m_input.raw(); }
    void note(std::string code, Severity severity, std::uint64_t offset, std::string message) {
        for (Diagnostic& known : m_notes) {
            if (known.code == code) {
                ++known.count;
                return;
            }
        }
        m_notes.push_back({std::move(code), severity, 1, offset, std::move(message), std::nullopt});
    }
    [[nodiscard]] std::uint64_t textBytes() const { return m_textBytes; }
    [[nodiscard]] bool isCancelled() const { return m_cancel.isCancelled(); }

private:
    Input m_input;
    CancelToken m_cancel;
    Diagnostics m_notes;
    std::uint64_t m_textBytes = 0;
};

class PlainSource final : public DecodedSource {
public:
    using DecodedSource::DecodedSource;

    [[nodiscard]] std::string compression() const override { return raw().compression(); }

private:
    std::size_t decode(char* to, std::size_t size) override { return input().take(to, size); }
    [[nodiscard]] bool isDecoder() const override { return false; }
};

/// Any number of gzip members, one after the other. After damage it goes on at the next member that begins.
class GzipSource final : public DecodedSource {
public:
    GzipSource(Input given, CancelToken cancel) : DecodedSource(std::move(given), std::move(cancel)) {
        input().enlarge();
        isal_inflate_init(&m_state);
    }
    [[nodiscard]] std::string compression() const override { return "gzip"; }

private:
    std::size_t decode(char* to, std::size_t size) override {
        std::size_t done = 0;
        while (done < size && !m_isFinished && !isCancelled() &&
               (m_isInsideMember || beginMember(textBytes() + done))) {
            if (m_isInHeader) {
                readHeader(textBytes() + done);
            } else {
                done += m_isDamaged ? drainSome(to + done, size - done, textBytes() + done)
                                    : inflateSome(to + done, size - done, textBytes() + done);
            }
        }
        return done;
    }

    /// Stands at the first byte of a member afterwards; false at the end of the data.
    bool beginMember(std::uint64_t offset) {
        input().require(kGzipMagic.size());
        if (m_isResynchronising) {
            m_isResynchronising = false;
            if (!skipToMember()) {
                return finish();
            }
        } else if (!startsWith(input().view(), kGzipMagic)) {
            noteWhatFollows(offset);
            return finish();
        }
        isal_inflate_reset(&m_state);
        m_state.crc_flag = ISAL_GZIP_NO_HDR_VER;
        isal_gzip_header_init(&m_header);
        m_isInsideMember = true;
        m_isInHeader = true;
        return true;
    }

    bool finish() {
        m_isFinished = true;
        return false;
    }

    bool skipToMember() {
        for (input().require(kGzipMagic.size()); input().available() >= kGzipMagic.size() && !isCancelled();
             input().require(kGzipMagic.size())) {
            const std::size_t at = input().view().find(kGzipMagic);
            if (at != std::string_view::npos) {
                input().consume(at);
                return true;
            }
            input().consume(input().available() - kGzipMagic.size() + 1);
        }
        return false;
    }

    /// Padding with zeros after the last member is harmless; anything else is said.
    void noteWhatFollows(std::uint64_t offset) {
        bool isPadding = true;
        for (; input().available() != 0 && !isCancelled(); input().require(1)) {
            const std::string_view rest = input().view();
            isPadding = isPadding && rest.find_first_not_of('\0') == std::string_view::npos;
            input().consume(rest.size());
        }
        if (!isPadding) {
            note("bytes-after-gzip", Severity::Warning, offset,
                 "The gzip stream is followed by bytes that are not gzip; they were ignored");
        }
    }

    void giveInput() {
        m_state.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(input().data()));
        m_state.avail_in = static_cast<std::uint32_t>(input().available());
    }

    /// What the decoder has used of what it was given. Where it meets damage it may count more than that, or
    /// hand back what it was given before.
    void consumeInput() {
        const std::size_t given = input().available();
        const auto used = static_cast<std::int32_t>(static_cast<std::uint32_t>(given) - m_state.avail_in);
        input().consume(std::min(given, static_cast<std::size_t>(std::max(used, 0))));
    }

    /// The header by itself: isal_inflate forgets the half of one when it is not given the whole at once.
    void readHeader(std::uint64_t offset) {
        input().require(1);
        const bool isAtEnd = input().available() == 0;
        giveInput();
        const int outcome = isal_read_gzip_header(&m_state, &m_header);
        consumeInput();
        if (outcome == ISAL_DECOMP_OK) {
            m_isInHeader = false;
        } else if (outcome != ISAL_END_INPUT) {
            m_isInHeader = false;
            m_isDamaged = true;
        } else if (isAtEnd) {
            noteCut(offset);
        }
    }

    std::size_t inflateSome(char* to, std::size_t size, std::uint64_t offset) {
        input().require(1); // with no input left, what the decoder holds back still comes out
        const bool isAtEnd = input().available() == 0;
        const std::size_t given = std::min(size, kMostAtOnce);
        giveInput();
        m_state.next_out = reinterpret_cast<std::uint8_t*>(to);
        m_state.avail_out = static_cast<std::uint32_t>(given);
        const int outcome = isal_inflate(&m_state);
        consumeInput();
        const std::size_t made = given - m_state.avail_out;
        if (made == 0 && isAtEnd && m_state.block_state != ISAL_BLOCK_FINISH) {
            noteCut(offset);
        } else if (outcome == ISAL_INCORRECT_CHECKSUM) {
            note(
                "gzip-damaged", Severity::Loss, offset + made,
                "The compressed data do not match their checksum: texts and numbers before this place may be "
                "wrong");
            m_isInsideMember = false;
            m_isResynchronising = true; // damage may have feigned the end
        } else if (outcome != ISAL_DECOMP_OK) {
            m_isDamaged = true;
        } else if (m_state.block_state == ISAL_BLOCK_FINISH) {
            m_isInsideMember = false;
        }
        return made;
    }

    /// What the decoder had unpacked before it met the damage and still holds.
    std::size_t drainSome(char* to, std::size_t size, std::uint64_t offset) {
        const auto held =
            static_cast<std::size_t>(std::max(0, m_state.tmp_out_valid - m_state.tmp_out_processed));
        const std::size_t count = std::min(size, held);
        std::copy_n(m_state.tmp_out_buffer + m_state.tmp_out_processed, count, to);
        m_state.tmp_out_processed += static_cast<std::int32_t>(count);
        if (count == held) {
            note("gzip-damaged", Severity::Loss, offset + count,
                 "The compressed data are damaged: the rest of this gzip member is lost");
            m_isDamaged = false;
            m_isInsideMember = false;
            input().consume(std::min<std::size_t>(1, input().available())); // never the same place again
            m_isResynchronising = true;
        }
        return count;
    }

    void noteCut(std::uint64_t offset) {
        m_isInsideMember = false;
        m_isFinished = true;
        if (!input().raw().failure()) {
            note("gzip-cut", Severity::Loss, offset,
                 "The compressed file ends in the middle: what was written after this place is lost");
        }
    }

    inflate_state m_state{};
    isal_gzip_header m_header{};
    bool m_isInHeader = false;
    bool m_isInsideMember = false;
    bool m_isDamaged = false; ///< the rest of the member cannot be read
    bool m_isResynchronising = false;
    bool m_isFinished = false;
};

/// Any number of zstd frames.
class ZstdSource final : public DecodedSource {
public:
    ZstdSource(Input given, CancelToken cancel)
        : DecodedSource(std::move(given), std::move(cancel)), m_stream(ZSTD_createDStream()) {
        input().enlarge();
        // Bounds the memory that a hostile header can ask for; 128 MiB is what `zstd --long` writes at most.
        ZSTD_DCtx_setParameter(m_stream.get(), ZSTD_d_windowLogMax, 27);
    }
    [[nodiscard]] std::string compression() const override { return "zstd"; }

private:
    struct Free {
        void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
    };

    std::size_t decode(char* to, std::size_t size) override {
        ZSTD_outBuffer out{to, 0, 0};
        while (out.pos < size && !m_isFinished && !isCancelled()) {
            out.size = std::min(size, out.pos + kMostAtOnce);
            input().require(1);
            if (input().available() == 0) {
                noteEnd(textBytes() + out.pos);
                break;
            }
            ZSTD_inBuffer in{input().data(), input().available(), 0};
            const std::size_t outcome = ZSTD_decompressStream(m_stream.get(), &out, &in);
            input().consume(in.pos);
            if (ZSTD_isError(outcome)) {
                note("zstd-damaged", Severity::Loss, textBytes() + out.pos,
                     std::string("The compressed data are damaged (") + ZSTD_getErrorName(outcome) +
                         "): what was written after this place is lost");
                m_isFinished = true;
            }
            m_isInsideFrame = outcome != 0;
        }
        return out.pos;
    }

    void noteEnd(std::uint64_t offset) {
        m_isFinished = true;
        if (m_isInsideFrame && !input().raw().failure()) {
            note("zstd-cut", Severity::Loss, offset,
                 "The compressed file ends in the middle: what was written after this place is lost");
        }
    }

    std::unique_ptr<ZSTD_DStream, Free> m_stream;
    bool m_isInsideFrame = false;
    bool m_isFinished = false;
};

} // namespace

Result<std::unique_ptr<ByteSource>> openTextSource(std::unique_ptr<ByteSource> raw,
                                                   const CancelToken& cancel) {
    constexpr int kMostLayers = 3; // compressed twice is met; more is an attack
    for (int layer = 0;; ++layer) {
        Input input(std::move(raw));
        input.require(kZstdMagic.size());
        if (startsWith(input.view(), kGzipMagic) && layer < kMostLayers) {
            raw = std::make_unique<GzipSource>(std::move(input), cancel);
        } else if (startsWith(input.view(), kZstdMagic) && layer < kMostLayers) {
            raw = std::make_unique<ZstdSource>(std::move(input), cancel);
        } else {
            return std::unique_ptr<ByteSource>(std::make_unique<PlainSource>(std::move(input), cancel));
        }
    }
}

} // namespace diptych
