#include "ui/charts/timeline_lane.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace diptych {

namespace {

constexpr std::size_t kFan = 16; ///< blocks or intervals in a block

/// Window times as pixels and back.
struct Scale {
    Nanoseconds fromNs;
    double pxPerNs;

    [[nodiscard]] double xOf(Nanoseconds ns) const { return static_cast<double>(ns - fromNs) * pxPerNs; }
    /// The first time that is not left of x.
    [[nodiscard]] Nanoseconds timeOf(double x) const {
        return fromNs + static_cast<Nanoseconds>(std::ceil(x / pxPerNs));
    }
};

bool startsBefore(const LaneItem& item, Nanoseconds ns) {
    return item.startNs < ns;
}

std::uint64_t searchSteps(std::size_t count) {
    std::uint64_t steps = 1;
    while (count > 1) {
        count /= 2;
        ++steps;
    }
    return steps;
}

/// Adds a cell, or makes the one before longer where it looks the same.
void append(std::vector<LaneCell>& cells, const LaneCell& cell) {
    if (!cells.empty()) {
        LaneCell& last = cells.back();
        const bool isSame = last.item == LaneCell::kSeveral && cell.item == LaneCell::kSeveral &&
                            last.color == cell.color && last.coverage == cell.coverage;
        if (isSame && cell.left <= last.right) {
            last.right = cell.right;
            return;
        }
    }
    cells.push_back(cell);
}

} // namespace

TimelineLane::TimelineLane(std::vector<LaneItem> items) : m_items(std::move(items)) {
    const auto earlier = [](const LaneItem& x, const LaneItem& y) {
        return std::tie(x.startNs, x.endNs, x.id) < std::tie(y.startNs, y.endNs, y.id);
    };
    if (!std::is_sorted(m_items.begin(), m_items.end(), earlier)) {
        std::sort(m_items.begin(), m_items.end(), earlier);
    }
    std::size_t count = m_items.size();
    while (count > kFan) {
        const std::size_t blocks = (count + kFan - 1) / kFan;
        std::vector<Busy> level(blocks, Busy{});
        std::uint64_t unused = 0;
        for (std::size_t block = 0; block < blocks; ++block) {
            const std::size_t end = std::min(count, (block + 1) * kFan);
            if (m_blocks.empty()) {
                addItems(block * kFan, end, level[block], unused);
                continue;
            }
            for (std::size_t i = block * kFan; i < end; ++i) {
                for (std::size_t color = 0; color < kColors; ++color) {
                    level[block][color] += m_blocks.back()[i][color];
                }
            }
        }
        m_blocks.push_back(std::move(level));
        count = blocks;
    }
}

Nanoseconds TimelineLane::shownEndNs(std::size_t item) const {
    const LaneItem& own = m_items[item];
    return item + 1 < m_items.size() ? std::min(own.endNs, std::max(own.startNs, m_items[item + 1].startNs))
                                     : own.endNs;
}

void TimelineLane::addItems(std::size_t begin, std::size_t end, Busy& busy, std::uint64_t& work) const {
    for (std::size_t i = begin; i < end; ++i) {
        // An interval without length is seen all the same.
        busy[m_items[i].color] += std::max<Nanoseconds>(1, shownEndNs(i) - m_items[i].startNs);
        ++work;
    }
}

/// Sums over the items [begin, end): single ones at the edges, ever larger blocks between.
TimelineLane::Busy TimelineLane::busyOf(std::size_t begin, std::size_t end, std::uint64_t& work) const {
    Busy busy{};
    const auto addBlocks = [&](std::size_t level, std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            for (std::size_t color = 0; color < kColors; ++color) {
                busy[color] += m_blocks[level][i][color];
            }
            ++work;
        }
    };
    const std::size_t firstBlock = (begin + kFan - 1) / kFan;
    const std::size_t lastBlock = end / kFan;
    if (m_blocks.empty() || firstBlock >= lastBlock) {
        addItems(begin, end, busy, work);
        return busy;
    }
    addItems(begin, firstBlock * kFan, busy, work);
    addItems(lastBlock * kFan, end, busy, work);
    std::size_t from = firstBlock;
    std::size_t to = lastBlock;
    for (std::size_t level = 0; from < to; ++level) {
        const std::size_t upFrom = (from + kFan - 1) / kFan;
        const std::size_t upTo = to / kFan;
        if (level + 1 >= m_blocks.size() || upFrom >= upTo) {
            addBlocks(level, from, to);
            break;
        }
        addBlocks(level, from, upFrom * kFan);
        addBlocks(level, upTo * kFan, to);
        from = upFrom;
        to = upTo;
    }
    return busy;
}

LaneCells TimelineLane::cells(Nanoseconds fromNs, Nanoseconds toNs, int width) const {
    LaneCells result;
    if (toNs <= fromNs || width <= 0 || m_items.empty()) {
        return result;
    }
    const Scale scale{fromNs, width / static_cast<double>(toNs - fromNs)};
    std::size_t i = firstFrom(fromNs);
    result.work += searchSteps(m_items.size());
    i -= i > 0 && shownEndNs(i - 1) > fromNs ? 1 : 0; // reaches into the window
    while (i < m_items.size() && m_items[i].startNs < toNs) {
        const double left = std::max(0.0, scale.xOf(m_items[i].startNs));
        const double right = std::min<double>(width, scale.xOf(shownEndNs(i)));
        ++result.work;
        if (right - left >= 1) {
            append(result.cells,
                   {left, right, static_cast<std::uint32_t>(i), m_items[i].color, kFullCoverage});
            ++i;
            continue;
        }
        const double column = std::floor(left);
        const Nanoseconds columnEnd = std::min(toNs, scale.timeOf(column + 1));
        const auto past = std::lower_bound(m_items.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                           m_items.end(), columnEnd, startsBefore);
        result.work += searchSteps(m_items.size() - i);
        auto end = static_cast<std::size_t>(past - m_items.begin());
        if (end - i > 1 && scale.xOf(shownEndNs(end - 1)) - scale.xOf(m_items[end - 1].startNs) >= 1) {
            --end; // the last one is wide and stands for itself
        }
        LaneCell cell{column, column + 1, LaneCell::kSeveral, 0, 1};
        const Busy busy = busyOf(i, end, result.work);
        Nanoseconds sum = 0;
        for (std::size_t color = 0; color < kColors; ++color) {
            sum += busy[color];
            cell.color = busy[color] > busy[cell.color] ? static_cast<std::uint8_t>(color) : cell.color;
        }
        const double share = static_cast<double>(sum) * scale.pxPerNs;
        cell.coverage = static_cast<std::uint8_t>(
            std::clamp(std::lround(std::ceil(share * kFullCoverage)), 1L, static_cast<long>(kFullCoverage)));
        cell.item = end - i == 1 ? static_cast<std::uint32_t>(i) : LaneCell::kSeveral;
        append(result.cells, cell);
        i = end;
    }
    return result;
}

std::size_t TimelineLane::firstFrom(Nanoseconds ns) const {
    return static_cast<std::size_t>(std::lower_bound(m_items.begin(), m_items.end(), ns, startsBefore) -
                                    m_items.begin());
}

std::optional<std::size_t> TimelineLane::itemAt(Nanoseconds ns, Nanoseconds toleranceNs) const {
    const std::size_t next = firstFrom(ns + 1); // the first that starts later
    std::optional<std::size_t> best;
    Nanoseconds distance = toleranceNs;
    if (next > 0) {
        const Nanoseconds end = shownEndNs(next - 1);
        if (end > ns) {
            return next - 1;
        }
        if (ns - end <= distance) {
            distance = ns - end;
            best = next - 1;
        }
    }
    if (next < m_items.size() && m_items[next].startNs - ns < distance) {
        best = next;
    }
    return best;
}

} // namespace diptych
