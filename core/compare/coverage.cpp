#include "core/compare/coverage.h"

namespace diptych {

namespace {

Nanoseconds& bucketOf(Coverage& coverage, double confidence, Side side) {
    if (confidence >= kExactConfidence) {
        return coverage.exactNs[side];
    }
    return confidence >= kRuleConfidence ? coverage.ruleNs[side] : coverage.inferredNs[side];
}

} // namespace

Coverage coverageOf(const std::vector<KernelPair>& pairs) {
    Coverage coverage;
    for (const KernelPair& pair : pairs) {
        const bool isMatched = pair.presence() == Presence::Both;
        const bool isOneToOne = pair.kernels.a == 1 && pair.kernels.b == 1;
        for (const Side side : kSides) {
            const Nanoseconds ns = pair.stats[side].totalNs;
            const std::uint64_t kernels = pair.activities[side].size();
            coverage.totalNs[side] += ns;
            if (!isMatched) {
                coverage.onlyNs[side] += ns;
                coverage.onlyKernels[side] += kernels;
                continue;
            }
            coverage.matchedNs[side] += ns;
            bucketOf(coverage, pair.confidence, side) += ns;
            (isOneToOne ? coverage.oneToOneNs : coverage.groupedNs)[side] += ns;
            (isOneToOne ? coverage.oneToOneKernels : coverage.groupedKernels)[side] += kernels;
        }
    }
    return coverage;
}

} // namespace diptych
