#pragma once
// Finds where the events of a trace begin and where its document ends, in text that comes piece by piece. One
// scan a file, one thread at a time.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace diptych {

/// Looks for the bracket that opens the array of events: the value of "traceEvents" in the outermost object,
/// or the whole document.
class HeadScan {
public:
    /// Its place in `text`, which begins with the first bracket of the document and grows from call to call.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view text);
    [[nodiscard]] bool isBareArray() const { return m_depth == 0; }

private:
    std::size_t m_place = 0;
    std::size_t m_depth = 0;
    std::size_t m_stringBegin = 0;
    bool m_isInString = false;
    bool m_isKeyEvents = false;
};

/// The same in a head whose quotes or brackets do not fit: the key, with quotes that nothing escapes, its
/// colon and the bracket.
[[nodiscard]] std::optional<std::size_t> findEventsAnywhere(std::string_view text);

/// Follows what stands after the events, up to the end of the document and beyond.
class TailScan {
public:
    /// The text begins behind the bracket that closes the events; `byte` is its place in the decompressed
    /// text.
    TailScan(bool isBareArray, std::uint64_t byte) : m_depth(isBareArray ? 0 : 1), m_byte(byte) {}

    /// Takes the next piece; returns how much of it belongs to the document.
    std::size_t take(std::string_view piece);

    /// Whether the document has ended.
    [[nodiscard]] bool isClosed() const { return m_depth == 0; }
    /// Where something other than white space and zero bytes follows the document.
    [[nodiscard]] std::optional<std::uint64_t> extraByte() const { return m_extraByte; }
    /// Whether what follows looks like a second document.
    [[nodiscard]] bool isSecondDocument() const { return m_isSecondDocument; }

private:
    void takeOutside(std::string_view piece);

    std::size_t m_depth;
    std::uint64_t m_byte;
    bool m_isInString = false;
    bool m_isEscaped = false;
    bool m_isSecondDocument = false;
    std::optional<std::uint64_t> m_extraByte;
};

} // namespace diptych
