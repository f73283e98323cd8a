#pragma once
// Strong identifiers. Every table of the core is addressed by an id of its own type, so that an index into
// one table cannot be used on another. An id is 32 bits wide; the default-constructed id addresses nothing.

#ifndef Q_MOC_RUN // moc of Qt 6.4 cannot read libstdc++ 12's <concepts>
#include <compare>
#endif
#include <cstdint>
#include <functional>
#include <limits>

namespace diptych {

template <class Tag>
class Id {
public:
    constexpr Id() = default;
    constexpr explicit Id(std::size_t index) : m_value(static_cast<std::uint32_t>(index)) {}

    [[nodiscard]] constexpr bool isValid() const { return m_value != kNone; }
    [[nodiscard]] constexpr explicit operator bool() const { return isValid(); }
    /// The position in the table; only for a valid id.
    [[nodiscard]] constexpr std::uint32_t index() const { return m_value; }

    friend constexpr auto operator<=>(Id, Id) = default;

private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t m_value = kNone;
};

using StringId = Id<struct StringTag>;             ///< text in a StringTable
using ThreadId = Id<struct ThreadTag>;             ///< Trace::threads
using ActivityId = Id<struct ActivityTag>;         ///< Trace::gpu
using LaunchId = Id<struct LaunchTag>;             ///< Trace::launches
using OpId = Id<struct OpTag>;                     ///< Trace::ops
using FrameId = Id<struct FrameTag>;               ///< Trace::frames
using StackId = Id<struct StackTag>;               ///< Trace::stacks
using LaunchConfigId = Id<struct LaunchConfigTag>; ///< Trace::launchConfigs
using ClassId = Id<struct ClassTag>;               ///< Classification::classes
using StepId = Id<struct StepTag>;                 ///< Steps::steps
using SectionId = Id<struct SectionTag>;           ///< Sections::sections
using OperationId = Id<struct OperationTag>;       ///< Comparison::operations
using PairId = Id<struct PairTag>;                 ///< Comparison::pairs

} // namespace diptych

template <class Tag>
struct std::hash<diptych::Id<Tag>> {
    std::size_t operator()(diptych::Id<Tag> id) const noexcept {
        return id.isValid() ? std::hash<std::uint32_t>{}(id.index()) : 0;
    }
};
