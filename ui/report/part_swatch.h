#pragma once
// How the parts of the wall time look on paper: compute solid, exposed communication hatched, copies grey,
// idle outlined. Any thread.

#include "ui/charts/composition_chart.h"
#include "ui/report/paper_block.h"

#include <optional>
#include <string>

namespace diptych {

/// The part that a row's category "part:compute" names.
[[nodiscard]] std::optional<CompositionPart> compositionPartOf(const std::string& category);

void drawPart(PaperBlock& block, const QRectF& area, CompositionPart part, Side side);

} // namespace diptych
