#pragma once
// What the alignment knows of every kernel, in numbers that both sides share: kind of work, name, place of
// launch. A number is the rank of its text among those of both traces, so that no order depends on the side,
// on hashing or on the order of appearance. Built once a comparison, then read from any thread.

#include "core/analysis/analyzed_trace.h"
#include "core/base/side.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace diptych {

/// The rank of a text; 0 is the empty text, which stands for "not known".
using TextRank = std::uint32_t;

/// Work that goes with other work, and says little of what a kernel is for.
inline constexpr Components kSmallWork{Component::Copy, Component::Elementwise, Component::Reduce,
                                       Component::IndexPrep, Component::Optimizer};

/// A class of kernels as the alignment sees it.
struct WorkKind {
    TextRank token = 0;
    TextRank operation = 0;
    TextRank category = 0;
    Components components;
    Role role = Role::Small;
    Component helps = Component::Other; ///< of a Helper

    friend auto operator<=>(const WorkKind&, const WorkKind&) = default;
};

/// From where a kernel was launched. Instance numbers are taken off, so that the layers of a model share
/// places.
struct WorkPlace {
    TextRank modulePath = 0; ///< "Model/DecoderLayer/MLP/Linear"
    TextRank module = 0;     ///< its last two elements: "MLP/Linear"
    TextRank outermostOp = 0;
    TextRank innermostOp = 0;

    friend auto operator<=>(const WorkPlace&, const WorkPlace&) = default;
};

/// One kernel.
struct Work {
    std::uint32_t kind = 0;  ///< index into WorkVocabulary::kinds
    TextRank name = 0;       ///< of the demangled name
    std::uint32_t place = 0; ///< index into WorkVocabulary::places

    friend auto operator<=>(const Work&, const Work&) = default;
};

struct WorkVocabulary {
    std::vector<std::string> texts;  ///< sorted, the empty text first
    std::vector<WorkKind> kinds;     ///< sorted
    std::vector<WorkPlace> places;   ///< sorted; the first is the unknown place
    PerSide<std::vector<Work>> work; ///< by ActivityId; only those of the compared device have meaning

    [[nodiscard]] std::string_view text(TextRank rank) const { return texts[rank]; }
    [[nodiscard]] const WorkKind& kindOf(const Work& item) const { return kinds[item.kind]; }
    [[nodiscard]] const WorkPlace& placeOf(const Work& item) const { return places[item.place]; }
};

/// The vocabulary of two traces. Of a trace analysed with `namesOnly` no places are known.
[[nodiscard]] WorkVocabulary buildVocabulary(const AnalyzedTrace& a, const AnalyzedTrace& b,
                                             unsigned threads = 1);

} // namespace diptych
