#pragma once
// How the kernels of one list are written, so that each is told from the others. Pure.

#include "ui/style/name_format.h"

#include <QString>

#include <string>
#include <vector>

namespace diptych {

struct KernelLabel {
    QString text;
    NameFocus focus; ///< what survives shortening
    friend bool operator==(const KernelLabel&, const KernelLabel&) = default;
};

/// A label for each name: without template arguments and parameters, unless other names of the list would
/// read the same. Then the template arguments in which those differ are kept, as few as are needed, each by
/// the word that tells it: "vectorized_elementwise_kernel<CUDAFunctor_add>", "reduce_kernel<512>".
[[nodiscard]] std::vector<KernelLabel> makeKernelLabels(const std::vector<std::string>& names);

} // namespace diptych
