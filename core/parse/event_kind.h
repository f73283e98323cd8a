#pragma once
// What the categories of events mean, in today's and in old spellings. Pure functions, any thread.

#include <cstddef>
#include <cstdint>
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

inline constexpr std::int16_t kUnknownCategory = -1;

/// The number of a known category, else kUnknownCategory.
[[nodiscard]] std::int16_t categoryNumberOf(std::string_view spelling);
[[nodiscard]] const KnownCategory& knownCategory(std::size_t number);
/// The table that a category's events belong to.
[[nodiscard]] EventKind kindOfCategory(std::int16_t number);

} // namespace diptych
