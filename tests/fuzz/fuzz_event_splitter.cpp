// Any bytes as the inside of a list of events: spans lie in order within the text, and neither the pieces in
// which the text comes nor the kind of machine changes them.

#include "core/parse/event_splitter.h"

#include <cstdlib>
#include <string>

using namespace diptych;

namespace {

struct Outcome {
    std::vector<std::uint64_t> places;
    bool isArrayEnd = false;
    bool isInsideElement = false;

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Splits text that comes `step` characters at a time.
Outcome splitInSteps(std::string_view whole, std::size_t step, FillTextMasks fillMasks) {
    Outcome outcome;
    EventSplitter splitter(EventSplitter::Pace::Fast, fillMasks);
    std::size_t begin = 0;
    for (std::size_t end = std::min(step, whole.size());; end = std::min(end + step, whole.size())) {
        const std::string text = std::string(whole.substr(begin, end - begin)) + std::string(kMaskBytes, ' ');
        std::vector<EventSpan> spans;
        const bool isLast = end == whole.size();
        const SplitResult result =
            splitter.split(std::string_view(text).substr(0, end - begin), 0, begin, isLast, spans);
        std::size_t last = 0;
        for (const EventSpan& span : spans) {
            if (span.begin < last || span.end <= span.begin || span.end > end - begin) {
                std::abort();
            }
            last = span.end;
            outcome.places.insert(outcome.places.end(),
                                  {begin + span.begin, begin + span.end, span.isDamaged});
        }
        begin += result.consumed;
        if (isLast || result.isArrayEnd) {
            outcome.isArrayEnd = result.isArrayEnd;
            outcome.isInsideElement = result.isInsideElement;
            return outcome;
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Outcome whole = splitInSteps(text, size + 1, fastestTextMasks());
    if (splitInSteps(text, 700, fastestTextMasks()) != whole ||
        splitInSteps(text, size + 1, fillTextMasksPortably) != whole) {
        std::abort();
    }
    return 0;
}
