#include "core/analysis/section_builder.h"

#include "core/base/lower_case.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace diptych {

namespace {

constexpr std::uint32_t kNone = KernelSequence::kNone;
/// Layer numbers of what stands before the first and after the last layer of a pass that is cut off.
constexpr std::uint32_t kBeforeLayers = kNone - 1;
constexpr std::uint32_t kAfterLayers = kNone;

/// A place in the model; equal for all instances of a section.
struct Place {
    SectionKind kind = SectionKind::Whole;
    std::uint32_t group = 0;
    std::uint32_t layer = 0;

    friend bool operator==(const Place&, const Place&) = default;
};

/// Places in the order of the model.
struct PlaceOrder {
    static int rank(const Place& place) {
        switch (place.kind) {
        case SectionKind::Earlier:
            return 0;
        case SectionKind::Whole:
        case SectionKind::Prologue:
            return 1;
        case SectionKind::Layer:
        case SectionKind::Between:
            return 2;
        case SectionKind::Epilogue:
            return 3;
        case SectionKind::Later:
            return 4;
        case SectionKind::Outside:
            return 5;
        }
        return 5;
    }
    bool operator()(const Place& x, const Place& y) const {
        if (rank(x) != rank(y)) {
            return rank(x) < rank(y);
        }
        const auto layerOf = [](const Place& place) -> std::uint64_t {
            if (place.kind == SectionKind::Between) {
                return std::uint64_t{kNone} + 1; // after all layers of its group
            }
            return place.layer == kBeforeLayers ? 0 : std::uint64_t{place.layer} + 1;
        };
        return x.group != y.group ? x.group < y.group : layerOf(x) < layerOf(y);
    }
};

/// What the layers of a group are called where there are several groups.
std::vector<std::string> groupPrefixes(const std::vector<LayerGroup>& groups) {
    std::vector<std::string> prefixes;
    if (groups.size() < 2) {
        prefixes.resize(groups.size());
        return prefixes;
    }
    std::map<std::string, std::uint32_t> uses;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const std::string name = lowerCase(groups[g].name);
        std::string prefix = groups[g].name;
        if (name.rfind("layer group ", 0) == 0) {
            prefix = "group " + std::to_string(g + 1);
        }
        for (const std::string_view part : {"encoder", "decoder", "vision"}) {
            prefix = name.find(part) != std::string::npos ? std::string(part) : prefix;
        }
        ++uses[prefix];
        prefixes.push_back(prefix);
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
        prefixes[g] += (uses[prefixes[g]] > 1 ? " " + std::to_string(g + 1) : std::string{}) + " ";
    }
    return prefixes;
}

class SectionNamer {
public:
    explicit SectionNamer(const std::vector<LayerGroup>& groups) : m_prefixes(groupPrefixes(groups)) {}

    [[nodiscard]] std::string nameOf(const Place& place) const {
        switch (place.kind) {
        case SectionKind::Whole:
            return "whole";
        case SectionKind::Prologue:
            return "prologue";
        case SectionKind::Layer:
            return layerName(place);
        case SectionKind::Between:
            return "after " + groupName(place.group);
        case SectionKind::Epilogue:
            return "epilogue";
        case SectionKind::Earlier:
            return "earlier pass " + cutOffName(place);
        case SectionKind::Later:
            return "later pass " + cutOffName(place);
        case SectionKind::Outside:
            return "outside steps";
        }
        return {};
    }

private:
    [[nodiscard]] std::string layerName(const Place& place) const {
        return (place.group < m_prefixes.size() ? m_prefixes[place.group] : std::string{}) + "layer " +
               std::to_string(place.layer);
    }
    [[nodiscard]] std::string groupName(std::uint32_t group) const { return m_prefixes[group] + "layers"; }
    [[nodiscard]] std::string cutOffName(const Place& place) const {
        return place.layer == kBeforeLayers  ? "prologue"
               : place.layer == kAfterLayers ? "epilogue"
                                             : layerName(place);
    }

    std::vector<std::string> m_prefixes;
};

/// A run of activities at one place of one pass.
struct PlacedRun {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Place place;
    std::uint32_t pass = 0;
};

class SliceFiller {
public:
    SliceFiller(const ArrangedWork& work, const Slice& slice, const SliceLayers& layers, bool isEarlier,
                bool isLater)
        : m_slice(slice), m_spans(layers.spans), m_isEarlier(isEarlier), m_isLater(isLater),
          m_borders(passBorders(work, slice, layers)) {}

    /// Every activity of the slice in one run.
    std::vector<PlacedRun> fill() {
        for (const LayerSpan& span : m_spans) {
            m_lastGroup = std::max(m_lastGroup, span.group);
        }
        addBeforeFirst();
        for (std::size_t i = 0; i < m_spans.size(); ++i) {
            const LayerSpan& span = m_spans[i];
            add(span.begin, span.end, layerPlace(span), span.pass);
            if (i + 1 < m_spans.size()) {
                addGap(span, m_spans[i + 1]);
            }
        }
        const LayerSpan& last = m_spans.back();
        add(last.end, m_slice.end, cutOff(SectionKind::Epilogue, kAfterLayers, m_lastGroup), last.pass);
        return std::move(m_runs);
    }

private:
    void add(std::uint32_t begin, std::uint32_t end, Place place, std::uint32_t pass) {
        if (begin < end) {
            m_runs.push_back({begin, end, place, pass});
        }
    }

    [[nodiscard]] Place layerPlace(const LayerSpan& span) const {
        const SectionKind kind = m_isEarlier ? SectionKind::Earlier
                                 : m_isLater ? SectionKind::Later
                                             : SectionKind::Layer;
        return {kind, span.group, span.layer};
    }

    /// Prologue or epilogue; of a pass that is cut off under a name of its own.
    [[nodiscard]] Place cutOff(SectionKind kind, std::uint32_t layer, std::uint32_t group) const {
        if (m_isEarlier || m_isLater) {
            return {m_isEarlier ? SectionKind::Earlier : SectionKind::Later, group, layer};
        }
        return {kind, 0, 0};
    }

    void addBeforeFirst() {
        const LayerSpan& first = m_spans.front();
        // What precedes a layer in the middle of a cut-off pass is the rest of the layer before.
        const bool isRest = m_isEarlier && first.layer > 0;
        const Place place = isRest ? Place{SectionKind::Earlier, first.group, first.layer - 1}
                                   : cutOff(SectionKind::Prologue, kBeforeLayers, 0);
        add(m_slice.begin, first.begin, place, first.pass);
    }

    void addGap(const LayerSpan& before, const LayerSpan& after) {
        if (before.pass != after.pass) {
            const std::uint32_t border = m_borders[after.pass];
            add(before.end, border, cutOff(SectionKind::Epilogue, kAfterLayers, m_lastGroup), before.pass);
            add(border, after.begin, cutOff(SectionKind::Prologue, kBeforeLayers, 0), after.pass);
        } else if (before.group != after.group && !m_isEarlier && !m_isLater) {
            add(before.end, after.begin, {SectionKind::Between, before.group, 0}, before.pass);
        } else {
            add(before.end, after.begin, layerPlace(before), before.pass);
        }
    }

    const Slice& m_slice;
    const std::vector<LayerSpan>& m_spans;
    bool m_isEarlier;
    bool m_isLater;
    std::vector<std::uint32_t> m_borders;
    std::uint32_t m_lastGroup = 0;
    std::vector<PlacedRun> m_runs;
};

struct PlaceHash {
    std::size_t operator()(const Place& place) const noexcept {
        const std::uint64_t key = (std::uint64_t{place.group} << 32U | place.layer) * 0x9e3779b97f4a7c15ULL;
        return static_cast<std::size_t>(key ^ (static_cast<std::uint64_t>(place.kind) << 7U));
    }
};

/// Turns placed runs into sections and instances.
class InstanceBuilder {
public:
    InstanceBuilder(const ArrangedWork& work, Sections& sections)
        : m_work(work), m_sections(sections), m_instanceAt(work.size(), Sections::kNoInstance) {}

    void addSlice(const Slice& slice, const std::vector<PlacedRun>& runs) {
        auto firstOfPass = static_cast<std::uint32_t>(m_sections.instances.size());
        std::uint32_t pass = kNone;
        for (const PlacedRun& run : runs) {
            const auto next = static_cast<std::uint32_t>(m_sections.instances.size());
            if (run.pass != pass) {
                firstOfPass = next;
                pass = run.pass;
            }
            const SectionId section = sectionOf(run.place);
            std::uint32_t& latest = m_latest[section.index()];
            if (latest == kNone || latest < firstOfPass) { // not yet in this pass
                latest = next;
                m_sections.instances.push_back({section, slice.step, 0, 0});
                m_runOfInstance.push_back(run);
            } else if (m_runOfInstance[latest].end == run.begin) {
                m_runOfInstance[latest].end = run.end;
            }
            std::fill(m_instanceAt.begin() + run.begin, m_instanceAt.begin() + run.end, latest);
        }
    }

    /// The first run of every instance; shorter than the instance where that lies in pieces.
    [[nodiscard]] const std::vector<PlacedRun>& runOfInstance() const { return m_runOfInstance; }

    /// Orders sections as in the model, names them, and lays out the sequence.
    void finish(const SectionNamer& namer, std::size_t activities) {
        orderSections(namer);
        layOut(activities);
    }

private:
    SectionId sectionOf(const Place& place) {
        // Passes are alike: what followed last time mostly follows again.
        const std::uint32_t guess = m_last < m_following.size() ? m_following[m_last] : kNone;
        if (guess != kNone && m_places[guess] == place) {
            m_last = guess;
            return SectionId(guess);
        }
        const auto [known, isNew] = m_sectionOf.try_emplace(place, SectionId(m_places.size()));
        if (isNew) {
            m_places.push_back(place);
            m_latest.push_back(kNone);
            m_following.push_back(kNone);
        }
        if (m_last < m_following.size()) {
            m_following[m_last] = known->second.index();
        }
        m_last = known->second.index();
        return known->second;
    }

    void orderSections(const SectionNamer& namer) {
        std::vector<std::uint32_t> order(m_places.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        std::sort(order.begin(), order.end(), [this](std::uint32_t x, std::uint32_t y) {
            return PlaceOrder{}(m_places[x], m_places[y]);
        });
        std::vector<SectionId> renumbered(m_places.size());
        for (const std::uint32_t old : order) {
            const Place& place = m_places[old];
            renumbered[old] = SectionId(m_sections.sections.size());
            m_sections.sections.push_back({place.kind, place.group, place.layer, 0, namer.nameOf(place)});
        }
        for (SectionInstance& instance : m_sections.instances) {
            instance.section = renumbered[instance.section.index()];
        }
    }

    void layOut(std::size_t activities) {
        std::vector<std::uint32_t> next(m_sections.instances.size());
        for (const std::uint32_t instance : m_instanceAt) {
            ++next[instance];
        }
        std::uint32_t begin = 0;
        for (std::size_t i = 0; i < next.size(); ++i) {
            m_sections.instances[i].begin = begin;
            begin += next[i];
            m_sections.instances[i].end = begin;
            next[i] = m_sections.instances[i].begin;
        }
        m_sections.sequence.resize(m_work.size());
        m_sections.instanceOf.assign(activities, Sections::kNoInstance);
        for (std::uint32_t i = 0; i < m_work.size(); ++i) {
            const std::uint32_t instance = m_instanceAt[i];
            m_sections.sequence[next[instance]++] = m_work.activities[i];
            m_sections.instanceOf[m_work.activities[i].index()] = instance;
        }
    }

    const ArrangedWork& m_work;
    Sections& m_sections;
    std::vector<std::uint32_t> m_instanceAt; ///< by index into ArrangedWork::activities
    std::vector<PlacedRun> m_runOfInstance;
    std::unordered_map<Place, SectionId, PlaceHash> m_sectionOf;
    std::vector<Place> m_places;            ///< by section
    std::vector<std::uint32_t> m_latest;    ///< by section: its latest instance
    std::vector<std::uint32_t> m_following; ///< by section: the one whose run came next
    std::uint32_t m_last = kNone;           ///< section of the run before
};

/// Tokens of the kernels of every layer instance, as ranges of one vector.
struct InstanceTokens {
    std::vector<std::uint32_t> joined; ///< of the work, then of instances that lie in pieces, if any does
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges; ///< by instance; empty: no layer

    [[nodiscard]] const std::vector<std::uint32_t>& tokens(const ArrangedWork& work) const {
        return joined.empty() ? work.kernels.token : joined;
    }
};

class TokenCollector {
public:
    TokenCollector(const ArrangedWork& work, const Sections& sections) : m_work(work), m_sections(sections) {}

    InstanceTokens collect(const std::vector<PlacedRun>& runOfInstance) {
        m_result.ranges.reserve(m_sections.instances.size());
        for (std::size_t i = 0; i < m_sections.instances.size(); ++i) {
            const SectionInstance& instance = m_sections.instances[i];
            const PlacedRun& run = runOfInstance[i];
            if (run.place.kind != SectionKind::Layer) {
                m_result.ranges.emplace_back(0, 0);
            } else if (run.end - run.begin == instance.end - instance.begin) {
                m_result.ranges.emplace_back(m_work.kernelsBefore[run.begin], m_work.kernelsBefore[run.end]);
            } else {
                addPieces(instance);
            }
        }
        return std::move(m_result);
    }

private:
    void addPieces(const SectionInstance& instance) {
        if (m_positionOf.empty()) {
            m_result.joined = m_work.kernels.token;
            m_positionOf.resize(m_sections.instanceOf.size());
            for (std::uint32_t position = 0; position < m_work.size(); ++position) {
                m_positionOf[m_work.activities[position].index()] = position;
            }
        }
        const auto begin = static_cast<std::uint32_t>(m_result.joined.size());
        for (std::uint32_t k = instance.begin; k < instance.end; ++k) {
            const std::uint32_t position = m_positionOf[m_sections.sequence[k].index()];
            if (m_work.kernelsBefore[position] < m_work.kernelsBefore[position + 1]) {
                m_result.joined.push_back(m_work.kernels.token[m_work.kernelsBefore[position]]);
            }
        }
        m_result.ranges.emplace_back(begin, static_cast<std::uint32_t>(m_result.joined.size()));
    }

    const ArrangedWork& m_work;
    const Sections& m_sections;
    InstanceTokens m_result;
    std::vector<std::uint32_t> m_positionOf; ///< by ActivityId, made when it is needed
};

/// Numbers the layer types of every group: layers of equal commonest kernel sequence are one type.
void numberTypes(const ArrangedWork& work, const InstanceTokens& instances, Sections& sections) {
    SequenceNumbers numbers(instances.tokens(work));
    std::vector<std::map<std::uint32_t, std::uint32_t>> counts(sections.sections.size());
    for (std::size_t i = 0; i < instances.ranges.size(); ++i) {
        const std::uint32_t section = sections.instances[i].section.index();
        if (sections.sections[section].kind == SectionKind::Layer) {
            ++counts[section][numbers.of(instances.ranges[i].first, instances.ranges[i].second)];
        }
    }
    std::vector<std::map<std::uint32_t, std::uint32_t>> typesOfGroup(sections.groups.size());
    for (std::size_t s = 0; s < sections.sections.size(); ++s) {
        if (counts[s].empty()) {
            continue;
        }
        const auto commonest =
            std::max_element(counts[s].begin(), counts[s].end(), [](const auto& x, const auto& y) {
                return x.second < y.second; // the first of equal ones
            });
        auto& types = typesOfGroup[sections.sections[s].group];
        const auto next = static_cast<std::uint32_t>(types.size());
        sections.sections[s].type = types.try_emplace(commonest->first, next).first->second;
    }
    for (std::size_t g = 0; g < sections.groups.size(); ++g) {
        sections.groups[g].types = static_cast<std::uint32_t>(typesOfGroup[g].size());
    }
}

std::vector<PlacedRun> wholeRun(const Slice& slice, SectionKind kind) {
    return {{slice.begin, slice.end, {kind, 0, 0}, 0}};
}

} // namespace

std::uint32_t splitBetweenPasses(const ArrangedWork& work, std::uint32_t begin, std::uint32_t end,
                                 std::pair<std::uint32_t, std::uint32_t> prologue,
                                 std::pair<std::uint32_t, std::uint32_t> epilogue) {
    const std::pair<std::uint32_t, std::uint32_t> gap{work.kernelsBefore[begin], work.kernelsBefore[end]};
    std::uint32_t border = gap.first;
    if (prologue.first < prologue.second) {
        border = gap.second - fitFreeEnd(work.kernels, prologue, gap, true).length;
    } else if (epilogue.first < epilogue.second) {
        border = gap.first + fitFreeEnd(work.kernels, epilogue, gap, false).length;
    } else {
        Nanoseconds longest = -1;
        for (std::uint32_t k = std::max(1U, gap.first); k < std::min(gap.second + 1, work.kernels.size());
             ++k) {
            const Nanoseconds pause = work.issuedBetween(k);
            if (pause > longest) {
                longest = pause;
                border = k;
            }
        }
    }
    return std::clamp(work.passBorderBefore(border), begin, end);
}

std::vector<std::uint32_t> passBorders(const ArrangedWork& work, const Slice& slice,
                                       const SliceLayers& layers) {
    std::vector<std::uint32_t> borders(std::max(1U, layers.passes), slice.begin);
    if (layers.spans.empty() || layers.passes < 2) {
        return borders;
    }
    std::pair<std::uint32_t, std::uint32_t> prologue;
    std::pair<std::uint32_t, std::uint32_t> epilogue;
    if (layers.wholePasses > 0 && layers.firstWhole == 0) {
        prologue = {work.kernelsBefore[slice.begin], work.kernelsBefore[layers.spans.front().begin]};
    }
    if (layers.wholePasses > 0 && layers.firstWhole + layers.wholePasses == layers.passes) {
        epilogue = {work.kernelsBefore[layers.spans.back().end], work.kernelsBefore[slice.end]};
    }
    for (std::size_t i = 1; i < layers.spans.size(); ++i) {
        const LayerSpan& before = layers.spans[i - 1];
        const LayerSpan& after = layers.spans[i];
        if (before.pass != after.pass) {
            borders[after.pass] = splitBetweenPasses(work, before.end, after.begin, prologue, epilogue);
        }
    }
    return borders;
}

Sections buildSections(const ArrangedWork& work, const LayerPlan& plan, std::size_t activities,
                       bool hasSteps) {
    Sections sections;
    sections.source = plan.source;
    sections.cutAfterNorm = plan.cutAfterNorm;
    sections.groups = plan.groups;
    InstanceBuilder builder(work, sections);
    for (std::size_t s = 0; s < work.slices.size(); ++s) {
        const Slice& slice = work.slices[s];
        const SliceLayers& layers = plan.ofSlice[s];
        if (layers.spans.empty()) {
            const bool isOutside = hasSteps && !slice.step.isValid();
            builder.addSlice(slice, wholeRun(slice, isOutside ? SectionKind::Outside : SectionKind::Whole));
        } else {
            builder.addSlice(slice, SliceFiller(work, slice, layers, work.isHead(s), work.isTail(s)).fill());
        }
    }
    builder.finish(SectionNamer(sections.groups), activities);
    numberTypes(work, TokenCollector(work, sections).collect(builder.runOfInstance()), sections);
    return sections;
}

} // namespace diptych
