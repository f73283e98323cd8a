#pragma once
// Names of a set of kernels with counts and times. Pure functions.

#include "core/compare/comparison.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace diptych {

/// Adds up kernels by name id; `shares` gives them by demangled name, most time first, ties by name.
class NameCounter {
public:
    struct Figures {
        std::uint64_t count = 0;
        Nanoseconds totalNs = 0;
        std::uint64_t insideStepsCount = 0;
        Nanoseconds insideStepsNs = 0;

        void add(const Figures& others);
    };

    void add(StringId name, Nanoseconds durationNs, bool isInSteps);
    void add(StringId name, const Figures& figures) { m_figures[name].add(figures); }
    void add(const NameCounter& others);
    [[nodiscard]] std::vector<NameShare> shares(const Trace& trace) const;

private:
    std::unordered_map<StringId, Figures> m_figures;
};

/// A kernel's name within a sentence: as shortName, and of long ones (Cijk_..., nvjet_...) the head, the tile
/// size where one is named, and the end: "Cijk_Alik_Blj…MT64x96x128…_WG64_4_1". The pairs hold whole names.
[[nodiscard]] std::string sentenceName(std::string_view demangled);

} // namespace diptych
