#include "core/parse/event_shape.h"

#include "core/parse/json_scan.h"
#include "core/parse/number_scan.h"
#include "core/parse/number_text.h"

#include <algorithm>
#include <cstring>

namespace diptych {

namespace {

constexpr std::size_t kMostShapes = 64;
constexpr std::size_t kMostSlots = 64;
constexpr std::size_t kMostLiterals = std::size_t{16} * 1024; ///< characters; events with more are rare

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

bool areDigits(std::string_view text) {
    return std::all_of(text.begin(), text.end(), json::isDigit);
}

/// Lets the stretch expect what it has just been: its numbers had their sizes, from `p` on. Expects nothing
/// when one of them was not written as plain digits.
void foresee(ShapeStretch& stretch, const char* p) {
    stretch.ranges.clear();
    stretch.values.clear();
    for (const ShapeStretch::Number& number : stretch.numbers) {
        stretch.ranges.addText(number.before);
        const std::size_t place = stretch.ranges.size();
        constexpr std::size_t kMostDigits = 16; // that readDigits reads
        const bool isTooLong = number.slot.kind == ShapeSlot::Kind::Integer && number.size > kMostDigits;
        if (isTooLong || !areDigits({p + place, number.size})) {
            stretch.ranges.clear();
            return;
        }
        if (number.slot.spec) {
            stretch.values.push_back({number.slot.spec, place, number.size});
        }
        stretch.ranges.addNumber(number.size);
    }
    stretch.ranges.addText(stretch.after);
}

// ---- learning

class Learner {
public:
    Learner(const char* begin, const char* end) : m_p(begin), m_end(end), m_literal(begin), m_begin(begin) {}

    std::optional<EventShape> run() {
        if (*m_p != '{' || !readMembers(false) || m_p != m_end || !m_shape.present.has(Field::Phase) ||
            !addLiteral(m_stretch.after, m_end)) {
            return std::nullopt;
        }
        endStretch(m_end);
        return std::move(m_shape);
    }

private:
    bool isAt(char c) const { return m_p < m_end && *m_p == c; }
    bool take(char c) {
        m_p = json::skipSpace(m_p, m_end);
        m_p += isAt(c) ? 1 : 0;
        return m_p[-1] == c;
    }

    /// From the opening brace to behind the closing one.
    bool readMembers(bool isArgs) {
        ++m_p;
        m_p = json::skipSpace(m_p, m_end);
        if (isAt('}')) {
            ++m_p;
            return true;
        }
        for (;;) {
            m_p = json::skipSpace(m_p, m_end);
            bool hasEscape = false;
            const char* const close = isAt('"') ? json::scanString(m_p + 1, m_end, hasEscape) : nullptr;
            if (!close || hasEscape) {
                return false;
            }
            const std::string_view key = between(m_p + 1, close);
            m_p = close + 1;
            if (!take(':')) {
                return false;
            }
            m_p = json::skipSpace(m_p, m_end);
            if (m_p >= m_end || !readValue(findField(key, isArgs))) {
                return false;
            }
            m_p = json::skipSpace(m_p, m_end);
            if (isAt('}')) {
                ++m_p;
                return true;
            }
            if (!take(',')) {
                return false;
            }
        }
    }

    bool readValue(const FieldSpec* spec) {
        if (spec) {
            if (m_seen.has(spec->field)) {
                return false; // a key that occurs twice
            }
            m_seen.add(spec->field);
        }
        if (spec && spec->kind == ValueKind::Args && *m_p == '{') {
            m_shape.present.add(Field::Args);
            return readMembers(true);
        }
        const char* const begin = m_p;
        const char* const end = json::scanValue(m_p, m_end);
        if (!end) {
            return false;
        }
        m_p = end;
        if (*begin == '"' && spec && (spec->field == Field::Phase || spec->field == Field::Category)) {
            return readFixed(*spec, between(begin + 1, end - 1));
        }
        const auto kind = kindOf(*begin, spec);
        return !kind || addSlot(*kind, spec, begin, end);
    }

    /// Phase and category are the same in all events of a shape.
    bool readFixed(const FieldSpec& spec, std::string_view text) {
        (spec.field == Field::Phase ? m_shape.phase : m_shape.category) = text;
        if (spec.field == Field::Category) {
            m_shape.categoryNumber = categoryNumberOf(text);
        }
        m_shape.present.add(spec.field);
        return text.find('\\') == std::string_view::npos;
    }

    /// How a value is read that begins with `first`; empty when it is fixed text.
    static std::optional<ShapeSlot::Kind> kindOf(char first, const FieldSpec*& spec) {
        using Kind = ShapeSlot::Kind;
        if (first == 't' || first == 'f' || first == 'n') {
            return std::nullopt;
        }
        const bool isText = first == '"';
        const bool isArray = first == '[';
        const bool isNumber = !isText && !isArray && first != '{';
        if (spec) {
            switch (spec->kind) {
            case ValueKind::Text:
                if (isText) {
                    return spec->field == Field::Name ? Kind::Name : Kind::Text;
                }
                break;
            case ValueKind::Identity:
                if (isText) {
                    return Kind::Text;
                }
                if (isNumber) {
                    return Kind::Digits;
                }
                break;
            case ValueKind::Time:
                if (isNumber) {
                    return Kind::Time;
                }
                break;
            case ValueKind::Integer:
                if (isNumber) {
                    return Kind::Integer;
                }
                break;
            case ValueKind::Number:
                if (isNumber) {
                    return Kind::Number;
                }
                break;
            case ValueKind::Triple:
                if (isArray) {
                    return Kind::Triple;
                }
                break;
            case ValueKind::Array:
                if (isArray) {
                    return Kind::Array;
                }
                break;
            case ValueKind::Args:
                break;
            }
            spec = nullptr;
            return Kind::SkippedValue; // of the wrong kind: see addSlot
        }
        return isText ? Kind::SkippedText : isNumber ? Kind::SkippedNumber : Kind::SkippedValue;
    }

    bool addSlot(ShapeSlot::Kind kind, const FieldSpec* spec, const char* begin, const char* end) {
        using Kind = ShapeSlot::Kind;
        if (m_slots == kMostSlots) {
            return false;
        }
        const ShapeSlot slot{kind, m_slots++, spec};
        const bool isText = kind == Kind::Name || kind == Kind::Text || kind == Kind::SkippedText;
        std::string literal;
        if (!addLiteral(literal, begin + (isText ? 1 : 0))) {
            return false;
        }
        m_literal = end - (isText ? 1 : 0);
        if (kind == Kind::Digits || kind == Kind::Integer || kind == Kind::SkippedNumber) {
            m_stretch.numbers.push_back({slot, std::move(literal), static_cast<std::size_t>(end - begin)});
        } else {
            m_stretch.after = std::move(literal);
            m_stretch.next = slot;
            endStretch(m_literal);
        }
        if (spec) {
            m_shape.present.add(spec->field);
        }
        return true;
    }

    /// The fixed text up to `end`.
    bool addLiteral(std::string& literal, const char* end) {
        literal.assign(m_literal, end);
        m_shape.literals += literal;
        m_shape.literals += '\0'; // in no text of JSON
        return m_shape.literals.size() <= kMostLiterals;
    }

    /// The next stretch begins at `next`.
    void endStretch(const char* next) {
        foresee(m_stretch, m_begin);
        m_shape.stretches.push_back(std::move(m_stretch));
        m_stretch = {};
        m_begin = next;
    }

    const char* m_p;
    const char* m_end;
    const char* m_literal; ///< where the fixed text at hand begins
    const char* m_begin;   ///< of the stretch at hand
    ShapeStretch m_stretch;
    std::uint32_t m_slots = 0;
    EventShape m_shape;
    FieldSet m_seen;
};

// ---- reading

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
    const char* const stop = json::skipNumber(p, end);
    if (slot.kind == ShapeSlot::Kind::Digits) {
        fields.*slot.spec->text = between(p, stop ? stop : p);
    }
    return stop;
}

/// A stretch whose numbers have other sizes than expected, number by number.
const char* readNumbers(ShapeStretch& stretch, const char* const begin, const char* end,
                        EventFields& fields) {
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
    if (p && isAsBefore) { // twice: it may stay so
        foresee(stretch, begin);
    }
    return p;
}

inline const char* readStretch(ShapeStretch& stretch, const char* p, const char* end, EventFields& fields) {
    const std::size_t size = stretch.ranges.size();
    if (size == 0 || size > static_cast<std::size_t>(end - p) || !stretch.ranges.fit(p)) {
        return readNumbers(stretch, p, end, fields);
    }
    for (const ShapeStretch::Value& value : stretch.values) {
        if (value.spec->kind == ValueKind::Identity) {
            fields.*value.spec->text = {p + value.place, value.size};
        } else {
            std::uint64_t digits = 0;
            json::readDigits(p + value.place, digits);
            fields.*value.spec->integer = static_cast<std::int64_t>(digits);
        }
    }
    return p + size;
}

} // namespace

KnownTexts::Context ShapeShelf::Trail::nameContext() const {
    return ((static_cast<std::uint64_t>(nameBefore) << 32) | name) * 0xD6E8FEB86659FD93ULL + nameLongBefore;
}

KnownTexts::Context ShapeShelf::Trail::arrayContext(const ShapeSlot& slot) const {
    return ((static_cast<std::uint64_t>(array) << 32) | name) * 0xD6E8FEB86659FD93ULL +
           ((static_cast<std::uint64_t>(nameBefore) << 32) | slot.order);
}

inline const char* ShapeShelf::readName(const char* p, const char* end, EventFields& fields, Trail& trail) {
    const KnownTexts::Context context = trail.nameContext();
    TextNumber number = m_names.guess(context);
    std::string_view name = m_names[number];
    if (number == kNoTextNumber || !standsAt(name, p, end) || p[name.size()] != '"') {
        const char* const close = json::scanPlain(p, end);
        if (!close) {
            return nullptr;
        }
        name = between(p, close);
        number = m_names.learn(context, name);
    }
    trail.addName(number);
    fields.name = {p, name.size()};
    fields.nameNumber = number;
    return p + name.size();
}

/// An array or object: mostly one that is known to be strict JSON, and need not be walked again.
const char* ShapeShelf::readNested(const ShapeSlot& slot, const char* p, const char* end, Trail& trail) {
    const KnownTexts::Context context = trail.arrayContext(slot);
    const TextNumber number = m_arrays.guess(context);
    const std::string_view known = m_arrays[number];
    if (number != kNoTextNumber && standsAt(known, p, end)) {
        trail.array = number;
        return p + known.size();
    }
    const char* const stop = *p == '[' || *p == '{' ? json::scanValue(p, end) : nullptr;
    if (stop) {
        trail.array = m_arrays.learn(context, between(p, stop));
    }
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
        return json::scanPlain(p, end);
    case Kind::Text: {
        const char* const close = json::scanPlain(p, end);
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
    case Kind::SkippedNumber:
        break; // part of a stretch
    }
    return nullptr;
}

bool ShapeShelf::readBy(EventShape& shape, const char* p, const char* end, EventFields& fields) {
    Trail trail = m_trail;
    for (ShapeStretch& stretch : shape.stretches) {
        p = readStretch(stretch, p, end, fields);
        if (p && stretch.next) {
            p = p < end ? readValue(*stretch.next, p, end, fields, trail) : nullptr;
        }
        if (!p) {
            return false;
        }
    }
    if (p != end) {
        return false;
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
    return true;
}

std::optional<EventShape> learnShape(const char* begin, const char* end) {
    return Learner(begin, end).run();
}

bool ShapeShelf::read(const char* begin, const char* end, EventFields& fields) {
    const std::uint64_t context = m_trail.nameContext() + m_last;
    std::uint8_t& expected = m_expected[(context * 0x9E3779B97F4A7C15ULL) >> (64 - kContextBits)];
    const auto found = findShape(begin, end, fields, expected);
    if (found) {
        expected = static_cast<std::uint8_t>(*found);
        m_shapes[m_last].next = *found;
        m_last = *found;
    }
    return found.has_value();
}

std::optional<std::size_t> ShapeShelf::findShape(const char* begin, const char* end, EventFields& fields,
                                                 std::size_t expected) {
    if (m_shapes.empty()) {
        return std::nullopt;
    }
    expected = std::min(expected, m_shapes.size() - 1);
    if (readBy(m_shapes[expected], begin, end, fields)) {
        return expected;
    }
    const std::size_t usual = m_shapes[m_last].next;
    if (usual != expected && readBy(m_shapes[usual], begin, end, fields)) {
        return usual;
    }
    for (std::size_t i = 0; i < m_shapes.size(); ++i) {
        if (i != expected && i != usual && readBy(m_shapes[i], begin, end, fields)) {
            return i;
        }
    }
    return std::nullopt;
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
