#include "core/compare/kernel_names.h"

#include "core/analysis/kernel_name.h"

#include <algorithm>
#include <map>

namespace diptych {

void NameCounter::Figures::add(const Figures& others) {
    count += others.count;
    totalNs += others.totalNs;
    insideStepsCount += others.insideStepsCount;
    insideStepsNs += others.insideStepsNs;
}

void NameCounter::add(StringId name, Nanoseconds durationNs, bool isInSteps) {
    m_figures[name].add({1, durationNs, isInSteps ? 1U : 0U, isInSteps ? durationNs : 0});
}

void NameCounter::add(const NameCounter& others) {
    for (const auto& [name, figures] : others.m_figures) {
        m_figures[name].add(figures);
    }
}

std::vector<NameShare> NameCounter::shares(const Trace& trace) const {
    std::map<std::string, Figures> byName; // one kernel may be mangled and demangled in one trace
    for (const auto& [name, figures] : m_figures) {
        byName[demangle(trace.text(name))].add(figures);
    }
    std::vector<NameShare> shares;
    shares.reserve(byName.size());
    for (const auto& [name, figures] : byName) {
        shares.push_back(
            {name, figures.count, figures.totalNs, figures.insideStepsCount, figures.insideStepsNs});
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const NameShare& x, const NameShare& y) { return x.totalNs > y.totalNs; });
    return shares;
}

} // namespace diptych
