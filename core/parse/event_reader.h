#pragma once
// Reads one event of strict JSON into its fields: the hot path of loading. Anything that is not strict JSON
// is left to event_repair, which makes it so; both ways end here, so that a field means the same on both. One
// reader a thread.

#include "core/parse/event_fields.h"

#include <cstddef>
#include <deque>
#include <string>

namespace diptych {

struct FieldSpec;

class EventReader {
public:
    /// Reads the object in [begin, end), behind which 64 bytes are readable. False when it is no strict JSON;
    /// `fields` are then of no use. The views in `fields` live until the next call or as long as the text.
    /// Valid UTF-8 is the caller's matter.
    [[nodiscard]] bool read(const char* begin, const char* end, EventFields& fields);

private:
    struct Cursor;

    bool readKey(Cursor& cursor, std::string_view& key);
    bool readMembers(Cursor& cursor, EventFields& fields, bool isArgs);
    bool readMember(Cursor& cursor, EventFields& fields, const FieldSpec& spec);
    bool readArgs(Cursor& cursor, EventFields& fields);

    bool readText(Cursor& cursor, EventFields& fields, Field field, std::string_view& value);
    bool readIdentity(Cursor& cursor, EventFields& fields, Field field, std::string_view& value);
    bool readTime(Cursor& cursor, EventFields& fields, Field field, Nanoseconds& value);
    bool readInteger(Cursor& cursor, EventFields& fields, Field field, std::int64_t& value);
    bool readNumber(Cursor& cursor, EventFields& fields, Field field, double& value);
    bool readTriple(Cursor& cursor, EventFields& fields, Field field, std::array<std::int32_t, 3>& value);
    bool readArray(Cursor& cursor, EventFields& fields, Field field, std::string_view& value);
    /// A value that is not of the field's kind: skipped and noted, null without a note.
    bool skipUnusable(Cursor& cursor, EventFields& fields, Field field);
    bool scanText(Cursor& cursor, std::string_view& text);

    std::deque<std::string> m_decoded; ///< texts with escapes, of the event at hand
    std::size_t m_decodedCount = 0;
};

} // namespace diptych
