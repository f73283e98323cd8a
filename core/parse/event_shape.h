#pragma once
// Reads events that look like ones before them. A profiler writes all events of a kind in one form: the same
// keys, spaces and signs, only values differ. A shape is that form, learnt from one event; reading by it is
// comparing what is fixed and reading what is not, several times as fast as reading key by key. What fits no
// shape is the event reader's. One shelf of shapes a worker.

#include "core/parse/event_fields.h"
#include "core/parse/event_kind.h"
#include "core/parse/field_table.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace diptych {

/// A value within a shape, and the fixed text before it.
struct ShapeSlot {
    enum class Kind : std::uint8_t {
        Text,
        Digits, ///< of an identity
        Integer,
        Time,
        Number,
        Triple,
        Array,
        SkippedNumber,
        SkippedText,
        SkippedValue,
    };

    Kind kind{};
    std::uint32_t literalBegin = 0;
    std::uint32_t literalSize = 0;
    std::uint32_t lastMask = 0;      ///< the characters that count of the literal's last 16
    const FieldSpec* spec = nullptr; ///< where the value goes, nullptr when it goes nowhere
    std::string last;                ///< the array or object that stood here last, unless it is long
};

struct EventShape {
    std::string literals; ///< all fixed texts, with 16 characters more behind them
    std::vector<ShapeSlot> slots;
    std::uint32_t endBegin = 0; ///< the fixed text behind the last value
    std::uint32_t endSize = 0;
    std::uint32_t endMask = 0;
    FieldSet present;
    std::string phase;
    std::string category;
    std::int16_t categoryNumber = kUnknownCategory;
    std::size_t next = 0; ///< the shape that followed last time
};

/// The shape of an event of strict JSON, if it is simple enough to have one.
[[nodiscard]] std::optional<EventShape> learnShape(const char* begin, const char* end);

class ShapeShelf {
public:
    /// Reads the object in [begin, end), behind which 64 bytes are readable, into `fields`. False when no
    /// shape fits: the event may still be good.
    [[nodiscard]] bool read(const char* begin, const char* end, EventFields& fields);
    /// Takes over the shape of an event that the event reader could read.
    void learn(const char* begin, const char* end);

private:
    std::vector<EventShape> m_shapes;
    std::size_t m_last = 0;
    std::size_t m_oldest = 0; ///< to be replaced next when the shelf is full
};

} // namespace diptych
