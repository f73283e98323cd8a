#include "app/inspect_text.h"

#include "app/text_table.h"
#include "core/compare/duration_text.h"
#include "core/export/trace_json.h"

#include <algorithm>

namespace diptych {

namespace {

constexpr std::size_t kLineWidth = 100;
constexpr std::size_t kMostSteps = 12;

std::string line(std::string_view label, const std::string& content) {
    std::string text(label);
    text.resize(std::max<std::size_t>(text.size(), 10), ' ');
    return text + wrapped(content, kLineWidth - 10, std::string(10, ' ')) + '\n';
}

std::string gpuText(const Trace& trace) {
    const TraceMetadata& metadata = trace.metadata;
    std::string text = metadata.gpu && !metadata.gpu->empty() ? *metadata.gpu : "unnamed";
    text += " (" + std::string(platformName(metadata.platform)) + ")";
    if (!metadata.runtimeVersion.empty()) {
        text += ", " + metadata.runtimeVersion;
    }
    if (metadata.rank) {
        text += ", rank " + std::to_string(*metadata.rank);
    }
    if (metadata.worldSize) {
        text += " of " + std::to_string(*metadata.worldSize);
    }
    if (trace.ranks.size() > 1) {
        text += ", " + std::to_string(trace.ranks.size()) + " ranks in the file";
    }
    return text;
}

std::string kernelText(const KernelFigures& figures, std::uint64_t activities) {
    const std::uint64_t copies = activities - figures.count;
    return countText(figures.count) + " of " + countText(figures.names) + " names; " +
           countText(figures.linked) + " linked to a launch, " + countText(figures.withStack) +
           " with a stack, " + countText(figures.withModule) + " with a module" +
           (copies == 0   ? std::string()
            : copies == 1 ? "; 1 copy or fill besides"
                          : "; " + countText(copies) + " copies and fills besides");
}

std::string stepsText(const AnalyzedTrace& side) {
    const Steps& steps = side.steps;
    if (steps.steps.empty()) {
        return line("Steps", "none found");
    }
    std::string source(stepSourceName(steps.source));
    std::replace(source.begin(), source.end(), '_', ' ');
    std::string text = line("Steps", countText(steps.steps.size()) + ", from " + source);
    TextTable table({{"step", Align::Left}, {"phase", Align::Left}, {"kernels"}, {"GPU ms"}, {"wall ms"}});
    for (std::size_t i = 0; i < std::min(steps.steps.size(), kMostSteps); ++i) {
        const Step& step = steps.steps[i];
        table.addRow({std::to_string(i) + " " + shortened(step.name, 48), std::string(phaseName(step.phase)),
                      countText(step.kernels), millisecondsText(step.gpuNs), millisecondsText(step.wallNs)});
    }
    text += table.text("  ");
    if (steps.steps.size() > kMostSteps) {
        text += "  and " + std::to_string(steps.steps.size() - kMostSteps) + " more\n";
    }
    return text;
}

std::string layersText(const AnalyzedTrace& side) {
    if (side.sections.groups.empty()) {
        return line("Layers", "none found");
    }
    std::string text;
    for (const LayerGroup& group : side.sections.groups) {
        text += text.empty() ? "" : ", ";
        text += std::to_string(group.layers) + " x " + group.name;
        if (group.types > 1) {
            text += " of " + std::to_string(group.types) + " types";
        }
    }
    return line("Layers", text + ", from " + std::string(layerSourceName(side.sections.source)));
}

std::string severityLabel(Severity severity) {
    switch (severity) {
    case Severity::Info:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Loss:
        return "LOSS";
    }
    return {};
}

} // namespace

std::string diagnosticsText(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics) {
        std::string label = severityLabel(diagnostic.severity);
        label.resize(9, ' ');
        std::string message =
            diagnostic.side ? std::string(sideName(*diagnostic.side)) + ": " : std::string();
        message += diagnostic.message;
        text += label + wrapped(message, kLineWidth - 9, std::string(9, ' ')) + '\n';
    }
    return text;
}

std::string inspectText(const AnalyzedTrace& side, const LoadFigures& load) {
    const Trace& trace = *side.trace;
    const KernelFigures figures = kernelFigures(side);
    std::string text = trace.path + "\n\n";
    text += line("File", bytesText(trace.fileBytes) + ", " + countText(trace.counts.complete) + " events");
    text += line("GPU", gpuText(trace));
    text += line("Kernels", kernelText(figures, trace.gpu.size()));
    text += line("GPU time",
                 durationText(figures.sumNs) + " in kernels; busy for " + durationText(gpuBusyNs(trace)));
    text += stepsText(side);
    text += layersText(side);
    text += line("Loaded", "in " + durationText(static_cast<Nanoseconds>(load.seconds * 1e9)) + ", " +
                               bytesText(load.peakRssBytes) + " of memory at most");
    const std::string diagnostics = diagnosticsText(allDiagnostics(side));
    return diagnostics.empty() ? text : text + '\n' + diagnostics;
}

} // namespace diptych
