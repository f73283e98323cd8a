#include "core/analysis/analysis_diagnostics.h"

#include <algorithm>
#include <cstdio>

namespace diptych {

namespace {

/// A first step this much longer than the median holds work of its own (compilation, allocation).
constexpr double kSlowFirstStep = 1.5;
/// Above this share of time without a class, operations and alignment say little.
constexpr double kLowClassification = 0.05;

std::string counted(std::uint64_t count, const std::string& one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
    return text;
}

std::string ratioText(double ratio) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", ratio);
    return text;
}

void diagnoseSteps(const AnalyzedTrace& analyzed, Diagnostics& diagnostics) {
    if (analyzed.order.empty()) {
        return;
    }
    if (analyzed.steps.source == StepSource::None) {
        diagnostics.push_back({"no-steps", Severity::Info, 1, std::nullopt,
                               "No steps were found: the whole trace is compared, without figures per step.",
                               std::nullopt});
        return;
    }
    std::uint64_t outside = 0;
    Nanoseconds outsideNs = 0;
    Nanoseconds allNs = 0;
    const GpuActivities& gpu = analyzed.trace->gpu;
    for (const ActivityId activity : analyzed.order) {
        const Nanoseconds ns = gpu.isSummed(activity) ? gpu.durationNs[activity.index()] : 0;
        const bool isOutside = !analyzed.steps.ofActivity[activity.index()].isValid();
        allNs += ns;
        outsideNs += isOutside ? ns : 0;
        outside += isOutside && analyzed.trace->isKernel(activity) ? 1 : 0;
    }
    if (outside > 0) {
        const double share = allNs > 0 ? static_cast<double>(outsideNs) / static_cast<double>(allNs) : 0;
        diagnostics.push_back(
            {"kernels-outside-steps", Severity::Warning, outside, std::nullopt,
             counted(outside, "kernel") + " (" + percent(share) +
                 " of the GPU time) lie outside all steps: totals count them, figures per step do not.",
             std::nullopt});
    }
}

void diagnoseFirstStep(const AnalyzedTrace& analyzed, Diagnostics& diagnostics) {
    if (const std::optional<double> ratio = slowFirstStepRatio(analyzed.steps)) {
        diagnostics.push_back(
            {"slow-first-step", Severity::Warning, 1, std::nullopt,
             "The first step takes " + ratioText(*ratio) +
                 " times the GPU time of the median step: leave it out of the selection to compare the "
                 "steady state.",
             std::nullopt});
    }
}

void diagnoseLayers(const AnalyzedTrace& analyzed, Diagnostics& diagnostics) {
    if (!analyzed.order.empty() && analyzed.sections.source == LayerSource::None) {
        diagnostics.push_back(
            {"no-layers", Severity::Info, 1, std::nullopt,
             "No layers were found, neither by modules nor by repetition: steps are aligned as a whole.",
             std::nullopt});
    }
}

void diagnoseClasses(const AnalyzedTrace& analyzed, Diagnostics& diagnostics) {
    const GpuActivities& gpu = analyzed.trace->gpu;
    Nanoseconds otherNs = 0;
    Nanoseconds allNs = 0;
    std::uint64_t kernels = 0;
    std::vector<bool> isOther;
    for (const KernelClass& kernel : analyzed.classes.classes) {
        isOther.push_back(kernel.category == "other");
    }
    for (const ActivityId activity : analyzed.order) {
        if (!gpu.isSummed(activity)) {
            continue;
        }
        allNs += gpu.durationNs[activity.index()];
        if (isOther[analyzed.classes.ofActivity[activity.index()].index()]) {
            otherNs += gpu.durationNs[activity.index()];
            ++kernels;
        }
    }
    const double share = allNs > 0 ? static_cast<double>(otherNs) / static_cast<double>(allNs) : 0;
    if (share > kLowClassification) {
        // The figures are right all the same: a trace of kernels that nobody knows is no faulty one.
        diagnostics.push_back(
            {"low-classification", Severity::Info, kernels, std::nullopt,
             percent(share) + " of the GPU time is in kernels that no rule knows: add rules for them.",
             std::nullopt});
    }
}

void diagnoseNames(const AnalyzedTrace& analyzed, const NameMisfits& misfits, Diagnostics& diagnostics) {
    if (misfits.launches == 0) {
        return;
    }
    std::string message =
        "In " + counted(misfits.launches, "graph replay") +
        " the kernels' names do not fit their durations (a fault of the profiler): totals are right, "
        "times by name and by operation there are not.";
    if (misfits.repairable > 0) {
        message += analyzed.options.repairNames ? " The names of " + counted(misfits.repairable, "kernel") +
                                                      " were repaired: they stand in the order of the file."
                                                : " They can be repaired: the order of the file fits.";
    }
    diagnostics.push_back(
        {"names-misfit", Severity::Warning, misfits.kernels, std::nullopt, std::move(message), std::nullopt});
}

} // namespace

std::optional<double> slowFirstStepRatio(const Steps& found) {
    const std::vector<Step>& steps = found.steps;
    std::vector<Nanoseconds> others;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        if (steps[i].phase == steps[0].phase && steps[i].gpuNs > 0) {
            others.push_back(steps[i].gpuNs);
        }
    }
    if (others.size() < 2) {
        return std::nullopt;
    }
    const auto middle = others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2);
    std::nth_element(others.begin(), middle, others.end());
    const double ratio = static_cast<double>(steps[0].gpuNs) / static_cast<double>(*middle);
    return ratio > kSlowFirstStep ? std::optional(ratio) : std::nullopt;
}

Diagnostics diagnoseAnalysis(const AnalyzedTrace& analyzed, const NameMisfits& misfits) {
    Diagnostics diagnostics;
    diagnoseNames(analyzed, misfits, diagnostics);
    diagnoseSteps(analyzed, diagnostics);
    diagnoseFirstStep(analyzed, diagnostics);
    diagnoseLayers(analyzed, diagnostics);
    diagnoseClasses(analyzed, diagnostics);
    return diagnostics;
}

} // namespace diptych
