#pragma once
// Kernels in order of work as integers, for the finders of steps and layers: no texts, no trace. Built once
// per trace, then read from any thread.

#include "core/analysis/kernel_class.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace diptych {

/// What the layer finder needs to know about a kernel. Flags, so that fused kernels can have several.
enum class KernelTrait : std::uint16_t {
    Gemm = 1 << 0,
    Attention = 1 << 1, ///< forward, no reduce or combine
    Moe = 1 << 2,
    Norm = 1 << 3,
    Activation = 1 << 4, ///< of an MLP; MoE kernels too
    Softmax = 1 << 5,
    Copy = 1 << 6,
    Power = 1 << 7, ///< with MeanOf and ReciprocalRoot the parts of a decomposed RMSNorm
    MeanOf = 1 << 8,
    ReciprocalRoot = 1 << 9,
};

/// Traits, token and family of one kernel class.
struct KernelMarks {
    std::uint32_t token = 0;  ///< equal for equal operations (finer for small kernels)
    std::uint32_t family = 0; ///< coarser: all normalizations are one family
    std::uint16_t traits = 0;
};

/// The kernels that carry the work of one device, in order.
struct KernelSequence {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    std::vector<std::uint32_t> token;
    std::vector<std::uint32_t> family;
    std::vector<std::uint16_t> traits;
    std::vector<std::uint32_t> name; ///< equal for equal names
    std::vector<std::uint32_t>
        normStart; ///< where the normalization recognised here starts; kNone: none here

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(token.size()); }
    [[nodiscard]] bool has(std::uint32_t i, KernelTrait trait) const {
        return (traits[i] & static_cast<std::uint16_t>(trait)) != 0;
    }
    [[nodiscard]] bool isNorm(std::uint32_t i) const { return normStart[i] != kNone; }

    void reserve(std::size_t count) {
        token.reserve(count);
        family.reserve(count);
        traits.reserve(count);
    }
    /// All but the name.
    void append(const KernelMarks& marks) {
        token.push_back(marks.token);
        family.push_back(marks.family);
        traits.push_back(marks.traits);
    }
    /// Fills normStart from the traits; call once when all kernels are in.
    void findNorms();
};

/// Marks of every class of a classification, tokens and families numbered in order of first appearance.
[[nodiscard]] std::vector<KernelMarks> marksOf(const std::vector<KernelClass>& classes);

/// Numbers token sequences: equal sequences get equal numbers, in order of first appearance.
class SequenceNumbers {
public:
    explicit SequenceNumbers(const std::vector<std::uint32_t>& tokens) : m_tokens(tokens) {}

    /// The number of tokens [begin, end).
    [[nodiscard]] std::uint32_t of(std::uint32_t begin, std::uint32_t end);
    /// Where the sequence of that number first stood.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> place(std::uint32_t number) const {
        return m_places[number];
    }
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(m_places.size()); }

private:
    const std::vector<std::uint32_t>& m_tokens;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_places;
    std::unordered_multimap<std::uint64_t, std::uint32_t> m_numbers; ///< by hash; equality is always checked
};

} // namespace diptych
