#pragma once
// The sample comparison: beside the installed program, else unpacked from the program itself into the cache
// folder, for the loader reads files.

#include "core/base/side.h"

#include <QString>

#include <optional>

namespace diptych {

/// Whether the program has a sample; cheap.
[[nodiscard]] bool hasSample();
/// Both traces of the sample, or nothing when there is none or it cannot be unpacked.
[[nodiscard]] std::optional<PerSide<QString>> findSample();
/// What the sample is, in a few words.
[[nodiscard]] QString sampleDescription();

} // namespace diptych
