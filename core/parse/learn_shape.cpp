#include "core/parse/event_shape.h"

#include "core/parse/json_scan.h"

#include <algorithm>

namespace diptych {

namespace {

constexpr std::size_t kMostSlots = 64;
constexpr std::size_t kMostLiterals = std::size_t{16} * 1024; ///< characters; events with more are rare

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

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
                    return spec->field == Field::Start ? Kind::Moment : Kind::Time;
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
        if (kind == Kind::Digits || kind == Kind::Integer || kind == Kind::Moment ||
            kind == Kind::SkippedNumber) {
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
        m_stretch.foresee(m_begin);
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

} // namespace

std::optional<EventShape> learnShape(const char* begin, const char* end) {
    return Learner(begin, end).run();
}

} // namespace diptych
