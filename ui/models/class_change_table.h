#pragma once
// The kernels that another rule table would classify otherwise, as a table. Pure.

#include "core/compare/rule_preview.h"
#include "ui/models/table.h"

namespace diptych {

/// A row a name and side; ids are places in the list, as text.
[[nodiscard]] std::shared_ptr<const Table> classChangeTable(std::vector<ClassChange> changes);

} // namespace diptych
