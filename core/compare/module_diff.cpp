#include "core/compare/module_diff.h"

#include "core/analysis/module_tree.h"
#include "core/compare/pair_sums.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>

namespace diptych {

namespace {

constexpr std::string_view kOutsideModules = "(outside modules)";
constexpr std::size_t kMostDims = 5;

/// One place in the module tree; `own` holds the work of this module itself, without that of the modules
/// inside it.
struct Node {
    std::string path;
    std::string name;
    PairSums own;
    std::vector<std::unique_ptr<Node>> children;
    bool hasGroup = false;
    bool hasMatched = false;
    PerSide<std::set<std::string>> dims;
    // Including the nodes below:
    PerSide<std::uint64_t> kernels;
    PerSide<std::uint64_t> kernelsInSteps;
    PerSide<Nanoseconds> totalNs;
    PerSide<Nanoseconds> ns; ///< per step, else total
};

/// The commonest module path of one side of a pair, without instance numbers; how many kernels have one.
struct PathVote {
    std::string path;
    std::uint64_t kernels = 0;
};

class PathFinder {
public:
    explicit PathFinder(const ComparedSides& sides) : m_sides(sides) {}

    /// The path that stands for a pair: of the side with more kernels in modules, ties to the smaller text.
    std::string pathOf(const KernelPair& pair) {
        const PathVote a = vote(pair, Side::A);
        const PathVote b = vote(pair, Side::B);
        if (a.kernels != b.kernels) {
            return a.kernels > b.kernels ? a.path : b.path;
        }
        return std::min(a.path, b.path);
    }

private:
    PathVote vote(const KernelPair& pair, Side side) {
        const AnalyzedTrace& trace = *m_sides.traces[side];
        const std::vector<StringId>& paths = trace.trace->gpu.modulePath;
        PathVote best;
        std::vector<std::pair<StringId, std::uint64_t>> counts; // few, and mostly the one counted last
        std::size_t last = 0;
        for (const ActivityId id : pair.activities[side]) {
            if (trace.options.namesOnly || id.index() >= paths.size() || !paths[id.index()].isValid()) {
                continue;
            }
            ++best.kernels;
            const StringId path = paths[id.index()];
            auto place = counts.empty() || counts[last].first != path
                             ? std::find_if(counts.begin(), counts.end(),
                                            [&](const auto& x) { return x.first == path; })
                             : counts.begin() + static_cast<std::ptrdiff_t>(last);
            if (place == counts.end()) {
                place = counts.insert(place, {path, 0});
            }
            ++place->second;
            last = static_cast<std::size_t>(place - counts.begin());
        }
        std::map<std::string, std::uint64_t> votes;
        for (const auto& [path, count] : counts) {
            votes[stripped(trace, side, path)] += count;
        }
        std::uint64_t most = 0;
        for (const auto& [path, count] : votes) {
            if (count > most) {
                most = count;
                best.path = path;
            }
        }
        return best;
    }

    const std::string& stripped(const AnalyzedTrace& trace, Side side, StringId path) {
        const auto [entry, isNew] = m_stripped[side].try_emplace(path);
        if (isNew) {
            entry->second = withoutInstanceNumbers(trace.trace->text(path));
        }
        return entry->second;
    }

    const ComparedSides& m_sides;
    PerSide<std::unordered_map<StringId, std::string>> m_stripped;
};

Node& childOf(Node& parent, std::string_view name) {
    for (const auto& child : parent.children) {
        if (child->name == name) {
            return *child;
        }
    }
    parent.children.push_back(std::make_unique<Node>());
    Node& child = *parent.children.back();
    child.name = name;
    child.path = parent.path.empty() ? std::string(name) : parent.path + '/' + std::string(name);
    return child;
}

Node& nodeOf(Node& root, std::string_view path) {
    Node* node = &root;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        node = &childOf(*node, path.substr(0, slash));
        path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
    }
    return *node;
}

void addDims(Node& node, const KernelPair& pair, const ComparedSides& sides) {
    for (const Side side : kSides) {
        const AnalyzedTrace& trace = *sides.traces[side];
        const GpuActivities& gpu = trace.trace->gpu;
        StringId latest;
        for (const ActivityId id : pair.activities[side]) {
            if (node.dims[side].size() >= kMostDims || trace.options.namesOnly ||
                id.index() >= gpu.op.size()) {
                break;
            }
            const OpId op = gpu.op[id.index()];
            const StringId dims = op.isValid() ? trace.trace->ops.inputDims[op.index()] : StringId{};
            if (dims.isValid() && dims != latest && !trace.trace->text(dims).empty()) {
                node.dims[side].emplace(trace.trace->text(dims));
            }
            latest = dims;
        }
    }
}

void sumUp(Node& node) {
    for (const Side side : kSides) {
        node.kernels[side] += node.own.kernels[side];
        node.kernelsInSteps[side] += node.own.kernelsInSteps[side];
        node.totalNs[side] += node.own.totalNs[side];
    }
    for (const auto& child : node.children) {
        sumUp(*child);
        for (const Side side : kSides) {
            node.kernels[side] += child->kernels[side];
            node.kernelsInSteps[side] += child->kernelsInSteps[side];
            node.totalNs[side] += child->totalNs[side];
            node.ns[side] += child->ns[side];
        }
    }
    std::sort(node.children.begin(), node.children.end(), [](const auto& x, const auto& y) {
        const Nanoseconds gapX = std::abs(x->ns.a - x->ns.b);
        const Nanoseconds gapY = std::abs(y->ns.a - y->ns.b);
        return gapX != gapY ? gapX > gapY : x->path < y->path;
    });
}

/// Each node's own time per step, apportioned over the whole tree; the total where a side has no steps.
void setNodeTimes(const std::vector<Node*>& nodes, const ComparedSides& sides) {
    for (const Side side : kSides) {
        std::vector<Nanoseconds> inside;
        inside.reserve(nodes.size());
        for (const Node* node : nodes) {
            inside.push_back(sides.isPerStep() ? node->own.insideStepsNs[side] : node->own.totalNs[side]);
        }
        const auto stepNs =
            sides.isPerStep() ? apportion(inside, *sides.selections[side]->stepCount()) : inside;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            nodes[i]->ns[side] = stepNs[i];
        }
    }
}

Mark moduleMark(const Node& node, const ModuleRow& row, const Thresholds& thresholds) {
    if (node.own.pairs.empty()) {
        return Mark::None;
    }
    if (!node.hasMatched) {
        return Mark::Missing;
    }
    if (node.hasGroup) {
        return Mark::Fusion;
    }
    return row.ratio && *row.ratio >= thresholds.improveRatio ? Mark::Improve : Mark::None;
}

/// The wall time that shares refer to: of a mean step, else from the first start to the last end of all that
/// is selected.
Nanoseconds wallOf(const ComparedSides& sides, Side side) {
    const Selection& selection = *sides.selections[side];
    if (sides.isPerStep()) {
        return selection.figures.stepWallNs.value_or(0);
    }
    const AnalyzedTrace& trace = *sides.traces[side];
    const GpuActivities& gpu = trace.trace->gpu;
    std::optional<std::pair<Nanoseconds, Nanoseconds>> span;
    for (const ActivityId id : trace.order) {
        if (selection.isSelected[id.index()] != 0 && gpu.isSummed(id)) {
            const Nanoseconds start = gpu.startNs[id.index()];
            const Nanoseconds end = gpu.endNs(id);
            span = span ? std::pair(std::min(span->first, start), std::max(span->second, end))
                        : std::pair(start, end);
        }
    }
    return span ? span->second - span->first : 0;
}

void appendRows(const Node& node, std::uint32_t depth, std::int32_t parent,
                const PerSide<Nanoseconds>& wallNs, const Thresholds& thresholds,
                std::vector<ModuleRow>& rows) {
    ModuleRow row;
    row.path = node.path;
    row.name = node.name;
    row.depth = depth;
    row.parent = parent;
    row.kernels = node.kernels;
    row.kernelsInSteps = node.kernelsInSteps;
    for (const Side side : kSides) {
        if (node.kernels[side] != 0) {
            row.ns[side] = node.ns[side];
            row.totalNs[side] = node.totalNs[side];
        }
        row.wallShare[side] = shareOf(node.ns[side], wallNs[side]);
        row.names[side] = node.own.names(side);
        row.inputDims[side].assign(node.dims[side].begin(), node.dims[side].end());
    }
    row.ratio = ratioOf(row.ns.a, row.ns.b);
    row.gapNs = node.ns.a - node.ns.b;
    row.mark = moduleMark(node, row, thresholds);
    row.pairs = node.own.pairs;
    const auto index = static_cast<std::int32_t>(rows.size());
    rows.push_back(std::move(row));
    for (const auto& child : node.children) {
        appendRows(*child, depth + 1, index, wallNs, thresholds, rows);
    }
}

void collect(Node& node, std::vector<Node*>& nodes) {
    nodes.push_back(&node);
    for (const auto& child : node.children) {
        collect(*child, nodes);
    }
}

bool knowsModules(const AnalyzedTrace& trace) {
    const std::vector<StringId>& paths = trace.trace->gpu.modulePath;
    return !trace.options.namesOnly &&
           std::any_of(paths.begin(), paths.end(), [](StringId path) { return path.isValid(); });
}

} // namespace

std::vector<ModuleRow> diffModules(const ComparedSides& sides, const std::vector<KernelPair>& pairs,
                                   const Thresholds& thresholds) {
    Node root;
    PathFinder finder(sides);
    bool hasModules = false;
    if (!knowsModules(*sides.traces.a) && !knowsModules(*sides.traces.b)) {
        return {};
    }
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        const std::string path = finder.pathOf(pairs[i]);
        hasModules = hasModules || !path.empty();
        Node& node = path.empty() ? childOf(root, kOutsideModules) : nodeOf(root, path);
        node.own.add(pairs[i], i);
        const bool isMatched = pairs[i].presence() == Presence::Both;
        const bool isPart = pairs[i].partOf.isValid();
        node.hasGroup = node.hasGroup || isPart || (isMatched && pairs[i].kernels.a != pairs[i].kernels.b);
        node.hasMatched = node.hasMatched || isPart || isMatched;
        addDims(node, pairs[i], sides);
    }
    std::vector<ModuleRow> rows;
    if (!hasModules) {
        return rows;
    }
    std::vector<Node*> nodes;
    collect(root, nodes);
    std::sort(nodes.begin(), nodes.end(), [](const Node* x, const Node* y) { return x->path < y->path; });
    setNodeTimes(nodes, sides);
    sumUp(root);
    const PerSide<Nanoseconds> wallNs{wallOf(sides, Side::A), wallOf(sides, Side::B)};
    for (const auto& child : root.children) {
        appendRows(*child, 0, -1, wallNs, thresholds, rows);
    }
    return rows;
}

} // namespace diptych
