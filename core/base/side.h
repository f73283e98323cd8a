#pragma once
// The two sides of a comparison. A is the trace that is examined, B the reference it is held against.

#include <array>
#include <cstdint>

namespace diptych {

enum class Side : std::uint8_t { A, B };

inline constexpr std::array<Side, 2> kSides{Side::A, Side::B};

[[nodiscard]] constexpr Side other(Side side) {
    return side == Side::A ? Side::B : Side::A;
}
[[nodiscard]] constexpr const char* sideName(Side side) {
    return side == Side::A ? "A" : "B";
}

/// One value a side.
template <class T>
struct PerSide {
    T a{};
    T b{};

    [[nodiscard]] constexpr T& operator[](Side side) { return side == Side::A ? a : b; }
    [[nodiscard]] constexpr const T& operator[](Side side) const { return side == Side::A ? a : b; }
    friend bool operator==(const PerSide&, const PerSide&) = default;
};

} // namespace diptych
