#include "core/compare/kernel_names.h"

#include "core/analysis/kernel_name.h"

#include <algorithm>
#include <map>

namespace diptych {

void NameCounter::add(StringId name, Nanoseconds durationNs) {
    Figures& figures = m_figures[name];
    ++figures.count;
    figures.totalNs += durationNs;
}

void NameCounter::add(const NameCounter& others) {
    for (const auto& [name, figures] : others.m_figures) {
        Figures& sum = m_figures[name];
        sum.count += figures.count;
        sum.totalNs += figures.totalNs;
    }
}

std::vector<NameShare> NameCounter::shares(const Trace& trace) const {
    std::map<std::string, Figures> byName; // one kernel may be mangled and demangled in one trace
    for (const auto& [name, figures] : m_figures) {
        Figures& sum = byName[demangle(trace.text(name))];
        sum.count += figures.count;
        sum.totalNs += figures.totalNs;
    }
    std::vector<NameShare> shares;
    shares.reserve(byName.size());
    for (const auto& [name, figures] : byName) {
        shares.push_back({name, figures.count, figures.totalNs});
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const NameShare& x, const NameShare& y) { return x.totalNs > y.totalNs; });
    return shares;
}

} // namespace diptych
