#include "core/compare/comparison_diagnostics.h"

#include "core/compare/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace diptych {

namespace {

/// Below this share of matched time the pairs carry no verdict.
constexpr double kLowMatch = 0.8;

void appendOfSide(Diagnostics& all, const Diagnostics& own, Side side) {
    for (Diagnostic diagnostic : own) {
        diagnostic.side = side;
        all.push_back(std::move(diagnostic));
    }
}

std::string percent(double share) {
    return std::to_string(static_cast<int>(std::floor(share * 100))) + " %";
}

void addLowMatch(Diagnostics& all, const Coverage& coverage) {
    for (const Side side : kSides) {
        const Nanoseconds total = coverage.totalNs[side];
        const double share =
            total == 0 ? 1.0 : static_cast<double>(coverage.matchedNs[side]) / static_cast<double>(total);
        if (share < kLowMatch) {
            all.push_back(
                {"low-match",
                 Severity::Warning,
                 1,
                 {},
                 "Only " + percent(share) + " of the GPU time of " + sideName(side) +
                     " has a counterpart on the other side: totals hold, but pairs, layers and findings "
                     "speak of a part.",
                 side});
        }
    }
}

void addMissingPhase(Diagnostics& all, const ComparedSides& sides, PhaseFilter phase) {
    for (const Side side : kSides) {
        if (phase == PhaseFilter::All || !sides.selections[side]->figures.steps.empty()) {
            continue;
        }
        std::set<std::string_view> phases;
        for (const Step& step : sides.traces[side]->steps.steps) {
            phases.insert(phaseName(step.phase));
        }
        std::string has;
        for (const std::string_view name : phases) {
            has += (has.empty() ? "" : ", ") + std::string(name);
        }
        all.push_back({"phase-missing",
                       Severity::Warning,
                       1,
                       {},
                       std::string(sideName(side)) + " has no " + std::string(phaseFilterName(phase)) +
                           " steps; it has " + (has.empty() ? "no steps at all" : has) +
                           ". Nothing of it is compared.",
                       side});
    }
}

/// Mean of a figure over the selected steps that tell it; empty when none does.
template <class Get>
std::optional<double> meanOver(const ComparedSides& sides, Side side, Get get) {
    double sum = 0;
    std::size_t told = 0;
    for (const StepId id : sides.selections[side]->figures.steps) {
        const Step& step = sides.traces[side]->steps.steps[id.index()];
        if (get(step) != 0) {
            sum += static_cast<double>(get(step));
            ++told;
        }
    }
    return told == 0 ? std::nullopt : std::optional(sum / static_cast<double>(told));
}

/// The commonest input type of matrix products, where the trace tells.
std::string matrixType(const AnalyzedTrace& side) {
    const Trace& trace = *side.trace;
    if (trace.ops.size() == 0 || side.options.namesOnly) {
        return {};
    }
    std::vector<std::uint8_t> isGemm;
    for (const KernelClass& kernelClass : side.classes.classes) {
        isGemm.push_back(kernelClass.category == "gemm" ? 1 : 0);
    }
    std::vector<std::uint64_t> countOf(trace.strings.size(), 0);
    for (const ActivityId id : side.order) {
        const OpId op = id.index() < trace.gpu.op.size() ? trace.gpu.op[id.index()] : OpId{};
        if (op.isValid() && isGemm[side.classes.ofActivity[id.index()].index()] != 0) {
            const StringId types = trace.ops.inputTypes[op.index()];
            countOf[types.isValid() ? types.index() : 0] += types.isValid() ? 1 : 0;
        }
    }
    std::map<std::string_view, std::uint64_t> counts;
    for (std::size_t i = 0; i < countOf.size(); ++i) {
        if (countOf[i] == 0) {
            continue;
        }
        const std::string_view types = trace.text(StringId(i));
        const std::size_t first = types.find('"');
        const std::size_t last = first == std::string_view::npos ? first : types.find('"', first + 1);
        if (last != std::string_view::npos && last > first + 1) {
            counts[types.substr(first + 1, last - first - 1)] += countOf[i];
        }
    }
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& x, const auto& y) { return x.second < y.second; });
    return most == counts.end() ? std::string{} : std::string(most->first);
}

std::string number(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    return text.back() == '.' ? text.substr(0, text.size() - 1) : text;
}

/// What differs between the workloads: "tokens per step (A 512, B 2048)".
std::vector<std::string> workloadDifferences(const ComparedSides& sides) {
    std::vector<std::string> differences;
    const auto note = [&](const std::string& what, const std::string& a, const std::string& b) {
        if (!a.empty() && !b.empty() && a != b) {
            differences.push_back(what + " (A " + a + ", B " + b + ")");
        }
    };
    const auto noteMean = [&](const std::string& what, auto get) {
        const auto a = meanOver(sides, Side::A, get);
        const auto b = meanOver(sides, Side::B, get);
        note(what, a ? number(std::round(*a * 10) / 10) : "", b ? number(std::round(*b * 10) / 10) : "");
    };
    noteMean("context tokens per step", [](const Step& step) { return step.contextTokens; });
    noteMean("requests generating per step", [](const Step& step) { return step.generationRequests; });
    const AnalyzedTrace& a = *sides.traces.a;
    const AnalyzedTrace& b = *sides.traces.b;
    const auto told = [](const auto& value) { return value ? std::to_string(*value) : std::string{}; };
    note("world size", told(a.trace->metadata.worldSize), told(b.trace->metadata.worldSize));
    note("layers", a.layersPerPass == 0 ? "" : std::to_string(a.layersPerPass),
         b.layersPerPass == 0 ? "" : std::to_string(b.layersPerPass));
    note("data type of the GEMMs", matrixType(a), matrixType(b));
    return differences;
}

void addWorkload(Diagnostics& all, const ComparedSides& sides) {
    const std::vector<std::string> differences = workloadDifferences(sides);
    if (differences.empty()) {
        return;
    }
    std::string list;
    for (const std::string& difference : differences) {
        list += (list.empty() ? "" : ", ") + difference;
    }
    all.push_back({"not-same-workload",
                   Severity::Warning,
                   differences.size(),
                   {},
                   "The sides did not run the same workload: " + list +
                       " differ. Part of the gap is more or less work, "
                       "not speed.",
                   {}});
}

} // namespace

Diagnostics comparisonDiagnostics(const ComparedSides& sides, const Coverage& coverage,
                                  const CompareOptions& options) {
    Diagnostics all;
    addWorkload(all, sides);
    addMissingPhase(all, sides, options.phase);
    addLowMatch(all, coverage);
    for (const Side side : kSides) {
        appendOfSide(all, sides.traces[side]->trace->diagnostics, side);
        appendOfSide(all, sides.traces[side]->diagnostics, side);
    }
    sortBySeverity(all);
    return all;
}

} // namespace diptych
