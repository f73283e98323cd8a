#include "tests/support/trace_forge.h"
#include "tests/support/trace_forge_marks.h"
#include "tests/support/trace_forge_plan.h"
#include "tests/support/trace_forge_text.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>

namespace diptych::test {

namespace {

/// SplitMix64: the same numbers on every machine, unlike the distributions of <random>.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : m_state(seed * 0x9E3779B97F4A7C15ULL + 0x1234567) {}
    std::uint64_t next() {
        std::uint64_t value = (m_state += 0x9E3779B97F4A7C15ULL);
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
        return value ^ (value >> 31);
    }
    double share() { return double(next() >> 11) / double(1ULL << 53); }
    /// Near normal, mean 0, deviation 1, never beyond 3.5: the sum of four shares.
    double deviation() { return (share() + share() + share() + share() - 2.0) * 1.7320508; }

private:
    std::uint64_t m_state;
};

constexpr Nanoseconds kCpuTickNs = 20;

struct OpenFrame {
    const std::string* name;
    Nanoseconds startNs;
    std::int64_t id;
    std::int64_t parent;
};

struct CpuEvent {
    enum class Kind : std::uint8_t { Frame, Op } kind;
    const std::string* name;
    Nanoseconds startNs;
    Nanoseconds endNs;
    std::int64_t id;
    std::int64_t parent;
    const KernelSpec* spec;
};

struct GpuEvent {
    ForgedActivity activity;
    const KernelSpec* spec;
    std::int64_t externalId;
    bool insideGraph;
};

/// Lets CPU and GPU run: decides when everything starts and ends, and writes it step by step.
class Forge {
public:
    Forge(const ForgeOptions& options, const TextSink& sink)
        : m_options(options), m_text(options, sink), m_dice(options.seed) {
        const bool amd = options.library.vendor == Vendor::Amd;
        m_callNs = options.callNs > 0 ? options.callNs : amd ? 4200 : 3000;
        m_gapNs = options.gapNs >= 0 ? options.gapNs : amd ? 1700 : 480;
        m_latencyNs = amd ? 6000 : 3500;
        m_tickNs = amd ? 40 : 32;
        m_cpuNs = 4909913692000000000LL / 1000 + Nanoseconds(options.seed % 1000) * 1000000;
        m_truth.planted.reserve(options.differences.size());
        m_stray.operations = {Operation::Planted};
        m_stray.name = "stray_debug_kernel";
        m_stray.category = "other";
        m_stray.meanNs = 3000;
        for (const Difference& difference : options.differences) {
            m_truth.planted.push_back({difference, 0});
        }
    }

    ForgeTruth run() {
        m_text.begin();
        if (m_options.kernelsBeforeRecording > 0 && !m_options.steps.empty()) {
            writeEarlierKernels();
        }
        for (std::size_t step = 0; step < m_options.steps.size(); ++step) {
            runStep(step);
        }
        m_text.end();
        m_truth.events = m_text.events();
        m_truth.textBytes = m_text.bytes();
        sumUp();
        return std::move(m_truth);
    }

private:
    const PassPlan& planOf(const ForgedStep& step);
    void writeEarlierKernels();
    void runStep(std::size_t ordinal);
    void runKernels(const PassPlan& plan, std::size_t ordinal);
    void runEager(const KernelSpec& spec, int layer);
    void alignFrames(const std::vector<std::string>& frames);
    void openFrame(const std::string& name);
    void closeFrame();
    void place(const KernelSpec& spec, int layer, Nanoseconds earliestNs, std::uint32_t correlation,
               std::int64_t externalId, bool insideGraph);
    void writeStep(std::size_t ordinal, Nanoseconds startNs);
    void writeGpu(const GpuEvent& event, bool linked);
    Nanoseconds rounded(double ns) const {
        return std::max<Nanoseconds>(m_tickNs, Nanoseconds(std::llround(ns / double(m_tickNs))) * m_tickNs);
    }
    /// 0 to below `limit`, in the ticks of a CPU clock: times of few digits keep a compressed trace small.
    Nanoseconds jitter(Nanoseconds limit) {
        return Nanoseconds(m_dice.next() % std::uint64_t(std::max<Nanoseconds>(1, limit / kCpuTickNs))) *
               kCpuTickNs;
    }
    std::uint32_t nameIndex(const std::string& name);
    std::uint16_t categoryIndex(const std::string& category);
    void sumUp();

    const ForgeOptions& m_options;
    TraceText m_text;
    Dice m_dice;
    ForgeTruth m_truth;
    Nanoseconds m_callNs = 0;
    Nanoseconds m_gapNs = 0;
    Nanoseconds m_latencyNs = 0;
    Nanoseconds m_tickNs = 1;
    Nanoseconds m_cpuNs = 0;
    std::array<Nanoseconds, 3> m_streamEndNs{};
    std::uint32_t m_correlation = 91000;
    std::int64_t m_externalId = 219000;
    std::int64_t m_frameId = 0;
    std::int32_t m_step = -1;
    double m_slowness = 1;
    std::vector<OpenFrame> m_open;
    std::size_t m_baseFrames = 0; ///< of m_open, those of the pass
    std::vector<CpuEvent> m_cpuEvents;
    std::vector<ForgedLaunch> m_launches;
    std::vector<ForgedLaunch> m_graphLaunches;
    std::vector<ForgedLaunch> m_synchronizations;
    std::vector<GpuEvent> m_gpuEvents;
    std::vector<std::pair<ForgedStep, std::unique_ptr<PassPlan>>> m_plans;
    std::unordered_map<std::string, std::uint32_t> m_nameIndex;
    KernelSpec m_stray;
};

const PassPlan& Forge::planOf(const ForgedStep& step) {
    for (const auto& [known, plan] : m_plans) {
        if (known == step) {
            return *plan;
        }
    }
    return *m_plans.emplace_back(step, std::make_unique<PassPlan>(planPass(m_options, step))).second;
}

std::uint32_t Forge::nameIndex(const std::string& name) {
    const auto [place, isNew] = m_nameIndex.try_emplace(name, std::uint32_t(m_truth.names.size()));
    if (isNew) {
        m_truth.names.push_back(name);
    }
    return place->second;
}

std::uint16_t Forge::categoryIndex(const std::string& category) {
    const auto place = std::find(m_truth.categories.begin(), m_truth.categories.end(), category);
    if (place != m_truth.categories.end()) {
        return std::uint16_t(place - m_truth.categories.begin());
    }
    m_truth.categories.push_back(category);
    return std::uint16_t(m_truth.categories.size() - 1);
}

/// The end of a pass that began before the profiler: its kernels run out on the GPU, their launches are not
/// in the file.
void Forge::writeEarlierKernels() {
    const PassPlan& plan = planOf(m_options.steps.front());
    const std::size_t total = plan.kernelCount();
    std::size_t skipped = total > std::size_t(m_options.kernelsBeforeRecording)
                              ? total - std::size_t(m_options.kernelsBeforeRecording)
                              : 0;
    m_correlation = 40000;
    for (const SectionPlan& section : plan.sections) {
        for (const KernelSpec& spec : section.kernels) {
            if (spec.type != ActivityType::Kernel || skipped > 0) {
                skipped -= spec.type == ActivityType::Kernel ? 1 : 0;
                continue;
            }
            place(spec, section.layer, m_cpuNs, ++m_correlation, 0, false);
        }
    }
    for (const GpuEvent& event : m_gpuEvents) {
        writeGpu(event, false);
    }
    m_gpuEvents.clear();
    m_correlation = 91000;
    m_cpuNs += 200000;
}

void Forge::openFrame(const std::string& name) {
    m_open.push_back({&name, m_cpuNs, ++m_frameId, m_open.empty() ? 0 : m_open.back().id});
    m_cpuNs += 300 + jitter(300);
}

void Forge::closeFrame() {
    m_cpuNs += 120;
    const OpenFrame& frame = m_open.back();
    m_cpuEvents.push_back(
        {CpuEvent::Kind::Frame, frame.name, frame.startNs, m_cpuNs, frame.id, frame.parent, nullptr});
    m_open.pop_back();
}

/// Closes and opens frames until exactly `frames` are open below those of the pass.
void Forge::alignFrames(const std::vector<std::string>& frames) {
    std::size_t common = 0;
    while (common < frames.size() && m_baseFrames + common < m_open.size() &&
           *m_open[m_baseFrames + common].name == frames[common]) {
        ++common;
    }
    while (m_open.size() > m_baseFrames + common) {
        closeFrame();
    }
    for (; common < frames.size(); ++common) {
        openFrame(frames[common]);
    }
}

void Forge::place(const KernelSpec& spec, int layer, Nanoseconds earliestNs, std::uint32_t correlation,
                  std::int64_t externalId, bool insideGraph) {
    const auto lane = std::size_t(spec.stream);
    const Nanoseconds gap = m_gapNs == 0 ? 0 : m_gapNs / 2 + jitter(m_gapNs);
    Nanoseconds free = m_streamEndNs[lane] + (insideGraph ? gap / 3 : gap);
    const auto main = std::size_t(ForgedStream::Main);
    const auto communication = std::size_t(ForgedStream::Communication);
    if (spec.stream == ForgedStream::Communication) { // works on what the main stream has made
        free = std::max(free, m_streamEndNs[main]);
    } else if (spec.stream == ForgedStream::Main &&
               !spec.onAutogradThread) { // and the main stream needs the outcome
        free = std::max(free, m_streamEndNs[communication]);
    }
    GpuEvent& event = m_gpuEvents.emplace_back();
    event.spec = &spec;
    event.externalId = externalId;
    event.insideGraph = insideGraph;
    ForgedActivity& activity = event.activity;
    activity.operations = spec.operations;
    activity.startNs = std::max(earliestNs, free);
    activity.durationNs =
        rounded(double(spec.meanNs) * m_slowness * (1 + m_options.noise * m_dice.deviation()));
    activity.name = nameIndex(spec.name);
    activity.correlation = correlation;
    activity.step = m_step;
    activity.layer = layer;
    activity.occurrence = spec.occurrence;
    activity.stream = streamNumber(m_options.library.vendor, spec.stream);
    activity.category = categoryIndex(spec.category);
    activity.type = spec.type;
    m_streamEndNs[lane] = activity.startNs + activity.durationNs;
}

void Forge::runEager(const KernelSpec& spec, int layer) {
    if (m_options.stacks && !spec.onAutogradThread) {
        alignFrames(spec.frames);
    }
    std::int64_t externalId = 0;
    std::size_t op = 0;
    if (m_options.cpuOps && !spec.cpuOp.empty()) {
        externalId = ++m_externalId;
        op = m_cpuEvents.size();
        m_cpuEvents.push_back({CpuEvent::Kind::Op, &spec.cpuOp, m_cpuNs, 0, externalId, 0, &spec});
        m_cpuNs += 700 + jitter(400);
    }
    ForgedLaunch& launch = m_launches.emplace_back();
    launch.spec = &spec;
    launch.startNs = m_cpuNs;
    launch.durationNs = m_callNs / 2 + jitter(m_callNs);
    launch.correlation = ++m_correlation;
    launch.externalId = externalId;
    launch.onAutogradThread = spec.onAutogradThread;
    m_cpuNs += launch.durationNs;
    place(spec, layer, launch.startNs + m_latencyNs, launch.correlation, externalId, false);
    if (externalId != 0) {
        m_cpuNs += 400;
        m_cpuEvents[op].endNs = m_cpuNs;
    }
}

void Forge::runKernels(const PassPlan& plan, std::size_t ordinal) {
    m_step = std::int32_t(ordinal);
    std::uint32_t graphCorrelation = 0;
    for (const SectionPlan& section : plan.sections) {
        for (const KernelSpec& spec : section.kernels) {
            const bool beside =
                section.layer == kPrologue
                    ? spec.operations.meets({Operation::TokenUpload, Operation::IndexPreparation})
                    : spec.operations.meets(
                          {Operation::SideCopies, Operation::Sampling, Operation::TokenDownload});
            const bool inGraph = m_options.graph && !beside;
            if (m_options.dropRate > 0 && m_dice.share() < m_options.dropRate &&
                spec.type == ActivityType::Kernel) {
                continue;
            }
            if (!inGraph) {
                runEager(spec, section.layer);
            } else {
                if (graphCorrelation == 0) {
                    static const std::vector<std::string> kReplay{"torch/cuda/graphs.py(88): replay"};
                    if (m_options.stacks) {
                        alignFrames(kReplay);
                    }
                    graphCorrelation = ++m_correlation;
                    m_graphLaunches.push_back({nullptr, m_cpuNs, 90000, graphCorrelation, 0, false});
                    m_cpuNs += 90000;
                }
                place(spec, section.layer, m_graphLaunches.back().startNs + m_latencyNs, graphCorrelation, 0,
                      true);
            }
            if (m_options.insertRate > 0 && m_dice.share() < m_options.insertRate) {
                m_stray.frames = spec.frames; // opens none: these are open already
                if (inGraph) {
                    place(m_stray, section.layer, m_cpuNs, graphCorrelation, 0, true);
                } else {
                    runEager(m_stray, section.layer);
                }
            }
        }
    }
}

void Forge::runStep(std::size_t ordinal) {
    const ForgedStep& step = m_options.steps[ordinal];
    const PassPlan& plan = planOf(step);
    for (std::size_t index = 0; index < plan.occurrences.size(); ++index) {
        m_truth.planted[index].occurrences += plan.occurrences[index];
    }
    m_slowness = int(ordinal) < m_options.warmupSteps ? m_options.warmupFactor : 1;
    const Nanoseconds startNs = m_cpuNs;
    m_cpuNs += 4000;
    if (m_options.stacks) {
        for (const std::string& frame : passFrames(m_options.model.engine, step.contextTokens > 0)) {
            openFrame(frame);
        }
        m_baseFrames = m_open.size();
    }
    runKernels(plan, ordinal);
    while (!m_open.empty()) {
        closeFrame();
    }
    m_baseFrames = 0;
    const Nanoseconds gpuEnd = *std::max_element(m_streamEndNs.begin(), m_streamEndNs.end());
    const Nanoseconds wait = std::max<Nanoseconds>(2000, (gpuEnd + 3000 - m_cpuNs) / kCpuTickNs * kCpuTickNs);
    m_synchronizations.push_back({nullptr, m_cpuNs, wait, ++m_correlation, 0, false});
    m_cpuNs += wait + 2000;
    writeStep(ordinal, startNs);
    m_cpuNs += 60000 + jitter(30000);
}

void Forge::writeGpu(const GpuEvent& event, bool linked) {
    const ForgedActivity& activity = event.activity;
    m_text.activity(activity, *event.spec, m_truth.names[activity.name], event.externalId, linked,
                    event.insideGraph);
    if (activity.type == ActivityType::Kernel) {
        m_truth.kernels.push_back(activity);
        m_truth.unlinked += linked ? 0 : 1;
    } else {
        m_truth.copies.push_back(activity);
    }
}

void Forge::writeStep(std::size_t ordinal, Nanoseconds startNs) {
    ForgedStepTruth& truth = m_truth.steps.emplace_back();
    truth.name = stepName(m_options, m_options.steps[ordinal], ordinal);
    truth.phase = phaseName(m_options, m_options.steps[ordinal]);
    truth.firstStartNs = m_gpuEvents.empty() ? startNs : m_gpuEvents.front().activity.startNs;
    for (const GpuEvent& event : m_gpuEvents) {
        const ForgedActivity& activity = event.activity;
        truth.kernels += activity.type == ActivityType::Kernel ? 1 : 0;
        truth.gpuNs += activity.durationNs;
        truth.firstStartNs = std::min(truth.firstStartNs, activity.startNs);
        truth.lastEndNs = std::max(truth.lastEndNs, activity.startNs + activity.durationNs);
    }
    const std::int64_t stepId = ++m_externalId;
    if (!truth.name.empty()) {
        m_text.span("user_annotation", truth.name, startNs, m_cpuNs - startNs, stepId);
    }
    std::stable_sort(m_cpuEvents.begin(), m_cpuEvents.end(),
                     [](const CpuEvent& x, const CpuEvent& y) { return x.startNs < y.startNs; });
    for (const CpuEvent& event : m_cpuEvents) {
        if (event.kind == CpuEvent::Kind::Op) {
            m_text.op(*event.name, event.spec->inputDims.empty() ? "[]" : event.spec->inputDims,
                      event.spec->inputTypes.empty() ? "[]" : event.spec->inputTypes, event.startNs,
                      event.endNs - event.startNs, event.id, event.spec->onAutogradThread);
        }
    }
    for (const CpuEvent& event : m_cpuEvents) {
        if (event.kind == CpuEvent::Kind::Frame) {
            m_text.frame(*event.name, event.startNs, event.endNs - event.startNs, event.id, event.parent);
        }
    }
    for (const ForgedLaunch& launch : m_launches) {
        m_text.launch(launch);
    }
    for (const ForgedLaunch& launch : m_graphLaunches) {
        m_text.graphLaunch(launch);
    }
    for (const ForgedLaunch& launch : m_synchronizations) {
        m_text.synchronization(launch);
    }
    for (const GpuEvent& event : m_gpuEvents) {
        writeGpu(event, true);
    }
    if (!truth.name.empty() && !m_gpuEvents.empty()) {
        m_text.gpuSpan(truth.name, truth.firstStartNs, truth.lastEndNs - truth.firstStartNs, stepId);
    }
    m_cpuEvents.clear();
    m_launches.clear();
    m_graphLaunches.clear();
    m_synchronizations.clear();
    m_gpuEvents.clear();
}

void Forge::sumUp() {
    std::vector<std::pair<Nanoseconds, Nanoseconds>> intervals;
    intervals.reserve(m_truth.kernels.size() + m_truth.copies.size());
    for (const ForgedActivity& kernel : m_truth.kernels) {
        m_truth.kernelSumNs += kernel.durationNs;
        m_truth.categorySumNs[m_truth.categories[kernel.category]] += kernel.durationNs;
        intervals.emplace_back(kernel.startNs, kernel.startNs + kernel.durationNs);
    }
    for (const ForgedActivity& copy : m_truth.copies) {
        intervals.emplace_back(copy.startNs, copy.startNs + copy.durationNs);
    }
    std::sort(intervals.begin(), intervals.end());
    Nanoseconds coveredTo = std::numeric_limits<Nanoseconds>::min();
    for (const auto& [start, end] : intervals) {
        if (end > coveredTo) {
            m_truth.busyNs += end - std::max(start, coveredTo);
            coveredTo = end;
        }
    }
}

} // namespace

ForgeTruth forgeTrace(const ForgeOptions& options, const TextSink& sink) {
    return Forge(options, sink).run();
}

} // namespace diptych::test
