#pragma once
// Recoverable oddities of a trace or a comparison, counted and said. A list of diagnostics is part of the
// result it speaks of; it is shown before any verdict.

#include "core/base/side.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace diptych {

enum class Severity : std::uint8_t { Info, Warning, Loss };

/// Names as in the JSON output: "info", "warning", "loss".
[[nodiscard]] std::string_view severityName(Severity severity);

struct Diagnostic {
    std::string code; ///< stable, kebab-case: "file-cut", "unlinked-kernels"
    Severity severity = Severity::Info;
    std::uint64_t count = 1;           ///< how many events, kernels, ... it speaks of
    std::optional<std::uint64_t> byte; ///< first place, in the decompressed text
    std::string message;               ///< a sentence for the user, with what it means for the figures
    std::optional<Side> side;          ///< set in a comparison when it speaks of one trace

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

using Diagnostics = std::vector<Diagnostic>;

/// The diagnostic of that code, or nullptr.
[[nodiscard]] const Diagnostic* findDiagnostic(const Diagnostics& diagnostics, std::string_view code);

/// Loss first, then warnings, then information; within a severity in the order they were found.
void sortBySeverity(Diagnostics& diagnostics);

} // namespace diptych
