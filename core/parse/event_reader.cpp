#include "core/parse/event_reader.h"

#include "core/parse/event_kind.h"
#include "core/parse/field_table.h"
#include "core/parse/json_scan.h"
#include "core/parse/json_text.h"
#include "core/parse/number_text.h"

#include <cstring>

namespace diptych {

struct EventReader::Cursor {
    const char* p;
    const char* end;

    [[nodiscard]] bool isAt(char c) const { return p < end && *p == c; }
    void skipSpace() { p = json::skipSpace(p, end); }
    bool take(char c) {
        skipSpace();
        if (!isAt(c)) {
            return false;
        }
        ++p;
        return true;
    }
    /// Goes to the end of a token, if there is one.
    bool advance(const char* to) {
        p = to ? to : end;
        return to != nullptr;
    }
    bool skipValue() { return advance(json::scanValue(p, end)); }
};

namespace {

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

/// Notes that a key occurs and that its old value, if any, no longer counts.
void meet(EventFields& fields, Field field) {
    fields.hasDuplicateKey = fields.hasDuplicateKey || fields.seen.has(field);
    fields.seen.add(field);
    fields.present.remove(field);
    fields.unusable.remove(field);
}

/// The digits of a number, or the text in quotes without the white space around it; "" when it is neither.
std::string_view numberToken(const char*& p, const char* end) {
    if (p < end && *p == '"') {
        bool hasEscape = false;
        const char* const close = json::scanString(p + 1, end, hasEscape);
        const std::string_view text =
            close && !hasEscape ? trimmed(between(p + 1, close)) : std::string_view{};
        p = close ? close + 1 : nullptr;
        return text;
    }
    const char* const begin = p;
    p = json::scanNumber(p, end);
    return p ? between(begin, p) : std::string_view{};
}

} // namespace

bool EventReader::read(const char* begin, const char* end, EventFields& fields) {
    fields.present = {};
    fields.seen = {};
    fields.unusable = {};
    fields.hasDuplicateKey = false;
    fields.nameNumber = kNoTextNumber;
    fields.inputDimsNumber = kNoTextNumber;
    fields.inputTypesNumber = kNoTextNumber;
    m_decodedCount = 0;
    Cursor cursor{begin, end};
    if (!cursor.take('{') || !readMembers(cursor, fields, false)) {
        return false;
    }
    cursor.skipSpace();
    fields.categoryNumber =
        fields.present.has(Field::Category) ? categoryNumberOf(fields.category) : kUnknownCategory;
    return cursor.p == end;
}

/// The members of the event or of its args, up to behind the closing brace.
bool EventReader::readMembers(Cursor& cursor, EventFields& fields, bool isArgs) {
    cursor.skipSpace();
    const bool isEmpty = cursor.isAt('}');
    if (!isArgs) {
        fields.isEmpty = isEmpty;
    }
    if (isEmpty) {
        ++cursor.p;
        return true;
    }
    std::string_view key;
    do {
        if (!readKey(cursor, key)) {
            return false;
        }
        const FieldSpec* const spec = findField(key, isArgs);
        if (!(spec ? readMember(cursor, fields, *spec) : cursor.skipValue())) {
            return false;
        }
    } while (cursor.take(','));
    return cursor.take('}');
}

bool EventReader::readKey(Cursor& cursor, std::string_view& key) {
    cursor.skipSpace();
    if (!cursor.isAt('"') || !scanText(cursor, key) || !cursor.take(':')) {
        return false;
    }
    cursor.skipSpace();
    return cursor.p < cursor.end;
}

bool EventReader::readMember(Cursor& cursor, EventFields& fields, const FieldSpec& spec) {
    switch (spec.kind) {
    case ValueKind::Text:
        return readText(cursor, fields, spec.field, fields.*spec.text);
    case ValueKind::Identity:
        return readIdentity(cursor, fields, spec.field, fields.*spec.text);
    case ValueKind::Time:
        return readTime(cursor, fields, spec.field, fields.*spec.integer);
    case ValueKind::Integer:
        return readInteger(cursor, fields, spec.field, fields.*spec.integer);
    case ValueKind::Number:
        return readNumber(cursor, fields, spec.field, fields.*spec.number);
    case ValueKind::Triple:
        return readTriple(cursor, fields, spec.field, fields.*spec.triple);
    case ValueKind::Array:
        return readArray(cursor, fields, spec.field, fields.*spec.text);
    case ValueKind::Args:
        return readArgs(cursor, fields);
    }
    return false;
}

bool EventReader::readArgs(Cursor& cursor, EventFields& fields) {
    meet(fields, Field::Args);
    fields.present.removeArgs();
    fields.seen.removeArgs();
    fields.unusable.removeArgs();
    if (!cursor.isAt('{')) {
        return cursor.skipValue(); // some tools write a text here
    }
    ++cursor.p;
    fields.present.add(Field::Args);
    return readMembers(cursor, fields, true);
}

/// A string with its escapes resolved.
bool EventReader::scanText(Cursor& cursor, std::string_view& text) {
    bool hasEscape = false;
    const char* const begin = cursor.p + 1;
    const char* const close = json::scanString(begin, cursor.end, hasEscape);
    if (!close) {
        return false;
    }
    text = between(begin, close);
    cursor.p = close + 1;
    if (!hasEscape) {
        return true;
    }
    if (!json::areEscapesValid(text)) {
        return false;
    }
    if (m_decodedCount == m_decoded.size()) {
        m_decoded.emplace_back();
    }
    std::string& decoded = m_decoded[m_decodedCount++];
    json::decode(text, decoded);
    text = decoded;
    return true;
}

bool EventReader::skipUnusable(Cursor& cursor, EventFields& fields, Field field) {
    if (*cursor.p != 'n') {
        fields.unusable.add(field);
    }
    return cursor.skipValue();
}

bool EventReader::readText(Cursor& cursor, EventFields& fields, Field field, std::string_view& value) {
    meet(fields, field);
    if (*cursor.p != '"') {
        return skipUnusable(cursor, fields, field);
    }
    fields.present.add(field);
    return scanText(cursor, value);
}

/// Of a process or thread: a number or a text.
bool EventReader::readIdentity(Cursor& cursor, EventFields& fields, Field field, std::string_view& value) {
    if (*cursor.p == '"') {
        return readText(cursor, fields, field, value);
    }
    meet(fields, field);
    const char* const begin = cursor.p;
    const char* const end = json::scanNumber(begin, cursor.end);
    if (!end) {
        return skipUnusable(cursor, fields, field);
    }
    value = between(begin, end);
    fields.present.add(field);
    return cursor.advance(end);
}

bool EventReader::readTime(Cursor& cursor, EventFields& fields, Field field, Nanoseconds& value) {
    meet(fields, field);
    const char* p = cursor.p;
    const std::string_view token = numberToken(p, cursor.end);
    if (token.empty()) {
        return skipUnusable(cursor, fields, field);
    }
    if (const auto time = timeOf(token)) {
        value = *time;
        fields.present.add(field);
    } else {
        fields.unusable.add(field);
    }
    return cursor.advance(p);
}

bool EventReader::readInteger(Cursor& cursor, EventFields& fields, Field field, std::int64_t& value) {
    meet(fields, field);
    const char* p = cursor.p;
    const std::string_view token = numberToken(p, cursor.end);
    if (token.empty()) {
        return skipUnusable(cursor, fields, field);
    }
    if (const auto integer = integerOf(token)) {
        value = *integer;
        fields.present.add(field);
    } else {
        fields.unusable.add(field);
    }
    return cursor.advance(p);
}

bool EventReader::readNumber(Cursor& cursor, EventFields& fields, Field field, double& value) {
    meet(fields, field);
    const char* p = cursor.p;
    const std::string_view token = numberToken(p, cursor.end);
    if (token.empty()) {
        return skipUnusable(cursor, fields, field);
    }
    if (const auto number = numberOf(token)) {
        value = *number;
        fields.present.add(field);
    } else {
        fields.unusable.add(field);
    }
    return cursor.advance(p);
}

/// Up to three whole numbers; those that are missing or none of the kind stay absent.
bool EventReader::readTriple(Cursor& cursor, EventFields& fields, Field field,
                             std::array<std::int32_t, 3>& value) {
    meet(fields, field);
    if (*cursor.p != '[') {
        return skipUnusable(cursor, fields, field);
    }
    value.fill(kAbsentSmall);
    fields.present.add(field);
    ++cursor.p;
    cursor.skipSpace();
    if (cursor.isAt(']')) {
        ++cursor.p;
        return true;
    }
    std::size_t count = 0;
    do {
        cursor.skipSpace();
        const char* const begin = cursor.p;
        if (!cursor.skipValue()) {
            return false;
        }
        const char* p = begin;
        const std::string_view token = numberToken(p, cursor.end);
        if (count < value.size() && !token.empty()) {
            value[count] = smallOf(integerOf(token));
        }
        ++count;
    } while (cursor.take(','));
    return cursor.take(']');
}

bool EventReader::readArray(Cursor& cursor, EventFields& fields, Field field, std::string_view& value) {
    meet(fields, field);
    if (*cursor.p != '[') {
        return skipUnusable(cursor, fields, field);
    }
    const char* const begin = cursor.p;
    if (!cursor.skipValue()) {
        return false;
    }
    value = between(begin, cursor.p);
    fields.present.add(field);
    return true;
}

} // namespace diptych
