#include "core/model/build_stack_tree.h"

#include <algorithm>
#include <unordered_map>

namespace diptych {

namespace {

class Builder {
public:
    explicit Builder(Trace& trace) : m_trace(trace), m_ofFrame(trace.frames.size()) {}

    StackId ofFrame(FrameId frame) {
        m_chain.clear();
        FrameId outer = frame;
        while (outer.isValid() && !m_ofFrame[outer.index()].isValid()) {
            m_chain.push_back(outer);
            outer = m_trace.frames.parent[outer.index()];
        }
        StackId stack = outer.isValid() ? m_ofFrame[outer.index()] : StackId{};
        for (auto inner = m_chain.rbegin(); inner != m_chain.rend(); ++inner) {
            stack = child(stack, m_trace.frames.name[inner->index()]);
            m_ofFrame[inner->index()] = stack;
        }
        return stack;
    }

    /// Call stacks list the innermost frame first, separated by semicolons.
    StackId ofCallStack(StringId callStack) {
        const auto [known, isNew] = m_ofCallStack.try_emplace(callStack.index());
        if (!isNew) {
            return known->second;
        }
        const std::string_view text = m_trace.strings[callStack];
        StackId stack;
        for (std::size_t end = text.size(); end > 0;) {
            const std::size_t separator = text.rfind(';', end - 1);
            const std::size_t begin = separator == std::string_view::npos ? 0 : separator + 1;
            if (begin < end) {
                stack = child(stack, m_trace.strings.intern(text.substr(begin, end - begin)));
            }
            end = separator == std::string_view::npos ? 0 : separator;
        }
        return known->second = stack;
    }

private:
    StackId child(StackId parent, StringId frame) {
        const std::uint64_t parentKey = parent.isValid() ? parent.index() + 1ULL : 0;
        const auto [known, isNew] = m_children.try_emplace((parentKey << 32) | frame.index());
        if (isNew) {
            known->second = StackId(m_trace.stacks.size());
            m_trace.stacks.parent.push_back(parent);
            m_trace.stacks.frame.push_back(frame);
        }
        return known->second;
    }

    Trace& m_trace;
    std::vector<StackId> m_ofFrame;
    std::vector<FrameId> m_chain;
    std::unordered_map<std::uint32_t, StackId> m_ofCallStack;
    std::unordered_map<std::uint64_t, StackId> m_children;
};

/// The call stack recorded with the op or, failing that, with the nearest op around it.
StringId callStackOf(const CpuOps& ops, OpId op) {
    while (op.isValid() && !ops.callStack[op.index()].isValid()) {
        op = ops.parent[op.index()];
    }
    return op.isValid() ? ops.callStack[op.index()] : StringId{};
}

} // namespace

void buildStackTree(Trace& trace) {
    Builder builder(trace);
    GpuActivities& gpu = trace.gpu;
    gpu.stack.assign(gpu.size(), StackId{});
    for (std::size_t i = 0; i < gpu.size(); ++i) {
        if (i < gpu.frame.size() && gpu.frame[i].isValid()) {
            gpu.stack[i] = builder.ofFrame(gpu.frame[i]);
        } else if (i < gpu.op.size()) {
            const StringId callStack = callStackOf(trace.ops, gpu.op[i]);
            gpu.stack[i] = callStack.isValid() ? builder.ofCallStack(callStack) : StackId{};
        }
    }
}

} // namespace diptych
