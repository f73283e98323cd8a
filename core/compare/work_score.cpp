#include "core/compare/work_score.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace diptych {

namespace {

constexpr Score kNever = -9 * kScoreUnit;      ///< dearer than any two gaps
constexpr Score kUnlike = -5 * kScoreUnit / 2; ///< small work of another kind: dearer than two cheap gaps
constexpr Score kLikelyOther = -kScoreUnit;    ///< an unclassified kernel may stand for anything of weight

/// Work that vendors cut differently: such kernels may meet when nothing better is there.
constexpr Components kSoftWork{Component::Copy,         Component::Elementwise, Component::Reduce,
                               Component::IndexPrep,    Component::Activation,  Component::Fused,
                               Component::Quantization, Component::Norm,        Component::Rope,
                               Component::KvCache,      Component::Softmax,     Component::MoeOther,
                               Component::Optimizer};

/// What a match of this component is worth: the more a layer depends on it, the more.
Score componentWeight(Component component) {
    switch (component) {
    case Component::Attention:
        return 12 * kScoreUnit;
    case Component::MoeGemm:
        return 11 * kScoreUnit;
    case Component::Gemm:
    case Component::Convolution:
    case Component::Communication:
        return 10 * kScoreUnit;
    case Component::Norm:
    case Component::Rope:
        return 8 * kScoreUnit;
    case Component::MoeRoute:
    case Component::MoeFinalize:
        return 7 * kScoreUnit;
    case Component::KvCache:
    case Component::Quantization:
    case Component::Activation:
    case Component::Softmax:
    case Component::Sampling:
        return 6 * kScoreUnit;
    case Component::Sort:
    case Component::Embedding:
    case Component::Fused:
    case Component::Reduce:
        return 5 * kScoreUnit;
    case Component::Elementwise:
    case Component::IndexPrep:
    case Component::MoeOther:
    case Component::Optimizer:
    case Component::Other:
        return 4 * kScoreUnit;
    case Component::Copy:
        return 3 * kScoreUnit;
    case Component::Add:
        return 0;
    }
    return 0;
}

Score heaviest(Components components) {
    Score weight = 0;
    for (unsigned bit = 0; bit <= static_cast<unsigned>(Component::Other); ++bit) {
        const auto component = static_cast<Component>(bit);
        if (components.contains(component)) {
            weight = std::max(weight, componentWeight(component));
        }
    }
    return weight;
}

bool isWithin(Components part, Components whole) {
    return (part - whole).isEmpty();
}

/// Score of two kernels that share components.
Score sharedScore(const WorkKind& a, const WorkKind& b, Components common, Components differing,
                  bool sameName) {
    const Score weight = heaviest(common);
    if (a.token == b.token) {
        return weight + (sameName ? kScoreUnit : 0);
    }
    if (a.role == Role::Small || b.role == Role::Small) {
        return kScoreUnit / 2;
    }
    if (a.operation == b.operation) {
        return weight - 2 * kScoreUnit;
    }
    return weight - 2 * kScoreUnit - kScoreUnit / 2 * std::popcount(differing.bits());
}

/// Score of two kernels that share nothing.
Score foreignScore(const WorkKind& a, const WorkKind& b) {
    const bool isOtherA = a.components.contains(Component::Other);
    const bool isOtherB = b.components.contains(Component::Other);
    if (isOtherA != isOtherB) {
        if (a.role == Role::Helper || b.role == Role::Helper) {
            return kNever;
        }
        return a.role == Role::Small || b.role == Role::Small ? kUnlike : kLikelyOther;
    }
    const Components both = (a.components | b.components) - Components{Component::Add};
    if (!isWithin(both, kSoftWork)) {
        return kNever;
    }
    if (both.contains(Component::Fused) ||
        isWithin(both, Components{Component::Elementwise, Component::Activation})) {
        return 0;
    }
    return kUnlike;
}

/// Number of the distinct value for every item.
std::vector<std::uint32_t> distinctWork(const TemplateItems& items, std::vector<Work>& distinct) {
    distinct.reserve(items.size());
    for (const TemplateItem& item : items) {
        distinct.push_back(item.work);
    }
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    std::vector<std::uint32_t> symbols;
    symbols.reserve(items.size());
    for (const TemplateItem& item : items) {
        const auto found = std::lower_bound(distinct.begin(), distinct.end(), item.work);
        symbols.push_back(static_cast<std::uint32_t>(found - distinct.begin()));
    }
    return symbols;
}

/// Two absent shares are as unlike as any: no level lies within the bonus of kNoShare.
ShareLevel levelOf(std::uint32_t shareMillionths, bool isFirst) {
    if (shareMillionths == 0) {
        return isFirst ? kNoShare : static_cast<ShareLevel>(-kNoShare);
    }
    return static_cast<ShareLevel>(std::lround(8 * std::log2(static_cast<double>(shareMillionths))));
}

void measure(const WorkVocabulary& vocabulary, const TemplateItems& items, bool isFirst,
             std::vector<ShareLevel>& shares, std::vector<Score>& gaps) {
    shares.reserve(items.size());
    gaps.reserve(items.size());
    for (const TemplateItem& item : items) {
        shares.push_back(levelOf(item.shareMillionths, isFirst));
        gaps.push_back(gapScore(vocabulary.kindOf(item.work)));
    }
}

} // namespace

Score gapScore(const WorkKind& kind) {
    return kind.role == Role::Main ? -3 * kScoreUnit : -kScoreUnit;
}

bool isSameWork(const WorkKind& a, const WorkKind& b) {
    if ((a.role == Role::Helper) != (b.role == Role::Helper)) {
        return false;
    }
    const Components common = (a.components & b.components) - Components{Component::Add};
    return a.token == b.token || !(common - kSmallWork).isEmpty();
}

Score classScore(const WorkVocabulary& vocabulary, const Work& a, const Work& b) {
    const WorkKind& kindA = vocabulary.kindOf(a);
    const WorkKind& kindB = vocabulary.kindOf(b);
    const bool isHelper = kindA.role == Role::Helper;
    if (isHelper != (kindB.role == Role::Helper)) {
        return kNever;
    }
    const Components add{Component::Add};
    const Components common = (kindA.components & kindB.components) - add;
    if (common.isEmpty()) {
        return kindA.token == kindB.token ? 4 * kScoreUnit : foreignScore(kindA, kindB);
    }
    if (isHelper && kindA.token != kindB.token && kindA.helps != kindB.helps) {
        return kNever;
    }
    const Components differing = (kindA.components | kindB.components) - common - add;
    return sharedScore(kindA, kindB, common, differing, a.name == b.name);
}

WorkScorer::WorkScorer(const WorkVocabulary& vocabulary, const TemplateItems& a, const TemplateItems& b)
    : m_vocabulary(vocabulary), m_a(a), m_b(b), m_symbolsA(distinctWork(a, m_distinctA)),
      m_symbolsB(distinctWork(b, m_distinctB)), m_width(m_distinctB.size()) {
    measure(vocabulary, a, true, m_shareA, m_gapA);
    measure(vocabulary, b, false, m_shareB, m_gapB);
    findCommonPlaces();
    constexpr std::size_t kLargestTable = std::size_t{1} << 22;
    m_isTable = m_distinctA.size() * m_distinctB.size() <= kLargestTable;
    if (!m_isTable) {
        return;
    }
    m_table.reserve(m_distinctA.size() * m_distinctB.size());
    for (const Work& x : m_distinctA) {
        for (const Work& y : m_distinctB) {
            m_table.push_back(baseScore(x, y));
        }
    }
}

void WorkScorer::findCommonPlaces() {
    const auto mark = [this](const std::vector<Work>& distinct, std::uint8_t bit) {
        for (const Work& work : distinct) {
            const WorkPlace& place = m_vocabulary.placeOf(work);
            m_isCommon[place.module] |= bit;
            m_isCommon[place.outermostOp] |= bit;
        }
    };
    m_isCommon.assign(m_vocabulary.texts.size(), 0);
    mark(m_distinctA, 1);
    mark(m_distinctB, 2);
    for (std::uint8_t& bits : m_isCommon) {
        bits = bits == 3 ? 1 : 0;
    }
}

PlaceRelation WorkScorer::relation(const Work& a, const Work& b) const {
    const WorkPlace& x = m_vocabulary.placeOf(a);
    const WorkPlace& y = m_vocabulary.placeOf(b);
    const bool hasModules = x.module != 0 && y.module != 0;
    const bool hasOps = x.outermostOp != 0 && y.outermostOp != 0;
    if (!hasModules && !hasOps) {
        return PlaceRelation::Unknown;
    }
    if (hasModules && x.module == y.module) {
        const bool sameOps = x.outermostOp == y.outermostOp && x.innermostOp == y.innermostOp;
        return sameOps ? PlaceRelation::Same : PlaceRelation::SameModule;
    }
    if (!hasModules && x.outermostOp == y.outermostOp) {
        return PlaceRelation::SameOp;
    }
    const int common = hasModules ? m_isCommon[x.module] + m_isCommon[y.module]
                                  : m_isCommon[x.outermostOp] + m_isCommon[y.outermostOp];
    if (common == 2 && hasModules) {
        return PlaceRelation::Different;
    }
    return common == 0 ? PlaceRelation::Unknown : PlaceRelation::Doubtful;
}

Score WorkScorer::baseScore(const Work& a, const Work& b) const {
    const Score score = classScore(m_vocabulary, a, b);
    const bool isHelperAgainstMain =
        (m_vocabulary.kindOf(a).role == Role::Helper) != (m_vocabulary.kindOf(b).role == Role::Helper);
    if (isHelperAgainstMain) {
        return kNever;
    }
    switch (relation(a, b)) {
    case PlaceRelation::Unknown:
        return score;
    case PlaceRelation::Same:
        return score > 0 ? score + 4 * kScoreUnit : 2 * kScoreUnit;
    case PlaceRelation::SameModule:
        return score > 0 ? score + 2 * kScoreUnit : score;
    case PlaceRelation::SameOp:
        return score > 0 ? score + 3 * kScoreUnit : std::max(score, -kScoreUnit);
    case PlaceRelation::Doubtful:
        return score - 2 * kScoreUnit;
    case PlaceRelation::Different:
        return kNever;
    }
    return score;
}

std::uint64_t WorkScorer::identity(const Work& work) const {
    const WorkKind& kind = m_vocabulary.kindOf(work);
    const WorkPlace& place = m_vocabulary.placeOf(work);
    return (std::uint64_t{kind.token} << 32) ^ (std::uint64_t{place.module} << 12) ^ place.outermostOp;
}

} // namespace diptych
