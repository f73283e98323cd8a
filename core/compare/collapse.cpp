#include "core/compare/collapse.h"

#include "core/base/lower_case.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace diptych {

namespace {

/// A fused operation and how it looks in pieces. A piece is a letter of `letterOf`; '?' makes the one before
/// optional.
struct Decomposition {
    Component fused;
    std::string_view pieces;
    std::string_view again; ///< may follow once more (query, then key)
};

constexpr Decomposition kSplitNorm{Component::Norm, "c?pMarmc?m", ""};
constexpr Decomposition kRotary{Component::Rope, "mnkma", "mnkma"};
constexpr Decomposition kGate{Component::Activation, "sc?m", ""};
constexpr std::string_view kGatedMlp = "GsGm";

/// What an elementary kernel does, from its token ("Elementwise:mul"): c copy, k concatenate, p power, M
/// mean, a add, r rsqrt, m multiply, n negate, s gate, G GEMM, '.' anything else.
char letterOf(const WorkVocabulary& vocabulary, const TemplateItem& item) {
    const WorkKind& kind = vocabulary.kindOf(item.work);
    if (kind.role == Role::Main && kind.components.contains(Component::Gemm)) {
        return 'G';
    }
    const std::string token = lowerCase(vocabulary.text(kind.token));
    const std::size_t colon = token.find(':');
    if (colon == std::string::npos) {
        return '.';
    }
    const std::string_view functor = std::string_view(token).substr(colon + 1);
    const auto starts = [&](std::string_view prefix) { return functor.substr(0, prefix.size()) == prefix; };
    if (starts("silu") || starts("gelu") || starts("sigmoid")) {
        return 's';
    }
    if (starts("catarray") || functor == "cat") {
        return 'k';
    }
    if (starts("pow")) {
        return 'p';
    }
    if (starts("mean")) {
        return 'M';
    }
    if (functor.find("rsqrt") != std::string_view::npos) {
        return 'r';
    }
    if (starts("mul")) {
        return 'm';
    }
    if (starts("neg")) {
        return 'n';
    }
    if (functor == "add" || functor == "addfunctor") {
        return 'a';
    }
    return functor == "copy" ? 'c' : '.';
}

std::string lettersOf(const WorkVocabulary& vocabulary, const TemplateItems& items) {
    std::string letters;
    letters.reserve(items.size());
    for (const TemplateItem& item : items) {
        letters += letterOf(vocabulary, item);
    }
    return letters;
}

/// Length of the pieces at `begin`, 0 when they are not there.
std::size_t matchPieces(std::string_view letters, std::size_t begin, std::string_view pieces) {
    std::size_t at = begin;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const bool isOptional = i + 1 < pieces.size() && pieces[i + 1] == '?';
        if (at < letters.size() && letters[at] == pieces[i]) {
            ++at;
        } else if (!isOptional) {
            return 0;
        }
        i += isOptional ? 1 : 0;
    }
    return at - begin;
}

std::size_t matchDecomposition(std::string_view letters, std::size_t begin,
                               const Decomposition& decomposition) {
    const std::size_t length = matchPieces(letters, begin, decomposition.pieces);
    if (length == 0 || decomposition.again.empty()) {
        return length;
    }
    return length + matchPieces(letters, begin + length, decomposition.again);
}

bool hasDecomposed(std::string_view letters, const Decomposition& decomposition) {
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (matchDecomposition(letters, i, decomposition) > 0) {
            return true;
        }
    }
    return false;
}

/// The first item that does `component` itself, with or without an added residual; else any that does.
std::optional<Work> findFused(const WorkVocabulary& vocabulary, const TemplateItems& items,
                              Component component, bool withAdd) {
    std::optional<Work> any;
    for (const TemplateItem& item : items) {
        const WorkKind& kind = vocabulary.kindOf(item.work);
        if (kind.role != Role::Middle || !kind.components.contains(component)) {
            continue;
        }
        const Work work{item.work.kind, 0, item.work.place};
        if (kind.components.contains(Component::Add) == withAdd) {
            return work;
        }
        any = any ? any : work;
    }
    return any;
}

/// The gated activation in one kernel (SwiGLU and its kin).
std::optional<Work> findGatedActivation(const WorkVocabulary& vocabulary, const TemplateItems& items) {
    for (const TemplateItem& item : items) {
        const WorkKind& kind = vocabulary.kindOf(item.work);
        const bool isGated = lowerCase(vocabulary.text(kind.operation)).find("glu") != std::string::npos;
        if (kind.role == Role::Middle && kind.components.contains(Component::Activation) && isGated) {
            return Work{item.work.kind, 0, item.work.place};
        }
    }
    return std::nullopt;
}

class Collapser {
public:
    Collapser(const WorkVocabulary& vocabulary, const TemplateItems& items, const TemplateItems& other)
        : m_vocabulary(vocabulary), m_items(items), m_other(other), m_letters(lettersOf(vocabulary, items)) {
        const std::string otherLetters = lettersOf(vocabulary, other);
        m_norms =
            findFused(vocabulary, other, Component::Norm, false) && !hasDecomposed(otherLetters, kSplitNorm);
        m_rotaries =
            findFused(vocabulary, other, Component::Rope, false) && !hasDecomposed(otherLetters, kRotary);
        const bool isGatedMlp = otherLetters.find(kGatedMlp) != std::string::npos;
        if (!isGatedMlp && !hasDecomposed(otherLetters, kGate)) {
            m_gated = findGatedActivation(vocabulary, other);
        }
    }

    std::vector<CollapsedItem> collapse() {
        for (std::size_t at = 0; at < m_items.size();) {
            const std::size_t length = collapseAt(at);
            if (length == 0) {
                append(m_items[at].work, {static_cast<std::uint32_t>(at)});
            }
            at += std::max<std::size_t>(1, length);
        }
        return std::move(m_collapsed);
    }

private:
    std::size_t collapseAt(std::size_t at) {
        if (const std::size_t length = m_norms ? matchDecomposition(m_letters, at, kSplitNorm) : 0;
            length > 0) {
            collapseNorm(at, length);
            return length;
        }
        if (const std::size_t length = m_rotaries ? matchDecomposition(m_letters, at, kRotary) : 0;
            length > 0) {
            append(*findFused(m_vocabulary, m_other, Component::Rope, false), range(at, length));
            return length;
        }
        if (m_gated && m_letters.compare(at, kGatedMlp.size(), kGatedMlp) == 0) {
            const auto first = static_cast<std::uint32_t>(at);
            append(m_items[at].work, {first, first + 2});
            append(*m_gated, {first + 1, first + 3});
            return kGatedMlp.size();
        }
        const std::size_t gate = m_gated ? matchDecomposition(m_letters, at, kGate) : 0;
        if (gate > 0) {
            append(*m_gated, range(at, gate));
        }
        return gate;
    }

    /// A residual add right before the norm belongs to it when the other side's norm adds too.
    void collapseNorm(std::size_t at, std::size_t length) {
        std::vector<std::uint32_t> positions = range(at, length);
        const std::optional<Work> adding = findFused(m_vocabulary, m_other, Component::Norm, true);
        const bool otherAdds = adding && m_vocabulary.kindOf(*adding).components.contains(Component::Add);
        const bool hasAdd = !m_collapsed.empty() && m_collapsed.back().positions.size() == 1 && at > 0 &&
                            m_letters[at - 1] == 'a' && m_collapsed.back().positions.front() + 1 == at;
        if (otherAdds && hasAdd) {
            positions.insert(positions.begin(), m_collapsed.back().positions.front());
            m_collapsed.pop_back();
            append(*adding, std::move(positions));
            return;
        }
        append(*findFused(m_vocabulary, m_other, Component::Norm, false), std::move(positions));
    }

    static std::vector<std::uint32_t> range(std::size_t begin, std::size_t length) {
        std::vector<std::uint32_t> positions(length);
        for (std::size_t i = 0; i < length; ++i) {
            positions[i] = static_cast<std::uint32_t>(begin + i);
        }
        return positions;
    }

    void append(const Work& work, std::vector<std::uint32_t> positions) {
        CollapsedItem collapsed{m_items[positions.front()], std::move(positions)};
        collapsed.item.work.kind = work.kind;
        collapsed.item.work.name = work.name;
        collapsed.item.meanNs = 0;
        collapsed.item.shareMillionths = 0;
        for (const std::uint32_t position : collapsed.positions) {
            collapsed.item.meanNs += m_items[position].meanNs;
            collapsed.item.shareMillionths += m_items[position].shareMillionths;
        }
        m_collapsed.push_back(std::move(collapsed));
    }

    const WorkVocabulary& m_vocabulary;
    const TemplateItems& m_items;
    const TemplateItems& m_other;
    const std::string m_letters;
    bool m_norms = false;
    bool m_rotaries = false;
    std::optional<Work> m_gated;
    std::vector<CollapsedItem> m_collapsed;
};

} // namespace

std::vector<CollapsedItem> collapseDecomposed(const WorkVocabulary& vocabulary, const TemplateItems& items,
                                              const TemplateItems& other) {
    return Collapser(vocabulary, items, other).collapse();
}

} // namespace diptych
