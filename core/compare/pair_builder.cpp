#include "core/compare/pair_builder.h"

#include "core/base/parallel.h"
#include "core/compare/gemm_role.h"
#include "core/compare/mode_counter.h"
#include "core/compare/pair_sums.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace diptych {

namespace {

/// Counts and times by name; few distinct ones are expected.
class NameTally {
public:
    void add(TextRank name, Nanoseconds durationNs, bool isInSteps) {
        if (m_last >= m_entries.size() || m_entries[m_last].name != name) {
            const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                            [&](const Entry& entry) { return entry.name == name; });
            m_last = static_cast<std::size_t>(found - m_entries.begin());
            if (found == m_entries.end()) {
                m_entries.push_back({name, {}});
            }
        }
        NameShare& share = m_entries[m_last].share;
        ++share.count;
        share.totalNs += durationNs;
        share.insideStepsCount += isInSteps ? 1 : 0;
        share.insideStepsNs += isInSteps ? durationNs : 0;
    }
    /// The commonest name first; ties by time, then by name.
    [[nodiscard]] std::vector<NameShare> shares(const WorkVocabulary& vocabulary) {
        std::vector<NameShare> shares;
        for (Entry& entry : m_entries) {
            entry.share.name = vocabulary.text(entry.name);
            shares.push_back(std::move(entry.share));
        }
        std::sort(shares.begin(), shares.end(), [](const NameShare& x, const NameShare& y) {
            return std::tie(y.count, y.totalNs, x.name) < std::tie(x.count, x.totalNs, y.name);
        });
        return shares;
    }

private:
    struct Entry {
        TextRank name;
        NameShare share;
    };
    std::vector<Entry> m_entries;
    std::size_t m_last = 0;
};

/// One side of one column while its kernels are gathered.
struct Gathered {
    std::vector<Nanoseconds> instanceNs;
    NameTally names;
    ModeCounter kernels; ///< of an instance
    Nanoseconds currentNs = 0;
    std::uint32_t currentKernels = 0;
    bool isCurrentSummed = false;
};

/// What the builder hands back beyond the pairs: each side's time inside the steps, for figures that sum.
struct SectionPairs {
    std::vector<KernelPair> pairs;
    PerSide<std::vector<Nanoseconds>> insideStepsNs;
};

class SectionBuilder {
public:
    SectionBuilder(const WorkVocabulary& vocabulary, const ComparedSides& sides,
                   const PerSide<const Sections*>& sections, const AlignmentPlan& plan, std::size_t index)
        : m_vocabulary(vocabulary), m_sides(sides), m_sections(sections), m_plan(plan),
          m_matched(plan.sections[index]), m_alignment(plan.alignments[plan.alignmentOf[index]]) {}

    SectionPairs build() {
        m_built.pairs.resize(m_alignment.columns.size());
        for (const Side side : kSides) {
            m_gathered[side].resize(m_alignment.columns.size());
            m_built.insideStepsNs[side].assign(m_alignment.columns.size(), 0);
            if (m_matched.sections[side].isValid()) {
                gather(side);
            }
            findRoles(side);
        }
        for (std::uint32_t column = 0; column < m_alignment.columns.size(); ++column) {
            describe(column);
        }
        dropEmpty();
        return std::move(m_built);
    }

private:
    void gather(Side side) {
        const TemplateSet& set = m_plan.templates[side];
        const std::vector<std::uint32_t>& columnOf = m_alignment.columnOf[side];
        const std::vector<std::uint32_t>& instances = set.instancesOf[m_matched.sections[side].index()];
        const GpuActivities& gpu = m_sides.traces[side]->trace->gpu;
        std::vector<Gathered>& gathered = m_gathered[side];
        std::vector<std::uint32_t> touched;
        for (const std::uint32_t index : instances) {
            const PlacedInstance& instance = set.instances[index];
            const std::vector<std::uint32_t>& slots = set.variants[instance.variant];
            for (std::uint32_t at = instance.begin; at < instance.end; ++at) {
                const ActivityId id = set.activities[at];
                const std::uint32_t column = columnOf[slots[at - instance.begin]];
                m_built.pairs[column].activities[side].push_back(id);
                Gathered& own = gathered[column];
                if (own.currentKernels++ == 0) {
                    touched.push_back(column);
                }
                if (!gpu.isSummed(id)) {
                    continue;
                }
                const Nanoseconds ns = gpu.durationNs[id.index()];
                const bool isInSteps = m_sides.selections[side]->isInSteps[id.index()] != 0;
                own.isCurrentSummed = true;
                own.names.add(m_vocabulary.work[side][id.index()].name, ns, isInSteps);
                m_built.insideStepsNs[side][column] += isInSteps ? ns : 0;
                own.currentNs += ns;
            }
            for (const std::uint32_t column : touched) {
                closeInstance(gathered[column]);
            }
            touched.clear();
        }
    }

    /// An instance of which no kernel has a usable time counts its kernels, not its time.
    static void closeInstance(Gathered& own) {
        own.kernels.add(own.currentKernels);
        if (own.isCurrentSummed) {
            own.instanceNs.push_back(own.currentNs);
        }
        own.currentNs = 0;
        own.currentKernels = 0;
        own.isCurrentSummed = false;
    }

    void findRoles(Side side) {
        const SectionTemplate& sectionTemplate = m_plan.templateOf(m_matched, side);
        if (m_matched.sections[side].isValid()) {
            const Section& section = m_sections[side]->sections[m_matched.sections[side].index()];
            m_roles[side] = gemmRoles(m_vocabulary, sectionTemplate.items, section.kind);
        }
        m_roles[side].resize(sectionTemplate.slots());
    }

    [[nodiscard]] const WorkKind& kind(Side side, std::uint32_t slot) const {
        return m_vocabulary.kindOf(m_plan.templateOf(m_matched, side).slot(slot).work);
    }

    [[nodiscard]] std::optional<std::uint32_t> leading(Side side, const AlignedSlots& aligned) const {
        return leadingSlot(m_vocabulary, m_plan.templateOf(m_matched, side), aligned.slots[side]);
    }

    void describe(std::uint32_t index) {
        const TemplateColumn& column = m_alignment.columns[index];
        KernelPair& pair = m_built.pairs[index];
        pair.layer = m_matched.name;
        for (const Side side : kSides) {
            Gathered& own = m_gathered[side][index];
            pair.kernels[side] = own.kernels.mode();
            pair.stats[side] = durationStats(own.instanceNs);
            pair.names[side] = own.names.shares(m_vocabulary);
        }
        judge(column, pair);
        nameOperation(column.aligned, pair);
        pair.ratio = ratioOf(pair.stats.a.meanNs, pair.stats.b.meanNs);
        pair.withinNoise = isWithinNoise(pair.stats);
        pair.sameKernel = hasSameKernels(pair);
    }

    static void judge(const TemplateColumn& column, KernelPair& pair) {
        if (pair.presence() != Presence::Both) {
            pair.confidence = 0;
            pair.reason = "no counterpart";
            return;
        }
        const bool isSingle = pair.kernels.a == 1 && pair.kernels.b == 1;
        const Confidence& confidence = isSingle ? column.ofSingle : column.ofGroup;
        pair.confidence = confidence.value;
        if (!isSingle) {
            pair.reason = std::to_string(pair.kernels.a) + ':' + std::to_string(pair.kernels.b) + " group: ";
        }
        pair.reason += confidence.reason;
    }

    /// What the pair's kernels do where most sections have this work: sections share a template, and the
    /// first layer's norm has no residual to add. If none of them does, what most of their time goes to.
    [[nodiscard]] const WorkKind& kindHere(Side side, const WorkKind& usual, const KernelPair& pair) const {
        const GpuActivities& gpu = m_sides.traces[side]->trace->gpu;
        std::map<TextRank, std::pair<Nanoseconds, const WorkKind*>> byOperation;
        for (const ActivityId id : pair.activities[side]) {
            const WorkKind& own = m_vocabulary.kindOf(m_vocabulary.work[side][id.index()]);
            if (own.operation == usual.operation) {
                return own;
            }
            auto& [ns, kind] = byOperation.try_emplace(own.operation, 0, &own).first->second;
            ns += gpu.isSummed(id) ? gpu.durationNs[id.index()] : 0;
        }
        const auto dearest =
            std::max_element(byOperation.begin(), byOperation.end(),
                             [](const auto& x, const auto& y) { return x.second.first < y.second.first; });
        return dearest == byOperation.end() ? usual : *dearest->second.second;
    }

    struct Naming {
        Side side = Side::A;
        std::uint32_t slot = 0;
        Nanoseconds meanNs = 0;
        const WorkKind* kind = nullptr;
    };

    /// Whether `x` does all that `y` does, and more.
    [[nodiscard]] static bool doesMore(const Naming& x, const Naming& y) {
        const Components &all = x.kind->components, &some = y.kind->components;
        return !some.isEmpty() && (some - all).isEmpty() && !(all - some).isEmpty();
    }

    /// Whether `x` names the pair rather than `y`: in a group the one that does the work of several kernels
    /// of the other side; else the dearer one; when both cost the same, the one whose operation comes first
    /// in the alphabet.
    [[nodiscard]] static bool namesRather(const Naming& x, const Naming& y, const KernelPair& pair) {
        if (pair.kernels.a != pair.kernels.b && doesMore(x, y) != doesMore(y, x)) {
            return doesMore(x, y);
        }
        return std::pair(-x.meanNs, x.kind->operation) < std::pair(-y.meanNs, y.kind->operation);
    }

    /// Operation, category and role come from the main kernel of one side.
    void nameOperation(const AlignedSlots& aligned, KernelPair& pair) const {
        std::optional<Naming> best;
        for (const Side side : kSides) {
            const auto slot = leading(side, aligned);
            if (!slot || pair.activities[side].empty()) {
                continue;
            }
            const Naming naming{side, *slot, pair.stats[side].meanNs.value_or(0),
                                &kindHere(side, kind(side, *slot), pair)};
            if (!best || namesRather(naming, *best, pair)) {
                best = naming;
            }
        }
        if (!best) {
            return;
        }
        pair.operation = m_vocabulary.text(best->kind->operation);
        pair.category = m_vocabulary.text(best->kind->category);
        pair.role = m_roles[best->side][best->slot];
        const auto opposite = leading(other(best->side), aligned);
        if (pair.role.empty() && opposite) {
            pair.role = m_roles[other(best->side)][*opposite];
        }
    }

    /// One kernel against one of the same name.
    [[nodiscard]] static bool hasSameKernels(const KernelPair& pair) {
        return pair.kernels.a == 1 && pair.kernels.b == 1 && !pair.names.a.empty() && !pair.names.b.empty() &&
               pair.names.a.front().name == pair.names.b.front().name;
    }

    /// Slots of a shared template that this section never fills make no pair. Positions count the pairs that
    /// are left.
    void dropEmpty() {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m_built.pairs.size(); ++i) {
            if (m_built.pairs[i].activities.a.empty() && m_built.pairs[i].activities.b.empty()) {
                continue;
            }
            m_built.pairs[i].position = static_cast<std::uint32_t>(kept);
            m_built.pairs[i].id = m_matched.name + "/" + std::to_string(kept);
            if (kept != i) {
                m_built.pairs[kept] = std::move(m_built.pairs[i]);
                m_built.insideStepsNs.a[kept] = m_built.insideStepsNs.a[i];
                m_built.insideStepsNs.b[kept] = m_built.insideStepsNs.b[i];
            }
            ++kept;
        }
        m_built.pairs.resize(kept);
        m_built.insideStepsNs.a.resize(kept);
        m_built.insideStepsNs.b.resize(kept);
    }

    const WorkVocabulary& m_vocabulary;
    const ComparedSides& m_sides;
    const PerSide<const Sections*>& m_sections;
    const AlignmentPlan& m_plan;
    const MatchedSection& m_matched;
    const TemplateAlignment& m_alignment;
    SectionPairs m_built;
    PerSide<std::vector<Gathered>> m_gathered;      ///< by column
    PerSide<std::vector<std::string_view>> m_roles; ///< by slot
};

/// The layer group of a matched section; empty for what is no layer.
std::string groupName(const MatchedSection& matched, const PerSide<const Sections*>& sections) {
    PerSide<std::string> names;
    PerSide<bool> isByModules{};
    for (const Side side : kSides) {
        if (!matched.sections[side].isValid()) {
            continue;
        }
        const Section& section = sections[side]->sections[matched.sections[side].index()];
        if (section.kind == SectionKind::Layer && section.group < sections[side]->groups.size()) {
            names[side] = sections[side]->groups[section.group].name;
            isByModules[side] = sections[side]->source == LayerSource::Modules;
        }
    }
    if (isByModules.a != isByModules.b) {
        return isByModules.a ? names.a : names.b;
    }
    return names.a.empty() || (!names.b.empty() && names.b < names.a) ? names.b : names.a;
}

std::vector<AlignedSection> outline(const AlignmentPlan& plan, const PerSide<const Sections*>& sections) {
    std::vector<AlignedSection> result;
    std::map<std::string, std::map<std::uint32_t, std::uint32_t>> typesOfGroup;
    for (std::size_t i = 0; i < plan.sections.size(); ++i) {
        AlignedSection& section = result.emplace_back();
        section.name = plan.sections[i].name;
        section.group = groupName(plan.sections[i], sections);
        if (!section.group.empty()) {
            auto& types = typesOfGroup[section.group];
            const auto next = static_cast<std::uint32_t>(types.size());
            section.type = types.try_emplace(plan.alignmentOf[i], next).first->second;
        }
    }
    return result;
}

} // namespace

Alignment buildPairs(const WorkVocabulary& vocabulary, const ComparedSides& sides,
                     const PerSide<const Sections*>& sections, const AlignmentPlan& plan, unsigned threads) {
    std::vector<SectionPairs> built(plan.sections.size());
    parallelFor(built.size(), threads, [&](std::size_t i) {
        built[i] = SectionBuilder(vocabulary, sides, sections, plan, i).build();
    });
    Alignment alignment;
    alignment.sections = outline(plan, sections);
    PerSide<std::vector<Nanoseconds>> insideStepsNs;
    for (SectionPairs& section : built) {
        std::move(section.pairs.begin(), section.pairs.end(), std::back_inserter(alignment.pairs));
        for (const Side side : kSides) {
            insideStepsNs[side].insert(insideStepsNs[side].end(), section.insideStepsNs[side].begin(),
                                       section.insideStepsNs[side].end());
        }
    }
    for (const Side side : kSides) {
        const auto stepNs = stepFigures(insideStepsNs[side], sides.selections[side]->stepCount());
        alignment.pairOf[side].resize(sides.traces[side]->trace->gpu.size());
        for (std::size_t i = 0; i < alignment.pairs.size(); ++i) {
            alignment.pairs[i].stats[side].stepNs = stepNs[i];
            for (const ActivityId id : alignment.pairs[i].activities[side]) {
                alignment.pairOf[side][id.index()] = PairId(i);
            }
        }
    }
    for (KernelPair& pair : alignment.pairs) {
        pair.gapNs = gapOf(pair.stats, sides.isPerStep());
    }
    return alignment;
}

} // namespace diptych
