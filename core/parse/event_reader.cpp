#include "core/parse/event_reader.h"

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
    m_decodedCount = 0;
    Cursor cursor{begin, end};
    if (!cursor.take('{') || !readMembers(cursor, fields, false)) {
        return false;
    }
    cursor.skipSpace();
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
        if (!readKey(cursor, key) ||
            !(isArgs ? readArg(cursor, fields, key) : readField(cursor, fields, key))) {
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

bool EventReader::readField(Cursor& cursor, EventFields& fields, std::string_view key) {
    switch (key.size()) {
    case 2:
        if (key == "ph") {
            return readText(cursor, fields, Field::Phase, fields.phase);
        }
        if (key == "ts") {
            return readTime(cursor, fields, Field::Start, fields.startNs);
        }
        break;
    case 3:
        if (key == "cat") {
            return readText(cursor, fields, Field::Category, fields.category);
        }
        if (key == "pid") {
            return readIdentity(cursor, fields, Field::Process, fields.process);
        }
        if (key == "tid") {
            return readIdentity(cursor, fields, Field::Thread, fields.thread);
        }
        if (key == "dur") {
            return readTime(cursor, fields, Field::Duration, fields.durationNs);
        }
        break;
    case 4:
        if (key == "name") {
            return readText(cursor, fields, Field::Name, fields.name);
        }
        if (key == "args") {
            return readArgs(cursor, fields);
        }
        break;
    default:
        break;
    }
    return cursor.skipValue();
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

bool EventReader::readArg(Cursor& cursor, EventFields& fields, std::string_view key) {
    switch (key.size()) {
    case 4:
        if (key == "grid") {
            return readTriple(cursor, fields, Field::Grid, fields.grid);
        }
        if (key == "name") {
            return readText(cursor, fields, Field::ArgName, fields.argName);
        }
        break;
    case 5:
        if (key == "block") {
            return readTriple(cursor, fields, Field::Block, fields.block);
        }
        break;
    case 6:
        if (key == "device") {
            return readInteger(cursor, fields, Field::Device, fields.device);
        }
        if (key == "stream") {
            return readInteger(cursor, fields, Field::Stream, fields.stream);
        }
        if (key == "labels") {
            return readText(cursor, fields, Field::ArgLabels, fields.argLabels);
        }
        break;
    case 10:
        if (key == "Input Dims" || key == "Input dims") {
            return readArray(cursor, fields, Field::InputDims, fields.inputDims);
        }
        if (key == "Input type") {
            return readArray(cursor, fields, Field::InputTypes, fields.inputTypes);
        }
        if (key == "Call stack") {
            return readText(cursor, fields, Field::CallStack, fields.callStack);
        }
        break;
    case 11:
        if (key == "External id" || key == "external id") {
            return readInteger(cursor, fields, Field::ExternalId, fields.externalId);
        }
        if (key == "correlation") {
            return readInteger(cursor, fields, Field::Correlation, fields.correlation);
        }
        break;
    case 13:
        if (key == "shared memory") {
            return readInteger(cursor, fields, Field::SharedMemory, fields.sharedMemoryBytes);
        }
        break;
    case 20:
        if (key == "registers per thread") {
            return readInteger(cursor, fields, Field::Registers, fields.registersPerThread);
        }
        break;
    case 25:
        if (key == "est. achieved occupancy %") {
            return readNumber(cursor, fields, Field::Occupancy, fields.occupancyPercent);
        }
        break;
    default:
        break;
    }
    return cursor.skipValue();
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
