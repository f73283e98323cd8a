#include "ui/charts/place_keys.h"

#include <algorithm>

namespace diptych {

std::optional<int> placeOfKey(int key, Qt::Orientation along, const PlaceList& list) {
    const bool isUpright = along == Qt::Vertical;
    const int last = list.count - 1;
    if (last < 0) {
        return std::nullopt;
    }
    if (key == Qt::Key_Home) {
        return 0;
    }
    if (key == Qt::Key_End) {
        return last;
    }
    const int by = key == (isUpright ? Qt::Key_Down : Qt::Key_Right) ? 1
                   : key == (isUpright ? Qt::Key_Up : Qt::Key_Left)  ? -1
                   : key == Qt::Key_PageDown                         ? list.page
                   : key == Qt::Key_PageUp                           ? -list.page
                                                                     : 0;
    return by == 0 ? std::nullopt : std::optional(std::clamp(list.current + by, 0, last));
}

} // namespace diptych
