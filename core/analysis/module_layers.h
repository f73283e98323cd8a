#pragma once
// Which modules of a model are its layers. Pure function over the module tree, any thread.
// Source: SEMANTICS, "Layers and sections", nn.Module path.

#include "core/analysis/module_tree.h"

#include <string>
#include <vector>

namespace diptych {

/// A class this often instantiated is a layer.
inline constexpr std::size_t kLeastLayers = 4;

struct ModuleLayers {
    struct Group {
        std::string moduleClass;
        std::uint32_t layers = 0;
    };
    struct Place {
        std::uint32_t group = ModuleTree::kNoNode; ///< kNoNode: outside the layers
        std::uint32_t layer = 0;                   ///< by instance number
        [[nodiscard]] bool isLayer() const { return group != ModuleTree::kNoNode; }
    };

    std::vector<Group> groups;      ///< in order of first appearance
    std::vector<Place> placeOfNode; ///< by index into ModuleTree::nodes
};

/// Layers are the instances of a class that has four or more and never occurs inside another such class;
/// `containers` are classes that are never layers. Instances of one class below different parents (an encoder
/// and a decoder of equal blocks) are groups of their own when each parent has four or more.
[[nodiscard]] ModuleLayers findModuleLayers(const ModuleTree& tree,
                                            const std::vector<std::string>& containers);

} // namespace diptych
