#pragma once
// Applies a rule table to kernel names. Compiled once, then const and used from any thread.

#include "core/analysis/kernel_class.h"
#include "core/analysis/rule_table.h"
#include "core/model/trace.h"

#include <memory>
#include <string_view>

namespace diptych {

class KernelClassifier {
public:
    /// Compiles every pattern; an error names the row and the place in the pattern.
    [[nodiscard]] static Result<KernelClassifier> compile(RuleTable table);
    /// The built-in table, compiled once.
    [[nodiscard]] static const KernelClassifier& builtIn();

    KernelClassifier(KernelClassifier&&) noexcept;
    KernelClassifier& operator=(KernelClassifier&&) noexcept;
    ~KernelClassifier();

    /// The class of one kernel. `name` may be mangled; `cpuOp` is the innermost CPU op or "". A pattern that
    /// runs away on the name is an error with its row.
    [[nodiscard]] Result<KernelClass> tryClassify(std::string_view name, std::string_view cpuOp,
                                                  Platform platform) const;
    /// The same, where a pattern that runs away counts as one that does not match.
    [[nodiscard]] KernelClass classify(std::string_view name, std::string_view cpuOp,
                                       Platform platform) const;
    /// Whether the CPU op has a say for kernels of this class: no rule, or only a generic one, knew the name.
    [[nodiscard]] bool asksCpuOp(const KernelClass& byName) const;
    [[nodiscard]] const RuleTable& table() const;

private:
    struct Impl;
    explicit KernelClassifier(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// Classifies all activities of a trace; every distinct (name, CPU op where it matters) once. Copies and
/// fills are category memory whatever their name. With `namesOnly` CPU ops are not looked at. A pattern that
/// runs away on a name is an error with its row.
[[nodiscard]] Result<Classification> classifyTrace(const Trace& trace, const KernelClassifier& classifier,
                                                   bool namesOnly);

} // namespace diptych
