#include "core/model/build_stack_tree.h"

#include "core/model/nearest_around.h"

#include <algorithm>
#include <unordered_map>

namespace diptych {

namespace {

class Builder {
public:
    Builder(Trace& trace, CancelPoll& poll) : m_trace(trace), m_poll(poll), m_ofFrame(trace.frames.size()) {}

    StackId ofFrame(FrameId frame) {
        m_chain.clear();
        FrameId outer = frame;
        while (outer.isValid() && !m_ofFrame[outer.index()].isValid()) {
            m_poll();
            m_chain.push_back(outer);
            outer = m_trace.frames.parent[outer.index()];
        }
        StackId stack = outer.isValid() ? m_ofFrame[outer.index()] : StackId{};
        for (auto inner = m_chain.rbegin(); inner != m_chain.rend(); ++inner) {
            m_poll();
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
            m_poll();
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
    CancelPoll& m_poll;
    std::vector<StackId> m_ofFrame;
    std::vector<FrameId> m_chain;
    std::unordered_map<std::uint32_t, StackId> m_ofCallStack;
    std::unordered_map<std::uint64_t, StackId> m_children;
};

} // namespace

bool hasCallStacks(const CpuOps& ops) {
    return std::any_of(ops.callStack.begin(), ops.callStack.end(),
                       [](StringId stack) { return stack.isValid(); });
}

void buildStackTree(Trace& trace, CancelPoll& poll) {
    Builder builder(trace, poll);
    GpuActivities& gpu = trace.gpu;
    gpu.stack.assign(gpu.size(), StackId{});
    const CpuOps& ops = trace.ops;
    const bool isByOps = hasCallStacks(ops);
    NearestAround<OpId> stackedOps(ops.parent, poll);
    for (std::size_t i = 0; i < gpu.size(); ++i) {
        poll();
        if (i < gpu.frame.size() && gpu.frame[i].isValid()) {
            gpu.stack[i] = builder.ofFrame(gpu.frame[i]);
        } else if (isByOps && i < gpu.op.size()) {
            // The call stack recorded with the op or, failing that, with the nearest op around it.
            const OpId op = stackedOps.of(
                gpu.op[i], [&ops](OpId around) { return ops.callStack[around.index()].isValid(); });
            gpu.stack[i] = op.isValid() ? builder.ofCallStack(ops.callStack[op.index()]) : StackId{};
        }
    }
}

} // namespace diptych
