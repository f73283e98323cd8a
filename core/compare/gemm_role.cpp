#include "core/compare/gemm_role.h"

#include "core/base/lower_case.h"

#include <algorithm>
#include <optional>
#include <string>

namespace diptych {

namespace {

/// The role that a module class names itself.
std::string_view roleOfModule(std::string_view path) {
    const std::string module = lowerCase(path);
    const std::string_view leaf = std::string_view(module).substr(module.rfind('/') + 1);
    const auto leafHas = [&](std::string_view part) { return leaf.find(part) != std::string_view::npos; };
    const std::string_view parents = std::string_view(module).substr(0, module.size() - leaf.size());
    const auto parentsHave = [&](std::string_view part) {
        return parents.find(part) != std::string_view::npos;
    };
    if (leafHas("qkvparallel")) {
        return "QKV";
    }
    if (leafHas("lmhead") || leafHas("lm_head")) {
        return "LM head";
    }
    if (leafHas("mergedcolumn")) {
        return "gate/up";
    }
    if (leafHas("router") || (leafHas("replicatedlinear") && parentsHave("moe"))) {
        return "router";
    }
    if (leafHas("rowparallel")) {
        return parentsHave("attention") ? "O" : parentsHave("mlp") ? "down" : "";
    }
    return "";
}

class RoleFinder {
public:
    RoleFinder(const WorkVocabulary& vocabulary, const TemplateItems& items)
        : m_vocabulary(vocabulary), m_items(items), m_roles(items.size()) {}

    std::vector<std::string_view> find(SectionKind section) {
        if (section == SectionKind::Layer || section == SectionKind::Earlier ||
            section == SectionKind::Later) {
            nameByPlace();
        } else if (section == SectionKind::Epilogue) {
            nameHead();
        }
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            const std::string_view path = m_vocabulary.text(m_vocabulary.placeOf(m_items[i].work).modulePath);
            const std::string_view role = isGemm(i) && !path.empty() ? roleOfModule(path) : "";
            m_roles[i] = role.empty() ? m_roles[i] : role;
        }
        return std::move(m_roles);
    }

private:
    [[nodiscard]] const WorkKind& kind(std::size_t i) const { return m_vocabulary.kindOf(m_items[i].work); }
    [[nodiscard]] bool has(std::size_t i, Component component) const {
        return kind(i).role != Role::Helper && kind(i).components.contains(component);
    }
    [[nodiscard]] bool isGemm(std::size_t i) const {
        return kind(i).role == Role::Main && has(i, Component::Gemm);
    }

    /// First and last kernel of the attention: its own kernels, else the softmax between two GEMMs with
    /// those.
    [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> attention() const {
        std::optional<std::pair<std::size_t, std::size_t>> range;
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            if (has(i, Component::Attention)) {
                range = {range ? range->first : i, i};
            }
        }
        for (std::size_t i = 0; i < m_items.size() && !range; ++i) {
            if (!has(i, Component::Softmax)) {
                continue;
            }
            const auto before = nextGemm(i, -1);
            const auto after = nextGemm(i, 1);
            if (before && after) {
                range = {*before, *after};
            }
        }
        return range;
    }

    [[nodiscard]] std::optional<std::size_t> nextGemm(std::size_t from, int direction) const {
        for (auto i = static_cast<std::int64_t>(from) + direction;
             i >= 0 && i < static_cast<std::int64_t>(m_items.size()); i += direction) {
            if (isGemm(static_cast<std::size_t>(i))) {
                return static_cast<std::size_t>(i);
            }
        }
        return std::nullopt;
    }

    /// What comes first behind a GEMM: an activation, a routing kernel, or another GEMM (or neither).
    [[nodiscard]] Component followedBy(std::size_t gemm) const {
        for (std::size_t i = gemm + 1; i < m_items.size(); ++i) {
            for (const Component component : {Component::Activation, Component::MoeRoute}) {
                if (has(i, component)) {
                    return component;
                }
            }
            if (has(i, Component::Norm)) {
                return Component::Norm;
            }
        }
        return Component::Other;
    }

    void nameByPlace() {
        const auto range = attention();
        bool isActivated = false;
        bool hasOutput = false;
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            const bool isBehind = range && i > range->second;
            isActivated = isActivated || (isBehind && has(i, Component::Activation) && !isGemm(i));
            if (has(i, Component::MoeGemm)) {
                m_roles[i] = "experts";
            }
            if (!isGemm(i) || !range || (i >= range->first && !isBehind)) {
                continue;
            }
            m_roles[i] = !isBehind ? "QKV" : roleBehindAttention(i, hasOutput, isActivated);
            hasOutput = hasOutput || isBehind;
            isActivated = isActivated || (isBehind && has(i, Component::Activation));
        }
    }

    [[nodiscard]] std::string_view roleBehindAttention(std::size_t gemm, bool hasOutput,
                                                       bool isActivated) const {
        if (!hasOutput) {
            return "O";
        }
        const Component next = followedBy(gemm);
        if (next == Component::MoeRoute) {
            return "router";
        }
        if (isActivated) {
            return "down";
        }
        return next == Component::Activation || has(gemm, Component::Activation) ? "gate/up" : "";
    }

    void nameHead() {
        std::optional<std::size_t> head;
        for (std::size_t i = 0; i < m_items.size(); ++i) {
            if (isGemm(i) && (!head || m_items[i].meanNs > m_items[*head].meanNs)) {
                head = i;
            }
        }
        if (head) {
            m_roles[*head] = "LM head";
        }
    }

    const WorkVocabulary& m_vocabulary;
    const TemplateItems& m_items;
    std::vector<std::string_view> m_roles;
};

} // namespace

std::vector<std::string_view> gemmRoles(const WorkVocabulary& vocabulary, const TemplateItems& items,
                                        SectionKind section) {
    return RoleFinder(vocabulary, items).find(section);
}

} // namespace diptych
