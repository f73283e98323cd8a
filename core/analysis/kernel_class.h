#pragma once
// What kind of work a kernel does: the outcome of the rule table for one kernel name. Plain values, read from
// any thread. Source: SEMANTICS, "Operations and categories".

#include "core/base/ids.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace diptych {

/// The atomic pieces of work that a kernel may do; a fused kernel does several.
enum class Component : std::uint8_t {
    Gemm,
    Attention,
    MoeGemm,
    Convolution,
    Communication,
    Norm,
    Rope,
    KvCache,
    Quantization,
    Activation,
    MoeRoute,
    MoeFinalize,
    MoeOther,
    Softmax,
    Sampling,
    Sort,
    Embedding,
    Fused,
    Add,
    Copy,
    Elementwise,
    Reduce,
    IndexPrep,
    Optimizer,
    Other,
};

inline constexpr std::size_t kComponentCount = static_cast<std::size_t>(Component::Other) + 1;

/// Names as in rule files: "gemm", "moe_gemm", "kv_cache".
[[nodiscard]] std::string_view componentName(Component component);
/// The component of that name, case-insensitive; empty when there is none.
[[nodiscard]] std::optional<Component> componentOf(std::string_view name);

/// A small set of components.
class Components {
public:
    constexpr Components() = default;
    constexpr Components(std::initializer_list<Component> list) {
        for (const Component component : list) {
            insert(component);
        }
    }
    constexpr void insert(Component component) { m_bits |= bit(component); }
    constexpr void erase(Component component) { m_bits &= ~bit(component); }
    [[nodiscard]] constexpr bool contains(Component component) const {
        return (m_bits & bit(component)) != 0;
    }
    [[nodiscard]] constexpr bool isEmpty() const { return m_bits == 0; }
    [[nodiscard]] constexpr std::uint32_t bits() const { return m_bits; }
    friend constexpr Components operator&(Components x, Components y) {
        return Components(x.m_bits & y.m_bits);
    }
    friend constexpr Components operator|(Components x, Components y) {
        return Components(x.m_bits | y.m_bits);
    }
    friend constexpr Components operator-(Components x, Components y) {
        return Components(x.m_bits & ~y.m_bits);
    }
    friend constexpr auto operator<=>(Components, Components) = default;

private:
    constexpr explicit Components(std::uint32_t bits) : m_bits(bits) {}
    static constexpr std::uint32_t bit(Component component) { return 1U << static_cast<unsigned>(component); }
    std::uint32_t m_bits = 0;
};

/// How a kernel behaves in the alignment. Source: SEMANTICS, "Tokens and components".
enum class Role : std::uint8_t {
    Main,   ///< the work a layer exists for: GEMM, attention, experts, convolution, collective
    Helper, ///< finishes or prepares a main kernel: split-K reduce, attention combine, MoE finalize, layout
            ///< change
    Middle, ///< everything between: norm, rotary, activation, routing, ...
    Small,  ///< copies, elementwise, reductions, index preparation
};

/// The class of one kernel name (in the context of one CPU op, where names tell nothing).
struct KernelClass {
    std::string operation; ///< "Dense GEMM", "Add+RMSNorm"
    std::string category;  ///< "gemm", "normalization", or a user's own
    std::string token;     ///< the operation, refined by the functor for small kernels: "Elementwise:mul"
    Components components;
    Role role = Role::Small;
    Component helps = Component::Other; ///< of a Helper: what it helps
    std::int32_t rule = -1;             ///< index into RuleTable::rules; -1: no rule matched
    bool isTransfer = false; ///< a copy or fill by the runtime, even if filed as a kernel: counts as a copy
                             ///< in Composition
    bool byCpuOp = false;    ///< the rule matched the CPU op's name, not the kernel's

    friend bool operator==(const KernelClass&, const KernelClass&) = default;
};

/// The classes of all activities of one trace.
struct Classification {
    std::vector<KernelClass> classes;
    std::vector<ClassId> ofActivity; ///< by ActivityId, every GPU activity of the file

    [[nodiscard]] const KernelClass& of(ActivityId id) const {
        return classes[ofActivity[id.index()].index()];
    }
};

} // namespace diptych
