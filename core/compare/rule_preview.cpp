#include "core/compare/rule_preview.h"

#include "core/analysis/kernel_name.h"
#include "core/analysis/pattern.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace diptych {

namespace {

const std::vector<Rule>& rowsOf(const RuleTable& table, RuleList list) {
    return list == RuleList::KernelNames ? table.rules : table.cpuOpRules;
}

/// A table with one row; the other list is empty.
RuleTable tableOfOne(const Rule& rule, RuleList list) {
    RuleTable table;
    (list == RuleList::KernelNames ? table.rules : table.cpuOpRules).push_back(rule);
    return table;
}

std::string missingIn(const Rule& rule) {
    if (rule.category.empty()) {
        return "the category is missing";
    }
    if (rule.pattern.empty()) {
        return "the pattern is missing";
    }
    if (!rule.vendor.empty() && rule.vendor != "AMD" && rule.vendor != "NVIDIA") {
        return "the vendor is neither AMD nor NVIDIA";
    }
    const auto unknown = std::find_if(rule.components.begin(), rule.components.end(),
                                      [](const std::string& name) { return !componentOf(name).has_value(); });
    return unknown == rule.components.end() ? std::string() : "unknown component '" + *unknown + "'";
}

/// What the compared kernels of one side are known by: the texts that rules look at.
using NameAndOp = std::pair<StringId, StringId>;

std::set<NameAndOp> distinctNames(const AnalyzedTrace& side) {
    const Trace& trace = *side.trace;
    const bool hasOps = !side.options.namesOnly && trace.gpu.op.size() == trace.gpu.size();
    std::set<NameAndOp> names;
    for (const ActivityId id : side.order) {
        const OpId op = hasOps ? trace.gpu.op[id.index()] : OpId();
        names.insert({trace.gpu.name[id.index()], op.isValid() ? trace.ops.name[op.index()] : StringId()});
    }
    return names;
}

bool runsAway(const KernelClassifier& one, const AnalyzedTrace& side, const std::set<NameAndOp>& names) {
    return std::any_of(names.begin(), names.end(), [&](const NameAndOp& each) {
        const std::string_view op =
            each.second.isValid() ? side.trace->text(each.second) : std::string_view();
        return !one.tryClassify(side.trace->text(each.first), op, side.trace->metadata.platform).isOk();
    });
}

/// The rows whose patterns run away on a name of the traces; each is tried alone.
std::vector<RuleProblem> findRunaways(const PerSide<std::shared_ptr<const AnalyzedTrace>>& sides,
                                      const RuleTable& table, const CancelToken& cancel) {
    PerSide<std::set<NameAndOp>> names;
    for (const Side side : kSides) {
        names[side] = sides[side] ? distinctNames(*sides[side]) : std::set<NameAndOp>();
    }
    std::vector<RuleProblem> problems;
    for (const RuleList list : {RuleList::KernelNames, RuleList::CpuOps}) {
        const std::vector<Rule>& rows = rowsOf(table, list);
        for (std::size_t row = 0; row < rows.size() && !cancel.isCancelled(); ++row) {
            const auto one = KernelClassifier::compile(tableOfOne(rows[row], list));
            const bool isFaulty = one && std::any_of(kSides.begin(), kSides.end(), [&](Side side) {
                                      return sides[side] && runsAway(one.value(), *sides[side], names[side]);
                                  });
            if (isFaulty) {
                problems.push_back({list, row,
                                    "the pattern runs away: it backtracks without end on a name of "
                                    "these traces"});
            }
        }
    }
    return problems;
}

void countHits(const AnalyzedTrace& side, const Classification& classes, Side which, RulePreview& preview) {
    const GpuActivities& gpu = side.trace->gpu;
    for (const ActivityId id : side.order) {
        const std::uint32_t i = id.index();
        if (gpu.kind[i] != ActivityKind::Kernel) {
            continue; // no rule is asked about copies and fills
        }
        const KernelClass& kernelClass = classes.of(id);
        std::vector<RuleHits>& hits = kernelClass.byCpuOp ? preview.byCpuOp : preview.byName;
        RuleHits& hit =
            kernelClass.rule < 0 ? preview.unmatched : hits[static_cast<std::size_t>(kernelClass.rule)];
        ++hit.kernels[which];
        hit.ns[which] += gpu.isSummed(id) ? gpu.durationNs[i] : 0;
    }
}

/// "Dense GEMM", or "Dense GEMM, gemm" where the operation alone does not tell the difference.
std::string classText(const KernelClass& kernelClass, bool withCategory) {
    return withCategory ? kernelClass.operation + ", " + kernelClass.category : kernelClass.operation;
}

void findChanges(const AnalyzedTrace& side, const Classification& after, Side which, RulePreview& preview) {
    struct Sum {
        std::uint64_t count = 0;
        Nanoseconds ns = 0;
    };
    const Trace& trace = *side.trace;
    std::map<std::tuple<StringId, ClassId, ClassId>, Sum> byClass;
    for (const ActivityId id : side.order) {
        const std::uint32_t i = id.index();
        if (side.names[i] != trace.gpu.name[i]) {
            continue; // a repaired name brought its class along
        }
        Sum& sum = byClass[{trace.gpu.name[i], side.classes.ofActivity[i], after.ofActivity[i]}];
        ++sum.count;
        sum.ns += trace.gpu.isSummed(id) ? trace.gpu.durationNs[i] : 0;
    }
    std::map<std::tuple<std::string, std::string, std::string>, Sum> changes;
    for (const auto& [key, sum] : byClass) {
        const auto& [name, was, is] = key;
        const KernelClass& old = side.classes.classes[was.index()];
        const KernelClass& now = after.classes[is.index()];
        if (old.operation == now.operation && old.category == now.category) {
            continue;
        }
        const bool withCategory = old.operation == now.operation;
        Sum& change =
            changes[{demangle(trace.text(name)), classText(old, withCategory), classText(now, withCategory)}];
        change.count += sum.count;
        change.ns += sum.ns;
    }
    for (const auto& [key, sum] : changes) {
        preview.changes.push_back(
            {which, std::get<0>(key), sum.count, sum.ns, std::get<1>(key), std::get<2>(key)});
    }
}

} // namespace

std::vector<RuleProblem> findRuleProblems(const RuleTable& table) {
    std::vector<RuleProblem> problems;
    for (const RuleList list : {RuleList::KernelNames, RuleList::CpuOps}) {
        const std::vector<Rule>& rows = rowsOf(table, list);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            std::string what = missingIn(rows[row]);
            if (what.empty()) {
                const auto pattern = Pattern::compile(rows[row].pattern);
                what = pattern ? std::string() : pattern.error().reason;
            }
            if (!what.empty()) {
                problems.push_back({list, row, std::move(what)});
            }
        }
    }
    return problems;
}

Result<RulePreview> previewRules(const PerSide<std::shared_ptr<const AnalyzedTrace>>& sides,
                                 const RuleTable& table, const CancelToken& cancel) {
    const Error cancelled{ErrorCode::Cancelled, {}, {}, "Cancelled", {}};
    RulePreview preview;
    preview.problems = findRuleProblems(table);
    if (!preview.problems.empty()) {
        return preview;
    }
    const auto classifier = KernelClassifier::compile(table);
    if (!classifier) { // step patterns, which are not edited here
        preview.problems.push_back({RuleList::KernelNames, 0, classifier.error().reason});
        return preview;
    }
    preview.byName.resize(table.rules.size());
    preview.byCpuOp.resize(table.cpuOpRules.size());
    for (const Side side : kSides) {
        if (!sides[side]) {
            continue;
        }
        if (cancel.isCancelled()) {
            return cancelled;
        }
        const auto classes =
            classifyTrace(*sides[side]->trace, classifier.value(), sides[side]->options.namesOnly);
        if (!classes) {
            preview = {};
            preview.problems = findRunaways(sides, table, cancel);
            return cancel.isCancelled() ? Result<RulePreview>(cancelled) : Result<RulePreview>(preview);
        }
        countHits(*sides[side], classes.value(), side, preview);
        findChanges(*sides[side], classes.value(), side, preview);
    }
    std::stable_sort(preview.changes.begin(), preview.changes.end(),
                     [](const ClassChange& x, const ClassChange& y) { return x.ns > y.ns; });
    return preview;
}

} // namespace diptych
