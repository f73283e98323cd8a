#pragma once
// What the session knows of one side: nothing, a load under way, a trace, or why there is none. A plain
// value, GUI thread only.

#include "core/analysis/analyzed_trace.h"
#include "core/parse/load_trace.h"

#include <QString>

#include <memory>
#include <optional>

namespace diptych {

enum class SlotState : std::uint8_t { Empty, Loading, Loaded, Failed, Cancelled };

struct TraceSlot {
    SlotState state = SlotState::Empty;
    QString path;                                  ///< as chosen
    std::optional<FirstFacts> facts;               ///< within 100 ms of choosing
    Progress progress;                             ///< while loading
    double secondsLoading = 0;                     ///< since the load began; final when it ended
    std::shared_ptr<const Trace> trace;            ///< when loaded
    std::shared_ptr<const AnalyzedTrace> analysis; ///< when analysed
    std::optional<Error> error;                    ///< when failed
};

} // namespace diptych
