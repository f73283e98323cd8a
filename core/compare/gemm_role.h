#pragma once
// What a GEMM of a layer is for: QKV, O, gate/up, down, router, experts, LM head; from the class of its
// module where known, else from its place. Pure. Source: SEMANTICS, "Layers and sections".

#include "core/analysis/sections.h"
#include "core/compare/template_item.h"

#include <string_view>
#include <vector>

namespace diptych {

/// The role of every item of a template of that kind of section; "" for what is no GEMM or has no known role.
[[nodiscard]] std::vector<std::string_view> gemmRoles(const WorkVocabulary& vocabulary,
                                                      const TemplateItems& items, SectionKind section);

} // namespace diptych
