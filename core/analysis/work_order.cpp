#include "core/analysis/work_order.h"

#include "core/analysis/natural_sort.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace diptych {

namespace {

constexpr Nanoseconds kNever = std::numeric_limits<Nanoseconds>::max();
constexpr Nanoseconds kBeforeAll = std::numeric_limits<Nanoseconds>::min();
/// From this many activities on, one launch or correlation id is taken for a graph replay.
constexpr std::size_t kReplaySize = 16;

struct WorkItem {
    Nanoseconds placeNs = kNever; ///< time of the launch, of the next launch for an unlinked one
    Nanoseconds startNs = 0;
    std::uint32_t unit = 0; ///< 0: unlinked; else 1 + launch, or 1 + correlation group without launches
    std::uint32_t activity = 0;
};

bool startsEarlier(const WorkItem& x, const WorkItem& y) {
    return x.startNs != y.startNs ? x.startNs < y.startNs : x.activity < y.activity;
}

bool isPlacedEarlier(const WorkItem& x, const WorkItem& y) {
    if (x.placeNs != y.placeNs) {
        return x.placeNs < y.placeNs;
    }
    return x.unit != y.unit ? x.unit < y.unit : startsEarlier(x, y);
}

/// GPU time by stream, to tell which stream carries the work.
class StreamTimes {
public:
    void add(std::int32_t stream, Nanoseconds durationNs) {
        auto found =
            std::find_if(m_times.begin(), m_times.end(), [=](const auto& x) { return x.first == stream; });
        if (found == m_times.end()) {
            found = m_times.emplace(m_times.end(), stream, 0);
        }
        found->second += durationNs;
    }
    /// The stream with most time; of equal ones the one of smallest number.
    [[nodiscard]] std::int32_t busiest() const {
        const auto best = std::max_element(m_times.begin(), m_times.end(), [](const auto& x, const auto& y) {
            return x.second != y.second ? x.second < y.second : x.first > y.first;
        });
        return best == m_times.end() ? kAbsentSmall : best->first;
    }
    [[nodiscard]] std::size_t size() const { return m_times.size(); }
    void clear() { m_times.clear(); }

private:
    std::vector<std::pair<std::int32_t, Nanoseconds>> m_times;
};

class Orderer {
public:
    Orderer(const Trace& trace, std::uint16_t rank, std::int32_t device)
        : m_gpu(trace.gpu), m_launches(trace.launches) {
        m_items.reserve(m_gpu.size());
        for (std::size_t i = 0; i < m_gpu.size(); ++i) {
            if (m_gpu.rank[i] == rank && m_gpu.device[i] == device) {
                addItem(i);
            }
        }
    }

    WorkOrder order() {
        if (m_linked == 0) {
            placeByTime();
        } else if (m_linked < m_items.size()) {
            placeUnlinked();
        }
        sortByRuns(m_items, isPlacedEarlier);
        WorkOrder result;
        result.activities.reserve(m_items.size());
        for (const WorkItem& item : m_items) {
            result.activities.emplace_back(item.activity);
        }
        markAside(result);
        return result;
    }

private:
    void addItem(std::size_t i) {
        WorkItem item;
        item.startNs = m_gpu.startNs[i];
        item.activity = static_cast<std::uint32_t>(i);
        const LaunchId launch = m_gpu.launch[i];
        if (launch.isValid()) {
            item.placeNs = m_launches.startNs[launch.index()];
            item.unit = launch.index() + 1;
            ++m_linked;
        }
        m_items.push_back(item);
    }

    [[nodiscard]] Nanoseconds summedNs(const WorkItem& item) const {
        return m_gpu.isSummed(ActivityId(item.activity)) ? m_gpu.durationNs[item.activity] : 0;
    }

    /// An unlinked activity goes before the next linked one of its stream; where its stream has no linked one
    /// at all, before the next linked one of any stream. What ran before the first linked activity of its
    /// stream and of the busiest one was launched before the recording, so before all others.
    void placeUnlinked() {
        sortByRuns(m_items, startsEarlier);
        std::unordered_map<std::int32_t, Nanoseconds> firstOfStream;
        StreamTimes times;
        for (const WorkItem& item : m_items) {
            if (item.unit != 0 && m_gpu.isSummed(ActivityId(item.activity))) {
                firstOfStream.emplace(m_gpu.stream[item.activity], item.startNs);
                times.add(m_gpu.stream[item.activity], summedNs(item));
            }
        }
        const auto busiest = firstOfStream.find(times.busiest());
        const Nanoseconds firstOfAll = busiest == firstOfStream.end() ? kNever : busiest->second;
        std::unordered_map<std::int32_t, Nanoseconds> nextOfStream;
        Nanoseconds next = kNever;
        for (auto item = m_items.rbegin(); item != m_items.rend(); ++item) {
            const std::int32_t stream = m_gpu.stream[item->activity];
            if (item->unit != 0) {
                if (m_gpu.isSummed(ActivityId(item->activity))) {
                    next = nextOfStream[stream] = item->placeNs;
                }
                continue;
            }
            const auto first = firstOfStream.find(stream);
            const Nanoseconds bound =
                first == firstOfStream.end() ? firstOfAll : std::min(firstOfAll, first->second);
            const auto ofStream = nextOfStream.find(stream);
            if (item->startNs < bound && bound != kNever) {
                item->placeNs = kBeforeAll;
            } else if (first == firstOfStream.end()) {
                item->placeNs = next;
            } else {
                item->placeNs = ofStream == nextOfStream.end() ? kNever : ofStream->second;
            }
        }
    }

    /// Without launches: by GPU start, a correlation group of replay size at the place of its first activity.
    void placeByTime() {
        std::unordered_map<std::int64_t, std::uint32_t> sizes;
        for (const WorkItem& item : m_items) {
            ++sizes[m_gpu.correlation[item.activity]];
        }
        sortByRuns(m_items, startsEarlier);
        std::unordered_map<std::int64_t, WorkItem> firsts;
        std::uint32_t units = 0;
        for (WorkItem& item : m_items) {
            item.placeNs = item.startNs;
            const std::int64_t correlation = m_gpu.correlation[item.activity];
            if (correlation == 0 || correlation == kAbsentNumber || sizes[correlation] < kReplaySize) {
                continue;
            }
            const auto [first, isNew] = firsts.try_emplace(correlation, item);
            if (isNew) {
                first->second.unit = ++units;
            }
            item.placeNs = first->second.placeNs;
            item.unit = first->second.unit;
        }
    }

    /// Inside a replay the busiest stream carries the layers; among activities that only time could place,
    /// the busiest stream of the device does.
    void markAside(WorkOrder& result) const {
        result.isAside.assign(m_items.size(), 0);
        const auto isElsewhere = [this](const WorkItem& item) {
            return m_gpu.stream[item.activity] != m_gpu.stream[m_items.front().activity];
        };
        if (std::none_of(m_items.begin(), m_items.end(), isElsewhere)) {
            return;
        }
        StreamTimes all;
        for (const WorkItem& item : m_items) {
            all.add(m_gpu.stream[item.activity], summedNs(item));
        }
        const std::int32_t busiest = all.busiest();
        StreamTimes ofUnit;
        for (std::size_t begin = 0, end = 0; begin < m_items.size(); begin = end) {
            const std::uint32_t unit = m_items[begin].unit;
            ofUnit.clear();
            for (end = begin; end < m_items.size() && m_items[end].unit == unit; ++end) {
                ofUnit.add(m_gpu.stream[m_items[end].activity], summedNs(m_items[end]));
            }
            if (unit != 0 && end - begin < kReplaySize) {
                continue;
            }
            const std::int32_t carrier = unit == 0 ? busiest : ofUnit.busiest();
            for (std::size_t i = begin; i < end; ++i) {
                result.isAside[i] = m_gpu.stream[m_items[i].activity] == carrier ? 0 : 1;
            }
        }
    }

    const GpuActivities& m_gpu;
    const Launches& m_launches;
    std::vector<WorkItem> m_items;
    std::size_t m_linked = 0;
};

} // namespace

WorkOrder orderOfWork(const Trace& trace, std::uint16_t rank, std::int32_t device) {
    return Orderer(trace, rank, device).order();
}

} // namespace diptych
