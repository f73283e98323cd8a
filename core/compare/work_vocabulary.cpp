#include "core/compare/work_vocabulary.h"

#include "core/analysis/kernel_name.h"
#include "core/analysis/module_tree.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <unordered_map>

namespace diptych {

namespace {

/// A place by the ids of one trace.
struct PlaceKey {
    StringId modulePath;
    StringId outermostOp;
    StringId innermostOp;

    friend bool operator==(const PlaceKey&, const PlaceKey&) = default;
};

struct PlaceKeyHash {
    std::size_t operator()(const PlaceKey& key) const noexcept {
        std::uint64_t hash = std::hash<StringId>{}(key.modulePath);
        hash = hash * 0x9E3779B97F4A7C15ULL + std::hash<StringId>{}(key.outermostOp);
        hash = hash * 0x9E3779B97F4A7C15ULL + std::hash<StringId>{}(key.innermostOp);
        return static_cast<std::size_t>(hash ^ (hash >> 29));
    }
};

/// What one trace holds, before both sides' texts are ranked.
struct SideTexts {
    std::vector<std::string> names;     ///< by StringId, demangled; "" where no kernel bears it
    std::vector<PlaceKey> places;       ///< distinct, the unknown one first
    std::vector<std::uint32_t> placeOf; ///< by ActivityId
};

std::string_view lastTwoElements(std::string_view path) {
    const std::size_t last = path.rfind('/');
    if (last == std::string_view::npos || last == 0) {
        return path;
    }
    const std::size_t before = path.rfind('/', last - 1);
    return before == std::string_view::npos ? path : path.substr(before + 1);
}

StringId opName(const Trace& trace, const std::vector<OpId>& column, ActivityId id) {
    if (column.empty() || !column[id.index()].isValid()) {
        return {};
    }
    return trace.ops.name[column[id.index()].index()];
}

PlaceKey placeOf(const Trace& trace, ActivityId id) {
    PlaceKey key;
    if (!trace.gpu.modulePath.empty()) {
        key.modulePath = trace.gpu.modulePath[id.index()];
    }
    key.outermostOp = opName(trace, trace.gpu.outermostOp, id);
    key.innermostOp = opName(trace, trace.gpu.op, id);
    return key;
}

SideTexts collectTexts(const AnalyzedTrace& side) {
    const Trace& trace = *side.trace;
    SideTexts texts;
    texts.names.resize(trace.strings.size());
    texts.placeOf.assign(trace.gpu.size(), 0);
    texts.places.emplace_back();
    std::unordered_map<PlaceKey, std::uint32_t, PlaceKeyHash> known{{PlaceKey{}, 0}};
    std::vector<std::uint8_t> isNameSeen(trace.strings.size(), 0);
    for (const ActivityId id : side.order) {
        const StringId name = side.names[id.index()];
        if (name.isValid() && isNameSeen[name.index()] == 0) {
            isNameSeen[name.index()] = 1;
            texts.names[name.index()] = demangle(trace.text(name));
        }
        if (side.options.namesOnly) {
            continue;
        }
        const PlaceKey key = placeOf(trace, id);
        if (key == texts.places[texts.placeOf[id.index()]]) {
            continue;
        }
        const auto [entry, isNew] = known.try_emplace(key, static_cast<std::uint32_t>(texts.places.size()));
        if (isNew) {
            texts.places.push_back(key);
        }
        texts.placeOf[id.index()] = entry->second;
    }
    return texts;
}

void addTexts(std::vector<std::string>& all, const AnalyzedTrace& side, const SideTexts& texts) {
    all.insert(all.end(), texts.names.begin(), texts.names.end());
    for (const KernelClass& kernelClass : side.classes.classes) {
        all.push_back(kernelClass.token);
        all.push_back(kernelClass.operation);
        all.push_back(kernelClass.category);
    }
    for (const PlaceKey& place : texts.places) {
        std::string path = withoutInstanceNumbers(side.trace->text(place.modulePath));
        all.emplace_back(lastTwoElements(path));
        all.push_back(std::move(path));
        all.emplace_back(side.trace->text(place.outermostOp));
        all.emplace_back(side.trace->text(place.innermostOp));
    }
}

template <class T>
void sortUnique(std::vector<T>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// The position of a value in a sorted list that holds it.
template <class T, class Key>
std::uint32_t rankIn(const std::vector<T>& sorted, const Key& key) {
    return static_cast<std::uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), key) - sorted.begin());
}

std::vector<WorkKind> workKinds(const AnalyzedTrace& side, const std::vector<std::string>& texts) {
    std::vector<WorkKind> kinds;
    kinds.reserve(side.classes.classes.size());
    for (const KernelClass& kernelClass : side.classes.classes) {
        kinds.push_back({rankIn(texts, kernelClass.token), rankIn(texts, kernelClass.operation),
                         rankIn(texts, kernelClass.category), kernelClass.components, kernelClass.role,
                         kernelClass.role == Role::Helper ? kernelClass.helps : Component::Other});
    }
    return kinds;
}

std::vector<WorkPlace> placesOf(const AnalyzedTrace& side, const SideTexts& local,
                                const std::vector<std::string>& texts) {
    std::vector<WorkPlace> places;
    places.reserve(local.places.size());
    for (const PlaceKey& key : local.places) {
        const std::string path = withoutInstanceNumbers(side.trace->text(key.modulePath));
        places.push_back({rankIn(texts, path), rankIn(texts, lastTwoElements(path)),
                          rankIn(texts, side.trace->text(key.outermostOp)),
                          rankIn(texts, side.trace->text(key.innermostOp))});
    }
    return places;
}

/// For every local value its position in the sorted list of all.
template <class T>
std::vector<std::uint32_t> ranksOf(const std::vector<T>& local, const std::vector<T>& sorted) {
    std::vector<std::uint32_t> ranks;
    ranks.reserve(local.size());
    for (const T& value : local) {
        ranks.push_back(rankIn(sorted, value));
    }
    return ranks;
}

} // namespace

WorkVocabulary buildVocabulary(const AnalyzedTrace& a, const AnalyzedTrace& b, unsigned threads) {
    const PerSide<const AnalyzedTrace*> sides{&a, &b};
    PerSide<SideTexts> local;
    parallelFor(kSides.size(), threads,
                [&](std::size_t i) { local[kSides[i]] = collectTexts(*sides[kSides[i]]); });
    WorkVocabulary vocabulary;
    vocabulary.texts.emplace_back();
    addTexts(vocabulary.texts, a, local.a);
    addTexts(vocabulary.texts, b, local.b);
    sortUnique(vocabulary.texts);

    PerSide<std::vector<WorkKind>> kinds;
    PerSide<std::vector<WorkPlace>> places;
    vocabulary.places.emplace_back();
    for (const Side side : kSides) {
        kinds[side] = workKinds(*sides[side], vocabulary.texts);
        places[side] = placesOf(*sides[side], local[side], vocabulary.texts);
        vocabulary.kinds.insert(vocabulary.kinds.end(), kinds[side].begin(), kinds[side].end());
        vocabulary.places.insert(vocabulary.places.end(), places[side].begin(), places[side].end());
    }
    sortUnique(vocabulary.kinds);
    sortUnique(vocabulary.places);

    parallelFor(kSides.size(), threads, [&](std::size_t i) {
        const Side side = kSides[i];
        const AnalyzedTrace& trace = *sides[side];
        const std::vector<std::uint32_t> kindRanks = ranksOf(kinds[side], vocabulary.kinds);
        const std::vector<std::uint32_t> placeRanks = ranksOf(places[side], vocabulary.places);
        const std::vector<std::uint32_t> nameRanks = ranksOf(local[side].names, vocabulary.texts);
        std::vector<Work>& work = vocabulary.work[side];
        work.resize(trace.trace->gpu.size());
        for (const ActivityId id : trace.order) {
            const StringId name = trace.names[id.index()];
            work[id.index()] = {kindRanks[trace.classes.ofActivity[id.index()].index()],
                                name.isValid() ? nameRanks[name.index()] : 0,
                                placeRanks[local[side].placeOf[id.index()]]};
        }
    });
    return vocabulary;
}

} // namespace diptych
