#pragma once
// What the categories of events mean, in today's and in old spellings. Pure functions, any thread.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace diptych {

/// Which table an event belongs to.
enum class EventKind : std::uint8_t {
    Kernel,
    Memcpy,
    Memset,
    Launch,
    CpuOp,
    PythonFrame,
    UserAnnotation,
    GpuAnnotation,
    Synchronize,
    Overhead,
    Other,
};

struct KnownCategory {
    std::string_view spelling;
    std::string_view today; ///< how profilers spell it now
    EventKind kind;
};

inline constexpr std::size_t kKnownCategories = 24;

/// The number of a known category, or an empty optional.
[[nodiscard]] std::optional<std::size_t> findCategory(std::string_view spelling);
[[nodiscard]] const KnownCategory& knownCategory(std::size_t number);

} // namespace diptych
