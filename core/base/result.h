#pragma once
// What a function of the core returns when it can fail: a value or an Error. The core never prints, exits, or
// lets an exception out of its interface.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace diptych {

enum class ErrorCode : std::uint8_t {
    Cancelled,       ///< the caller asked to stop
    CannotOpen,      ///< the file does not exist or may not be read
    ReadFailed,      ///< reading failed in the middle, or the file changed under the reader
    Empty,           ///< the file, or what it unpacks to, holds nothing
    Archive,         ///< an archive of files, or a format that is not read
    NotJson,         ///< no JSON text
    NotATrace,       ///< JSON, but not a trace
    TooLarge,        ///< a limit on depth or size was reached
    BadRules,        ///< a rule file cannot be used
    NoSuchSelection, ///< the asked-for phase, step, rank or device is not in the trace
    CannotWrite,     ///< an output cannot be written
};

/// Why something failed, in words for the user. `file` is the path as the user gave it, `byteOffset` counts
/// in the decompressed text, `reason` and `remedy` are sentences without a full stop ("" when there is
/// nothing to advise).
struct Error {
    ErrorCode code;
    std::string file;
    std::optional<std::uint64_t> byteOffset;
    std::string reason;
    std::string remedy;
};

/// "FILE: reason at byte N of the decompressed text. Remedy."
[[nodiscard]] std::string describe(const Error& error);

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value)
        : m_state(std::move(value)) {} // NOLINT(google-explicit-constructor): reads as return value
    Result(Error error) : m_state(std::move(error)) {} // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool isOk() const { return std::holds_alternative<T>(m_state); }
    explicit operator bool() const { return isOk(); }

    [[nodiscard]] T& value() & { return std::get<T>(m_state); }
    [[nodiscard]] const T& value() const& { return std::get<T>(m_state); }
    [[nodiscard]] T&& value() && { return std::get<T>(std::move(m_state)); }
    [[nodiscard]] const Error& error() const { return std::get<Error>(m_state); }

private:
    std::variant<T, Error> m_state;
};

/// For functions that only do something: empty when it was done.
using Failure = std::optional<Error>;

} // namespace diptych
