#pragma once
// The Python stack that launched a kernel, whatever way the trace recorded it. Read-only, any thread.

#include "core/model/trace.h"

#include <optional>
#include <string_view>
#include <vector>

namespace diptych {

/// What the name of a module's frame begins with; the module's own name follows.
inline constexpr std::string_view kModulePrefix = "nn.Module: ";

/// One frame of a stack; the views live as long as the trace.
struct StackFrame {
    std::string_view text; ///< as recorded
    std::string_view file; ///< "" for nn.Module calls and built-ins
    std::optional<std::int32_t> line;
    std::string_view function; ///< or the module's name
    bool isModule = false;     ///< nn.Module call
    bool isModelCode = false;  ///< neither PyTorch's own, nor the interpreter's, nor a built-in
};

/// Splits "path/qwen2.py(241): forward", "nn.Module: Qwen2MLP_3", "<built-in method mm ...>", "File.py:12 in
/// f".
[[nodiscard]] StackFrame parseFrame(std::string_view text);

/// The frames around the launch of an activity, outermost first; empty when the trace has none for it.
[[nodiscard]] std::vector<StackFrame> stackOf(const Trace& trace, ActivityId activity);

/// Whether the trace holds a stack for the launch of an activity.
[[nodiscard]] bool hasStack(const Trace& trace, ActivityId activity);

/// The innermost frame of model code, or an empty optional.
[[nodiscard]] std::optional<StackFrame> innermostModelFrame(const Trace& trace, ActivityId activity);

} // namespace diptych
