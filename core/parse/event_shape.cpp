#include "core/parse/event_shape.h"

#include "core/parse/json_scan.h"
#include "core/parse/number_scan.h"
#include "core/parse/number_text.h"

#include <algorithm>
#include <cstring>
#include <simdjson.h>

namespace diptych {

namespace {

constexpr std::size_t kMostShapes = 64;

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

bool areDigits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), json::isDigit);
}

/// Goes behind `text` when it stands at `p`.
const char* behind(std::string_view text, const char* p, const char* end) {
    const bool isThere =
        text.size() <= static_cast<std::size_t>(end - p) && std::memcmp(p, text.data(), text.size()) == 0;
    return isThere ? p + text.size() : nullptr;
}

/// A whole number of a stretch; nullptr when it is another kind of value after all.
const char* readNumber(const ShapeSlot& slot, const char* p, const char* end, EventFields& fields) {
    if (slot.kind == ShapeSlot::Kind::Integer) {
        return json::readInteger(p, fields.*slot.spec->integer);
    }
    if (slot.kind == ShapeSlot::Kind::Moment) {
        return json::readTime(p, fields.*slot.spec->integer);
    }
    const char* const stop = json::skipNumber(p, end);
    if (slot.kind == ShapeSlot::Kind::Digits) {
        fields.*slot.spec->text = between(p, stop ? stop : p);
    }
    return stop;
}

/// A stretch whose numbers have other sizes than expected, number by number.
const char* readNumbers(ShapeStretch& stretch, const char* const begin, const char* end,
                        EventFields& fields) {
    constexpr unsigned kPatience = 4; // what has become otherwise stays so; exceptions do not
    const char* p = begin;
    bool isAsBefore = true;
    for (ShapeStretch::Number& number : stretch.numbers) {
        p = behind(number.before, p, end);
        const char* const stop = p && p < end ? readNumber(number.slot, p, end, fields) : nullptr;
        if (!stop) {
            return nullptr;
        }
        const auto size = static_cast<std::size_t>(stop - p);
        isAsBefore = isAsBefore && size == number.size;
        number.size = size;
        p = stop;
    }
    p = behind(stretch.after, p, end);
    stretch.misses = p && isAsBefore ? stretch.misses + 1 : 0;
    if (stretch.misses >= kPatience) {
        stretch.misses = 0;
        stretch.foresee(begin);
    }
    return p;
}

/// What stands where a stretch expects it. False when a moment is too large.
inline bool readForeseen(const ShapeStretch::Value& value, const char* p, EventFields& fields) {
    if (value.kind == ShapeSlot::Kind::Digits) {
        fields.*value.spec->text = {p, value.size};
        return true;
    }
    std::uint64_t number = json::digits(p, value.size);
    if (value.kind == ShapeSlot::Kind::Moment) {
        if (number > json::kMostMicroseconds) {
            return false;
        }
        number *= 1000;
        if (value.decimals != 0) {
            number += json::digits(p + value.size + 1, value.decimals) * value.decimalUnit;
        }
    }
    fields.*value.spec->integer = static_cast<std::int64_t>(number);
    return true;
}

inline const char* readStretch(ShapeStretch& stretch, const char* p, const char* end, EventFields& fields) {
    const std::size_t size = stretch.ranges.size();
    if (size == 0 || size > static_cast<std::size_t>(end - p) || !stretch.ranges.fit(p)) {
        return readNumbers(stretch, p, end, fields);
    }
    stretch.misses = 0;
    for (const ShapeStretch::Value& value : stretch.values) {
        if (!readForeseen(value, p + value.place, fields)) {
            return nullptr;
        }
    }
    return p + size;
}

/// From behind an opening quote to the closing one, when all is UTF-8 and nothing needs a closer look.
const char* readPlain(const char* p, const char* end) {
    const char* const close = json::scanPlain(p, end);
    return close && (json::isAscii(p, close) ||
                     simdjson::validate_utf8(p, static_cast<std::size_t>(close - p)))
               ? close
               : nullptr;
}

} // namespace

void ShapeStretch::foresee(const char* p) {
    ranges.clear();
    values.clear();
    for (const Number& number : numbers) {
        ranges.addText(number.before);
        const std::size_t place = ranges.size();
        const std::string_view text(p + place, number.size);
        const bool isMoment = number.slot.kind == ShapeSlot::Kind::Moment;
        const std::size_t dot = isMoment ? text.find('.') : std::string_view::npos;
        const std::string_view whole = text.substr(0, dot);
        const std::string_view decimals = dot == std::string_view::npos ? "" : text.substr(dot + 1);
        const bool isRead = isMoment || number.slot.kind == ShapeSlot::Kind::Integer;
        constexpr std::size_t kMostDecimals = 3; // nanoseconds
        if (!areDigits(whole) || (isRead && whole.size() > json::kMostDigits) ||
            (dot != std::string_view::npos && !areDigits(decimals)) || decimals.size() > kMostDecimals) {
            ranges.clear();
            return;
        }
        if (number.slot.spec) {
            values.push_back({number.slot.spec, place, whole.size(), decimals.size(),
                              json::kPowersOfTen[kMostDecimals - decimals.size()], number.slot.kind});
        }
        ranges.addNumber(whole.size());
        if (!decimals.empty()) {
            ranges.addText(".");
            ranges.addDigits(decimals.size());
        }
    }
    ranges.addText(after);
}

KnownTexts::Context ShapeShelf::Trail::arrayContext(const ShapeSlot& slot) const {
    constexpr std::uint64_t kMostSlots = 64;
    return names * 0xD6E8FEB86659FD93ULL + array * kMostSlots + slot.order;
}

inline const char* ShapeShelf::readName(const char* p, const char* end, EventFields& fields, Trail& trail) {
    TextNumber number = trail.nextName;
    std::string_view name = m_names[number];
    if (!m_names.standsAt(number, p, end) || p[name.size()] != '"') {
        const char* const close = readPlain(p, end);
        if (!close) {
            return nullptr;
        }
        name = between(p, close);
        number = m_names.learn(trail.names, name);
    }
    trail.addName(number);
    trail.nextName = m_names.guess(trail.names);
    m_names.fetch(trail.nextName); // while the rest of this event is read
    fields.name = {p, name.size()};
    fields.nameNumber = number;
    return p + name.size();
}

/// An array or object: mostly one that is known to be strict JSON, and need not be walked again.
const char* ShapeShelf::readNested(const ShapeSlot& slot, const char* p, const char* end, Trail& trail) {
    const KnownTexts::Context context = trail.arrayContext(slot);
    const TextNumber number = m_arrays.guess(context);
    if (m_arrays.standsAt(number, p, end)) {
        trail.array = number;
        return p + m_arrays[number].size();
    }
    const char* const stop = *p == '[' || *p == '{' ? json::scanValue(p, end) : nullptr;
    if (!stop || !simdjson::validate_utf8(p, static_cast<std::size_t>(stop - p))) {
        return nullptr;
    }
    trail.array = m_arrays.learn(context, between(p, stop));
    return stop;
}

const char* ShapeShelf::readArray(const ShapeSlot& slot, const char* p, const char* end, EventFields& fields,
                                  Trail& trail) {
    const char* const stop = *p == '[' ? readNested(slot, p, end, trail) : nullptr;
    if (stop) {
        fields.*slot.spec->text = between(p, stop);
        (slot.spec->field == Field::InputDims ? fields.inputDimsNumber : fields.inputTypesNumber) =
            trail.array;
    }
    return stop;
}

/// Reads the value of a slot; returns where it ends, or nullptr when it is another kind of value after all.
inline const char* ShapeShelf::readValue(const ShapeSlot& slot, const char* p, const char* end,
                                         EventFields& fields, Trail& trail) {
    using Kind = ShapeSlot::Kind;
    switch (slot.kind) {
    case Kind::Name:
        return readName(p, end, fields, trail);
    case Kind::Time:
        return json::readTime(p, fields.*slot.spec->integer);
    case Kind::Array:
        return readArray(slot, p, end, fields, trail);
    case Kind::SkippedValue:
        return readNested(slot, p, end, trail);
    case Kind::SkippedText:
        return readPlain(p, end);
    case Kind::Text: {
        const char* const close = readPlain(p, end);
        fields.*slot.spec->text = between(p, close ? close : p);
        return close;
    }
    case Kind::Number: {
        const char* const stop = json::scanNumber(p, end);
        const auto value = stop ? numberOf(between(p, stop)) : std::nullopt;
        fields.*slot.spec->number = value.value_or(0);
        return value ? stop : nullptr;
    }
    case Kind::Triple:
        return json::readTriple(p, end, fields.*slot.spec->triple);
    case Kind::Digits:
    case Kind::Integer:
    case Kind::Moment:
    case Kind::SkippedNumber:
        break; // part of a stretch
    }
    return nullptr;
}

const char* ShapeShelf::readBy(EventShape& shape, const char* p, const char* end, EventFields& fields) {
    Trail trail = m_trail;
    for (ShapeStretch& stretch : shape.stretches) {
        p = readStretch(stretch, p, end, fields);
        if (p && stretch.next) {
            p = p < end ? readValue(*stretch.next, p, end, fields, trail) : nullptr;
        }
        if (!p) {
            return nullptr;
        }
    }
    m_trail = trail;
    fields.present = shape.present;
    fields.seen = shape.present;
    fields.unusable = {};
    fields.hasDuplicateKey = false;
    fields.isEmpty = false;
    fields.phase = shape.phase;
    fields.category = shape.category;
    fields.categoryNumber = shape.categoryNumber;
    return p;
}

const char* ShapeShelf::read(const char* begin, const char* end, EventFields& fields) {
    if (m_shapes.empty()) {
        return nullptr;
    }
    const std::uint64_t context = m_trail.names + m_last;
    std::uint8_t& expected = m_expected[(context * 0x9E3779B97F4A7C15ULL) >> (64 - kContextBits)];
    // shapes only become more: it is one of them
    if (const char* const stop = readBy(m_shapes[expected], begin, end, fields)) {
        fits(expected);
        return stop;
    }
    return readByAnother(begin, end, fields, expected);
}

void ShapeShelf::fits(std::size_t shape) {
    m_shapes[m_last].next = shape;
    m_last = shape;
}

/// By another shape than `expected`, which is told of it.
const char* ShapeShelf::readByAnother(const char* begin, const char* end, EventFields& fields,
                                      std::uint8_t& expected) {
    const std::size_t usual = m_shapes[m_last].next;
    const auto readIfOther = [&](std::size_t shape, std::size_t tried) {
        const char* const stop =
            shape == expected || shape == tried ? nullptr : readBy(m_shapes[shape], begin, end, fields);
        if (stop) {
            expected = static_cast<std::uint8_t>(shape);
            fits(shape);
        }
        return stop;
    };
    const char* stop = readIfOther(usual, expected);
    for (std::size_t shape = 0; !stop && shape < m_shapes.size(); ++shape) {
        stop = readIfOther(shape, usual);
    }
    return stop;
}

void ShapeShelf::learn(const char* begin, const char* end) {
    std::optional<EventShape> shape = learnShape(begin, end);
    if (!shape) {
        return;
    }
    for (const EventShape& known : m_shapes) {
        if (known.literals == shape->literals) {
            return; // it is the values that do not fit
        }
    }
    std::size_t place = m_shapes.size();
    if (m_shapes.size() < kMostShapes) {
        m_shapes.push_back(std::move(*shape));
    } else {
        place = m_oldest;
        m_oldest = (m_oldest + 1) % kMostShapes;
        m_shapes[place] = std::move(*shape);
    }
    m_shapes[place].next = place;
    m_shapes[m_last].next = place;
    m_last = place;
}

} // namespace diptych
