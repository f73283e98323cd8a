#include "core/parse/event_repair.h"

#include "core/base/cancel_poll.h"
#include "core/parse/json_scan.h"
#include "core/parse/json_text.h"
#include "core/parse/number_text.h"
#include "core/parse/trace_keys.h"

#include <algorithm>

namespace diptych {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD"; // U+FFFD
constexpr std::size_t kEscapeLength = 6;                  // of \uXXXX
constexpr char32_t kControlPictures = 0x2400;
constexpr char32_t kDeletePicture = 0x2421;

/// So many zero bytes in a row are no text of a profiler: a disk lost what stood there, up to another event
/// perhaps.
constexpr std::size_t kErasedZeros = 8;

bool isControl(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}
/// Control characters between tokens are taken for white space.
bool isGap(char c) {
    return json::isSpace(c) || isControl(c);
}
bool endsToken(char c) {
    return isGap(c) || c == ',' || c == '}' || c == ']' || c == '"' || c == '{' || c == '[';
}

bool isKnownKey(std::string_view key) {
    return isEventKey(key) || isArgKey(key);
}

/// Appends a control character as the sign that stands for it.
void appendPicture(char c, std::string& text) {
    json::appendUtf8(c == 0x7f ? kDeletePicture : kControlPictures + static_cast<unsigned char>(c), text);
}

enum class Context : std::uint8_t { Key, Member, Element };

class Repairer {
public:
    Repairer(std::string_view text, Unclosed unclosed, const CancelToken& cancel)
        : m_text(text), m_unclosed(unclosed), m_poll(cancel) {
        m_out.reserve(text.size() + 2 * kRepairPadding);
    }

    RepairedObject run() {
        RepairedObject result;
        m_at = std::min(m_text.find('{'), m_text.size());
        try {
            result.isWhole = m_at < m_text.size() && readObject() && !isErased();
        } catch (const Stopped&) {
            result.isWhole = false;
        }
        result.size = m_out.size();
        m_out.append(kRepairPadding, ' ');
        result.text = std::move(m_out);
        result.consumed = m_at;
        result.kinds = m_kinds;
        return result;
    }

private:
    [[nodiscard]] bool isErased() const {
        return m_text.substr(0, m_at).find(std::string(kErasedZeros, '\0')) != std::string_view::npos;
    }
    [[nodiscard]] bool isAtEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] char here() const { return m_text[m_at]; }
    [[nodiscard]] std::size_t afterGap(std::size_t at) const {
        while (at < m_text.size() && isGap(m_text[at])) {
            ++at;
        }
        return at;
    }
    void skipGap() { m_at = afterGap(m_at); }
    [[nodiscard]] char charAt(std::size_t at) const { return at < m_text.size() ? m_text[at] : '\0'; }

    bool readObject();
    bool readArray();
    bool readKey();
    bool readValue(Context context);
    bool readString(Context context);
    void readWord(Context context);
    void skipDeepValue();
    bool closeUnclosed();

    [[nodiscard]] bool isMemberAt(std::size_t at, bool isKnownOnly) const;
    [[nodiscard]] bool fitsAsEnd(std::size_t from, std::size_t quote, Context context) const;
    [[nodiscard]] bool isLostEnd(std::size_t quote) const;
    void copyEscape();
    void copyChar();

    std::string_view m_text;
    Unclosed m_unclosed;
    CancelPoll m_poll;
    std::size_t m_at = 0;
    std::string m_out;
    unsigned m_depth = 0;
    bool m_hasArgs = false; ///< "args" of the outermost object are read
    RepairKinds m_kinds;
};

bool Repairer::readObject() {
    ++m_at;
    ++m_depth;
    m_out.push_back('{');
    for (bool isFirst = true;; isFirst = false) {
        skipGap();
        bool hasComma = false;
        while (!isAtEnd() && (here() == ',' || (here() == ']' && m_depth == 1))) {
            m_kinds.hasStructure = m_kinds.hasStructure || hasComma || isFirst || here() == ']';
            hasComma = true;
            ++m_at;
            skipGap();
        }
        if (isAtEnd()) {
            return closeUnclosed();
        }
        if (here() == '}') {
            m_kinds.hasStructure = m_kinds.hasStructure || hasComma;
            ++m_at;
            --m_depth;
            m_out.push_back('}');
            return true;
        }
        if (!isFirst) {
            m_kinds.hasStructure = m_kinds.hasStructure || !hasComma;
            m_out.push_back(',');
        }
        const std::size_t keyBegin = m_out.size();
        if (!readKey()) {
            return false;
        }
        const bool isArgs = m_depth == 1 && std::string_view(m_out).substr(keyBegin) == "\"args\":";
        if (!readValue(Context::Member)) {
            return false;
        }
        m_hasArgs = m_hasArgs || isArgs;
    }
}

/// The text is at its end within an object.
bool Repairer::closeUnclosed() {
    if (m_unclosed == Unclosed::Lost || m_depth != 1 || !m_hasArgs) {
        return false;
    }
    m_kinds.hasStructure = true;
    --m_depth;
    m_out.push_back('}');
    return true;
}

bool Repairer::readArray() {
    ++m_at;
    ++m_depth;
    m_out.push_back('[');
    for (bool isFirst = true;; isFirst = false) {
        skipGap();
        bool hasComma = false;
        while (!isAtEnd() && here() == ',') {
            m_kinds.hasStructure = m_kinds.hasStructure || hasComma || isFirst;
            hasComma = true;
            ++m_at;
            skipGap();
        }
        if (isAtEnd()) {
            return false;
        }
        const bool isMember = isMemberAt(m_at, true);
        if (here() == ']' || here() == '}' || isMember) {
            const bool isClosed = here() == ']';
            m_kinds.hasStructure = m_kinds.hasStructure || hasComma || !isClosed;
            m_at += isClosed ? 1 : 0; // else the bracket is missing, and the object goes on
            --m_depth;
            m_out.push_back(']');
            return true;
        }
        if (!isFirst) {
            m_kinds.hasStructure = m_kinds.hasStructure || !hasComma;
            m_out.push_back(',');
        }
        if (!readValue(Context::Element)) {
            return false;
        }
    }
}

/// A key and its colon; keys without quotes are taken up to the colon.
bool Repairer::readKey() {
    if (here() == '"') {
        if (!readString(Context::Key)) {
            return false;
        }
    } else {
        const std::size_t end = m_text.find_first_of(":,{}[]", m_at);
        if (end == std::string_view::npos || m_text[end] != ':') {
            return false;
        }
        std::string key = repairText(trimmed(m_text.substr(m_at, end - m_at)));
        std::erase_if(key, [](char c) { return c == '"' || c == '\\'; });
        m_out.append("\"").append(key).append("\"");
        m_kinds.hasStructure = true;
        m_at = end;
    }
    skipGap();
    if (charAt(m_at) != ':') {
        m_kinds.hasStructure = true;
        const bool isSpoilt = !isAtEnd() && !endsToken(here()) && !json::isDigit(here()) && here() != '-';
        m_at += isSpoilt ? 1 : 0; // a character in the colon's place
    } else {
        ++m_at;
    }
    m_out.push_back(':');
    skipGap();
    return !isAtEnd();
}

bool Repairer::readValue(Context context) {
    m_poll();
    switch (here()) {
    case '{':
    case '[':
        if (m_depth >= json::kDeepest) {
            skipDeepValue();
            return true;
        }
        return here() == '{' ? readObject() : readArray();
    case '"':
        return readString(context);
    case ',':
    case '}':
    case ']':
        m_out += "null"; // a key without a value
        m_kinds.hasValue = true;
        return true;
    default:
        readWord(context);
        return true;
    }
}

/// Replaces a value that lies too deep by null, whatever it holds.
void Repairer::skipDeepValue() {
    m_kinds.hasDepth = true;
    m_out += "null";
    std::size_t depth = 0;
    bool isInString = false;
    for (; !isAtEnd(); ++m_at) {
        m_poll();
        const char c = here();
        if (isInString) {
            m_at += c == '\\' ? 1 : 0;
            isInString = c != '"';
        } else if (c == '"') {
            isInString = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            ++m_at;
            return;
        }
    }
    m_at = m_text.size(); // a backslash was the last character
}

/// Whether a member of an object ("key": ...) begins at `at`.
bool Repairer::isMemberAt(std::size_t at, bool isKnownOnly) const {
    if (charAt(at) != '"') {
        return false;
    }
    const std::size_t end = m_text.find_first_of("\"\\\n{}[]", at + 1);
    if (end == std::string_view::npos || m_text[end] != '"' || charAt(afterGap(end + 1)) != ':') {
        return false;
    }
    const std::string_view key = m_text.substr(at + 1, end - at - 1);
    return !isKnownOnly || isKnownKey(key);
}

/// Whether a quote, by what follows it, can be the end of a string that begins at `from`.
bool Repairer::fitsAsEnd(std::size_t from, std::size_t quote, Context context) const {
    const std::size_t next = afterGap(quote + 1);
    const char c = charAt(next);
    if (context == Context::Key) {
        return c == ':' || isKnownKey(m_text.substr(from, quote - from));
    }
    if (next >= m_text.size()) {
        return true;
    }
    if (c == ',') {
        const std::size_t then = afterGap(next + 1);
        const char d = charAt(then);
        return context == Context::Element ? d != ',' && d != ':'
                                           : isMemberAt(then, false) || d == '}' || d == ',';
    }
    if (c == ']') {
        return context == Context::Element;
    }
    if (c == '"') {
        return context == Context::Member && next > quote + 1 && isMemberAt(next, true); // a comma is missing
    }
    if (c == '}') {
        const std::size_t then = afterGap(next + 1);
        const char d = charAt(then);
        return then >= m_text.size() || d == '}' || d == ']' ||
               (d == ',' && charAt(afterGap(then + 1)) != '\0');
    }
    return false;
}

/// Whether a quote begins the next member, so that the string before it was never closed.
bool Repairer::isLostEnd(std::size_t quote) const {
    std::size_t before = quote;
    while (before > 0 && isGap(m_text[before - 1])) {
        --before;
    }
    return before > 0 && m_text[before - 1] == ',' && isMemberAt(quote, true);
}

bool Repairer::readString(Context context) {
    const std::size_t begin = m_out.size();
    const std::size_t from = ++m_at;
    m_out.push_back('"');
    while (!isAtEnd()) {
        m_poll();
        const char c = here();
        if (c == '"') {
            if (fitsAsEnd(from, m_at, context)) {
                ++m_at;
                m_out.push_back('"');
                return true;
            }
            m_kinds.hasStructure = true;
            if (context == Context::Member && m_at != from && isLostEnd(m_at)) {
                m_out.erase(m_out.find_last_of(',')); // it belongs to the next member
                m_out.push_back('"');
                return true;
            }
            m_out += "\\\"";
            ++m_at;
        } else if (c == '\\') {
            const bool isLastBackslash = context == Context::Member && charAt(m_at + 1) == '"' &&
                                         charAt(afterGap(m_at + 2)) == ',' &&
                                         isMemberAt(afterGap(afterGap(m_at + 2) + 1), true);
            if (isLastBackslash) {
                m_kinds.hasText = true; // "C:\folder\" ends here
                m_out += "\\\\";
                ++m_at;
            } else {
                copyEscape();
            }
        } else {
            copyChar();
        }
    }
    m_out.resize(begin);
    return false;
}

void Repairer::copyEscape() {
    const std::string_view rest = m_text.substr(m_at);
    const bool isUnicode = charAt(m_at + 1) == 'u';
    const std::size_t length = isUnicode ? kEscapeLength : 2;
    if (rest.size() >= length && json::areEscapesValid(rest.substr(0, length))) {
        m_out.append(rest.substr(0, length));
        m_at += length;
    } else if (rest.size() >= 2 * kEscapeLength && isUnicode &&
               json::areEscapesValid(rest.substr(0, 2 * kEscapeLength)) && rest[kEscapeLength] == '\\') {
        m_out.append(rest.substr(0, 2 * kEscapeLength)); // a pair of surrogates
        m_at += 2 * kEscapeLength;
    } else if (isUnicode && rest.size() >= length && json::hexValue(rest.substr(2, 4))) {
        m_kinds.hasText = true; // half a pair
        m_out.append(kReplacement);
        m_at += length;
    } else {
        m_kinds.hasText = true; // no escape of JSON's: the backslash is meant
        m_out += "\\\\";
        ++m_at;
    }
}

void Repairer::copyChar() {
    const char c = here();
    if (isControl(c)) {
        m_kinds.hasText = true;
        appendPicture(c, m_out);
        ++m_at;
        return;
    }
    const std::size_t length = utf8Length(m_text.substr(m_at));
    if (length == 0) {
        m_kinds.hasText = true;
        m_out.append(kReplacement);
        ++m_at;
        return;
    }
    m_out.append(m_text.substr(m_at, length));
    m_at += length;
}

/// A number, a word of JSON's, or anything that is neither and stands for "unknown".
void Repairer::readWord(Context context) {
    std::size_t end = m_at;
    while (end < m_text.size() && !endsToken(m_text[end])) {
        ++end;
    }
    std::string token(m_text.substr(m_at, end - m_at));
    const bool isDecimalComma = context == Context::Member && charAt(end) == ',' &&
                                json::isDigit(charAt(end + 1)) && !token.empty() &&
                                token.find_first_not_of("+-0123456789") == std::string::npos;
    if (isDecimalComma) {
        const std::size_t fraction = end + 1;
        for (end = fraction; json::isDigit(charAt(end)); ++end) {
        }
        token.append(".").append(m_text.substr(fraction, end - fraction));
    }
    m_at = std::max(end, m_at + 1);
    if (token == "true" || token == "false" || token == "null") {
        m_out += token;
        return;
    }
    std::string number = strictNumber(token);
    if (!numberOf(number)) {
        number = "null"; // JSON, but more than a number can be
    }
    m_kinds.hasValue = m_kinds.hasValue || isDecimalComma || number != token;
    m_out += number;
}

} // namespace

std::size_t utf8Length(std::string_view text) {
    const auto byte = [&text](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned first = byte(0);
    if (text.empty() || (first >= 0x80 && first < 0xC2) || first > 0xF4) {
        return 0;
    }
    if (first < 0x80) {
        return 1;
    }
    const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    const unsigned lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (byte(1) < lowest || byte(1) > highest) {
        return 0;
    }
    for (std::size_t i = 2; i < length; ++i) {
        if (byte(i) < 0x80 || byte(i) > 0xBF) {
            return 0;
        }
    }
    return length;
}

std::string repairText(std::string_view text) {
    std::string repaired;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8Length(text.substr(at));
        if (length == 1 && isControl(text[at])) {
            appendPicture(text[at], repaired);
        } else if (length == 0) {
            repaired.append(kReplacement);
        } else {
            repaired.append(text.substr(at, length));
        }
        at += std::max<std::size_t>(length, 1);
    }
    return repaired;
}

RepairedObject repairObject(std::string_view spoilt, Unclosed unclosed, const CancelToken& cancel) {
    return Repairer(spoilt, unclosed, cancel).run();
}

} // namespace diptych
