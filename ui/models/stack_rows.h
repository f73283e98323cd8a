#pragma once
// Distinct Python stacks as the rows of a tree, outermost to innermost: equal beginnings are merged, rows are
// indented only where stacks part, runs of framework frames can be folded into one row. Pure.

#include "core/compare/comparison.h"

#include <QString>

namespace diptych {

struct StackRow {
    QString text;             ///< function or module; of a folded run: "3 framework frames"
    QString location;         ///< "qwen2.py:241", or ""
    QString file;             ///< as recorded
    int line = 0;             ///< 0: not known
    int depth = 0;            ///< how many times stacks parted above
    std::uint64_t count = 0;  ///< activities launched below this frame
    bool isModelCode = false; ///< of the model, not of what runs it
    bool isFold = false;
    bool partsHere = false; ///< the count differs from the row's above
};

[[nodiscard]] std::vector<StackRow> makeStackRows(const std::vector<StackCount>& stacks, bool foldFramework);

} // namespace diptych
