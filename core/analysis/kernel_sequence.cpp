#include "core/analysis/kernel_sequence.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace diptych {

namespace {

bool containsWord(std::string_view text, std::string_view lowerWord) {
    const auto equal = [](char x, char y) { return std::tolower(static_cast<unsigned char>(x)) == y; };
    return std::search(text.begin(), text.end(), lowerWord.begin(), lowerWord.end(), equal) != text.end();
}

std::uint16_t traitsOf(const KernelClass& kernel) {
    std::uint16_t traits = 0;
    const auto set = [&](KernelTrait trait, bool on) {
        traits |= on ? static_cast<std::uint16_t>(trait) : 0;
    };
    const Components parts = kernel.components;
    const bool isForward = !containsWord(kernel.operation, "backward");
    const bool isHelper = kernel.role == Role::Helper;
    const bool isMoe = !(parts & Components{Component::MoeGemm, Component::MoeRoute, Component::MoeFinalize,
                                            Component::MoeOther})
                            .isEmpty();
    set(KernelTrait::Gemm, parts.contains(Component::Gemm) && !isHelper);
    set(KernelTrait::Attention, parts.contains(Component::Attention) && !isHelper && isForward);
    set(KernelTrait::Moe, isMoe);
    set(KernelTrait::Norm, parts.contains(Component::Norm) && isForward);
    set(KernelTrait::Activation, (parts.contains(Component::Activation) && isForward) || isMoe);
    set(KernelTrait::Softmax, parts.contains(Component::Softmax) && isForward && !isMoe);
    if (parts.contains(Component::Norm)) {
        return traits; // a whole normalization is no part of a decomposed one
    }
    set(KernelTrait::Copy, parts.contains(Component::Copy));
    set(KernelTrait::Power, containsWord(kernel.token, "pow"));
    set(KernelTrait::MeanOf, containsWord(kernel.token, "mean"));
    set(KernelTrait::ReciprocalRoot, containsWord(kernel.token, "rsqrt"));
    return traits;
}

std::string familyOf(const KernelClass& kernel) {
    if (kernel.components.contains(Component::Norm)) {
        return "norm";
    }
    return kernel.token.substr(0, kernel.token.find(':'));
}

std::uint32_t numberOf(std::unordered_map<std::string, std::uint32_t>& numbers, const std::string& text) {
    return numbers.try_emplace(text, static_cast<std::uint32_t>(numbers.size())).first->second;
}

} // namespace

std::vector<KernelMarks> marksOf(const std::vector<KernelClass>& classes) {
    std::vector<KernelMarks> result;
    result.reserve(classes.size());
    std::unordered_map<std::string, std::uint32_t> tokens;
    std::unordered_map<std::string, std::uint32_t> families;
    for (const KernelClass& kernel : classes) {
        result.push_back(
            {numberOf(tokens, kernel.token), numberOf(families, familyOf(kernel)), traitsOf(kernel)});
    }
    return result;
}

void KernelSequence::findNorms() {
    normStart.assign(size(), kNone);
    const auto anyHas = [this](std::uint32_t begin, std::uint32_t end, KernelTrait trait) {
        for (std::uint32_t i = begin; i < std::min(end, size()); ++i) {
            if (has(i, trait)) {
                return true;
            }
        }
        return false;
    };
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (has(i, KernelTrait::Norm)) {
            normStart[i] = i;
        } else if (has(i, KernelTrait::Power) && anyHas(i + 1, i + 3, KernelTrait::MeanOf) &&
                   anyHas(i + 2, i + 6, KernelTrait::ReciprocalRoot)) {
            normStart[i] = i > 0 && has(i - 1, KernelTrait::Copy) ? i - 1 : i;
        }
    }
}

std::uint32_t SequenceNumbers::of(std::uint32_t begin, std::uint32_t end) {
    std::uint64_t hash = 0xcbf29ce484222325ULL ^ (end - begin);
    for (std::uint32_t i = begin; i < end; ++i) {
        hash = (hash ^ m_tokens[i]) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 29;
    }
    const auto at = [this](std::uint32_t i) { return m_tokens.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto [first, last] = m_numbers.equal_range(hash);
    for (auto candidate = first; candidate != last; ++candidate) {
        const auto [from, to] = m_places[candidate->second];
        if (std::equal(at(from), at(to), at(begin), at(end))) {
            return candidate->second;
        }
    }
    m_numbers.emplace(hash, count());
    m_places.emplace_back(begin, end);
    return count() - 1;
}

} // namespace diptych
