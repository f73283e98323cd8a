#include "core/compare/operation_partners.h"

#include "core/compare/parts.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace diptych {

namespace {

constexpr std::size_t kMostPartners = 3;

using TimeByOperation = std::map<std::string_view, Nanoseconds>;

/// Where the kernels of one operation stand, both sides together.
struct Standing {
    Nanoseconds ns = 0;
    Nanoseconds awayNs = 0; ///< against kernels none of which are of this operation
    TimeByOperation against;
};

/// The row that each operation of a class is in: a joint row names several.
std::map<std::string_view, std::string_view> rowNames(const std::vector<OperationRow>& operations) {
    std::map<std::string_view, std::string_view> names;
    for (const OperationRow& row : operations) {
        std::string_view rest = row.operation;
        while (!rest.empty()) {
            const std::size_t comma = rest.find(", ");
            names.emplace(rest.substr(0, comma), row.operation);
            rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 2);
        }
        names.emplace(row.operation, row.operation);
    }
    return names;
}

class PartnerFinder {
public:
    PartnerFinder(const ComparedSides& sides, const std::vector<OperationRow>& operations)
        : m_sides(sides), m_rowNames(rowNames(operations)) {}

    void add(const std::vector<KernelPair>& pairs, std::uint32_t index,
             const std::vector<std::uint32_t>& parts) {
        PerSide<TimeByOperation> times;
        for (const Side side : kSides) {
            addOccurrence(pairs[index], side, times[side]);
            for (const std::uint32_t part : parts) {
                addOccurrence(pairs[part], side, times[side]);
            }
        }
        for (const Side side : kSides) {
            const TimeByOperation& others = times[other(side)];
            for (const auto& [operation, ns] : times[side]) {
                Standing& standing = m_standings[operation];
                standing.ns += ns;
                if (others.empty() || others.count(operation) != 0) {
                    continue;
                }
                standing.awayNs += ns;
                for (const auto& [partner, partnerNs] : others) {
                    standing.against[partner] += partnerNs;
                }
            }
        }
    }

    /// Most time first, ties by name; empty where the operation mostly stands against itself or nothing.
    [[nodiscard]] std::vector<std::string> partnersOf(std::string_view operation) const {
        const auto found = m_standings.find(operation);
        if (found == m_standings.end() || found->second.awayNs * 2 <= found->second.ns) {
            return {};
        }
        const TimeByOperation& times = found->second.against;
        std::vector<std::pair<std::string_view, Nanoseconds>> partners(times.begin(), times.end());
        std::stable_sort(partners.begin(), partners.end(),
                         [](const auto& x, const auto& y) { return x.second > y.second; });
        std::vector<std::string> names;
        for (std::size_t i = 0; i < std::min(kMostPartners, partners.size()); ++i) {
            names.emplace_back(partners[i].first);
        }
        return names;
    }

private:
    /// One occurrence stands for all: they are of one sequence of operations.
    void addOccurrence(const KernelPair& pair, Side side, TimeByOperation& times) const {
        const AnalyzedTrace& trace = *m_sides.traces[side];
        const GpuActivities& gpu = trace.trace->gpu;
        const std::vector<ActivityId>& activities = pair.activities[side];
        const std::size_t kernels = std::min<std::size_t>(pair.kernels[side], activities.size());
        for (std::size_t i = 0; i < kernels; ++i) {
            const ActivityId id = activities[i];
            if (!gpu.isSummed(id)) {
                continue;
            }
            const KernelClass& kernelClass =
                trace.classes.classes[trace.classes.ofActivity[id.index()].index()];
            const auto name = m_rowNames.find(kernelClass.operation);
            if (name != m_rowNames.end()) {
                times[name->second] +=
                    gpu.durationNs[id.index()] * static_cast<Nanoseconds>(pair.stats[side].count);
            }
        }
    }

    const ComparedSides& m_sides;
    std::map<std::string_view, std::string_view> m_rowNames;
    std::map<std::string_view, Standing> m_standings;
};

} // namespace

void findPartners(const ComparedSides& sides, const std::vector<KernelPair>& pairs,
                  std::vector<OperationRow>& operations) {
    const std::vector<std::vector<std::uint32_t>> parts = partsOf(pairs);
    PartnerFinder finder(sides, operations);
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        if (!pairs[i].partOf.isValid()) {
            finder.add(pairs, i, parts[i]);
        }
    }
    for (OperationRow& row : operations) {
        row.against = finder.partnersOf(row.operation);
    }
}

} // namespace diptych
