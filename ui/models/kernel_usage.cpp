#include "ui/models/kernel_usage.h"

#include "ui/style/number_format.h"

#include <algorithm>
#include <map>

namespace diptych {

namespace {

/// Time of one name by role and in its dearest pair, while pairs are added.
struct Candidate {
    std::map<std::string, Nanoseconds> nsByRole;
    Nanoseconds mostNs = -1;
    std::uint32_t pair = 0;
};

using Candidates = std::unordered_map<std::string, Candidate>;

void addPair(Candidates& candidates, const KernelPair& pair, std::uint32_t index, Side side) {
    for (const NameShare& share : pair.names[side]) {
        Candidate& candidate = candidates[share.name];
        candidate.nsByRole[pair.role] += share.totalNs;
        if (share.totalNs > candidate.mostNs) {
            candidate.mostNs = share.totalNs;
            candidate.pair = index;
        }
    }
}

UsedFor decide(const Candidate& candidate) {
    UsedFor use;
    use.pair = candidate.pair;
    Nanoseconds most = -1;
    for (const auto& [role, ns] : candidate.nsByRole) {
        if (!role.empty() && ns > most) {
            most = ns;
            use.role = QString::fromStdString(role);
        }
    }
    return use;
}

} // namespace

KernelUsage::KernelUsage(const Comparison& comparison) {
    for (const Side side : kSides) {
        Candidates candidates;
        for (std::uint32_t i = 0; i < comparison.pairs.size(); ++i) {
            addPair(candidates, comparison.pairs[i], i, side);
        }
        for (const auto& [name, candidate] : candidates) {
            m_uses[side].emplace(name, decide(candidate));
        }
    }
}

const UsedFor* KernelUsage::find(Side side, const std::string& name) const {
    const auto found = m_uses[side].find(name);
    return found == m_uses[side].end() ? nullptr : &found->second;
}

QString roleText(const QString& role) {
    if (role.isEmpty()) {
        return notApplicable();
    }
    return role.at(0).toUpper() + role.mid(1);
}

} // namespace diptych
