#include "core/compare/section_matcher.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace diptych {

namespace {

constexpr std::uint32_t kNoGroup = 0xFFFFFFFF;

/// What the layers of a group do: how many kernels of each component its commonest template holds.
struct GroupProfile {
    std::uint32_t group = 0;
    std::uint32_t layers = 0;
    std::array<std::uint32_t, static_cast<std::size_t>(Component::Other) + 1> components{};

    friend auto operator<=>(const GroupProfile&, const GroupProfile&) = default;
};

bool hasGroup(SectionKind kind) {
    switch (kind) {
    case SectionKind::Layer:
    case SectionKind::Between:
    case SectionKind::Earlier:
    case SectionKind::Later:
        return true;
    case SectionKind::Whole:
    case SectionKind::Prologue:
    case SectionKind::Epilogue:
    case SectionKind::Outside:
        return false;
    }
    return false;
}

std::vector<GroupProfile> profilesOf(const WorkVocabulary& vocabulary, const Sections& sections,
                                     const TemplateSet& templates) {
    std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> countsOf; // group -> template -> layers
    for (std::size_t i = 0; i < sections.sections.size(); ++i) {
        if (sections.sections[i].kind == SectionKind::Layer &&
            templates.templateOf[i] != TemplateSet::kNone) {
            ++countsOf[sections.sections[i].group][templates.templateOf[i]];
        }
    }
    std::vector<GroupProfile> profiles;
    for (const auto& [group, counts] : countsOf) {
        GroupProfile profile{group};
        std::uint32_t commonest = counts.begin()->first;
        for (const auto& [index, layers] : counts) {
            profile.layers += layers;
            commonest = layers > counts.at(commonest) ? index : commonest;
        }
        for (const TemplateItem& item : templates.templates[commonest].items) {
            for (std::size_t bit = 0; bit < profile.components.size(); ++bit) {
                const bool has =
                    vocabulary.kindOf(item.work).components.contains(static_cast<Component>(bit));
                profile.components[bit] += has ? 1 : 0;
            }
        }
        profiles.push_back(profile);
    }
    return profiles;
}

/// Likeness of two groups in thousandths; equal depth counts too.
std::uint32_t likeness(const GroupProfile& a, const GroupProfile& b) {
    std::uint32_t shared = 0;
    std::uint32_t all = 1;
    for (std::size_t bit = 0; bit < a.components.size(); ++bit) {
        shared += std::min(a.components[bit], b.components[bit]);
        all += std::max(a.components[bit], b.components[bit]);
    }
    return 1 + 1000 * shared / all + (a.layers == b.layers ? 300 : 0);
}

/// The chain of group pairs, in order on both sides, with the largest sum of likeness.
std::vector<std::pair<std::uint32_t, std::uint32_t>> chainGroups(const std::vector<GroupProfile>& a,
                                                                 const std::vector<GroupProfile>& b) {
    std::vector<std::vector<std::uint32_t>> best(a.size() + 1, std::vector<std::uint32_t>(b.size() + 1, 0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            best[i][j] =
                std::max({best[i - 1][j - 1] + likeness(a[i - 1], b[j - 1]), best[i - 1][j], best[i][j - 1]});
        }
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> chain;
    for (std::size_t i = a.size(), j = b.size(); i > 0 && j > 0;) {
        if (best[i][j] == best[i - 1][j - 1] + likeness(a[i - 1], b[j - 1])) {
            --i;
            --j;
            chain.emplace_back(a[i].group, b[j].group);
        } else if (best[i][j] == best[i - 1][j]) {
            --i;
        } else {
            --j;
        }
    }
    return chain;
}

/// For every group of B its counterpart in A.
std::map<std::uint32_t, std::uint32_t> matchGroups(const std::vector<GroupProfile>& a,
                                                   const std::vector<GroupProfile>& b) {
    std::map<std::uint32_t, std::uint32_t> groupInA;
    if (b < a) { // an order of its own, so that ties do not depend on the side
        for (const auto& [inB, inA] : chainGroups(b, a)) {
            groupInA[inB] = inA;
        }
    } else {
        for (const auto& [inA, inB] : chainGroups(a, b)) {
            groupInA[inB] = inA;
        }
    }
    return groupInA;
}

using SectionKey = std::tuple<SectionKind, std::uint32_t, std::uint32_t>;

SectionKey keyOf(const Section& section, std::uint32_t group) {
    const bool isLayer = hasGroup(section.kind) && section.kind != SectionKind::Between;
    return {section.kind, hasGroup(section.kind) ? group : 0, isLayer ? section.layer : 0};
}

class SectionMatcher {
public:
    SectionMatcher(const WorkVocabulary& vocabulary, const PerSide<const Sections*>& sections,
                   const PerSide<const TemplateSet*>& templates)
        : m_sections(sections), m_templates(templates) {
        m_groupInA = matchGroups(profilesOf(vocabulary, *sections.a, *templates.a),
                                 profilesOf(vocabulary, *sections.b, *templates.b));
    }

    std::vector<MatchedSection> match() {
        findPartners();
        merge();
        giveNames();
        return std::move(m_matched);
    }

private:
    [[nodiscard]] const Section& section(Side side, std::uint32_t index) const {
        return m_sections[side]->sections[index];
    }

    void findPartners() {
        std::map<SectionKey, std::uint32_t> inA;
        for (const Side side : kSides) {
            m_partner[side].assign(m_sections[side]->sections.size(), kNoGroup);
            for (std::uint32_t i = 0; i < m_sections[side]->sections.size(); ++i) {
                if (m_templates[side]->templateOf[i] != TemplateSet::kNone) {
                    m_present[side].push_back(i);
                }
            }
        }
        for (const std::uint32_t i : m_present.a) {
            inA.emplace(keyOf(section(Side::A, i), section(Side::A, i).group), i);
        }
        for (const std::uint32_t j : m_present.b) {
            const auto group = m_groupInA.find(section(Side::B, j).group);
            const bool isGrouped = hasGroup(section(Side::B, j).kind);
            if (isGrouped && group == m_groupInA.end()) {
                continue;
            }
            const auto found = inA.find(keyOf(section(Side::B, j), isGrouped ? group->second : 0));
            if (found != inA.end() && m_partner.a[found->second] == kNoGroup) {
                m_partner.a[found->second] = j;
                m_partner.b[j] = found->second;
            }
        }
    }

    /// Which side's one-sided sections come first where both have some at one place.
    [[nodiscard]] Side leadingSide() const {
        const auto outline = [&](Side side) {
            std::vector<std::tuple<SectionKind, std::uint32_t, std::uint32_t, std::string>> keys;
            for (const std::uint32_t i : m_present[side]) {
                const Section& entry = section(side, i);
                keys.emplace_back(entry.kind, entry.group, entry.layer, entry.name);
            }
            return keys;
        };
        return outline(Side::B) < outline(Side::A) ? Side::B : Side::A;
    }

    void append(Side side, std::uint32_t index) {
        MatchedSection matched;
        matched.sections[side] = SectionId(index);
        m_isDone[side].insert(index);
        if (m_partner[side][index] != kNoGroup) {
            matched.sections[other(side)] = SectionId(m_partner[side][index]);
            m_isDone[other(side)].insert(m_partner[side][index]);
        }
        m_matched.push_back(std::move(matched));
    }

    /// Goes through both lists at once; sections of one side alone come where that side has them.
    void merge() {
        const Side first = leadingSide();
        const Side second = other(first);
        std::size_t j = 0;
        const auto appendLone = [&] {
            for (; j < m_present[second].size(); ++j) {
                const std::uint32_t index = m_present[second][j];
                if (m_partner[second][index] != kNoGroup && m_isDone[second].count(index) == 0) {
                    return;
                }
                if (m_isDone[second].count(index) == 0) {
                    append(second, index);
                }
            }
        };
        for (const std::uint32_t index : m_present[first]) {
            if (m_partner[first][index] != kNoGroup) {
                appendLone();
            }
            append(first, index);
        }
        appendLone();
    }

    [[nodiscard]] std::string commonName(const MatchedSection& matched) const {
        const std::string& a = section(Side::A, matched.sections.a.index()).name;
        const std::string& b = section(Side::B, matched.sections.b.index()).name;
        const bool isModulesA = m_sections.a->source == LayerSource::Modules;
        const bool isModulesB = m_sections.b->source == LayerSource::Modules;
        if (isModulesA != isModulesB) {
            return isModulesA ? a : b;
        }
        return std::min(a, b);
    }

    void giveNames() {
        std::set<std::string> taken;
        for (MatchedSection& matched : m_matched) {
            if (matched.isBoth()) {
                matched.name = uniqueName(commonName(matched), "", taken);
            }
        }
        for (MatchedSection& matched : m_matched) {
            if (!matched.isBoth()) {
                const Side side = matched.sections.a.isValid() ? Side::A : Side::B;
                const std::string& name = section(side, matched.sections[side].index()).name;
                matched.name = uniqueName(name, std::string(" of ") + sideName(side), taken);
            }
        }
    }

    static std::string uniqueName(const std::string& wanted, const std::string& suffix,
                                  std::set<std::string>& taken) {
        std::string name = wanted;
        for (int number = 1; !taken.insert(name).second; ++number) {
            name = wanted + suffix + (number > 1 || suffix.empty() ? " #" + std::to_string(number + 1) : "");
        }
        return name;
    }

    PerSide<const Sections*> m_sections;
    PerSide<const TemplateSet*> m_templates;
    std::map<std::uint32_t, std::uint32_t> m_groupInA;
    PerSide<std::vector<std::uint32_t>> m_present; ///< sections with a template
    PerSide<std::vector<std::uint32_t>> m_partner; ///< by section
    PerSide<std::set<std::uint32_t>> m_isDone;
    std::vector<MatchedSection> m_matched;
};

} // namespace

std::vector<MatchedSection> matchSections(const WorkVocabulary& vocabulary,
                                          const PerSide<const Sections*>& sections,
                                          const PerSide<const TemplateSet*>& templates) {
    return SectionMatcher(vocabulary, sections, templates).match();
}

} // namespace diptych
