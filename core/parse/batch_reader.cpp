#include "core/parse/batch_reader.h"

#include <algorithm>
#include <cstring>

namespace diptych {

namespace {

constexpr std::size_t kMostHeadBytes = std::size_t{64} << 20;
constexpr std::size_t kHeadStep = std::size_t{64} * 1024;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kEventsKey = "traceEvents";

bool isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

} // namespace

/// Walks the head character by character until the array of events opens.
struct BatchReader::HeadScan {
    std::size_t place = 0;
    std::size_t depth = 0;
    std::size_t stringBegin = 0;
    bool isInString = false;
    bool isKeyEvents = false; ///< the last string at depth 1 is the key of the events

    /// The place of the opening bracket, if it is in `text`; goes on where the last call ended.
    std::optional<std::size_t> find(std::string_view text) {
        for (; place < text.size(); ++place) {
            const char c = text[place];
            if (isInString) {
                if (c == '\\') {
                    if (place + 1 == text.size()) {
                        return std::nullopt; // the escaped character is not here yet
                    }
                    ++place;
                } else if (c == '"') {
                    isInString = false;
                    isKeyEvents = depth == 1 && text.substr(stringBegin, place - stringBegin) == kEventsKey;
                }
            } else if (c == '"') {
                isInString = true;
                stringBegin = place + 1;
            } else if (c == '[' && (depth == 0 || (depth == 1 && isKeyEvents))) {
                return place;
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if (c == '}' || c == ']') {
                depth -= depth == 0 ? 0 : 1;
            } else if (c == ',') {
                isKeyEvents = false;
            }
        }
        return std::nullopt;
    }
};

BatchReader::BatchReader(std::unique_ptr<ByteSource> source, std::size_t batchBytes, CancelToken cancel)
    : m_source(std::move(source)), m_batchBytes(std::max<std::size_t>(batchBytes, 1)),
      m_cancel(std::move(cancel)) {}

std::size_t BatchReader::readText(char* to, std::size_t size) {
    const std::size_t got = m_source->read(to, size);
    m_textBytes += got;
    return got;
}

Failure BatchReader::readHead() {
    HeadScan scan;
    bool isAtEnd = false;
    while (!isAtEnd && m_head.size() < kMostHeadBytes && !m_cancel.isCancelled()) {
        const std::size_t before = m_head.size();
        m_head.resize(before + kHeadStep);
        const std::size_t got = readText(m_head.data() + before, kHeadStep);
        isAtEnd = got < kHeadStep;
        m_head.resize(before + got);
        if (before == 0 && m_head.starts_with(kByteOrderMark)) {
            std::fill_n(m_head.begin(), kByteOrderMark.size(), ' ');
        }
        if (const auto open = scan.find(m_head)) {
            m_isBareArray = scan.depth == 0;
            m_eventsByte = *open + 1;
            m_carryByte = m_eventsByte;
            m_carry = m_head.substr(*open + 1);
            m_head.resize(m_isBareArray ? 0 : *open);
            return std::nullopt;
        }
    }
    return explainHead();
}

Error BatchReader::explainHead() const {
    if (m_cancel.isCancelled()) {
        return {ErrorCode::Cancelled, {}, {}, "loading was cancelled", ""};
    }
    if (const Failure failure = m_source->failure()) {
        return *failure;
    }
    const auto first = std::find_if_not(m_head.begin(), m_head.end(), isSpace);
    if (first == m_head.end()) {
        const bool isPacked = !m_source->compression().empty();
        return {ErrorCode::Empty,
                {},
                {},
                isPacked ? "the compressed file holds no data" : "the file is empty",
                "Record the trace again"};
    }
    if (*first != '{') {
        return {ErrorCode::NotJson,
                {},
                static_cast<std::uint64_t>(first - m_head.begin()),
                "this is no JSON text",
                "Open a trace that the PyTorch profiler exported"};
    }
    return {ErrorCode::NotATrace,
            {},
            {},
            "valid JSON, but no traceEvents: this is no profiler trace",
            "Open the file that export_chrome_trace wrote"};
}

bool BatchReader::next(TextBatch& batch) {
    batch.spans.clear();
    std::size_t wanted = std::max(m_batchBytes, m_carry.size() * 2);
    while (!m_isDone && !m_cancel.isCancelled()) {
        const std::size_t carried = m_carry.size();
        if (batch.text.size() < wanted + kMaskBytes) {
            batch.text.resize(wanted + kMaskBytes);
        }
        char* const text = batch.text.data();
        std::copy(m_carry.begin(), m_carry.end(), text);
        const std::size_t got = readText(text + carried, wanted - carried);
        const std::size_t size = carried + got;
        const bool isLast = got < wanted - carried;
        std::memset(text + size, ' ', kMaskBytes);
        const SplitResult split = m_splitter.split(text, size, isLast, batch.spans);
        batch.byte = m_carryByte;
        m_carry.assign(text + split.consumed, size - split.consumed);
        m_carryByte += split.consumed;
        if (split.isArrayEnd) {
            m_isDone = true;
            m_tailByte = m_carryByte;
            const std::string begin = std::move(m_carry);
            m_carry.clear();
            readTail(begin);
        } else if (isLast) {
            m_isDone = true;
            m_isCut = true;
            m_isInsideEvent = split.isInsideElement;
            m_cutByte = m_textBytes;
        }
        if (!batch.spans.empty() || m_isDone) {
            batch.sequence = m_sequence++;
            return true;
        }
        wanted = std::max(m_batchBytes, m_carry.size() * 2);
    }
    return false;
}

void BatchReader::readTail(std::string_view begin) {
    m_tail.assign(begin);
    std::vector<char> more(m_batchBytes);
    for (std::size_t got = more.size(); got == more.size() && !m_cancel.isCancelled();) {
        got = readText(more.data(), more.size());
        m_tail.append(more.data(), std::min(got, kMostHeadBytes - std::min(kMostHeadBytes, m_tail.size())));
    }
}

LoadNotes BatchReader::notes() const {
    LoadNotes notes;
    const auto add = [&](Oddity oddity, const SplitFault& fault) {
        notes.add(oddity, fault.count, m_eventsByte + fault.first);
    };
    const SplitFaults& faults = m_splitter.faults();
    add(Oddity::StrayComma, faults.strayCommas);
    add(Oddity::MissingComma, faults.missingCommas);
    add(Oddity::TrailingComma, faults.trailingComma);
    add(Oddity::StrayCloser, faults.strayClosers);
    add(Oddity::EmptyElement, faults.emptyElements);
    add(Oddity::StrayText, faults.strayText);
    if (m_isInsideEvent) {
        notes.add(Oddity::CutEvent, m_cutByte);
    }
    return notes;
}

} // namespace diptych
