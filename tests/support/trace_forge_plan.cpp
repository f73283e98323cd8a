#include "tests/support/trace_forge_plan.h"

#include <algorithm>
#include <cmath>

namespace diptych::test {

namespace {

bool concerns(const Difference& difference, const KernelSpec& spec) {
    return difference.operations.meets(spec.operations) && !spec.operations.contains(Operation::Planted);
}

bool fuseKernels(std::vector<KernelSpec>& kernels, const Difference& difference) {
    const auto first = std::find_if(kernels.begin(), kernels.end(),
                                    [&](const KernelSpec& spec) { return concerns(difference, spec); });
    auto last = std::find_if_not(first, kernels.end(),
                                 [&](const KernelSpec& spec) { return concerns(difference, spec); });
    if (last - first < 2) {
        return false;
    }
    for (auto spec = first + 1; spec != last; ++spec) {
        first->operations |= spec->operations;
    }
    first->name = difference.name;
    first->category = difference.category;
    first->meanNs = difference.durationNs;
    first->part = 0;
    kernels.erase(first + 1, last);
    return true;
}

bool splitKernels(std::vector<KernelSpec>& kernels, const Difference& difference) {
    std::vector<KernelSpec> result;
    bool changed = false;
    for (KernelSpec& spec : kernels) {
        if (!concerns(difference, spec)) {
            result.push_back(spec);
            continue;
        }
        changed = true;
        spec.meanNs /= difference.parts;
        for (int part = 0; part < difference.parts; ++part) {
            KernelSpec& piece = result.emplace_back(spec);
            piece.part = spec.part * difference.parts + part;
        }
    }
    kernels = std::move(result);
    return changed;
}

bool insertKernel(std::vector<KernelSpec>& kernels, const Difference& difference) {
    const auto after = std::find_if(kernels.rbegin(), kernels.rend(),
                                    [&](const KernelSpec& spec) { return concerns(difference, spec); });
    if (after == kernels.rend()) {
        return false;
    }
    KernelSpec inserted = *after;
    inserted.operations = {Operation::Planted};
    inserted.part = 0;
    inserted.type = ActivityType::Kernel;
    inserted.call = LaunchCall::Runtime;
    inserted.name = difference.name;
    inserted.category = difference.category;
    inserted.meanNs = difference.durationNs;
    inserted.cpuOp = "aten::copy_";
    inserted.shape = {};
    kernels.insert(after.base(), inserted);
    return true;
}

bool swapKernels(std::vector<KernelSpec>& kernels, const Difference& difference) {
    const auto first = std::find_if(kernels.begin(), kernels.end(),
                                    [&](const KernelSpec& spec) { return concerns(difference, spec); });
    const auto middle = std::find_if_not(first, kernels.end(),
                                         [&](const KernelSpec& spec) { return concerns(difference, spec); });
    if (first == kernels.end() || middle == kernels.end()) {
        return false;
    }
    const OperationSet next = middle->operations;
    const auto last = std::find_if_not(middle, kernels.end(),
                                       [&](const KernelSpec& spec) { return spec.operations.meets(next); });
    std::rotate(first, middle, last);
    return true;
}

/// Changes that concern each kernel for itself.
bool changeEach(std::vector<KernelSpec>& kernels, const Difference& difference) {
    bool changed = false;
    for (KernelSpec& spec : kernels) {
        if (!concerns(difference, spec) || (difference.part >= 0 && difference.part != spec.part)) {
            continue;
        }
        changed = true;
        if (difference.kind == Difference::Kind::Slow) {
            spec.meanNs = Nanoseconds(std::llround(double(spec.meanNs) * difference.factor));
        } else if (difference.kind == Difference::Kind::Rename) {
            spec.name = difference.name;
        } else {
            spec.meanNs = difference.durationNs;
        }
    }
    return changed;
}

bool apply(std::vector<KernelSpec>& kernels, const Difference& difference) {
    switch (difference.kind) {
    case Difference::Kind::Fuse:
        return fuseKernels(kernels, difference);
    case Difference::Kind::Split:
        return splitKernels(kernels, difference);
    case Difference::Kind::Insert:
        return insertKernel(kernels, difference);
    case Difference::Kind::Remove:
        return std::erase_if(kernels, [&](const KernelSpec& spec) { return concerns(difference, spec); }) > 0;
    case Difference::Kind::SwapWithNext:
        return swapKernels(kernels, difference);
    case Difference::Kind::Rename:
    case Difference::Kind::Slow:
    case Difference::Kind::SetDuration:
        return changeEach(kernels, difference);
    }
    return false;
}

} // namespace

std::size_t PassPlan::kernelCount() const {
    std::size_t count = 0;
    for (const SectionPlan& section : sections) {
        count += std::size_t(
            std::count_if(section.kernels.begin(), section.kernels.end(),
                          [](const KernelSpec& spec) { return spec.type == ActivityType::Kernel; }));
    }
    return count;
}

PassPlan planPass(const ForgeOptions& options, const ForgedStep& step) {
    PassPlan plan;
    plan.occurrences.assign(options.differences.size(), 0);
    const auto addSection = [&](int layer, const std::vector<LogicalOperation>& operations) {
        SectionPlan& section = plan.sections.emplace_back();
        section.layer = layer;
        section.kernels = implementOperations(operations, options.library);
        for (std::size_t index = 0; index < options.differences.size(); ++index) {
            const Difference& difference = options.differences[index];
            const bool inRange =
                layer < 0 || (layer >= difference.firstLayer && layer <= difference.lastLayer);
            if (inRange && apply(section.kernels, difference)) {
                ++plan.occurrences[index];
            }
        }
    };
    addSection(kPrologue, prologueOperations(options.model, step));
    for (int layer = 0; layer < options.model.layers; ++layer) {
        addSection(layer, layerOperations(options.model, step, layer));
    }
    addSection(kEpilogue, epilogueOperations(options.model, step));
    return plan;
}

} // namespace diptych::test
