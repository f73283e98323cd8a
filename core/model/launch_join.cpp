#include "core/model/launch_join.h"

#include <algorithm>

namespace diptych {

namespace {

/// Rows by (rank, number), open addressing; of equal keys the first row stays.
template <class RowId>
class NumberIndex {
public:
    explicit NumberIndex(std::size_t rows) {
        std::size_t slots = 16;
        while (slots < rows * 2) {
            slots *= 2;
        }
        m_slots.resize(slots);
    }

    void add(std::uint16_t rank, std::int64_t number, RowId row) {
        Slot& slot = m_slots[place(rank, number)];
        if (!slot.row.isValid()) {
            slot = {number, row, rank};
        }
    }

    [[nodiscard]] RowId find(std::uint16_t rank, std::int64_t number) const {
        return m_slots[place(rank, number)].row;
    }

private:
    struct Slot {
        std::int64_t number = 0;
        RowId row;
        std::uint16_t rank = 0;
    };

    [[nodiscard]] std::size_t place(std::uint16_t rank, std::int64_t number) const {
        std::uint64_t hash = (static_cast<std::uint64_t>(number) + rank) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 32U;
        std::size_t at = hash & (m_slots.size() - 1);
        while (m_slots[at].row.isValid() && (m_slots[at].number != number || m_slots[at].rank != rank)) {
            at = (at + 1) & (m_slots.size() - 1);
        }
        return at;
    }

    std::vector<Slot> m_slots;
};

std::uint16_t rankOf(const Trace& trace, ThreadId thread) {
    return thread.isValid() ? trace.threads[thread.index()].rank : 0;
}

bool needsExternalId(const GpuActivities& gpu, std::size_t row) {
    return !gpu.launch[row].isValid() && joins(gpu.externalId[row]) &&
           gpu.externalId[row] != gpu.correlation[row];
}

} // namespace

void joinLaunches(Trace& trace, CancelPoll& poll) {
    GpuActivities& gpu = trace.gpu;
    const Launches& launches = trace.launches;
    gpu.launch.assign(gpu.size(), LaunchId());
    NumberIndex<LaunchId> index(launches.size());
    for (std::size_t row = 0; row < launches.size(); ++row) {
        poll();
        if (joins(launches.correlation[row])) {
            index.add(rankOf(trace, launches.thread[row]), launches.correlation[row], LaunchId(row));
        }
    }
    for (std::size_t row = 0; row < gpu.size(); ++row) {
        poll();
        if (joins(gpu.correlation[row])) {
            gpu.launch[row] = index.find(gpu.rank[row], gpu.correlation[row]);
        }
    }
}

std::vector<OpId> opsByExternalId(const Trace& trace, CancelPoll& poll) {
    const GpuActivities& gpu = trace.gpu;
    const CpuOps& ops = trace.ops;
    bool needed = false;
    for (std::size_t row = 0; row < gpu.size() && !needed; ++row) {
        needed = needsExternalId(gpu, row);
    }
    if (!needed || ops.size() == 0) {
        return {};
    }
    NumberIndex<OpId> index(ops.size());
    for (std::size_t row = 0; row < ops.size(); ++row) {
        poll();
        if (joins(ops.externalId[row]) && ops.startNs[row] != kAbsentNumber) {
            index.add(rankOf(trace, ops.thread[row]), ops.externalId[row], OpId(row));
        }
    }
    std::vector<OpId> result(gpu.size());
    for (std::size_t row = 0; row < gpu.size(); ++row) {
        poll();
        if (needsExternalId(gpu, row)) {
            const OpId op = index.find(gpu.rank[row], gpu.externalId[row]);
            if (op.isValid() && ops.startNs[op.index()] <= gpu.startNs[row]) {
                result[row] = op;
            }
        }
    }
    return result;
}

} // namespace diptych
