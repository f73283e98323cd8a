#pragma once
// One position of a template: the kernel that commonly stands there. Plain values.

#include "core/compare/work_vocabulary.h"

#include <cstdint>
#include <vector>

namespace diptych {

struct TemplateItem {
    Work work;                         ///< the commonest kind, name and place
    Nanoseconds meanNs = 0;            ///< over the instances, without suspects
    std::uint32_t shareMillionths = 0; ///< of the template's time
    std::uint32_t call =
        0; ///< equal for neighbours launched by one call of an outermost CPU op; 0: not known

    friend auto operator<=>(const TemplateItem&, const TemplateItem&) = default;
};

using TemplateItems = std::vector<TemplateItem>;

} // namespace diptych
