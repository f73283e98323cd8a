#include "core/parse/load_notes.h"

#include <algorithm>
#include <string>

namespace diptych {

namespace {

struct Wording {
    const char* code;
    Severity severity;
    const char* one;  ///< the sentence for one
    const char* many; ///< for more; the count goes before it
};

Wording wordingOf(Oddity oddity) {
    switch (oddity) {
    case Oddity::LostEvent:
        return {"events-lost", Severity::Loss, "1 event is damaged beyond repair and was left out",
                " events are damaged beyond repair and were left out"};
    case Oddity::RepairedText:
        return {"texts-repaired", Severity::Warning,
                "1 event holds bytes that are no valid text; they are shown as a substitute",
                " events hold bytes that are no valid text; they are shown as a substitute"};
    case Oddity::RepairedValue:
        return {"values-repaired", Severity::Warning,
                "1 event holds a value that is none (nan, inf, N/A or nothing); it counts as unknown",
                " events hold values that are none (nan, inf, N/A or nothing); they count as unknown"};
    case Oddity::RepairedStructure:
        return {"events-repaired", Severity::Warning,
                "In 1 event quotes or brackets do not fit; it was read as well as it can be",
                " events have quotes or brackets that do not fit; they were read as well as they can be"};
    case Oddity::TooDeep:
        return {"values-too-deep", Severity::Warning,
                "1 event nests values more than 256 levels deep; the deepest count as unknown",
                " events nest values more than 256 levels deep; the deepest count as unknown"};
    case Oddity::TooLarge:
        return {"events-too-large", Severity::Loss, "1 event is larger than 64 MiB and was left out",
                " events are larger than 64 MiB and were left out"};
    case Oddity::LongText:
        return {"texts-shortened", Severity::Warning, "1 text is longer than 1 MiB and was cut there",
                " texts are longer than 1 MiB and were cut there"};
    case Oddity::DuplicateKey:
        return {"duplicate-keys", Severity::Warning, "1 event has a field twice; the last value counts",
                " events have a field twice; the last value counts"};
    case Oddity::UnusableField:
        return {"unusable-values", Severity::Warning,
                "1 event has a field with a value of the wrong kind or out of range; the field counts as "
                "unknown",
                " events have a field with a value of the wrong kind or out of range; such fields count as "
                "unknown"};
    case Oddity::NoStart:
        return {"events-without-start", Severity::Loss,
                "1 event of the CPU side has no start and was left out",
                " events of the CPU side have no start and were left out"};
    case Oddity::NoDuration:
        return {"events-without-duration", Severity::Warning,
                "1 event of the CPU side has no duration; it is shown with length 0",
                " events of the CPU side have no duration; they are shown with length 0"};
    case Oddity::NegativeDuration:
        return {"negative-durations", Severity::Warning,
                "1 event of the CPU side has a negative duration; it is shown with length 0",
                " events of the CPU side have a negative duration; they are shown with length 0"};
    case Oddity::Unnamed:
        return {"unnamed-events", Severity::Warning, "1 event has no name and is shown as (unnamed)",
                " events have no name and are shown as (unnamed)"};
    case Oddity::EmptyEvent:
    case Oddity::EmptyElement:
        return {"empty-events", Severity::Info, "1 empty element among the events was ignored",
                " empty elements among the events were ignored"};
    case Oddity::UnknownPhase:
        return {"events-skipped", Severity::Loss, "1 event without a known phase was left out",
                " events without a known phase were left out"};
    case Oddity::UnmatchedEnd:
        return {"unmatched-ends", Severity::Loss, "1 end event has no beginning and was left out",
                " end events have no beginning and were left out"};
    case Oddity::UnfinishedBegin:
        return {"unfinished-events", Severity::Warning,
                "1 event was begun and never ended; it is shown up to the end of the trace",
                " events were begun and never ended; they are shown up to the end of the trace"};
    case Oddity::StrayComma:
        return {"stray-commas", Severity::Warning,
                "There is a comma too many among the events; nothing is lost by it",
                " commas too many stand among the events; nothing is lost by them"};
    case Oddity::MissingComma:
        return {"missing-commas", Severity::Warning,
                "A comma is missing between two events; nothing is lost by it",
                " commas are missing between events; nothing is lost by it"};
    case Oddity::TrailingComma:
        return {"trailing-comma", Severity::Info,
                "There is a comma after the last event; nothing is lost by it",
                " commas stand after the last event; nothing is lost by them"};
    case Oddity::StrayCloser:
        return {"stray-brackets", Severity::Warning,
                "There is a closing bracket too many among the events; nothing is lost by it",
                " closing brackets too many stand among the events; nothing is lost by them"};
    case Oddity::StrayText:
        return {"stray-text", Severity::Loss,
                "Between the events stands something that is no event; it was left out",
                " pieces between the events are no events; they were left out"};
    case Oddity::Count_:
        break;
    }
    return {"", Severity::Info, "", ""};
}

} // namespace

void LoadNotes::add(Oddity oddity, std::uint64_t count, std::uint64_t byte) {
    Tally& tally = m_tallies[static_cast<std::size_t>(oddity)];
    if (count != 0) {
        tally.firstByte = tally.count == 0 ? byte : std::min(tally.firstByte, byte);
        tally.count += count;
    }
}

void LoadNotes::add(const LoadNotes& other) {
    for (std::size_t i = 0; i < m_tallies.size(); ++i) {
        add(static_cast<Oddity>(i), other.m_tallies[i].count, other.m_tallies[i].firstByte);
    }
}

Diagnostics LoadNotes::diagnostics() const {
    LoadNotes merged = *this;
    Tally& elements = merged.m_tallies[static_cast<std::size_t>(Oddity::EmptyElement)];
    merged.add(Oddity::EmptyEvent, elements.count, elements.firstByte);
    elements = {};
    Diagnostics diagnostics;
    for (std::size_t i = 0; i < m_tallies.size(); ++i) {
        const Tally& tally = merged.m_tallies[i];
        if (tally.count != 0) {
            const Wording wording = wordingOf(static_cast<Oddity>(i));
            diagnostics.push_back(
                {wording.code, wording.severity, tally.count, tally.firstByte,
                 tally.count == 1 ? std::string(wording.one) : std::to_string(tally.count) + wording.many,
                 std::nullopt});
        }
    }
    return diagnostics;
}

} // namespace diptych
