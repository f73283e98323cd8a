#pragma once
// Where the mirrored view of a layer puts its pairs: A's kernels left, B's right, a ribbon between them. Pure
// geometry; the widget paints it and tests read it without a screen.

#include "core/base/side.h"

#include <QPainterPath>
#include <QRectF>

#include <vector>

namespace diptych {

/// How many kernels a pair has on each side.
using PairShape = PerSide<int>;

/// From left to right; B's columns mirror A's. All x, in the width of the view.
struct PairColumns {
    struct Span {
        qreal left = 0;
        qreal right = 0;
        [[nodiscard]] qreal width() const { return right - left; }
    };
    PerSide<Span> tick; ///< the class's colour
    PerSide<Span> operation;
    PerSide<Span> name; ///< empty where there is no room for one that tells anything
    PerSide<Span> bar;  ///< A's bars grow to the left, B's to the right
    PerSide<Span> value;
    Span ribbon;

    [[nodiscard]] bool hasNames() const { return name.a.width() > 0; }
};

struct PairBox {
    qreal top = 0;
    qreal bottom = 0;                  ///< exclusive, with the hairline
    PerSide<std::vector<qreal>> lines; ///< middle of each kernel's line
    PerSide<PairColumns::Span> ends; ///< of the ribbon: top and bottom at either side; empty: no kernel there
};

struct PairLayout {
    PairColumns columns;
    std::vector<PairBox> boxes;
    qreal height = 0;

    /// The pair at a height; -1: below the last.
    [[nodiscard]] int pairAt(qreal y) const;
};

[[nodiscard]] PairColumns layOutColumns(qreal width);
[[nodiscard]] PairLayout layOutPairs(const std::vector<PairShape>& shapes, qreal width);

/// The ribbon between both sides' kernels; for a pair of one side the stub at its end.
[[nodiscard]] QPainterPath ribbonPath(const PairColumns& columns, const PairBox& box);

} // namespace diptych
