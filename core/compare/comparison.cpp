#include "core/compare/comparison.h"

namespace diptych {

std::string_view phaseFilterName(PhaseFilter filter) {
    switch (filter) {
    case PhaseFilter::All:
        return "all";
    case PhaseFilter::Prefill:
        return "prefill";
    case PhaseFilter::Decode:
        return "decode";
    case PhaseFilter::Mixed:
        return "mixed";
    }
    return "all";
}

std::string_view statusName(Status status) {
    switch (status) {
    case Status::Similar:
        return "similar";
    case Status::Slower:
        return "slower";
    case Status::Faster:
        return "faster";
    }
    return "similar";
}

std::string_view presenceName(Presence presence) {
    switch (presence) {
    case Presence::Both:
        return "both";
    case Presence::OnlyA:
        return "only_a";
    case Presence::OnlyB:
        return "only_b";
    }
    return "both";
}

std::string_view markName(Mark mark) {
    switch (mark) {
    case Mark::None:
        return "";
    case Mark::Improve:
        return "IMPROVE";
    case Mark::Fusion:
        return "FUSION";
    case Mark::Missing:
        return "MISSING";
    }
    return "";
}

} // namespace diptych
