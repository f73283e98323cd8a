#include "core/analysis/kernel_classifier.h"

#include "core/analysis/kernel_components.h"
#include "core/analysis/kernel_name.h"
#include "core/analysis/kernel_token.h"
#include "core/analysis/literal_filter.h"
#include "core/analysis/pattern.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace diptych {

namespace {

constexpr const char* kCopyOperation = "Copy/Memory";
constexpr const char* kMemoryCategory = "memory";

struct CompiledRule {
    Pattern pattern;
    Platform platform = Platform::Unknown; ///< Unknown: for every platform
    Components components;                 ///< as the rule names them; empty: derived
};

struct CompiledRules {
    std::vector<CompiledRule> list;
    LiteralFilter filter{{}};
};

Error atRule(const RuleTable& table, const char* kind, std::size_t index, const std::string& what) {
    const std::string where = std::string(kind) + " " + std::to_string(index + 1);
    return Error{ErrorCode::BadRules, table.source, std::nullopt, where + ": " + what, {}};
}

Result<CompiledRules> compileRules(const RuleTable& table, const std::vector<Rule>& rules, const char* kind) {
    CompiledRules compiled;
    compiled.list.reserve(rules.size());
    std::vector<std::string_view> texts;
    for (const Rule& rule : rules) {
        Result<Pattern> pattern = Pattern::compile(rule.pattern);
        if (!pattern) {
            return atRule(table, kind, compiled.list.size(),
                          pattern.error().reason + " '" + rule.pattern + "'");
        }
        CompiledRule entry{std::move(pattern).value(), Platform::Unknown, {}};
        if (rule.vendor == "AMD") {
            entry.platform = Platform::Amd;
        } else if (rule.vendor == "NVIDIA") {
            entry.platform = Platform::Nvidia;
        }
        for (const std::string& name : rule.components) {
            if (const std::optional<Component> component = componentOf(name)) {
                entry.components.insert(*component);
            }
        }
        compiled.list.push_back(std::move(entry));
        texts.push_back(rule.pattern);
    }
    compiled.filter = LiteralFilter(texts);
    return compiled;
}

Failure checkSteps(const RuleTable& table) {
    for (std::size_t index = 0; index < table.steps.size(); ++index) {
        const Result<Pattern> pattern = Pattern::compile(table.steps[index].pattern);
        if (!pattern) {
            return atRule(table, "step pattern", index,
                          pattern.error().reason + " '" + table.steps[index].pattern + "'");
        }
    }
    return std::nullopt;
}

/// The first rule that matches, and the first that was given up before it.
struct Hit {
    std::int32_t rule = -1;
    std::int32_t ranAway = -1;
};

Hit firstHit(const CompiledRules& rules, std::string_view name, Platform platform) {
    Hit hit;
    for (const std::uint32_t index : rules.filter.candidates(name.substr(0, Pattern::kSearchedBytes))) {
        const CompiledRule& rule = rules.list[index];
        const bool isForeign =
            rule.platform != Platform::Unknown && platform != Platform::Unknown && rule.platform != platform;
        if (isForeign) {
            continue;
        }
        const MatchOutcome outcome = rule.pattern.search(name);
        if (outcome == MatchOutcome::Match) {
            hit.rule = static_cast<std::int32_t>(index);
            return hit;
        }
        if (outcome == MatchOutcome::RanAway && hit.ranAway < 0) {
            hit.ranAway = static_cast<std::int32_t>(index);
        }
    }
    return hit;
}

std::string beginning(std::string_view name) {
    constexpr std::size_t kShown = 80;
    return name.size() <= kShown ? std::string(name) : std::string(name.substr(0, kShown)) + "...";
}

/// What an activity is classified by.
struct Subject {
    StringId name;
    StringId cpuOp; ///< invalid: has no say
    bool isTransfer = false;

    friend bool operator==(const Subject&, const Subject&) = default;
};

KernelClass asTransfer(KernelClass kernelClass, std::string_view name) {
    if (kernelClass.category != kMemoryCategory) {
        kernelClass = {};
        kernelClass.operation = kCopyOperation;
        kernelClass.category = kMemoryCategory;
        kernelClass.token = kernelToken(kCopyOperation, kMemoryCategory, name);
        deriveComponents(kernelClass, name, {});
    }
    kernelClass.isTransfer = true;
    return kernelClass;
}

/// Numbers the distinct subjects in order of first appearance: an array by name leads to them, no hashing.
/// Few share a name, so that the chain behind it is short.
class Subjects {
public:
    explicit Subjects(std::size_t strings) : m_first(strings + 1, kNone) {}

    std::uint32_t indexOf(const Subject& subject) {
        std::uint32_t& first = m_first[subject.name ? subject.name.index() : m_first.size() - 1];
        for (std::uint32_t i = first; i != kNone; i = m_next[i]) {
            if (m_subjects[i] == subject) {
                return i;
            }
        }
        m_next.push_back(first);
        m_subjects.push_back(subject);
        first = static_cast<std::uint32_t>(m_subjects.size() - 1);
        return first;
    }
    [[nodiscard]] const std::vector<Subject>& list() const { return m_subjects; }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    std::vector<std::uint32_t> m_first; ///< by name: index into m_subjects; the last: no name
    std::vector<std::uint32_t> m_next;
    std::vector<Subject> m_subjects;
};

/// The classes of many subjects, on several threads when there are many.
Result<std::vector<KernelClass>> classifySubjects(const Trace& trace, const KernelClassifier& classifier,
                                                  const std::vector<Subject>& subjects) {
    constexpr std::size_t kBatch = 256;
    std::vector<KernelClass> classes(subjects.size());
    std::vector<Failure> failures((subjects.size() + kBatch - 1) / kBatch);
    parallelFor(failures.size(), hardwareThreads(), [&](std::size_t batch) {
        const std::size_t end = std::min(subjects.size(), (batch + 1) * kBatch);
        for (std::size_t index = batch * kBatch; index < end && !failures[batch]; ++index) {
            const std::string_view name = trace.text(subjects[index].name);
            Result<KernelClass> kernelClass =
                classifier.tryClassify(name, trace.text(subjects[index].cpuOp), trace.metadata.platform);
            if (!kernelClass) {
                failures[batch] = kernelClass.error();
            } else if (subjects[index].isTransfer) {
                classes[index] = asTransfer(std::move(kernelClass).value(), name);
            } else {
                classes[index] = std::move(kernelClass).value();
            }
        }
    });
    for (const Failure& failure : failures) {
        if (failure) {
            return *failure;
        }
    }
    return classes;
}

/// Equal classes once, in order of first appearance.
class ClassTable {
public:
    explicit ClassTable(std::vector<KernelClass>& classes) : m_classes(classes) {}

    ClassId idOf(const KernelClass& kernelClass) {
        const auto [begin, end] = m_ids.equal_range(kernelClass.token);
        for (auto place = begin; place != end; ++place) {
            if (m_classes[place->second.index()] == kernelClass) {
                return place->second;
            }
        }
        const ClassId id(m_classes.size());
        m_classes.push_back(kernelClass);
        m_ids.emplace(kernelClass.token, id);
        return id;
    }

private:
    std::vector<KernelClass>& m_classes;
    std::unordered_multimap<std::string, ClassId> m_ids;
};

} // namespace

struct KernelClassifier::Impl {
    RuleTable table;
    CompiledRules rules;
    CompiledRules cpuOpRules;

    [[nodiscard]] KernelClass byName(std::string_view name, Hit hit) const;
    [[nodiscard]] std::optional<KernelClass> byCpuOp(std::string_view cpuOp, const KernelClass& byName,
                                                     Hit hit) const;
};

KernelClass KernelClassifier::Impl::byName(std::string_view name, Hit hit) const {
    KernelClass result;
    result.rule = hit.rule;
    if (hit.rule < 0) {
        result.operation = result.token = "Other";
        result.category = "other";
        deriveComponents(result, name, {});
        return result;
    }
    const auto index = static_cast<std::size_t>(hit.rule);
    result.operation = table.rules[index].operation;
    result.category = table.rules[index].category;
    result.isTransfer = table.rules[index].transfer;
    result.token = kernelToken(result.operation, result.category, name);
    deriveComponents(result, name, rules.list[index].components);
    return result;
}

std::optional<KernelClass> KernelClassifier::Impl::byCpuOp(std::string_view cpuOp, const KernelClass& byName,
                                                           Hit hit) const {
    if (hit.rule < 0) {
        return std::nullopt;
    }
    const auto index = static_cast<std::size_t>(hit.rule);
    KernelClass result;
    result.rule = hit.rule;
    result.byCpuOp = true;
    result.operation = table.cpuOpRules[index].operation;
    result.category = table.cpuOpRules[index].category;
    result.token = cpuOpToken(result.operation, result.category, cpuOp);
    deriveComponents(result, cpuOp, cpuOpRules.list[index].components);
    // The little kernels that an operator such as mm launches besides its own stay what their names say.
    if (byName.rule >= 0 && (result.role == Role::Main || result.role == Role::Helper)) {
        return std::nullopt;
    }
    return result;
}

KernelClassifier::KernelClassifier(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
KernelClassifier::KernelClassifier(KernelClassifier&&) noexcept = default;
KernelClassifier& KernelClassifier::operator=(KernelClassifier&&) noexcept = default;
KernelClassifier::~KernelClassifier() = default;

Result<KernelClassifier> KernelClassifier::compile(RuleTable table) {
    Result<CompiledRules> rules = compileRules(table, table.rules, "rule");
    if (!rules) {
        return rules.error();
    }
    Result<CompiledRules> cpuOpRules = compileRules(table, table.cpuOpRules, "CPU op rule");
    if (!cpuOpRules) {
        return cpuOpRules.error();
    }
    if (Failure failure = checkSteps(table)) {
        return *std::move(failure);
    }
    auto impl = std::make_unique<Impl>();
    impl->table = std::move(table);
    impl->rules = std::move(rules).value();
    impl->cpuOpRules = std::move(cpuOpRules).value();
    return KernelClassifier(std::move(impl));
}

const KernelClassifier& KernelClassifier::builtIn() {
    static const KernelClassifier classifier = [] {
        Result<KernelClassifier> compiled = compile(defaultRules());
        return compiled ? std::move(compiled).value() : KernelClassifier(std::make_unique<Impl>());
    }();
    return classifier;
}

Result<KernelClass> KernelClassifier::tryClassify(std::string_view name, std::string_view cpuOp,
                                                  Platform platform) const {
    const std::string searched = searchableName(name.substr(0, Pattern::kSearchedBytes));
    const Hit hit = firstHit(m_impl->rules, searched, platform);
    if (hit.ranAway >= 0) {
        return atRule(m_impl->table, "rule", static_cast<std::size_t>(hit.ranAway),
                      "the pattern runs away on the name '" + beginning(searched) + "': '" +
                          m_impl->table.rules[static_cast<std::size_t>(hit.ranAway)].pattern + "'");
    }
    KernelClass byName = m_impl->byName(searched, hit);
    if (cpuOp.empty() || !asksCpuOp(byName)) {
        return byName;
    }
    const Hit opHit = firstHit(m_impl->cpuOpRules, cpuOp, platform);
    if (opHit.ranAway >= 0) {
        return atRule(m_impl->table, "CPU op rule", static_cast<std::size_t>(opHit.ranAway),
                      "the pattern runs away on the CPU op '" + beginning(cpuOp) + "'");
    }
    std::optional<KernelClass> byCpuOp = m_impl->byCpuOp(cpuOp, byName, opHit);
    return byCpuOp ? *std::move(byCpuOp) : byName;
}

KernelClass KernelClassifier::classify(std::string_view name, std::string_view cpuOp,
                                       Platform platform) const {
    const std::string searched = searchableName(name.substr(0, Pattern::kSearchedBytes));
    KernelClass byName = m_impl->byName(searched, firstHit(m_impl->rules, searched, platform));
    if (cpuOp.empty() || !asksCpuOp(byName)) {
        return byName;
    }
    std::optional<KernelClass> byCpuOp =
        m_impl->byCpuOp(cpuOp, byName, firstHit(m_impl->cpuOpRules, cpuOp, platform));
    return byCpuOp ? *std::move(byCpuOp) : byName;
}

bool KernelClassifier::asksCpuOp(const KernelClass& byName) const {
    if (byName.rule < 0) {
        return true;
    }
    return m_impl->table.rules[static_cast<std::size_t>(byName.rule)].generic &&
           byName.token == byName.operation;
}

const RuleTable& KernelClassifier::table() const {
    return m_impl->table;
}

Result<Classification> classifyTrace(const Trace& trace, const KernelClassifier& classifier, bool namesOnly) {
    const std::size_t count = trace.gpu.size();
    const auto nameOf = [&](std::size_t index) {
        return Subject{trace.gpu.name[index], {}, trace.gpu.kind[index] != ActivityKind::Kernel};
    };
    Subjects names(trace.strings.size());
    std::vector<std::uint32_t> subjectOf(count);
    for (std::size_t index = 0; index < count; ++index) {
        subjectOf[index] = names.indexOf(nameOf(index));
    }
    Result<std::vector<KernelClass>> byName = classifySubjects(trace, classifier, names.list());
    if (!byName) {
        return byName.error();
    }
    std::vector<KernelClass> found = std::move(byName).value();

    const bool hasOps = !namesOnly && trace.gpu.op.size() == count;
    if (hasOps) {
        Subjects inOps(trace.strings.size());
        const auto offset = static_cast<std::uint32_t>(found.size());
        for (std::size_t index = 0; index < count; ++index) {
            Subject subject = nameOf(index);
            const OpId op = trace.gpu.op[index];
            if (op && !subject.isTransfer && classifier.asksCpuOp(found[subjectOf[index]])) {
                subject.cpuOp = trace.ops.name[op.index()];
                subjectOf[index] = offset + inOps.indexOf(subject);
            }
        }
        Result<std::vector<KernelClass>> byOp = classifySubjects(trace, classifier, inOps.list());
        if (!byOp) {
            return byOp.error();
        }
        found.insert(found.end(), std::make_move_iterator(byOp.value().begin()),
                     std::make_move_iterator(byOp.value().end()));
    }

    Classification result;
    ClassTable table(result.classes);
    std::vector<ClassId> idOfSubject(found.size());
    result.ofActivity.reserve(count);
    for (const std::uint32_t subject : subjectOf) {
        if (!idOfSubject[subject]) {
            idOfSubject[subject] = table.idOf(found[subject]);
        }
        result.ofActivity.push_back(idOfSubject[subject]);
    }
    return result;
}

} // namespace diptych
