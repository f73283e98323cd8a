#pragma once
// Whether the names of kernels fit their durations inside graph replays, and what mends them. ROCm can give
// some records of a replay the time slots of much later ones. Pure functions, any thread. Source: SEMANTICS,
// "Names that do not fit durations".

#include "core/analysis/work_order.h"

#include <cstdint>
#include <vector>

namespace diptych {

/// Kernels of one launch on one stream.
struct ReplayKernels {
    std::vector<std::uint32_t> namesInTimeOrder;
    std::vector<std::uint32_t> namesInFileOrder;
    std::vector<double> logDurations; ///< natural logarithm of nanoseconds, in time order
    bool hasInversion = false;        ///< file order is not time order
};

struct NameFit {
    double spreadByName = 0; ///< of durations about the median of their name trigram, names in time order
    double spreadByFile = 0; ///< the same with names in file order
    double spreadByLag = -1; ///< between kernels one period apart; negative without a period
    bool isMisfit = false;
    bool isRepairable = false; ///< names in file order onto times prove themselves
};

[[nodiscard]] NameFit measureNameFit(const ReplayKernels& kernels);

/// What is wrong with the names of a device's graph replays.
struct NameMisfits {
    std::uint64_t launches = 0;
    std::uint64_t kernels = 0;
    std::uint64_t repairable = 0; ///< kernels among them
    /// For kernels of repairable launches: whose name (and class) each should bear. Pairs (activity, source).
    std::vector<std::pair<ActivityId, ActivityId>> repair;
};

/// Examines launches of 100 or more kernels on one stream; of very many a part, evenly spread, and all when
/// one of that part does not fit.
[[nodiscard]] NameMisfits findNameMisfits(const Trace& trace, const WorkOrder& order);

} // namespace diptych
