#pragma once
// The sentences and figures of the welcome page, made of a slot's value. Pure functions.

#include "ui/session/trace_slot.h"

#include <QString>

#include <vector>

namespace diptych {

struct FactLine {
    QString label;
    QString value;
    bool isKnown = true; ///< else the value says when it will be
};

/// The file's own name.
[[nodiscard]] QString fileNameOf(const TraceSlot& slot);
/// "AMD Instinct MI300X", or "" when the file does not tell or has not told yet.
[[nodiscard]] QString gpuNameOf(const TraceSlot& slot);
/// "ROCm 6.3, PyTorch 2.6, rank 0 of 2", or "".
[[nodiscard]] QString platformTextOf(const TraceMetadata& metadata);
/// What is known of a trace: the panel's table.
[[nodiscard]] std::vector<FactLine> factsOf(const TraceSlot& slot);
/// The shorter table below a load under way.
[[nodiscard]] std::vector<FactLine> loadingFactsOf(const TraceSlot& slot);

/// How far a load is, for its panel.
struct LoadingTexts {
    double fraction = 0; ///< of the bytes, 0..1; negative when the size is unknown
    QString percent;     ///< "71 %"
    QString timeLeft;    ///< "4 s left", "" while it cannot be told
    QString bytes;       ///< "1.31 of 1.84 GB"
    QString rate;        ///< "412 000 events/s"
    QString events;      ///< "3.9 of about 5.5 million"
};
[[nodiscard]] LoadingTexts loadingTextsOf(const TraceSlot& slot);

/// Why there is no trace: what happened, and what to do.
struct FailureTexts {
    QString headline;
    QString reason; ///< with the byte, where there is one
    QString remedy;
};
[[nodiscard]] FailureTexts failureTextsOf(const TraceSlot& slot);

/// What was lost of a loaded trace, the gravest first; empty when nothing was.
[[nodiscard]] std::vector<QString> salvageOf(const TraceSlot& slot);

} // namespace diptych
