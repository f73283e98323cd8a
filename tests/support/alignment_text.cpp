#include "tests/support/alignment_text.h"

#include <set>
#include <sstream>

namespace diptych::test {

namespace {

void describeSide(std::ostream& text, const KernelPair& pair, Side side) {
    const DurationStats& stats = pair.stats[side];
    text << " [" << pair.kernels[side] << ' ' << stats.count << ' ' << stats.totalNs << ' '
         << stats.meanNs.value_or(-1) << ' ' << stats.p95Ns.value_or(-1) << ' ' << stats.stepNs.value_or(-1);
    for (const NameShare& share : pair.names[side]) {
        text << ' ' << share.name << ':' << share.count;
    }
    for (const ActivityId id : pair.activities[side]) {
        text << " #" << id.index();
    }
    text << ']';
}

std::string findSideFault(const ComparedSides& sides, const Alignment& alignment, Side side) {
    const std::vector<std::uint8_t>& isSelected = sides.selections[side]->isSelected;
    std::vector<std::uint32_t> pairsOf(isSelected.size(), 0);
    Nanoseconds sum = 0;
    for (std::size_t i = 0; i < alignment.pairs.size(); ++i) {
        sum += alignment.pairs[i].stats[side].totalNs;
        for (const ActivityId id : alignment.pairs[i].activities[side]) {
            ++pairsOf[id.index()];
            if (alignment.pairOf[side][id.index()] != PairId(i)) {
                return "pairOf does not lead to the pair of " + std::to_string(id.index());
            }
        }
    }
    for (std::size_t i = 0; i < pairsOf.size(); ++i) {
        if (pairsOf[i] != (isSelected[i] != 0 ? 1U : 0U)) {
            return std::string(sideName(side)) + " activity " + std::to_string(i) + " is in " +
                   std::to_string(pairsOf[i]) + " pairs";
        }
    }
    const Nanoseconds total = sides.selections[side]->figures.totalNs;
    return sum == total
               ? ""
               : "pairs sum to " + std::to_string(sum) + ", the selection to " + std::to_string(total);
}

} // namespace

std::string describeAlignment(const Alignment& alignment, bool isMirrored) {
    std::ostringstream text;
    const Side first = isMirrored ? Side::B : Side::A;
    for (const KernelPair& pair : alignment.pairs) {
        text << pair.id << ' ' << pair.operation << ' ' << pair.category << ' ' << pair.role;
        describeSide(text, pair, first);
        describeSide(text, pair, other(first));
        text << ' ' << (isMirrored ? -pair.gapNs : pair.gapNs) << ' ' << pair.confidence << ' '
             << pair.sameKernel << ' ' << pair.withinNoise << '\n';
    }
    return text.str();
}

std::string findAlignmentFault(const ComparedSides& sides, const Alignment& alignment) {
    for (const Side side : kSides) {
        if (std::string fault = findSideFault(sides, alignment, side); !fault.empty()) {
            return fault;
        }
    }
    std::set<std::string> ids;
    for (const KernelPair& pair : alignment.pairs) {
        if (!ids.insert(pair.id).second) {
            return "two pairs are called " + pair.id;
        }
        const bool isBoth = pair.presence() == Presence::Both;
        if (pair.reason.empty() || pair.confidence > 1 ||
            (isBoth ? pair.confidence <= 0 : pair.confidence != 0)) {
            return pair.id + " has no reason, or confidence " + std::to_string(pair.confidence);
        }
    }
    return "";
}

std::string findSelfDifference(const Alignment& alignment) {
    for (const KernelPair& pair : alignment.pairs) {
        const bool isSelf = pair.kernels.a == 1 && pair.kernels.b == 1 &&
                            pair.activities.a == pair.activities.b && pair.gapNs == 0 && pair.sameKernel;
        if (!isSelf) {
            return pair.id;
        }
    }
    return "";
}

} // namespace diptych::test
