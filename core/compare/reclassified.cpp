#include "core/compare/reclassified.h"

#include "core/analysis/kernel_name.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace diptych {

namespace {

using Change = std::tuple<std::string, std::string, std::string>; ///< name, operation before, operation after

std::string textOf(const KernelClass& kernelClass, bool withCategory) {
    return kernelClass.operation + (withCategory ? " (" + kernelClass.category + ")" : "");
}

void addChanges(std::vector<ReclassifiedRow>& rows, const AnalyzedTrace& trace, const Classification& before,
                Side side) {
    std::map<std::tuple<StringId, ClassId, ClassId>, std::uint64_t> byClass;
    for (const ActivityId id : trace.order) {
        const std::uint32_t i = id.index();
        if (trace.names[i] != trace.trace->gpu.name[i]) {
            continue; // a repaired name brought its class along
        }
        ++byClass[{trace.trace->gpu.name[i], before.ofActivity[i], trace.classes.ofActivity[i]}];
    }
    std::map<Change, std::uint64_t> changes;
    for (const auto& [key, count] : byClass) {
        const auto& [name, was, is] = key;
        const KernelClass& old = before.classes[was.index()];
        const KernelClass& now = trace.classes.classes[is.index()];
        if (old.operation != now.operation || old.category != now.category) {
            const bool isMoved = old.operation == now.operation; // to another category, under the same name
            changes[{demangle(trace.trace->text(name)), textOf(old, isMoved), textOf(now, isMoved)}] += count;
        }
    }
    for (const auto& [change, count] : changes) {
        rows.push_back({side, std::get<0>(change), count, std::get<1>(change), std::get<2>(change)});
    }
}

} // namespace

Result<std::vector<ReclassifiedRow>> findReclassified(const PerSide<const AnalyzedTrace*>& traces) {
    std::vector<ReclassifiedRow> rows;
    for (const Side side : kSides) {
        const AnalyzedTrace& trace = *traces[side];
        if (trace.usesBuiltInRules) {
            continue;
        }
        const auto before = classifyTrace(*trace.trace, KernelClassifier::builtIn(), trace.options.namesOnly);
        if (!before) {
            return before.error();
        }
        addChanges(rows, trace, before.value(), side);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const ReclassifiedRow& x, const ReclassifiedRow& y) { return x.count > y.count; });
    return rows;
}

} // namespace diptych
