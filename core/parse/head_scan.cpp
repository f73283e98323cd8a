#include "core/parse/head_scan.h"

#include "core/parse/json_scan.h"

#include <string>

namespace diptych {

namespace {

constexpr std::string_view kEventsKey = "traceEvents";

} // namespace

std::optional<std::size_t> HeadScan::find(std::string_view text) {
    if (m_place == 0 && text.starts_with('[')) {
        return 0;
    }
    for (; m_place < text.size() && !(m_place != 0 && m_depth == 0); ++m_place) {
        const char c = text[m_place];
        if (m_isInString) {
            if (c == '\\') {
                if (m_place + 1 == text.size()) {
                    return std::nullopt; // the escaped character is not here yet
                }
                ++m_place;
            } else if (c == '"') {
                m_isInString = false;
                m_isKeyEvents =
                    m_depth == 1 && text.substr(m_stringBegin, m_place - m_stringBegin) == kEventsKey;
            }
        } else if (c == '"') {
            m_isInString = true;
            m_stringBegin = m_place + 1;
        } else if (c == '[' && m_depth == 1 && m_isKeyEvents) {
            return m_place;
        } else if (c == '{' || c == '[') {
            ++m_depth;
        } else if (c == '}' || c == ']') {
            m_depth -= m_depth == 0 ? 0 : 1;
        } else if (c == ',') {
            m_isKeyEvents = false;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> findEventsAnywhere(std::string_view text) {
    const std::string key = '"' + std::string(kEventsKey) + '"';
    for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
        const char* const end = text.data() + text.size();
        const char* p = json::skipSpace(text.data() + at + key.size(), end);
        if (p < end && *p == ':') {
            p = json::skipSpace(p + 1, end);
            if (p < end && *p == '[') {
                return static_cast<std::size_t>(p - text.data());
            }
        }
    }
    return std::nullopt;
}

std::size_t TailScan::take(std::string_view piece) {
    std::size_t place = 0;
    for (; place < piece.size() && m_depth != 0; ++place) {
        const char c = piece[place];
        if (m_isInString) {
            const bool ends = c == '"' && !m_isEscaped;
            m_isEscaped = c == '\\' && !m_isEscaped;
            m_isInString = !ends;
        } else if (c == '"') {
            m_isInString = true;
        } else if (c == '{' || c == '[') {
            ++m_depth;
        } else if (c == '}' || c == ']') {
            --m_depth;
        }
    }
    m_byte += place;
    takeOutside(piece.substr(place));
    return place;
}

void TailScan::takeOutside(std::string_view piece) {
    if (!m_extraByte) {
        std::size_t extra = 0;
        while (extra < piece.size() && (json::isSpace(piece[extra]) || piece[extra] == '\0')) {
            ++extra;
        }
        if (extra < piece.size()) {
            m_extraByte = m_byte + extra;
            m_isSecondDocument = piece[extra] == '{' || piece[extra] == '[';
        }
    }
    m_byte += piece.size();
}

} // namespace diptych
