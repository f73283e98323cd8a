#include "core/analysis/module_layers.h"

#include <algorithm>
#include <map>
#include <set>

namespace diptych {

namespace {

using ClassName = std::string_view;

class LayerModules {
public:
    LayerModules(const ModuleTree& tree, const std::vector<std::string>& containers)
        : m_tree(tree), m_containers(containers.begin(), containers.end()) {}

    ModuleLayers find() {
        findRepeated();
        dropInner();
        for (std::size_t i = 0; i < m_tree.nodes.size(); ++i) {
            if (isLayerNode(i)) {
                m_parents[node(i).moduleClass][parentOf(i)].insert({node(i).instance, node(i).name});
            }
        }
        ModuleLayers result;
        result.placeOfNode.resize(m_tree.nodes.size());
        for (std::size_t i = 0; i < m_tree.nodes.size(); ++i) {
            const std::int32_t parent = node(i).parent;
            if (parent >= 0 && result.placeOfNode[static_cast<std::size_t>(parent)].isLayer()) {
                result.placeOfNode[i] = result.placeOfNode[static_cast<std::size_t>(parent)];
            } else if (isLayerNode(i)) {
                result.placeOfNode[i] = placeOf(i, result.groups);
            }
        }
        return result;
    }

private:
    /// Instances of a layer class below one parent, by number.
    using Instances = std::set<std::pair<std::int64_t, std::string_view>>;

    [[nodiscard]] const ModuleNode& node(std::size_t i) const { return m_tree.nodes[i]; }
    [[nodiscard]] bool isLayerNode(std::size_t i) const {
        return m_layerClasses.count(node(i).moduleClass) > 0;
    }

    void findRepeated() {
        std::map<ClassName, std::set<std::string_view>> instances;
        for (const ModuleNode& module : m_tree.nodes) {
            if (m_containers.count(module.moduleClass) == 0) {
                instances[module.moduleClass].insert(module.name);
            }
        }
        for (const auto& [name, ofClass] : instances) {
            if (ofClass.size() >= kLeastLayers) {
                m_repeated.insert(name);
            }
        }
    }

    void dropInner() {
        m_layerClasses = m_repeated;
        for (const ModuleNode& module : m_tree.nodes) {
            for (std::int32_t above = module.parent; above >= 0;
                 above = node(static_cast<std::size_t>(above)).parent) {
                const ClassName outer = node(static_cast<std::size_t>(above)).moduleClass;
                if (outer != module.moduleClass && m_repeated.count(outer) > 0) {
                    m_layerClasses.erase(module.moduleClass);
                }
            }
        }
    }

    /// The nearest module above that is no container; "" for a root.
    [[nodiscard]] std::string_view parentOf(std::size_t i) const {
        std::int32_t above = node(i).parent;
        while (above >= 0 && m_containers.count(node(static_cast<std::size_t>(above)).moduleClass) > 0) {
            above = node(static_cast<std::size_t>(above)).parent;
        }
        return above < 0 ? std::string_view{} : node(static_cast<std::size_t>(above)).name;
    }

    [[nodiscard]] bool isSplitByParent(ClassName name) {
        const auto [known, isNew] = m_isSplit.try_emplace(name, false);
        if (isNew) {
            known->second = everyParentHasGroup(name);
        }
        return known->second;
    }

    [[nodiscard]] bool everyParentHasGroup(ClassName name) const {
        const auto& parents = m_parents.at(name);
        std::set<std::string_view> all;
        std::size_t sum = 0;
        for (const auto& [parent, instances] : parents) {
            if (instances.size() < kLeastLayers) {
                return false;
            }
            sum += instances.size();
            for (const auto& [number, instance] : instances) {
                all.insert(instance);
            }
        }
        return parents.size() > 1 && all.size() == sum;
    }

    [[nodiscard]] Instances instancesWith(std::size_t i) {
        const auto& parents = m_parents.at(node(i).moduleClass);
        if (isSplitByParent(node(i).moduleClass)) {
            return parents.at(parentOf(i));
        }
        Instances all;
        for (const auto& [parent, instances] : parents) {
            all.insert(instances.begin(), instances.end());
        }
        return all;
    }

    ModuleLayers::Place placeOf(std::size_t i, std::vector<ModuleLayers::Group>& groups) {
        const ClassName name = node(i).moduleClass;
        const std::pair<ClassName, std::string_view> key{name, isSplitByParent(name) ? parentOf(i) : ""};
        auto known = m_groupOf.find(key);
        if (known == m_groupOf.end()) {
            const Instances instances = instancesWith(i);
            known = m_groupOf.emplace(key, Numbered{static_cast<std::uint32_t>(groups.size()), {}}).first;
            for (const auto& [number, instance] : instances) {
                known->second.layerOf.emplace(instance,
                                              static_cast<std::uint32_t>(known->second.layerOf.size()));
            }
            groups.push_back({std::string(name), static_cast<std::uint32_t>(instances.size())});
        }
        return {known->second.group, known->second.layerOf.at(node(i).name)};
    }

    struct Numbered {
        std::uint32_t group;
        std::map<std::string_view, std::uint32_t> layerOf; ///< by instance name
    };

    const ModuleTree& m_tree;
    std::set<std::string_view> m_containers;
    std::set<ClassName> m_repeated;
    std::set<ClassName> m_layerClasses;
    std::map<ClassName, std::map<std::string_view, Instances>> m_parents;
    std::map<ClassName, bool> m_isSplit;
    std::map<std::pair<ClassName, std::string_view>, Numbered> m_groupOf;
};

} // namespace

ModuleLayers findModuleLayers(const ModuleTree& tree, const std::vector<std::string>& containers) {
    return LayerModules(tree, containers).find();
}

} // namespace diptych
