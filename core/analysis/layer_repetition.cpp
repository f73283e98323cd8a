#include "core/analysis/layer_repetition.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace diptych {

namespace {

std::uint32_t commonestType(const std::vector<LayerRun>& group) {
    std::map<std::uint32_t, std::uint32_t> counts;
    for (const LayerRun& run : group) {
        ++counts[run.type];
    }
    std::uint32_t best = group.front().type;
    for (const LayerRun& run : group) { // the one seen first on ties
        best = counts[run.type] > counts[best] ? run.type : best;
    }
    return best;
}

} // namespace

KernelRange kernelsOf(const ArrangedWork& work, const Slice& slice) {
    return {work.kernelsBefore[slice.begin], work.kernelsBefore[slice.end]};
}

RepetitionSearch::RepetitionSearch(const ArrangedWork& work, CutMode mode)
    : m_work(work), m_numbers(work.kernels.token), m_families(work.kernels.family) {
    m_sliceNumber.reserve(work.slices.size());
    for (const Slice& slice : work.slices) {
        const KernelRange range = kernelsOf(work, slice);
        m_sliceNumber.push_back(m_numbers.of(range.begin, range.end));
    }
    if (mode == CutMode::Auto) {
        searchAll(CutMode::Auto);
        mode = commonMode();
    }
    if (mode != CutMode::Auto) {
        m_found.clear();
        searchAll(mode);
    }
    m_cutAfterNorm = mode == CutMode::AfterNorm;
}

void RepetitionSearch::searchAll(CutMode mode) {
    for (std::size_t s = 0; s < m_work.slices.size(); ++s) {
        if (m_found.count(m_sliceNumber[s]) > 0) {
            continue;
        }
        const KernelRange range = kernelsOf(m_work, m_work.slices[s]);
        FoundLayers found = findLayers(m_work.kernels, range.begin, range.end, mode, m_numbers);
        for (auto& group : found.groups) {
            for (LayerRun& run : group) {
                run.begin -= range.begin;
                run.end -= range.begin;
                if (m_familyOfType.count(run.type) == 0) {
                    const auto [from, to] = m_numbers.place(run.type);
                    m_familyOfType.emplace(run.type, m_families.of(from, to));
                }
            }
        }
        m_found.emplace(m_sliceNumber[s], std::move(found));
    }
}

/// As most layers would be cut; Auto when they agree already.
CutMode RepetitionSearch::commonMode() const {
    std::uint64_t after = 0;
    std::uint64_t before = 0;
    for (const std::uint32_t number : m_sliceNumber) {
        const FoundLayers& found = m_found.at(number);
        for (const auto& group : found.groups) {
            (found.cutAfterNorm ? after : before) += group.size();
        }
    }
    return after > before ? CutMode::AfterNorm : after > 0 ? CutMode::BeforeNorm : CutMode::Auto;
}

std::vector<std::vector<LayerRun>> RepetitionSearch::groupsOf(std::size_t slice) const {
    auto groups = m_found.at(m_sliceNumber[slice]).groups;
    const std::uint32_t origin = kernelsOf(m_work, m_work.slices[slice]).begin;
    for (auto& group : groups) {
        for (LayerRun& run : group) {
            run.begin += origin;
            run.end += origin;
        }
    }
    return groups;
}

std::uint32_t RepetitionSearch::prologueOfWholePass(std::size_t slice, std::uint32_t layers) const {
    const auto& groups = m_found.at(m_sliceNumber[slice]).groups;
    std::size_t found = 0;
    for (const auto& group : groups) {
        found += group.size();
    }
    const bool isWhole = m_work.slices[slice].step.isValid() && found > 0 && found == layers;
    return isWhole ? groups.front().front().begin : KernelSequence::kNone;
}

PassPattern RepetitionSearch::patternOf(std::size_t slice) const {
    std::vector<GroupShape> shapes;
    for (const auto& group : m_found.at(m_sliceNumber[slice]).groups) {
        shapes.push_back({static_cast<std::uint32_t>(group.size()), m_familyOfType.at(commonestType(group))});
    }
    return findPasses(shapes);
}

template <class HasVote>
std::vector<std::uint32_t> RepetitionSearch::commonestPassOf(const HasVote& hasVote) const {
    struct Votes {
        std::uint64_t passes = 0;
        std::uint32_t layers = 0; ///< losses make passes shorter, never longer
        std::size_t first = 0;
        [[nodiscard]] auto rank() const { return std::tuple(passes, layers, ~first); }
    };
    std::map<std::vector<std::uint32_t>, Votes> votes;
    for (std::size_t s = 0; s < m_work.slices.size(); ++s) {
        if (!hasVote(s)) {
            continue;
        }
        const auto& groups = m_found.at(m_sliceNumber[s]).groups;
        const PassPattern pattern = patternOf(s);
        std::vector<std::uint32_t> sizes;
        for (std::uint32_t i = 0; i < pattern.unit; ++i) {
            sizes.push_back(static_cast<std::uint32_t>(groups[pattern.first + i].size()));
        }
        if (!sizes.empty()) {
            const std::uint32_t layers = std::accumulate(sizes.begin(), sizes.end(), 0U);
            votes.try_emplace(sizes, Votes{0, layers, s}).first->second.passes += pattern.passes;
        }
    }
    const auto best = std::max_element(votes.begin(), votes.end(), [](const auto& x, const auto& y) {
        return x.second.rank() < y.second.rank();
    });
    return best == votes.end() ? std::vector<std::uint32_t>{} : best->first;
}

std::vector<std::uint32_t> RepetitionSearch::commonestPass() const {
    std::vector<std::uint32_t> sizes =
        commonestPassOf([this](std::size_t s) { return !m_work.isHead(s) && !m_work.isTail(s); });
    return sizes.empty() ? commonestPassOf([](std::size_t) { return true; }) : sizes;
}

} // namespace diptych
