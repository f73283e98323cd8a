#include "core/analysis/sections.h"

namespace diptych {

std::string_view layerSourceName(LayerSource source) {
    switch (source) {
    case LayerSource::None:
        return "none";
    case LayerSource::Modules:
        return "modules";
    case LayerSource::Repetition:
        return "repetition";
    case LayerSource::Correlation:
        return "correlation";
    }
    return "none";
}

} // namespace diptych
