#include "core/analysis/module_tree.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace diptych {

ModuleName parseModuleName(std::string_view name) {
    const std::size_t mark = name.rfind('_');
    if (mark == std::string_view::npos || mark == 0 || mark + 1 == name.size()) {
        return {name, -1};
    }
    std::int64_t instance = -1;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + mark + 1, end, instance);
    if (error != std::errc{} || stop != end || instance < 0) {
        return {name, -1};
    }
    return {name.substr(0, mark), instance};
}

std::string withoutInstanceNumbers(std::string_view modulePath) {
    std::string plain;
    plain.reserve(modulePath.size());
    while (!modulePath.empty()) {
        const std::size_t slash = std::min(modulePath.find('/'), modulePath.size());
        plain += parseModuleName(modulePath.substr(0, slash)).moduleClass;
        if (slash < modulePath.size()) {
            plain += '/';
        }
        modulePath.remove_prefix(std::min(slash + 1, modulePath.size()));
    }
    return plain;
}

namespace {

class TreeBuilder {
public:
    explicit TreeBuilder(ModuleTree& tree) : m_tree(tree) {}

    std::uint32_t add(std::string_view path) {
        std::int32_t node = -1;
        for (std::size_t begin = 0; begin <= path.size();) {
            const std::size_t end = std::min(path.find('/', begin), path.size());
            if (end > begin) {
                node = childOf(node, path.substr(begin, end - begin));
            }
            begin = end + 1;
        }
        return node < 0 ? ModuleTree::kNoNode : static_cast<std::uint32_t>(node);
    }

private:
    std::int32_t childOf(std::int32_t parent, std::string_view name) {
        const auto [found, isNew] =
            m_children.try_emplace({parent, name}, static_cast<std::int32_t>(m_tree.nodes.size()));
        if (isNew) {
            const ModuleName parts = parseModuleName(name);
            m_tree.nodes.push_back({name, parts.moduleClass, parts.instance, parent});
        }
        return found->second;
    }

    ModuleTree& m_tree;
    std::map<std::pair<std::int32_t, std::string_view>, std::int32_t> m_children;
};

} // namespace

ModuleTree buildModuleTree(const Trace& trace, const std::vector<ActivityId>& activities) {
    ModuleTree tree;
    TreeBuilder builder(tree);
    StringId last;
    for (const ActivityId activity : activities) {
        const StringId path = trace.gpu.modulePath[activity.index()];
        if (!path.isValid() || path == last) {
            continue;
        }
        last = path;
        if (tree.nodeOfPath.count(path) == 0) {
            const std::uint32_t node = builder.add(trace.text(path));
            if (node != ModuleTree::kNoNode) {
                tree.nodeOfPath.emplace(path, node);
            }
        }
    }
    return tree;
}

} // namespace diptych
