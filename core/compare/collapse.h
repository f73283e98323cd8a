#pragma once
// Decomposed operations drawn together: where one side runs a norm, a rotary embedding or a gated MLP as a
// run of small kernels and the other side has the fused kernel, the run stands as one item in the alignment.
// Nothing is drawn together that the other side decomposes too. Pure. Source: SEMANTICS, "Groups".

#include "core/compare/template_item.h"

#include <vector>

namespace diptych {

/// One item for the alignment and the template positions it stands for, ascending.
struct CollapsedItem {
    TemplateItem item;
    std::vector<std::uint32_t> positions;
};

[[nodiscard]] std::vector<CollapsedItem>
collapseDecomposed(const WorkVocabulary& vocabulary, const TemplateItems& items, const TemplateItems& other);

} // namespace diptych
