#pragma once
// Reads events that look like ones before them. A profiler writes all events of a kind in one form: the same
// keys, spaces and signs, only values differ. A shape is that form, learnt from one event; reading by it is
// comparing what is fixed and reading what is not, several times as fast as reading key by key. What fits no
// shape is the event reader's. One shelf of shapes a worker.

#include "core/parse/event_fields.h"
#include "core/parse/event_kind.h"
#include "core/parse/field_table.h"
#include "core/parse/known_texts.h"
#include "core/parse/text_ranges.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace diptych {

/// A value within a shape.
struct ShapeSlot {
    enum class Kind : std::uint8_t {
        Name,
        Text,
        Digits, ///< of an identity
        Integer,
        Moment, ///< start of an event: has as many digits as that of the event before
        Time,
        Number,
        Triple,
        Array,
        SkippedNumber,
        SkippedText,
        SkippedValue,
    };

    Kind kind{};
    std::uint32_t order = 0;         ///< among the values of the event
    const FieldSpec* spec = nullptr; ///< where the value goes, nullptr when it goes nowhere
};

/// A stretch of an event up to a value of any length, or to the end: fixed text, and whole numbers and
/// moments which mostly have as many digits as in the event before. As long as they have, all of it is one
/// comparison.
struct ShapeStretch {
    struct Number {
        ShapeSlot slot;
        std::string before; ///< the fixed text before it
        std::size_t size;   ///< when the stretch was last not as in `ranges`
    };
    /// What is read of a number that has the size which is expected.
    struct Value {
        const FieldSpec* spec;
        std::size_t place;
        std::size_t size;          ///< of the whole number, or what of it stands before the point
        std::size_t decimals;      ///< of a moment
        std::uint64_t decimalUnit; ///< what one of the last is, in nanoseconds
        ShapeSlot::Kind kind;
    };

    std::vector<Number> numbers;
    std::string after;             ///< the fixed text behind the last number
    TextRanges ranges;             ///< what the characters may be; empty while that is not known
    std::vector<Value> values;     ///< of the numbers, those that go somewhere; where they are then
    std::optional<ShapeSlot> next; ///< the value behind it; none at the end of the event
    unsigned misses = 0;           ///< how many of late were not as in `ranges`, all of the same sizes

    /// Lets it expect what it has just been: its numbers had their sizes, from `p` on. Expects nothing when
    /// one of them was not written plainly.
    void foresee(const char* p);
};

struct EventShape {
    std::vector<ShapeStretch> stretches;
    std::string literals; ///< all fixed texts
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
    /// Reads the object at `begin` into `fields`; `end`, behind which 64 bytes are readable, lies somewhere
    /// behind it. Returns where the object ends, or nullptr when no shape fits: the event may still be good.
    [[nodiscard]] const char* read(const char* begin, const char* end, EventFields& fields);
    /// Takes over the shape of an event that the event reader could read.
    void learn(const char* begin, const char* end);

private:
    /// What was read last: what comes next depends on it.
    struct Trail {
        KnownTexts::Context names = 0;       ///< the last five or six
        TextNumber nextName = kNoTextNumber; ///< a guess
        TextNumber array = kNoTextNumber;

        void addName(TextNumber number) { names = (names << kBitsOfName) + number; }
        [[nodiscard]] KnownTexts::Context arrayContext(const ShapeSlot& slot) const;

        static constexpr unsigned kBitsOfName = 12; ///< that tell most names of a trace apart
    };

    const char* readByAnother(const char* begin, const char* end, EventFields& fields,
                              std::uint8_t& expected);
    void fits(std::size_t shape);
    const char* readBy(EventShape& shape, const char* p, const char* end, EventFields& fields);
    const char* readValue(const ShapeSlot& slot, const char* p, const char* end, EventFields& fields,
                          Trail& trail);
    const char* readName(const char* p, const char* end, EventFields& fields, Trail& trail);
    const char* readNested(const ShapeSlot& slot, const char* p, const char* end, Trail& trail);
    const char* readArray(const ShapeSlot& slot, const char* p, const char* end, EventFields& fields,
                          Trail& trail);

    static constexpr unsigned kContextBits = 14;

    std::vector<EventShape> m_shapes;
    /// The shape that came last in a context, by the place of that.
    std::array<std::uint8_t, std::size_t{1} << kContextBits> m_expected{};
    KnownTexts m_names;
    KnownTexts m_arrays; ///< and objects: all that is nested, as strict JSON
    Trail m_trail;       ///< up to the last event that was read
    std::size_t m_last = 0;
    std::size_t m_oldest = 0; ///< to be replaced next when the shelf is full
};

} // namespace diptych
