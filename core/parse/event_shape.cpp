#include "core/parse/event_shape.h"

#include "core/parse/json_scan.h"
#include "core/parse/number_scan.h"
#include "core/parse/number_text.h"

#include <cstring>

namespace diptych {

namespace {

constexpr std::size_t kMostShapes = 64;
constexpr std::size_t kLiteralPadding = 16;
constexpr std::size_t kMostSlots = 64;
constexpr std::size_t kMostLiterals = std::size_t{16} * 1024; ///< characters; events with more are rare

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

/// The bits of the characters that count in the last 16 of a text; all 16 of a text of 16, 32, ...
std::uint32_t lastMaskOf(std::size_t size) {
    return size == 0 ? 0 : 0xFFFFU >> (15 - (size - 1) % 16);
}

/// Whether `size` characters are equal; both texts are readable 16 characters beyond.
inline bool isSame(const char* text, const char* literal, std::size_t size, std::uint32_t lastMask) {
#if defined(__SSE2__)
    const auto differing = [&] {
        const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
        const __m128i y = _mm_loadu_si128(reinterpret_cast<const __m128i*>(literal));
        return 0xFFFFU ^ static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(x, y)));
    };
    for (; size > 16; text += 16, literal += 16, size -= 16) {
        if (differing() != 0) {
            return false;
        }
    }
    return (differing() & lastMask) == 0;
#else
    static_cast<void>(lastMask);
    return std::memcmp(text, literal, size) == 0;
#endif
}

// ---- learning

class Learner {
public:
    Learner(const char* begin, const char* end) : m_p(begin), m_end(end), m_literal(begin) {}

    std::optional<EventShape> run() {
        if (*m_p != '{' || !readMembers(false) || m_p != m_end || !m_shape.present.has(Field::Phase)) {
            return std::nullopt;
        }
        if (static_cast<std::size_t>(m_p - m_literal) > kMostLiterals) {
            return std::nullopt;
        }
        m_shape.endBegin = static_cast<std::uint32_t>(m_shape.literals.size());
        m_shape.endSize = static_cast<std::uint32_t>(m_p - m_literal);
        m_shape.endMask = lastMaskOf(m_shape.endSize);
        m_shape.literals.append(m_literal, m_p);
        m_shape.literals.append(kLiteralPadding, '\0');
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
                    return Kind::Text;
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
        if (m_shape.slots.size() == kMostSlots) {
            return false;
        }
        const bool isText = kind == ShapeSlot::Kind::Text || kind == ShapeSlot::Kind::SkippedText;
        const char* const valueBegin = begin + (isText ? 1 : 0);
        const auto literalSize = static_cast<std::uint32_t>(valueBegin - m_literal);
        if (m_shape.literals.size() + literalSize > kMostLiterals) {
            return false;
        }
        m_shape.slots.push_back({kind,
                                 static_cast<std::uint32_t>(m_shape.literals.size()),
                                 literalSize,
                                 lastMaskOf(literalSize),
                                 spec,
                                 {}});
        m_shape.literals.append(m_literal, valueBegin);
        m_literal = end - (isText ? 1 : 0);
        if (spec) {
            m_shape.present.add(spec->field);
        }
        return true;
    }

    const char* m_p;
    const char* m_end;
    const char* m_literal; ///< where the fixed text at hand begins
    EventShape m_shape;
    FieldSet m_seen;
};

// ---- reading

/// An array or object: mostly the one that stood there before, which need not be walked again.
inline const char* skipNested(ShapeSlot& slot, const char* p, const char* end) {
    constexpr std::size_t kMostRemembered = 512;
    const std::size_t size = slot.last.size();
    if (size != 0 && size <= static_cast<std::size_t>(end - p) &&
        std::memcmp(p, slot.last.data(), size) == 0) {
        return p + size;
    }
    const char* const stop = *p == '[' || *p == '{' ? json::scanValue(p, end) : nullptr;
    if (stop && static_cast<std::size_t>(stop - p) <= kMostRemembered) {
        slot.last.assign(p, stop);
    }
    return stop;
}

/// Reads the value of a slot; returns where it ends, or nullptr when it is another kind of value after all.
inline const char* readSlot(ShapeSlot& slot, const char* p, const char* end, EventFields& fields) {
    using Kind = ShapeSlot::Kind;
    switch (slot.kind) {
    case Kind::Text: {
        const char* const close = json::scanPlain(p, end);
        fields.*slot.spec->text = between(p, close ? close : p);
        return close;
    }
    case Kind::Digits: {
        const char* const stop = json::skipNumber(p, end);
        fields.*slot.spec->text = between(p, stop ? stop : p);
        return stop;
    }
    case Kind::Integer:
        return json::readInteger(p, fields.*slot.spec->integer);
    case Kind::Time:
        return json::readTime(p, fields.*slot.spec->integer);
    case Kind::Number: {
        const char* const stop = json::scanNumber(p, end);
        if (!stop) {
            return nullptr;
        }
        const auto value = numberOf(between(p, stop));
        fields.*slot.spec->number = value.value_or(0);
        return value ? stop : nullptr;
    }
    case Kind::Triple:
        return json::readTriple(p, end, fields.*slot.spec->triple);
    case Kind::Array: {
        const char* const stop = *p == '[' ? skipNested(slot, p, end) : nullptr;
        fields.*slot.spec->text = between(p, stop ? stop : p);
        return stop;
    }
    case Kind::SkippedNumber:
        return json::skipNumber(p, end);
    case Kind::SkippedText:
        return json::scanPlain(p, end);
    case Kind::SkippedValue:
        return skipNested(slot, p, end);
    }
    return nullptr;
}

bool readByShape(EventShape& shape, const char* p, const char* end, EventFields& fields) {
    const char* const literals = shape.literals.data();
    for (ShapeSlot& slot : shape.slots) {
        if (!isSame(p, literals + slot.literalBegin, slot.literalSize, slot.lastMask)) {
            return false;
        }
        p += slot.literalSize;
        p = p < end ? readSlot(slot, p, end, fields) : nullptr;
        if (!p) {
            return false;
        }
    }
    if (static_cast<std::size_t>(end - p) != shape.endSize ||
        !isSame(p, literals + shape.endBegin, shape.endSize, shape.endMask)) {
        return false;
    }
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

} // namespace

std::optional<EventShape> learnShape(const char* begin, const char* end) {
    return Learner(begin, end).run();
}

bool ShapeShelf::read(const char* begin, const char* end, EventFields& fields) {
    if (m_shapes.empty()) {
        return false;
    }
    const std::size_t expected = m_shapes[m_last].next;
    std::size_t found = expected;
    if (!readByShape(m_shapes[expected], begin, end, fields)) {
        for (found = 0; found < m_shapes.size(); ++found) {
            if (found != expected && readByShape(m_shapes[found], begin, end, fields)) {
                break;
            }
        }
        if (found == m_shapes.size()) {
            return false;
        }
    }
    m_shapes[m_last].next = found;
    m_last = found;
    return true;
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
