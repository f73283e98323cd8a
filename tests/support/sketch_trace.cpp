#include "tests/support/sketch_trace.h"

#include <map>
#include <sstream>
#include <stdexcept>

namespace diptych::test {

namespace {

KernelClass makeClass(std::string operation, std::string category, Components components, Role role,
                      std::string token = {}, Component helps = Component::Other) {
    KernelClass made;
    made.token = token.empty() ? operation : std::move(token);
    made.operation = std::move(operation);
    made.category = std::move(category);
    made.components = components;
    made.role = role;
    made.helps = helps;
    made.rule = made.components.contains(Component::Other) ? -1 : 0;
    return made;
}

KernelClass elementwise(const std::string& functor, Components components = {Component::Elementwise}) {
    return makeClass("Elementwise", "elementwise", components, Role::Small, "Elementwise:" + functor);
}

const std::map<std::string, KernelClass, std::less<>>& classesByWord() {
    using C = Component;
    static const std::map<std::string, KernelClass, std::less<>> classes{
        {"gemm", makeClass("Dense GEMM", "gemm", {C::Gemm}, Role::Main)},
        {"splitk", makeClass("GEMM Split-K Reduce", "gemm", {C::Gemm}, Role::Helper, {}, C::Gemm)},
        {"attn", makeClass("Attention", "attention", {C::Attention}, Role::Main)},
        {"combine",
         makeClass("Attention (Reduce)", "attention", {C::Attention}, Role::Helper, {}, C::Attention)},
        {"norm", makeClass("RMSNorm", "normalization", {C::Norm}, Role::Middle)},
        {"addnorm", makeClass("Add+RMSNorm", "normalization", {C::Norm, C::Add}, Role::Middle)},
        {"rope", makeClass("Rotary", "rope", {C::Rope}, Role::Middle)},
        {"ropekv", makeClass("Rotary+KV Cache", "rope", {C::Rope, C::KvCache}, Role::Middle)},
        {"kv", makeClass("KV Cache", "memory", {C::KvCache}, Role::Middle)},
        {"act", makeClass("SwiGLU", "activation", {C::Activation}, Role::Middle)},
        {"silu", makeClass("Activation", "activation", {C::Activation}, Role::Middle, "Activation:silu")},
        {"copy", makeClass("Copy/Memory", "memory", {C::Copy}, Role::Small, "Copy/Memory:copy")},
        {"cat",
         makeClass("Copy/Memory", "memory", {C::Copy}, Role::Small, "Copy/Memory:CatArrayBatchedCopy")},
        {"add", elementwise("add", {C::Elementwise, C::Add})},
        {"mul", elementwise("mul")},
        {"pow", elementwise("pow")},
        {"rsqrt", elementwise("rsqrt")},
        {"neg", elementwise("neg")},
        {"mean", makeClass("Reduce", "reduce", {C::Reduce}, Role::Small, "Reduce:MeanOps")},
        {"prep", makeClass("Index Prep", "memory", {C::IndexPrep}, Role::Small)},
        {"softmax", makeClass("Softmax", "reduce", {C::Softmax}, Role::Middle)},
        {"route", makeClass("MoE Routing", "moe", {C::MoeRoute}, Role::Middle)},
        {"experts", makeClass("MoE GEMM", "moe", {C::MoeGemm}, Role::Main)},
        {"finalize", makeClass("MoE Finalize", "moe", {C::MoeFinalize}, Role::Helper, {}, C::MoeGemm)},
        {"comm", makeClass("All-reduce", "communication", {C::Communication}, Role::Main)},
        {"quant", makeClass("Quantization", "quantization", {C::Quantization}, Role::Middle)},
        {"embed", makeClass("Embedding", "memory", {C::Embedding}, Role::Middle)},
        {"sample", makeClass("Sampling", "sampling", {C::Sampling}, Role::Middle)},
        {"other", makeClass("Other", "other", {C::Other}, Role::Middle)},
    };
    return classes;
}

struct Word {
    std::string kind;
    std::string name;
    std::string module;
    std::string op;
    Nanoseconds durationNs = 0;
};

/// Cuts off what follows the last `mark`.
std::string takeBehind(std::string& text, char mark) {
    const std::size_t at = text.rfind(mark);
    if (at == std::string::npos) {
        return {};
    }
    std::string behind = text.substr(at + 1);
    text.resize(at);
    return behind;
}

Word parseWord(std::string text, std::string_view vendor) {
    Word word;
    const std::string duration = takeBehind(text, '=');
    word.module = takeBehind(text, '~');
    word.op = takeBehind(word.module, ':');
    word.name = takeBehind(text, '@');
    word.kind = text;
    const auto found = classesByWord().find(word.kind);
    if (found == classesByWord().end()) {
        throw std::invalid_argument("no such kind: " + word.kind);
    }
    word.name = word.name.empty() ? word.kind + '_' + std::string(vendor) : word.name;
    word.durationNs = !duration.empty()                  ? std::stoll(duration) * 1000
                      : found->second.role == Role::Main ? 100'000
                                                         : 10'000;
    return word;
}

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(' ');
    return begin == std::string::npos ? std::string{}
                                      : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

Section sectionOf(const std::string& name) {
    Section section;
    section.name = name;
    const std::size_t space = name.find(' ');
    const std::string first = name.substr(0, space);
    const std::uint32_t number =
        space == std::string::npos ? 0 : static_cast<std::uint32_t>(std::stoul(name.substr(space)));
    static const std::map<std::string, SectionKind> kinds{
        {"whole", SectionKind::Whole},     {"prologue", SectionKind::Prologue},
        {"layer", SectionKind::Layer},     {"epilogue", SectionKind::Epilogue},
        {"earlier", SectionKind::Earlier}, {"outside", SectionKind::Outside},
    };
    section.kind = kinds.at(first);
    section.layer = number;
    return section;
}

class Sketcher {
public:
    explicit Sketcher(std::string_view vendor) : m_vendor(vendor) {
        for (const auto& [word, kernelClass] : classesByWord()) {
            m_classOf.emplace(word, ClassId(m_analyzed->classes.classes.size()));
            m_analyzed->classes.classes.push_back(kernelClass);
        }
    }

    std::shared_ptr<const AnalyzedTrace> sketch(std::string_view text) {
        std::istringstream lines{std::string(text)};
        std::vector<std::string> steps;
        for (std::string line; std::getline(lines, line);) {
            if (!trimmed(line).empty()) {
                steps.push_back(line);
            }
        }
        for (const std::string& line : steps) {
            addStep(line, steps.size() > 1);
        }
        finish();
        return m_analyzed;
    }

private:
    void addStep(const std::string& line, bool hasSteps) {
        const StepId step = hasSteps ? StepId(m_analyzed->steps.steps.size()) : StepId{};
        if (hasSteps) {
            m_analyzed->steps.source = StepSource::Annotations;
            m_analyzed->steps.steps.push_back(
                {"step " + std::to_string(step.index()), Phase::Decode, m_nowNs});
        }
        std::istringstream parts(line);
        for (std::string part; std::getline(parts, part, '|');) {
            const std::size_t colon = part.find(':');
            const std::string name = trimmed(part.substr(0, colon));
            const StepId own = name == "outside" ? StepId{} : step;
            const auto begin = static_cast<std::uint32_t>(m_analyzed->sections.sequence.size());
            std::istringstream words(part.substr(colon + 1));
            for (std::string word; words >> word;) {
                addKernel(parseWord(word, m_vendor), own);
            }
            m_analyzed->sections.instances.push_back(
                {sectionId(name), own, begin,
                 static_cast<std::uint32_t>(m_analyzed->sections.sequence.size())});
        }
    }

    SectionId sectionId(const std::string& name) {
        std::vector<Section>& sections = m_analyzed->sections.sections;
        for (std::size_t i = 0; i < sections.size(); ++i) {
            if (sections[i].name == name) {
                return SectionId(i);
            }
        }
        sections.push_back(sectionOf(name));
        if (sections.back().kind == SectionKind::Layer) {
            m_analyzed->sections.source = LayerSource::Repetition;
        }
        return SectionId(sections.size() - 1);
    }

    void addKernel(const Word& word, StepId step) {
        GpuActivities& gpu = m_trace->gpu;
        const ActivityId id(gpu.size());
        gpu.kind.push_back(ActivityKind::Kernel);
        gpu.name.push_back(m_trace->strings.intern(word.name));
        gpu.startNs.push_back(m_nowNs);
        gpu.durationNs.push_back(word.durationNs);
        gpu.correlation.push_back(static_cast<std::int64_t>(id.index()) + 1);
        gpu.externalId.push_back(kAbsentNumber);
        gpu.device.push_back(0);
        gpu.stream.push_back(7);
        gpu.rank.push_back(0);
        gpu.config.emplace_back();
        gpu.fault.push_back(TimeFault::None);
        gpu.launch.emplace_back();
        gpu.frame.emplace_back();
        gpu.stack.emplace_back();
        gpu.modulePath.push_back(word.module.empty() ? StringId{} : m_trace->strings.intern(word.module));
        addOp(word);
        m_nowNs += word.durationNs + 1000;
        m_analyzed->classes.ofActivity.push_back(m_classOf.at(word.kind));
        m_analyzed->names.push_back(gpu.name.back());
        m_analyzed->order.push_back(id);
        m_analyzed->steps.ofActivity.push_back(step);
        m_analyzed->sections.instanceOf.push_back(
            static_cast<std::uint32_t>(m_analyzed->sections.instances.size()));
        m_analyzed->sections.sequence.push_back(id);
    }

    void addOp(const Word& word) {
        const std::string key = word.module + ':' + word.op;
        if (word.op.empty()) {
            m_trace->gpu.op.emplace_back();
            m_trace->gpu.outermostOp.emplace_back();
            m_lastOp.clear();
            return;
        }
        if (key != m_lastOp) {
            m_trace->ops.name.push_back(m_trace->strings.intern(word.op));
            m_lastOp = key;
        }
        m_trace->gpu.op.emplace_back(m_trace->ops.name.size() - 1);
        m_trace->gpu.outermostOp.push_back(m_trace->gpu.op.back());
    }

    void finish() {
        m_trace->ranks.emplace_back();
        m_analyzed->sections.groups.push_back({"layer", 0, 1});
        m_analyzed->trace = m_trace;
    }

    std::string m_vendor;
    std::map<std::string, ClassId, std::less<>> m_classOf;
    std::shared_ptr<Trace> m_trace = std::make_shared<Trace>();
    std::shared_ptr<AnalyzedTrace> m_analyzed = std::make_shared<AnalyzedTrace>();
    std::string m_lastOp;
    Nanoseconds m_nowNs = 1'000'000;
};

/// The kinds of the kernels of a pair in its first section instance.
std::string printSide(const AnalyzedTrace& trace, const std::vector<ActivityId>& activities) {
    std::string text;
    for (const ActivityId id : activities) {
        const std::vector<std::uint32_t>& instanceOf = trace.sections.instanceOf;
        if (instanceOf[id.index()] != instanceOf[activities.front().index()]) {
            break;
        }
        const std::string name(trace.trace->text(trace.names[id.index()]));
        text += (text.empty() ? "" : " + ") + name.substr(0, name.find('_'));
    }
    return text.empty() ? "-" : text;
}

} // namespace

std::shared_ptr<const AnalyzedTrace> sketchTrace(std::string_view text, std::string_view vendor) {
    return Sketcher(vendor).sketch(text);
}

SketchedSides::SketchedSides(std::string_view a, std::string_view b, std::string_view vendorA,
                             std::string_view vendorB)
    : SketchedSides(sketchTrace(a, vendorA), sketchTrace(b, vendorB)) {}

SketchedSides::SketchedSides(std::shared_ptr<const AnalyzedTrace> a, std::shared_ptr<const AnalyzedTrace> b)
    : traces{std::move(a), std::move(b)} {
    auto selected = selectActivities(*traces.a, *traces.b, {});
    selections = selected.value();
}

std::vector<std::string> printPairs(const SketchedSides& sides, const Alignment& alignment) {
    std::vector<std::string> lines;
    for (const KernelPair& pair : alignment.pairs) {
        lines.push_back(pair.layer + ": " + printSide(*sides.traces.a, pair.activities.a) + " | " +
                        printSide(*sides.traces.b, pair.activities.b));
    }
    return lines;
}

} // namespace diptych::test
