#include "core/model/stack.h"

namespace diptych {

StackFrame parseFrame(std::string_view text) { return {text, {}, {}, text, false, false}; }
std::vector<StackFrame> stackOf(const Trace&, ActivityId) { return {}; }
bool hasStack(const Trace&, ActivityId) { return false; }
std::optional<StackFrame> innermostModelFrame(const Trace&, ActivityId) { return std::nullopt; }

} // namespace diptych
