#pragma once
// Stable sort for columns that are sorted but for a few interleaved runs, as the activities of a trace are:
// merges the runs that are there, so that a sorted input costs one pass. Pure function, any thread.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace diptych {

template <class T, class Less>
void sortByRuns(std::vector<T>& values, Less less) {
    std::vector<std::size_t> borders{0};
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (less(values[i], values[i - 1])) {
            borders.push_back(i);
        }
    }
    borders.push_back(values.size());
    std::vector<T> merged(borders.size() > 2 ? values.size() : 0);
    while (borders.size() > 2) {
        std::vector<std::size_t> remaining{0};
        for (std::size_t run = 0; run + 1 < borders.size(); run += 2) {
            const auto at = [&](std::size_t border) {
                return values.begin() +
                       static_cast<std::ptrdiff_t>(borders[std::min(border, borders.size() - 1)]);
            };
            std::merge(at(run), at(run + 1), at(run + 1), at(run + 2),
                       merged.begin() + static_cast<std::ptrdiff_t>(borders[run]), less);
            remaining.push_back(borders[std::min(run + 2, borders.size() - 1)]);
        }
        values.swap(merged);
        borders.swap(remaining);
    }
}

} // namespace diptych
