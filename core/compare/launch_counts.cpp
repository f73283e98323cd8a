#include "core/compare/launch_counts.h"

#include "core/base/parallel.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <tuple>

namespace diptych {

namespace {

constexpr std::size_t kSmallestGroup = 50;
constexpr double kSizeTolerance = 0.25;
constexpr std::int64_t kSharedTypeBonus = 10;

using TypeId = std::uint32_t; ///< index into Types::names

/// The kernels of one launch, as types in order of work.
struct Group {
    std::vector<TypeId> sequence;
    std::map<TypeId, std::uint32_t> counts;
};

struct Match {
    std::size_t a;
    std::size_t b;
};

struct Launches {
    std::uint64_t count = 0;
    Nanoseconds totalNs = 0;
    std::uint64_t insideStepsCount = 0;
    Nanoseconds insideStepsNs = 0;
};

/// Types, groups and totals of both sides.
struct Counted {
    std::vector<std::string> types; ///< sorted by name
    PerSide<std::vector<Group>> groups;
    PerSide<std::vector<Launches>> totals; ///< by type
    PerSide<double> steps;                 ///< what global counts are divided by
    std::vector<Match> matches;
};

std::vector<std::string> typesOf(const ComparedSides& sides) {
    std::vector<std::string> types;
    for (const Side side : kSides) {
        for (const KernelClass& kernelClass : sides.traces[side]->classes.classes) {
            types.push_back(kernelClass.operation);
        }
    }
    std::sort(types.begin(), types.end());
    types.erase(std::unique(types.begin(), types.end()), types.end());
    return types;
}

Group makeGroup(const std::vector<TypeId>& sequence) {
    Group group{sequence, {}};
    for (const TypeId type : sequence) {
        ++group.counts[type];
    }
    return group;
}

void countSide(Counted& counted, const ComparedSides& sides, Side side) {
    const AnalyzedTrace& trace = *sides.traces[side];
    const GpuActivities& gpu = trace.trace->gpu;
    std::vector<TypeId> typeOfClass;
    for (const KernelClass& kernelClass : trace.classes.classes) {
        const auto place =
            std::lower_bound(counted.types.begin(), counted.types.end(), kernelClass.operation);
        typeOfClass.push_back(static_cast<TypeId>(place - counted.types.begin()));
    }
    counted.totals[side].resize(counted.types.size());
    std::int64_t correlation = kAbsentNumber; // kernels of one launch stand together in order of work
    std::vector<TypeId> sequence;
    const auto closeGroup = [&] {
        if (sequence.size() >= kSmallestGroup && correlation != 0 && correlation != kAbsentNumber) {
            counted.groups[side].push_back(makeGroup(sequence));
        }
        sequence.clear();
    };
    for (const ActivityId id : trace.order) {
        const std::uint32_t i = id.index();
        if (sides.selections[side]->isSelected[i] == 0 || !gpu.isSummed(id) || !trace.trace->isKernel(id)) {
            continue;
        }
        const TypeId type = typeOfClass[trace.classes.ofActivity[i].index()];
        Launches& sums = counted.totals[side][type];
        ++sums.count;
        sums.totalNs += gpu.durationNs[i];
        if (sides.selections[side]->isInSteps[i] != 0) {
            ++sums.insideStepsCount;
            sums.insideStepsNs += gpu.durationNs[i];
        }
        if (gpu.correlation[i] != correlation) {
            closeGroup();
            correlation = gpu.correlation[i];
        }
        sequence.push_back(type);
    }
    closeGroup();
    const auto steps = sides.selections[side]->stepCount();
    counted.steps[side] = sides.isPerStep() ? static_cast<double>(*steps) : 1.0;
}

std::int64_t scoreOf(const Group& a, const Group& b) {
    const auto shared = std::count_if(a.counts.begin(), a.counts.end(),
                                      [&](const auto& entry) { return b.counts.count(entry.first) != 0; });
    const auto difference =
        static_cast<std::int64_t>(a.sequence.size()) - static_cast<std::int64_t>(b.sequence.size());
    return std::abs(difference) - kSharedTypeBonus * shared;
}

/// Groups of one content, by index; a replayed graph comes back once a step.
using Kinds = std::map<std::map<TypeId, std::uint32_t>, std::vector<std::size_t>>;

Kinds groupsByCounts(const std::vector<Group>& groups) {
    Kinds kinds;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        kinds[groups[i].counts].push_back(i);
    }
    return kinds;
}

struct GroupCandidate {
    std::size_t size; ///< of the larger
    std::int64_t score;
    std::vector<std::size_t>* a;
    std::vector<std::size_t>* b;

    /// Largest first, then the best score, then the earliest; the same when the sides are swapped.
    bool operator<(const GroupCandidate& other) const {
        const auto place = [](const GroupCandidate& c) { return std::minmax(c.a->front(), c.b->front()); };
        return std::tuple(other.size, score, place(*this)) < std::tuple(size, other.score, place(other));
    }
};

std::vector<Match> pairGroups(const PerSide<std::vector<Group>>& groups) {
    PerSide<Kinds> kinds{groupsByCounts(groups.a), groupsByCounts(groups.b)};
    std::vector<GroupCandidate> candidates;
    for (auto& [countsA, membersA] : kinds.a) {
        for (auto& [countsB, membersB] : kinds.b) {
            const Group& a = groups.a[membersA.front()];
            const Group& b = groups.b[membersB.front()];
            const std::size_t larger = std::max(a.sequence.size(), b.sequence.size());
            const std::size_t smaller = std::min(a.sequence.size(), b.sequence.size());
            if (static_cast<double>(larger - smaller) <= kSizeTolerance * static_cast<double>(larger)) {
                candidates.push_back({larger, scoreOf(a, b), &membersA, &membersB});
            }
        }
    }
    std::stable_sort(candidates.begin(), candidates.end());
    PerSide<std::vector<bool>> taken{std::vector<bool>(groups.a.size()), std::vector<bool>(groups.b.size())};
    const auto firstFree = [](const std::vector<std::size_t>& members, std::size_t from,
                              const std::vector<bool>& used) {
        while (from < members.size() && used[members[from]]) {
            ++from;
        }
        return from;
    };
    std::vector<Match> matches;
    for (const GroupCandidate& candidate : candidates) {
        std::size_t i = firstFree(*candidate.a, 0, taken.a);
        std::size_t j = firstFree(*candidate.b, 0, taken.b);
        while (i < candidate.a->size() && j < candidate.b->size()) {
            matches.push_back({(*candidate.a)[i], (*candidate.b)[j]});
            taken.a[matches.back().a] = taken.b[matches.back().b] = true;
            i = firstFree(*candidate.a, i, taken.a);
            j = firstFree(*candidate.b, j, taken.b);
        }
    }
    return matches;
}

/// What matched groups say of one type.
struct InMatches {
    PerSide<std::uint64_t> counts;
    std::uint32_t differing = 0;
};

std::uint32_t countIn(const Group& group, TypeId type) {
    const auto found = group.counts.find(type);
    return found == group.counts.end() ? 0 : found->second;
}

InMatches inMatches(const Counted& counted, TypeId type) {
    InMatches result;
    for (const Match& match : counted.matches) {
        const std::uint32_t a = countIn(counted.groups.a[match.a], type);
        const std::uint32_t b = countIn(counted.groups.b[match.b], type);
        result.counts.a += a;
        result.counts.b += b;
        result.differing += a != b ? 1 : 0;
    }
    return result;
}

/// How many times larger the larger is; a count of nothing is taken as one.
double imbalance(double x, double y) {
    const double larger = std::max(x, y);
    const double smaller = std::min(x, y);
    return larger == 0 ? 1.0 : larger / (smaller == 0 ? std::min(1.0, larger) : smaller);
}

bool isReported(const Counted& counted, TypeId type, const InMatches& matched) {
    const std::uint64_t calls = std::max(matched.counts.a, matched.counts.b);
    const double inGroups =
        imbalance(static_cast<double>(matched.counts.a), static_cast<double>(matched.counts.b));
    if (calls > 0 && (inGroups >= 10 || (inGroups >= 2 && calls > 20))) {
        return true;
    }
    const Launches& a = counted.totals.a[type];
    const Launches& b = counted.totals.b[type];
    const double global = imbalance(static_cast<double>(a.count) / counted.steps.a,
                                    static_cast<double>(b.count) / counted.steps.b);
    return global >= 2 && std::max(a.count, b.count) > 100;
}

struct Runs {
    std::uint64_t runs = 0; ///< of more than one kernel
    std::uint64_t kernels = 0;

    [[nodiscard]] double mean() const {
        return runs == 0 ? 0 : static_cast<double>(kernels) / static_cast<double>(runs);
    }
};

Runs runsOf(const Counted& counted, Side side, TypeId type) {
    Runs runs;
    for (const Group& group : counted.groups[side]) {
        for (std::size_t i = 0; i < group.sequence.size();) {
            std::size_t end = i;
            while (end < group.sequence.size() && group.sequence[end] == group.sequence[i]) {
                ++end;
            }
            if (group.sequence[i] == type && end - i > 1) {
                ++runs.runs;
                runs.kernels += end - i;
            }
            i = end;
        }
    }
    return runs;
}

std::string explainByRuns(const Counted& counted, TypeId type) {
    const Runs a = runsOf(counted, Side::A, type);
    const Runs b = runsOf(counted, Side::B, type);
    const auto difference = static_cast<std::int64_t>(counted.totals.a[type].count) -
                            static_cast<std::int64_t>(counted.totals.b[type].count);
    if (std::abs(difference) <= 100 || std::max(a.runs, b.runs) < 5 || imbalance(a.mean(), b.mean()) < 2) {
        return {};
    }
    const bool longerOnA = a.mean() > b.mean();
    const int length = static_cast<int>(std::lround(longerOnA ? a.mean() : b.mean()));
    return std::string(longerOnA ? "A" : "B") + " runs " + std::to_string(length) + " in a row where " +
           (longerOnA ? "B" : "A") + " runs fewer: the work is split";
}

std::string explainByPredecessor(const Counted& counted, TypeId type) {
    const Side only = counted.totals.a[type].count != 0 ? Side::A : Side::B;
    if (counted.totals[other(only)][type].count != 0) {
        return {};
    }
    std::map<TypeId, std::uint64_t> before;
    std::uint64_t occurrences = 0;
    for (const Group& group : counted.groups[only]) {
        for (std::size_t i = 1; i < group.sequence.size(); ++i) {
            if (group.sequence[i] == type && group.sequence[i - 1] != type) {
                ++before[group.sequence[i - 1]];
                ++occurrences;
            }
        }
    }
    for (const auto& [predecessor, count] : before) {
        const bool isUsual = static_cast<double>(count) > 0.8 * static_cast<double>(occurrences);
        if (occurrences >= 5 && isUsual && counted.totals[other(only)][predecessor].count != 0) {
            return "only on " + std::string(sideName(only)) + ", after " + counted.types[predecessor] + ": " +
                   sideName(other(only)) + " does it inside " + counted.types[predecessor] + " or not at all";
        }
    }
    return {};
}

std::string explainByImbalance(const Counted& counted, const InMatches& matched) {
    const double a = static_cast<double>(matched.counts.a);
    const double b = static_cast<double>(matched.counts.b);
    if (imbalance(a, b) < 1.3 || std::max(a, b) < 100 || matched.differing < 5) {
        return {};
    }
    const Side fewer = a < b ? Side::A : Side::B;
    std::vector<std::pair<std::int64_t, TypeId>> more;
    for (TypeId candidate = 0; candidate < counted.types.size(); ++candidate) {
        const InMatches counts = inMatches(counted, candidate);
        const auto surplus = static_cast<std::int64_t>(counts.counts[fewer]) -
                             static_cast<std::int64_t>(counts.counts[other(fewer)]);
        if (surplus > 0) {
            more.emplace_back(-surplus, candidate);
        }
    }
    std::sort(more.begin(), more.end());
    std::string names;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, more.size()); ++i) {
        names += (i == 0 ? "" : ", ") + counted.types[more[i].second];
    }
    return names.empty() ? std::string{} : std::string(sideName(fewer)) + " runs more " + names + " instead";
}

std::string explain(const Counted& counted, TypeId type, const InMatches& matched) {
    for (std::string text : {explainByPredecessor(counted, type), explainByRuns(counted, type),
                             explainByImbalance(counted, matched)}) {
        if (!text.empty()) {
            return text;
        }
    }
    return {};
}

LaunchCountRow makeCountRow(const Counted& counted, TypeId type, const InMatches& matched) {
    LaunchCountRow row;
    row.type = counted.types[type];
    for (const Side side : kSides) {
        row.counts[side] = counted.totals[side][type].count;
        row.ns[side] = counted.totals[side][type].totalNs;
        row.insideStepsCounts[side] = counted.totals[side][type].insideStepsCount;
        row.insideStepsNs[side] = counted.totals[side][type].insideStepsNs;
        const double groups = static_cast<double>(std::max<std::size_t>(1, counted.matches.size()));
        row.averages[side] = static_cast<double>(matched.counts[side]) / groups;
    }
    row.ratio = row.ns.a == 0 ? std::nullopt : ratioOf(row.ns.a, row.ns.b);
    row.groupsAffected = matched.differing;
    row.explanation = explain(counted, type, matched);
    return row;
}

double imbalanceOf(const LaunchCountRow& row) {
    const double a = static_cast<double>(row.counts.a);
    const double b = static_cast<double>(row.counts.b);
    return imbalance(a, b) * std::max(a, b);
}

} // namespace

LaunchCounts compareLaunchCounts(const ComparedSides& sides, unsigned threads) {
    Counted counted;
    counted.types = typesOf(sides);
    parallelFor(kSides.size(), threads, [&](std::size_t i) { countSide(counted, sides, kSides[i]); });
    counted.matches = pairGroups(counted.groups);
    LaunchCounts result;
    result.groups = {static_cast<std::uint32_t>(counted.groups.a.size()),
                     static_cast<std::uint32_t>(counted.groups.b.size())};
    result.matches = static_cast<std::uint32_t>(counted.matches.size());
    for (TypeId type = 0; type < counted.types.size(); ++type) {
        const InMatches matched = inMatches(counted, type);
        if (isReported(counted, type, matched)) {
            result.rows.push_back(makeCountRow(counted, type, matched));
        }
    }
    std::stable_sort(
        result.rows.begin(), result.rows.end(),
        [](const LaunchCountRow& x, const LaunchCountRow& y) { return imbalanceOf(x) > imbalanceOf(y); });
    return result;
}

} // namespace diptych
