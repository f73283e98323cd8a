#pragma once
// Keys that go from place to place of a list that is painted: arrows, Home, End and, where there are pages,
// Page Up and Page Down. Pure.

#include <Qt>

#include <optional>

namespace diptych {

struct PlaceList {
    int count = 0;
    int current = -1; ///< -1: none
    int page = 1;     ///< places that are in sight at once
};

/// The place that the key leads to; empty when it leads nowhere.
[[nodiscard]] std::optional<int> placeOfKey(int key, Qt::Orientation along, const PlaceList& list);

} // namespace diptych
