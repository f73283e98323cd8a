#pragma once
// Paints one pair of the mirrored view into its box. Pure painting over a layout.

#include "ui/charts/pair_layout.h"
#include "ui/models/pair_items.h"
#include "ui/style/tokens.h"

class QPainter;

namespace diptych {

struct PairPaintState {
    bool isCurrent = false;
    bool hasFocus = false;
    Nanoseconds scaleNs = 0; ///< of the bars, one for both sides
};

void paintPair(QPainter& painter, const PairColumns& columns, const PairBox& box, const PairItem& item,
               const PairPaintState& state, const Tokens& tokens);

} // namespace diptych
