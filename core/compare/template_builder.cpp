#include "core/compare/template_builder.h"

#include "core/analysis/kernel_sequence.h"
#include "core/compare/mode_counter.h"
#include "core/compare/sequence_aligner.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace diptych {

namespace {

constexpr std::uint32_t kNone = TemplateSet::kNone;

/// What is gathered about one slot over its kernels.
struct SlotFigures {
    ModeCounter kinds;
    ModeCounter names;
    ModeCounter places;
    Nanoseconds sumNs = 0;
    std::uint64_t summed = 0;
};

class TemplateBuilder {
public:
    TemplateBuilder(const AnalyzedTrace& trace, const Sections& sections, const Selection& selection,
                    const WorkVocabulary& vocabulary, Side side, const CancelToken& cancel)
        : m_trace(trace), m_sections(sections), m_selection(selection), m_vocabulary(vocabulary),
          m_work(vocabulary.work[side]), m_cancel(cancel) {}

    TemplateSet build() {
        collectInstances();
        indexSequences();
        chooseTypes();
        placeInstances();
        measureSlots();
        return std::move(m_set);
    }

private:
    void collectInstances() {
        m_set.activities.reserve(m_sections.sequence.size());
        m_set.instancesOf.resize(m_sections.sections.size());
        m_set.templateOf.assign(m_sections.sections.size(), kNone);
        for (const SectionInstance& instance : m_sections.instances) {
            PlacedInstance placed{instance.section, instance.step,
                                  static_cast<std::uint32_t>(m_set.activities.size())};
            for (std::uint32_t i = instance.begin; i < instance.end; ++i) {
                const ActivityId id = m_sections.sequence[i];
                if (m_selection.isSelected[id.index()] != 0) {
                    m_set.activities.push_back(id);
                    m_tokens.push_back(m_vocabulary.kindOf(m_work[id.index()]).token);
                }
            }
            placed.end = static_cast<std::uint32_t>(m_set.activities.size());
            if (placed.end > placed.begin) {
                m_set.instancesOf[placed.section.index()].push_back(
                    static_cast<std::uint32_t>(m_set.instances.size()));
                m_set.instances.push_back(placed);
            }
        }
    }

    void indexSequences() {
        m_sequenceOf.reserve(m_set.instances.size());
        for (const PlacedInstance& instance : m_set.instances) {
            m_sequenceOf.push_back(m_index.of(instance.begin, instance.end));
        }
    }

    /// The commonest sequence of a section, ties to the first.
    [[nodiscard]] std::uint32_t modalSequence(const std::vector<std::uint32_t>& instances) const {
        std::unordered_map<std::uint32_t, std::uint32_t> counts;
        for (const std::uint32_t instance : instances) {
            ++counts[m_sequenceOf[instance]];
        }
        std::uint32_t best = m_sequenceOf[instances.front()];
        for (const std::uint32_t instance : instances) {
            if (counts[m_sequenceOf[instance]] > counts[best]) {
                best = m_sequenceOf[instance];
            }
        }
        return best;
    }

    /// Sections whose types may be shared: layers of whatever group (groups of one model fall apart where a
    /// kernel is lost), those of cut-off passes among them.
    [[nodiscard]] static bool isLayer(const Section& section) {
        return section.kind == SectionKind::Layer || section.kind == SectionKind::Earlier ||
               section.kind == SectionKind::Later;
    }

    void chooseTypes() {
        std::vector<std::uint32_t> layers;
        std::vector<std::uint32_t> modal(m_sections.sections.size(), kNone);
        for (std::uint32_t section = 0; section < m_sections.sections.size(); ++section) {
            if (m_set.instancesOf[section].empty()) {
                continue;
            }
            modal[section] = modalSequence(m_set.instancesOf[section]);
            if (isLayer(m_sections.sections[section])) {
                layers.push_back(section);
            } else {
                m_set.templateOf[section] = addType(modal[section]);
            }
        }
        chooseLayerTypes(layers, modal);
        measureRegularity(modal);
    }

    std::uint32_t addType(std::uint32_t sequence) {
        m_types.push_back(sequence);
        return static_cast<std::uint32_t>(m_types.size() - 1);
    }

    /// Sequences that many layers share are types; a rare one that resembles a type is a variant of it.
    void chooseLayerTypes(const std::vector<std::uint32_t>& layers, const std::vector<std::uint32_t>& modal) {
        std::map<std::uint32_t, std::uint32_t> counts; // by sequence id: in order of first appearance
        for (const std::uint32_t section : layers) {
            ++counts[modal[section]];
        }
        const std::uint32_t enough =
            std::max<std::uint32_t>(2, static_cast<std::uint32_t>(layers.size() + 9) / 10);
        std::map<std::uint32_t, std::uint32_t> typeOf;
        std::vector<std::uint32_t> established;
        for (const auto& [sequence, count] : counts) {
            if (count >= enough) {
                typeOf[sequence] = addType(sequence);
                established.push_back(typeOf[sequence]);
            }
        }
        for (const auto& [sequence, count] : counts) {
            if (count < enough) {
                const std::uint32_t like = resemblingType(sequence, established);
                typeOf[sequence] = like != kNone ? like : addType(sequence);
            }
        }
        for (const std::uint32_t section : layers) {
            m_set.templateOf[section] = typeOf[modal[section]];
        }
    }

    /// The established type that a sequence resembles most, ties to the first; kNone when it is a type of its
    /// own.
    [[nodiscard]] std::uint32_t resemblingType(std::uint32_t sequence,
                                               const std::vector<std::uint32_t>& established) {
        constexpr std::size_t kPercent = 75;
        std::uint32_t best = kNone;
        std::size_t bestEqual = 0;
        for (const std::uint32_t type : established) {
            const std::vector<std::uint32_t> slots = slotsIn(m_types[type], sequence);
            const auto placed = static_cast<std::size_t>(
                std::count_if(slots.begin(), slots.end(), [](std::uint32_t slot) { return slot != kNone; }));
            const auto [begin, end] = m_index.place(m_types[type]);
            if (placed > bestEqual && 2 * placed * 100 >= kPercent * (slots.size() + end - begin)) {
                best = type;
                bestEqual = placed;
            }
        }
        return best;
    }

    void measureRegularity(const std::vector<std::uint32_t>& modal) {
        std::map<std::uint32_t, std::uint32_t> sectionsOf;
        for (std::uint32_t section = 0; section < modal.size(); ++section) {
            if (modal[section] != kNone && isLayer(m_sections.sections[section])) {
                ++sectionsOf[modal[section]];
            }
        }
        std::size_t regular = 0;
        std::size_t layered = 0;
        for (std::size_t i = 0; i < m_set.instances.size(); ++i) {
            const std::size_t kernels = m_set.instances[i].end - m_set.instances[i].begin;
            const auto found = sectionsOf.find(m_sequenceOf[i]);
            regular += found != sectionsOf.end() && found->second > 1 ? kernels : 0;
            layered += isLayer(m_sections.sections[m_set.instances[i].section.index()]) ? kernels : 0;
        }
        const auto all = static_cast<double>(std::max<std::size_t>(1, m_set.activities.size()));
        m_set.regularity = static_cast<double>(regular) / all;
        m_set.layered = static_cast<double>(layered) / all;
    }

    /// The kernels of one instance with their shares of its time.
    [[nodiscard]] TemplateItems itemsOf(std::uint32_t begin, std::uint32_t end) const {
        const GpuActivities& gpu = m_trace.trace->gpu;
        TemplateItems items;
        items.reserve(end - begin);
        Nanoseconds total = 0;
        for (std::uint32_t i = begin; i < end; ++i) {
            const ActivityId id = m_set.activities[i];
            items.push_back({m_work[id.index()], gpu.isSummed(id) ? gpu.durationNs[id.index()] : 0});
            total += items.back().meanNs;
        }
        for (TemplateItem& item : items) {
            item.shareMillionths = shareOf(item.meanNs, total);
        }
        return items;
    }

    static std::uint32_t shareOf(Nanoseconds ns, Nanoseconds totalNs) {
        const double share = totalNs > 0 ? static_cast<double>(ns) / static_cast<double>(totalNs) : 0;
        return static_cast<std::uint32_t>(std::clamp(share, 0.0, 1.0) * 1e6);
    }

    /// For every kernel of `sequence` its position in the sequence `pattern`, kNone for what the pattern
    /// lacks.
    [[nodiscard]] std::vector<std::uint32_t> slotsIn(std::uint32_t pattern, std::uint32_t sequence) const {
        const auto [patternBegin, patternEnd] = m_index.place(pattern);
        const auto [begin, end] = m_index.place(sequence);
        std::vector<std::uint32_t> slots(end - begin, kNone);
        const std::uint32_t shorter = std::min(patternEnd - patternBegin, end - begin);
        const auto isEqualAt = [this, x0 = patternBegin, y0 = begin](std::uint32_t x, std::uint32_t y) {
            return m_work[m_set.activities[x0 + x].index()] == m_work[m_set.activities[y0 + y].index()];
        };
        std::uint32_t front = 0;
        while (front < shorter && isEqualAt(front, front)) {
            ++front;
        }
        std::uint32_t back = 0;
        while (back < shorter - front &&
               isEqualAt(patternEnd - patternBegin - 1 - back, end - begin - 1 - back)) {
            ++back;
        }
        // Near the difference likeness of times has a say: of two equal kernels the one that is missing.
        constexpr std::uint32_t kBackOff = 8;
        const bool isSame = front == slots.size() && slots.size() == patternEnd - patternBegin;
        front -= isSame ? 0 : std::min(front, kBackOff);
        back -= std::min(back, kBackOff);
        for (std::uint32_t i = 0; i < front; ++i) {
            slots[i] = i;
        }
        for (std::uint32_t i = 1; i <= back; ++i) {
            slots[slots.size() - i] = patternEnd - patternBegin - i;
        }
        if (!isSame) {
            alignMiddle({patternBegin + front, patternEnd - back}, {begin + front, end - back}, front, slots);
        }
        return slots;
    }

    void alignMiddle(std::pair<std::uint32_t, std::uint32_t> pattern,
                     std::pair<std::uint32_t, std::uint32_t> sequence, std::uint32_t front,
                     std::vector<std::uint32_t>& slots) const {
        const TemplateItems patternItems = itemsOf(pattern.first, pattern.second);
        const TemplateItems items = itemsOf(sequence.first, sequence.second);
        const WorkScorer scorer(m_vocabulary, patternItems, items);
        constexpr AlignmentLimits kNarrow{std::size_t{1} << 18, std::size_t{1} << 24, 64};
        for (const AlignedItems& column : alignSequences(scorer, kNarrow, m_cancel)) {
            if (column.isBoth() && isSameWork(m_vocabulary.kindOf(patternItems[column.a].work),
                                              m_vocabulary.kindOf(items[column.b].work))) {
                slots[front + column.b] = front + column.a;
            }
        }
    }

    /// Gives every instance its variant: the slots of its kernels in its section's template.
    void placeInstances() {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> variantOf;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> keys;
        for (std::size_t i = 0; i < m_set.instances.size(); ++i) {
            PlacedInstance& instance = m_set.instances[i];
            const std::uint32_t type = m_set.templateOf[instance.section.index()];
            const auto [entry, isNew] = variantOf.try_emplace({type, m_sequenceOf[i]}, keys.size());
            if (isNew) {
                keys.emplace_back(type, m_sequenceOf[i]);
            }
            instance.variant = entry->second;
        }
        m_set.templates.resize(m_types.size());
        m_set.variants.reserve(keys.size());
        std::vector<std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t>> extras(
            m_types.size());
        for (const auto& [type, sequence] : keys) {
            m_set.variants.push_back(slotsIn(m_types[type], sequence));
            numberExtras(type, sequence, extras[type], m_set.variants.back());
        }
        sortExtras(keys);
    }

    /// Extras of equal token at one place of the template share a slot over all variants.
    void numberExtras(std::uint32_t type, std::uint32_t sequence,
                      std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t>& known,
                      std::vector<std::uint32_t>& slots) {
        const auto [begin, end] = m_index.place(sequence);
        const auto [first, last] = m_index.place(m_types[type]);
        std::uint32_t after = ExtraItem::kBeforeFirst;
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> ordinals;
        for (std::uint32_t i = 0; i < slots.size(); ++i) {
            if (slots[i] != kNone) {
                after = slots[i];
                continue;
            }
            const std::uint32_t token = m_tokens[begin + i];
            const std::uint32_t ordinal = ordinals[{after, token}]++;
            std::vector<ExtraItem>& extras = m_set.templates[type].extras;
            const auto [entry, isNew] = known.try_emplace(
                {after, token, ordinal}, static_cast<std::uint32_t>(last - first + extras.size()));
            if (isNew) {
                extras.push_back({{m_work[m_set.activities[begin + i].index()]}, after});
            }
            slots[i] = entry->second;
        }
    }

    /// Orders the extras of every template by the position that they follow, keeping first appearance within
    /// it.
    void sortExtras(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& keys) {
        std::vector<std::vector<std::uint32_t>> renumbered(m_types.size());
        for (std::size_t type = 0; type < m_types.size(); ++type) {
            std::vector<ExtraItem>& extras = m_set.templates[type].extras;
            std::vector<std::uint32_t> order(extras.size());
            for (std::uint32_t i = 0; i < order.size(); ++i) {
                order[i] = i;
            }
            const auto place = [&](std::uint32_t i) {
                return extras[i].after + 1;
            }; // kBeforeFirst wraps to 0
            std::stable_sort(order.begin(), order.end(),
                             [&](std::uint32_t x, std::uint32_t y) { return place(x) < place(y); });
            std::vector<ExtraItem> sorted;
            renumbered[type].resize(order.size());
            for (std::uint32_t i = 0; i < order.size(); ++i) {
                sorted.push_back(extras[order[i]]);
                renumbered[type][order[i]] = i;
            }
            extras = std::move(sorted);
        }
        for (std::size_t variant = 0; variant < keys.size(); ++variant) {
            const auto [first, last] = m_index.place(m_types[keys[variant].first]);
            const std::uint32_t items = last - first;
            for (std::uint32_t& slot : m_set.variants[variant]) {
                slot = slot < items ? slot : items + renumbered[keys[variant].first][slot - items];
            }
        }
    }

    /// Names, places and times of every slot over its kernels.
    void measureSlots() {
        std::vector<std::vector<SlotFigures>> figures(m_types.size());
        const std::vector<std::uint32_t> models = modelInstances();
        for (std::size_t type = 0; type < m_types.size(); ++type) {
            const auto [begin, end] = m_index.place(m_types[type]);
            const std::uint32_t first = models[type] == kNone ? begin : m_set.instances[models[type]].begin;
            m_set.templates[type].items = itemsOf(first, first + (end - begin));
            nameCalls(first, m_set.templates[type].items);
            figures[type].resize(m_set.templates[type].slots());
        }
        const GpuActivities& gpu = m_trace.trace->gpu;
        for (const PlacedInstance& instance : m_set.instances) {
            std::vector<SlotFigures>& slots = figures[m_set.templateOf[instance.section.index()]];
            const std::vector<std::uint32_t>& slotOf = m_set.variants[instance.variant];
            for (std::uint32_t i = instance.begin; i < instance.end; ++i) {
                const ActivityId id = m_set.activities[i];
                const Work& work = m_work[id.index()];
                SlotFigures& slot = slots[slotOf[i - instance.begin]];
                slot.kinds.add(work.kind);
                slot.names.add(work.name);
                if (work.place != 0) {
                    slot.places.add(work.place);
                }
                if (gpu.isSummed(id)) {
                    slot.sumNs += gpu.durationNs[id.index()];
                    ++slot.summed;
                }
            }
        }
        for (std::size_t type = 0; type < m_types.size(); ++type) {
            settleItems(figures[type], m_set.templates[type]);
        }
    }

    /// For every template an instance of just its sequence, rather one whose launches are recorded.
    [[nodiscard]] std::vector<std::uint32_t> modelInstances() const {
        std::vector<std::uint32_t> models(m_types.size(), kNone);
        std::vector<std::uint8_t> isPlaced(m_types.size(), 0);
        for (std::uint32_t i = 0; i < m_set.instances.size(); ++i) {
            const PlacedInstance& instance = m_set.instances[i];
            const std::uint32_t type = m_set.templateOf[instance.section.index()];
            if (m_sequenceOf[i] != m_types[type] || isPlaced[type] != 0) {
                continue;
            }
            isPlaced[type] = m_work[m_set.activities[instance.begin].index()].place != 0 ? 1 : 0;
            models[type] = models[type] == kNone || isPlaced[type] != 0 ? i : models[type];
        }
        return models;
    }

    /// Neighbours that one call of an outermost CPU op launched get one number.
    void nameCalls(std::uint32_t begin, TemplateItems& items) const {
        if (m_trace.options.namesOnly || m_trace.trace->gpu.outermostOp.empty()) {
            return;
        }
        const std::vector<OpId>& ops = m_trace.trace->gpu.outermostOp;
        std::uint32_t call = 0;
        OpId previous;
        for (std::uint32_t i = 0; i < items.size(); ++i) {
            const OpId op = ops[m_set.activities[begin + i].index()];
            call += op != previous ? 1 : 0;
            items[i].call = op.isValid() ? call : 0;
            previous = op;
        }
    }

    static void settleItem(const SlotFigures& slot, Nanoseconds total, TemplateItem& item) {
        item.work = {slot.kinds.mode(), slot.names.mode(), slot.places.mode()};
        item.meanNs = slot.summed > 0 ? slot.sumNs / static_cast<Nanoseconds>(slot.summed) : 0;
        item.shareMillionths = shareOf(item.meanNs, total);
    }

    static void settleItems(const std::vector<SlotFigures>& figures, SectionTemplate& sectionTemplate) {
        Nanoseconds total = 0;
        for (std::size_t i = 0; i < sectionTemplate.items.size(); ++i) {
            total +=
                figures[i].summed > 0 ? figures[i].sumNs / static_cast<Nanoseconds>(figures[i].summed) : 0;
        }
        for (std::size_t i = 0; i < figures.size(); ++i) {
            const bool isItem = i < sectionTemplate.items.size();
            settleItem(figures[i], total,
                       isItem ? sectionTemplate.items[i]
                              : sectionTemplate.extras[i - sectionTemplate.items.size()].item);
        }
    }

    const AnalyzedTrace& m_trace;
    const Sections& m_sections;
    const Selection& m_selection;
    const WorkVocabulary& m_vocabulary;
    const std::vector<Work>& m_work;
    const CancelToken& m_cancel;
    TemplateSet m_set;
    std::vector<std::uint32_t> m_tokens; ///< of TemplateSet::activities
    SequenceNumbers m_index{m_tokens};
    std::vector<std::uint32_t> m_sequenceOf; ///< by instance
    std::vector<std::uint32_t> m_types;      ///< by template: its sequence, a number of the index
};

} // namespace

TemplateSet buildTemplates(const AnalyzedTrace& trace, const Sections& sections, const Selection& selection,
                           const WorkVocabulary& vocabulary, Side side, const CancelToken& cancel) {
    return TemplateBuilder(trace, sections, selection, vocabulary, side, cancel).build();
}

} // namespace diptych
