#pragma once
// The distinct Python stacks of a trace as a tree: a stack is a node, its caller's stack the node's parent. A
// million kernels share a few hundred nodes. Filled by the link step, then const.

#include "core/base/ids.h"

#include <vector>

namespace diptych {

struct StackTree {
    std::vector<StackId> parent; ///< invalid: the outermost frame; a parent's index is below its child's
    std::vector<StringId> frame; ///< innermost frame of the stack, as recorded

    [[nodiscard]] std::size_t size() const { return frame.size(); }
};

} // namespace diptych
