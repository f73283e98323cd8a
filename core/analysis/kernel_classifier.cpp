#include "core/analysis/kernel_classifier.h"

namespace diptych {

struct KernelClassifier::Impl { RuleTable table; };
KernelClassifier::KernelClassifier(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
KernelClassifier::KernelClassifier(KernelClassifier&&) noexcept = default;
KernelClassifier& KernelClassifier::operator=(KernelClassifier&&) noexcept = default;
KernelClassifier::~KernelClassifier() = default;
Result<KernelClassifier> KernelClassifier::compile(RuleTable table) { return KernelClassifier(std::make_unique<Impl>(Impl{std::move(table)})); }
const KernelClassifier& KernelClassifier::builtIn() { static const KernelClassifier c = std::move(compile(defaultRules())).value(); return c; }
KernelClass KernelClassifier::classify(std::string_view, std::string_view, Platform) const { return {"Other", "other", "Other", {Component::Other}, Role::Middle, Component::Other, -1, false}; }
const RuleTable& KernelClassifier::table() const { return m_impl->table; }
Result<Classification> classifyTrace(const Trace& trace, const KernelClassifier& c, bool) { Classification r; r.classes.push_back(c.classify("", "", Platform::Unknown)); r.ofActivity.assign(trace.gpu.size(), ClassId(0)); return r; }

} // namespace diptych
