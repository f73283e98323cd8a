#include "ui/session/session_backend.h"

namespace diptych {

SessionBackend coreBackend() {
    return {readFirstFacts, loadTrace, analyzeTrace, compareTraces};
}

} // namespace diptych
