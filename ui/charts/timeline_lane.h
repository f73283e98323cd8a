#pragma once
// One row of the timeline: intervals in order of time, and what of them is seen in a window so many pixels
// wide. The work of a query depends on the pixels, not on the number of intervals: blocks of intervals are
// summed up beforehand. Pure; immutable once built, so any thread may read it.

#include "core/base/nanoseconds.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace diptych {

struct LaneItem {
    Nanoseconds startNs = 0;
    Nanoseconds endNs = 0;
    std::uint32_t id = 0;   ///< whatever the row's intervals are
    std::uint8_t color = 0; ///< below TimelineLane::kColors
};

/// What is painted: one interval, or several that share a column of pixels.
struct LaneCell {
    static constexpr std::uint32_t kSeveral = 0xFFFFFFFF;

    double left = 0; ///< px from the window's left edge
    double right = 0;
    std::uint32_t item = kSeveral; ///< place in the lane
    std::uint8_t color = 0;        ///< of several: that with most time
    std::uint8_t coverage = 0;     ///< of several: 1 to kFullCoverage, by how much of the pixels is busy
};

struct LaneCells {
    std::vector<LaneCell> cells; ///< from left to right
    std::uint64_t work = 0;      ///< intervals, blocks and search steps that were looked at
};

class TimelineLane {
public:
    static constexpr std::size_t kColors = 8;
    static constexpr std::uint8_t kFullCoverage = 4;

    TimelineLane() = default;
    /// Sorts by start; where intervals overlap the later one covers the earlier one's rest.
    explicit TimelineLane(std::vector<LaneItem> items);

    [[nodiscard]] const std::vector<LaneItem>& items() const { return m_items; }
    /// Where the interval ends on screen.
    [[nodiscard]] Nanoseconds shownEndNs(std::size_t item) const;

    /// What is seen between two times on `width` pixels.
    [[nodiscard]] LaneCells cells(Nanoseconds fromNs, Nanoseconds toNs, int width) const;
    /// The interval at a time; else the nearest one within the tolerance.
    [[nodiscard]] std::optional<std::size_t> itemAt(Nanoseconds ns, Nanoseconds toleranceNs) const;
    /// The first interval that starts at or after a time; size() when there is none.
    [[nodiscard]] std::size_t firstFrom(Nanoseconds ns) const;

private:
    using Busy = std::array<Nanoseconds, kColors>;

    void addItems(std::size_t begin, std::size_t end, Busy& busy, std::uint64_t& work) const;
    [[nodiscard]] Busy busyOf(std::size_t begin, std::size_t end, std::uint64_t& work) const;

    std::vector<LaneItem> m_items;
    std::vector<std::vector<Busy>> m_blocks; ///< m_blocks[k][i]: items [i * f^(k+1), (i + 1) * f^(k+1))
};

} // namespace diptych
