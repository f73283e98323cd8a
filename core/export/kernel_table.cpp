#include "core/export/kernel_table.h"

#include "core/analysis/kernel_name.h"
#include "core/model/stack.h"

#include <algorithm>
#include <array>
#include <deque>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>

namespace diptych {

namespace {

enum class KernelColumn : std::uint8_t {
    Side,
    Index,
    Start,
    Duration,
    Device,
    Stream,
    Correlation,
    Name,
    Operation,
    Category,
    Role,
    Phase,
    Step,
    Layer,
    Pair,
    Module,
    CpuOp,
    InputDims,
    Grid,
    Block,
    LaunchStart,
    Frame,
};

constexpr std::array<std::string_view, 22> kColumnNames{
    "side",      "index",      "ts_ns", "dur_ns", "device",       "stream", "correlation", "name",
    "operation", "category",   "role",  "phase",  "step",         "layer",  "pair",        "module",
    "cpu_op",    "input_dims", "grid",  "block",  "launch_ts_ns", "frame"};
static_assert(kColumnNames.size() == static_cast<std::size_t>(KernelColumn::Frame) + 1);

template <class Number>
Cell known(Number value, Number absent) {
    return value == absent ? Cell() : Cell(static_cast<std::int64_t>(value));
}

/// "4x1x1"; empty when no extent is known.
std::string extentText(const std::array<std::int32_t, 3>& extents) {
    std::string text;
    for (const std::int32_t extent : extents) {
        if (extent == kAbsentSmall) {
            return {};
        }
        text += (text.empty() ? "" : "x") + std::to_string(extent);
    }
    return text;
}

/// One side's rows, with the texts that many kernels share made once.
class KernelRows {
public:
    KernelRows(const Comparison& comparison, Side side)
        : m_comparison(comparison), m_side(side), m_analyzed(*comparison.sides[side]),
          m_trace(*m_analyzed.trace) {
        for (std::size_t i = 0; i < m_trace.gpu.size(); ++i) {
            if (m_trace.isKernel(ActivityId(i))) {
                m_kernels.emplace_back(i);
            }
        }
        m_nameOf.resize(m_trace.strings.size(), kNotYet);
        for (const LaunchConfig& config : m_trace.launchConfigs) {
            m_extents.push_back({extentText(config.grid), extentText(config.block)});
        }
    }

    [[nodiscard]] std::size_t size() const { return m_kernels.size(); }

    /// The longest ones in the table's order; of equally long ones the first.
    [[nodiscard]] std::vector<std::size_t> longest(std::size_t most) const {
        std::vector<std::size_t> rows(m_kernels.size());
        std::iota(rows.begin(), rows.end(), std::size_t(0));
        if (most < rows.size()) {
            std::vector<std::pair<bool, Nanoseconds>> weights;
            weights.reserve(rows.size());
            for (const ActivityId id : m_kernels) {
                const bool isUsable = m_trace.gpu.fault[id.index()] == TimeFault::None;
                weights.emplace_back(pairOf(id) != nullptr,
                                     isUsable ? m_trace.gpu.durationNs[id.index()] : 0);
            }
            std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(most), rows.end(),
                             [&](std::size_t x, std::size_t y) {
                                 return weights[x] != weights[y] ? weights[x] > weights[y] : x < y;
                             });
            rows.resize(most);
            std::sort(rows.begin(), rows.end());
        }
        return rows;
    }

    [[nodiscard]] Cell cell(std::size_t row, KernelColumn column) {
        const ActivityId id = m_kernels[row];
        const std::size_t i = id.index();
        const GpuActivities& gpu = m_trace.gpu;
        switch (column) {
        case KernelColumn::Side:
            return std::string_view(sideName(m_side));
        case KernelColumn::Index:
            return static_cast<std::uint64_t>(row);
        case KernelColumn::Start:
            return known(gpu.startNs[i], kAbsentNumber);
        case KernelColumn::Duration:
            return known(gpu.durationNs[i], kAbsentNumber);
        case KernelColumn::Device:
            return known(gpu.device[i], kAbsentSmall);
        case KernelColumn::Stream:
            return known(gpu.stream[i], kAbsentSmall);
        case KernelColumn::Correlation:
            return known(gpu.correlation[i], kAbsentNumber);
        case KernelColumn::Name:
            return name(m_analyzed.names[i]);
        case KernelColumn::Operation:
            return std::string_view(m_analyzed.classes.of(id).operation);
        case KernelColumn::Category:
            return std::string_view(m_analyzed.classes.of(id).category);
        case KernelColumn::Role:
        case KernelColumn::Pair:
            return ofPair(id, column);
        case KernelColumn::Phase:
        case KernelColumn::Step:
        case KernelColumn::Layer:
            return ofPlace(id, column);
        case KernelColumn::Module:
        case KernelColumn::CpuOp:
        case KernelColumn::InputDims:
        case KernelColumn::Frame:
            return m_analyzed.options.namesOnly ? Cell() : ofSurroundings(id, column);
        case KernelColumn::Grid:
        case KernelColumn::Block:
            return ofConfig(id, column);
        case KernelColumn::LaunchStart:
            return gpu.launch[i].isValid()
                       ? known(m_trace.launches.startNs[gpu.launch[i].index()], kAbsentNumber)
                       : Cell();
        }
        return {};
    }

private:
    static constexpr std::uint32_t kNotYet = 0xFFFFFFFF;

    struct Extents {
        std::string grid;
        std::string block;
    };

    std::string_view name(StringId id) {
        if (!id.isValid()) {
            return {};
        }
        std::uint32_t& at = m_nameOf[id.index()];
        if (at == kNotYet) {
            at = static_cast<std::uint32_t>(m_names.size());
            m_names.push_back(demangle(m_trace.text(id)));
        }
        return m_names[at];
    }

    [[nodiscard]] const KernelPair* pairOf(ActivityId id) const {
        const std::vector<PairId>& pairs = m_comparison.pairOf[m_side];
        const PairId pair = id.index() < pairs.size() ? pairs[id.index()] : PairId();
        return pair.isValid() ? &m_comparison.pairs[pair.index()] : nullptr;
    }

    [[nodiscard]] Cell ofPair(ActivityId id, KernelColumn column) const {
        const KernelPair* const pair = pairOf(id);
        if (pair == nullptr) {
            return {};
        }
        return std::string_view(column == KernelColumn::Role ? pair->role : pair->id);
    }

    [[nodiscard]] Cell ofPlace(ActivityId id, KernelColumn column) const {
        if (column == KernelColumn::Layer) {
            // The comparison may cut a side again and names a place alike on both sides.
            if (const KernelPair* const pair = pairOf(id); pair != nullptr) {
                return std::string_view(pair->layer);
            }
            const Sections& sections = m_analyzed.sections;
            const std::uint32_t instance = id.index() < sections.instanceOf.size()
                                               ? sections.instanceOf[id.index()]
                                               : Sections::kNoInstance;
            return instance == Sections::kNoInstance
                       ? Cell()
                       : std::string_view(
                             sections.sections[sections.instances[instance].section.index()].name);
        }
        const Steps& steps = m_analyzed.steps;
        const StepId step = id.index() < steps.ofActivity.size() ? steps.ofActivity[id.index()] : StepId();
        if (!step.isValid()) {
            return {};
        }
        return column == KernelColumn::Step ? Cell(static_cast<std::uint64_t>(step.index()))
                                            : Cell(phaseName(steps.steps[step.index()].phase));
    }

    Cell ofSurroundings(ActivityId id, KernelColumn column) {
        const std::size_t i = id.index();
        if (column == KernelColumn::Module) {
            return m_trace.text(m_trace.gpu.modulePath[i]);
        }
        if (column == KernelColumn::Frame) {
            return frame(id);
        }
        const OpId op = m_trace.gpu.op[i];
        return !op.isValid()
                   ? std::string_view()
                   : m_trace.text(column == KernelColumn::CpuOp ? m_trace.ops.name[op.index()]
                                                                : m_trace.ops.inputDims[op.index()]);
    }

    /// Equal stacks have equal frames, so that each is searched once.
    std::string_view frame(ActivityId id) {
        const StackId stack = m_trace.gpu.stack[id.index()];
        if (!stack.isValid()) {
            return {};
        }
        const auto [known, isNew] = m_frames.try_emplace(stack);
        if (isNew) {
            const std::optional<StackFrame> found = innermostModelFrame(m_trace, id);
            known->second = found ? found->text : std::string_view();
        }
        return known->second;
    }

    [[nodiscard]] Cell ofConfig(ActivityId id, KernelColumn column) const {
        const LaunchConfigId config = m_trace.gpu.config[id.index()];
        if (!config.isValid()) {
            return {};
        }
        const Extents& extents = m_extents[config.index()];
        return std::string_view(column == KernelColumn::Grid ? extents.grid : extents.block);
    }

    const Comparison& m_comparison;
    Side m_side;
    const AnalyzedTrace& m_analyzed;
    const Trace& m_trace;
    std::vector<ActivityId> m_kernels;
    std::vector<std::uint32_t> m_nameOf; ///< by StringId, into m_names
    std::deque<std::string> m_names;     ///< demangled; texts that are lent stay where they are
    std::vector<Extents> m_extents;      ///< by LaunchConfigId
    std::unordered_map<StackId, std::string_view> m_frames;
};

class KernelReader : public TableReader {
public:
    explicit KernelReader(const Comparison& comparison)
        : m_a(comparison, Side::A), m_b(comparison, Side::B) {}

    [[nodiscard]] std::size_t rowCount() const override { return m_a.size() + m_b.size(); }
    [[nodiscard]] Cell cell(std::size_t row, std::size_t column) override {
        const auto kernelColumn = static_cast<KernelColumn>(column);
        return row < m_a.size() ? m_a.cell(row, kernelColumn) : m_b.cell(row - m_a.size(), kernelColumn);
    }

private:
    KernelRows m_a;
    KernelRows m_b;
};

OutputTable makeKernelTable() {
    OutputTable table;
    table.name = "kernels";
    for (const std::string_view name : kColumnNames) {
        table.columns.push_back({name});
    }
    table.read = [](const Comparison& comparison) { return std::make_unique<KernelReader>(comparison); };
    return table;
}

} // namespace

std::vector<std::size_t> longestKernels(const Comparison& comparison, std::size_t most) {
    const KernelRows a(comparison, Side::A);
    const KernelRows b(comparison, Side::B);
    const std::size_t half = most / 2;
    const std::size_t ofB = std::min(b.size(), std::max(half, most - std::min(most, a.size())));
    std::vector<std::size_t> rows = a.longest(most - ofB);
    for (const std::size_t row : b.longest(ofB)) {
        rows.push_back(a.size() + row);
    }
    return rows;
}

const OutputTable& kernelTable() {
    static const OutputTable table = makeKernelTable();
    return table;
}

} // namespace diptych
