#pragma once
// Which keys of an event are read, as what, and into which member of EventFields. The one list that both ways
// of reading an event go by. Pure, any thread.

#include "core/parse/event_fields.h"

#include <string_view>

namespace diptych {

enum class ValueKind : std::uint8_t {
    Text,
    Identity, ///< of a process or thread: a text, or the digits of a number
    Time,
    Integer,
    Number,
    Triple, ///< three whole numbers
    Array,  ///< its JSON text
    Args,   ///< the object that holds the other fields
};

struct FieldSpec {
    std::string_view key;
    Field field{};
    ValueKind kind{};
    union {
        std::string_view EventFields::*text = nullptr;
        std::int64_t EventFields::*integer; ///< of times too
        double EventFields::*number;
        std::array<std::int32_t, 3> EventFields::*triple;
    };
};

/// The field of a key, or nullptr when nothing is read from it. `isArg`: the key stands in "args".
[[nodiscard]] const FieldSpec* findField(std::string_view key, bool isArg);

} // namespace diptych
