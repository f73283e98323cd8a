#pragma once
// What each kernel name of a comparison is used for, and the pair that shows it: an index over
// Comparison::pairs, built once when a comparison arrives. Pure; holds no reference to the comparison.

#include "core/compare/comparison.h"

#include <QString>

#include <string>
#include <unordered_map>

namespace diptych {

struct UsedFor {
    QString role;           ///< "gate/up"; "" when no pair of this kernel has one
    std::uint32_t pair = 0; ///< index into Comparison::pairs: where it takes most time
};

class KernelUsage {
public:
    KernelUsage() = default;
    explicit KernelUsage(const Comparison& comparison);

    /// How a name is used on a side; null: in no pair.
    [[nodiscard]] const UsedFor* find(Side side, const std::string& name) const;

private:
    PerSide<std::unordered_map<std::string, UsedFor>> m_uses;
};

/// The role as a column writes it: "Gate/up", "QKV"; "–" without.
[[nodiscard]] QString roleText(const QString& role);

} // namespace diptych
