#pragma once
// Cells that hold several texts as one text, for flat tables. Pure.

#include "core/export/tables.h"

#include <string>

namespace diptych {

/// "decode; mixed"
[[nodiscard]] std::string joinTexts(const TextList& texts);
[[nodiscard]] std::string joinNames(const std::vector<NameShare>& names);

} // namespace diptych
