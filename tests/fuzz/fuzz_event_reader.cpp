// Any bytes as one event: what the strict reader takes is JSON to another parser too, the shape of an event
// reads it like the strict reader, and what the repair makes is strict JSON.

#include "core/parse/event_reader.h"
#include "core/parse/event_repair.h"
#include "core/parse/event_shape.h"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

using namespace diptych;

namespace {

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8Length(text);
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

/// By another parser. A number that no double holds is JSON all the same.
bool isJson(const std::string& text) {
    try {
        static_cast<void>(nlohmann::json::parse(text));
    } catch (const nlohmann::json::out_of_range&) {
    } catch (const nlohmann::json::exception&) {
        return false;
    }
    return true;
}

void requireSame(const EventFields& x, const EventFields& y) {
    const auto same = [&](Field field, const auto& a, const auto& b) {
        require(x.present.has(field) == y.present.has(field));
        require(!x.present.has(field) || a == b);
    };
    same(Field::Phase, x.phase, y.phase);
    same(Field::Category, x.category, y.category);
    same(Field::Name, x.name, y.name);
    same(Field::Process, x.process, y.process);
    same(Field::Thread, x.thread, y.thread);
    same(Field::Start, x.startNs, y.startNs);
    same(Field::Duration, x.durationNs, y.durationNs);
    same(Field::Correlation, x.correlation, y.correlation);
    same(Field::ExternalId, x.externalId, y.externalId);
    same(Field::Device, x.device, y.device);
    same(Field::Stream, x.stream, y.stream);
    same(Field::Grid, x.grid, y.grid);
    same(Field::Block, x.block, y.block);
    same(Field::Occupancy, x.occupancyPercent, y.occupancyPercent);
    same(Field::InputDims, x.inputDims, y.inputDims);
    same(Field::InputTypes, x.inputTypes, y.inputTypes);
    same(Field::CallStack, x.callStack, y.callStack);
    require(x.categoryNumber == y.categoryNumber);
}

/// What a shape reads of a text that differs from the learnt one in some place is what the strict reader
/// reads.
void checkNeighbours(ShapeShelf& shelf, EventReader& reader, const std::string& text) {
    constexpr std::string_view kLetters = "0189-.eE\"\\[]{}:, anx";
    std::minstd_rand random(static_cast<unsigned>(text.size()));
    for (int i = 0; i < 24; ++i) {
        std::string other = text;
        const std::size_t place = random() % other.size();
        const char letter = kLetters[random() % kLetters.size()];
        switch (random() % 3) {
        case 0:
            other[place] = letter;
            break;
        case 1:
            other.insert(place, 1, letter);
            break;
        default:
            other.erase(place, 1);
        }
        const std::size_t size = other.size();
        other += std::string(64, i % 2 == 0 ? ' ' : '"');
        EventFields shaped;
        if (const char* const end = shelf.read(other.data(), other.data() + size, shaped)) {
            EventFields fields;
            require(isUtf8({other.data(), static_cast<std::size_t>(end - other.data())}));
            require(reader.read(other.data(), end, fields));
            requireSame(fields, shaped);
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::string padded = text + std::string(kRepairPadding, '"');
    const char* const begin = padded.data();
    EventReader reader;
    EventFields fields;
    const bool isStrict = isUtf8(text) && reader.read(begin, begin + size, fields);
    require(!isStrict || isJson(text));
    ShapeShelf shelf;
    EventFields shaped;
    if (isStrict) {
        shelf.learn(begin, begin + size);
        if (shelf.read(begin, begin + size, shaped)) {
            requireSame(fields, shaped);
        }
        checkNeighbours(shelf, reader, text);
    }
    for (const Unclosed unclosed : {Unclosed::Lost, Unclosed::Accepted}) {
        const RepairedObject repaired = repairObject(text, unclosed);
        require(repaired.consumed <= size);
        if (repaired.isWhole) {
            const std::string_view strict = std::string_view(repaired.text).substr(0, repaired.size);
            require(isUtf8(strict));
            require(reader.read(repaired.text.data(), repaired.text.data() + repaired.size, fields));
        }
    }
    return 0;
}
