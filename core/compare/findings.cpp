#include "core/compare/findings.h"

#include "core/compare/duration_text.h"
#include "core/compare/kernel_names.h"
#include "core/compare/pair_sums.h"
#include "core/compare/parts.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

namespace diptych {

namespace {

/// Pairs that are the same piece of work in different layers.
struct FindingWork {
    std::string operation;
    std::string role;
    std::uint32_t kernelsA;
    std::uint32_t kernelsB;
    std::string nameA; ///< modal
    std::string nameB;

    auto key() const { return std::tie(operation, role, kernelsA, kernelsB, nameA, nameB); }
    bool operator<(const FindingWork& other) const { return key() < other.key(); }
};

FindingWork workOf(const KernelPair& pair, const PerSide<std::uint32_t>& kernels) {
    const auto modal = [](const std::vector<NameShare>& names) {
        return names.empty() ? std::string{} : names[0].name;
    };
    return {pair.operation, pair.role, kernels.a, kernels.b, modal(pair.names.a), modal(pair.names.b)};
}

std::string capitalized(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    }
    return text;
}

/// "Gate/up GEMM" where the role of a GEMM is known, else the operation.
std::string titleOf(const FindingWork& work) {
    return work.role.empty() ? work.operation : capitalized(work.role) + " GEMM";
}

std::string countOf(std::uint32_t kernels) {
    return std::to_string(kernels) + (kernels == 1 ? " kernel" : " kernels");
}

std::string sentenceOf(Mark mark, const FindingWork& work, const PerSide<DurationStats>& stats) {
    const auto mean = [&](Side side) { return durationText(stats[side].meanNs.value_or(0)); };
    if (mark == Mark::Missing) {
        const Side only = stats.a.count != 0 ? Side::A : Side::B;
        const std::string& name = only == Side::A ? work.nameA : work.nameB;
        return titleOf(work) + " (" + sentenceName(name) + ", " + mean(only) + ") runs only on " +
               sideName(only);
    }
    if (work.kernelsA != work.kernelsB) {
        return titleOf(work) + ": A runs " + countOf(work.kernelsA) + " (" + mean(Side::A) + "), B runs " +
               std::to_string(work.kernelsB) + " (" + mean(Side::B) + ")";
    }
    return titleOf(work) + " takes " + mean(Side::A) + " on A, " + mean(Side::B) + " on B";
}

Mark findingMark(const FindingWork& work, const PerSide<DurationStats>& stats, Nanoseconds gapNs,
                 const Thresholds& thresholds) {
    if (stats.a.count == 0 || stats.b.count == 0) {
        return Mark::Missing;
    }
    if (isWithinNoise(stats)) {
        return Mark::None;
    }
    // Fewer kernels are why a side is faster; where it is slower with fewer, its kernel is what could
    // improve.
    const bool isFasterWithFewer = gapNs > 0 ? work.kernelsB < work.kernelsA : work.kernelsA < work.kernelsB;
    if (isFasterWithFewer) {
        return Mark::Fusion;
    }
    const auto ratio =
        gapNs > 0 ? ratioOf(stats.a.meanNs, stats.b.meanNs) : ratioOf(stats.b.meanNs, stats.a.meanNs);
    return !ratio || *ratio >= thresholds.improveRatio ? Mark::Improve : Mark::None;
}

/// How often one side does the work in a step; in all, when figures are not per step.
double occurrencesOf(const PairSums& sums, const ComparedSides& sides, Side side, std::uint32_t kernelsEach) {
    const bool isPerStep = sides.isPerStep();
    const std::uint64_t kernels = isPerStep ? sums.kernelsInSteps[side] : sums.kernels[side];
    const std::uint64_t steps = isPerStep ? *sides.selections[side]->stepCount() : 1;
    return static_cast<double>(kernels) /
           static_cast<double>(std::uint64_t{std::max(1U, kernelsEach)} * steps);
}

FindingRow makeFinding(const FindingWork& work, const PairSums& sums, const ComparedSides& sides,
                       const Thresholds& thresholds) {
    FindingRow row;
    PerSide<DurationStats> stats;
    for (const Side side : kSides) {
        stats[side] = sums.stats(side);
        stats[side].stepNs =
            stepFigures({sums.insideStepsNs[side]}, sides.selections[side]->stepCount()).front();
        row.names[side] = sums.names(side);
    }
    row.operation = work.operation;
    row.gapNs = gapOf(stats, sides.isPerStep());
    row.mark = findingMark(work, stats, row.gapNs, thresholds);
    row.sentence = sentenceOf(row.mark, work, stats);
    row.pairs = sums.pairs;
    std::sort(row.pairs.begin(), row.pairs.end());
    row.occurrencesPerStep = std::max(occurrencesOf(sums, sides, Side::A, work.kernelsA),
                                      occurrencesOf(sums, sides, Side::B, work.kernelsB));
    return row;
}

} // namespace

FindingResult findFindings(const ComparedSides& sides, const std::vector<KernelPair>& pairs,
                           const Thresholds& thresholds) {
    const std::vector<std::vector<std::uint32_t>> parts = partsOf(pairs);
    std::map<FindingWork, PairSums> byWork;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].partOf.isValid()) {
            continue; // counts with the pair that it is a part of
        }
        PairSums& sums = byWork[workOf(pairs[i], kernelsWithParts(pairs, i, parts[i]))];
        sums.add(pairs[i], i);
        for (const std::uint32_t part : parts[i]) {
            sums.addPart(pairs[part], part);
        }
    }
    FindingResult result;
    for (const auto& [work, sums] : byWork) {
        FindingRow row = makeFinding(work, sums, sides, thresholds);
        if (row.mark != Mark::None && row.gapNs != 0) {
            (row.gapNs > 0 ? result.findings : result.ahead).push_back(std::move(row));
        }
    }
    for (std::vector<FindingRow>* const rows : {&result.findings, &result.ahead}) {
        std::sort(rows->begin(), rows->end(), [](const FindingRow& x, const FindingRow& y) {
            return std::abs(x.gapNs) != std::abs(y.gapNs)
                       ? std::abs(x.gapNs) > std::abs(y.gapNs)
                       : x.pairs < y.pairs; // disjoint, and alike when mirrored
        });
    }
    return result;
}

} // namespace diptych
