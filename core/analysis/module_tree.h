#pragma once
// nn.Module paths as a tree: "Model_0/DecoderLayer_3/MLP_3" split into classes and instances. Built once per
// trace, then read from any thread.

#include "core/model/trace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace diptych {

/// "Qwen2MLP_3" is instance 3 of class Qwen2MLP; without a number the instance is -1.
struct ModuleName {
    std::string_view moduleClass;
    std::int64_t instance = -1;
};

[[nodiscard]] ModuleName parseModuleName(std::string_view name);

/// "Model/DecoderLayer/MLP" of "Model_0/DecoderLayer_3/MLP_3".
[[nodiscard]] std::string withoutInstanceNumbers(std::string_view modulePath);

/// One nn.Module call path. Views live as long as the trace.
struct ModuleNode {
    std::string_view name;        ///< last element, "Qwen2MLP_3"
    std::string_view moduleClass; ///< "Qwen2MLP"
    std::int64_t instance = -1;
    std::int32_t parent = -1; ///< index into ModuleTree::nodes; -1: a root
};

struct ModuleTree {
    static constexpr std::uint32_t kNoNode = 0xFFFFFFFF;

    std::vector<ModuleNode> nodes; ///< parents before children, in order of first appearance
    std::unordered_map<StringId, std::uint32_t> nodeOfPath; ///< of paths that activities have

    [[nodiscard]] std::uint32_t nodeOf(StringId path) const {
        const auto found = nodeOfPath.find(path);
        return found == nodeOfPath.end() ? kNoNode : found->second;
    }
};

/// The tree of the module paths of some activities.
[[nodiscard]] ModuleTree buildModuleTree(const Trace& trace, const std::vector<ActivityId>& activities);

} // namespace diptych
