#include "core/export/json_text.h"

#include "core/export/number_text.h"
#include "core/export/text_utf8.h"

#include <cmath>
#include <utility>

namespace diptych {

void JsonText::key(std::string_view name) {
    beforeValue();
    appendString(name);
    m_text += ": ";
    m_afterKey = true;
}

void JsonText::null() {
    beforeValue();
    m_text += "null";
}

void JsonText::value(std::string_view text) {
    beforeValue();
    appendString(text);
}

void JsonText::value(bool flag) {
    beforeValue();
    m_text += flag ? "true" : "false";
}

void JsonText::value(double number) {
    beforeValue();
    if (std::isfinite(number)) {
        appendNumber(m_text, number);
    } else {
        m_text += "null";
    }
}

std::string JsonText::take() {
    m_text += '\n';
    return std::move(m_text);
}

void JsonText::integer(std::int64_t number) {
    beforeValue();
    appendNumber(m_text, number);
}

void JsonText::integer(std::uint64_t number) {
    beforeValue();
    appendNumber(m_text, number);
}

void JsonText::begin(char bracket) {
    beforeValue();
    m_text += bracket;
    m_hasContent.push_back(false);
}

void JsonText::end(char bracket) {
    const bool hadContent = m_hasContent.back();
    m_hasContent.pop_back();
    if (hadContent) {
        newLine();
    }
    m_text += bracket;
}

void JsonText::beforeValue() {
    if (std::exchange(m_afterKey, false) || m_hasContent.empty()) {
        return;
    }
    if (m_hasContent.back()) {
        m_text += ',';
    }
    m_hasContent.back() = true;
    newLine();
}

void JsonText::newLine() {
    m_text += '\n';
    m_text.append(2 * m_hasContent.size(), ' ');
}

void JsonText::appendString(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    m_text += '"';
    const auto isPlain = [](char character) {
        return static_cast<unsigned char>(character) >= 0x20 && character != '"' && character != '\\' &&
               static_cast<unsigned char>(character) != 0x7F;
    };
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size() && isPlain(text[plain])) {
            ++plain;
        }
        appendAsUtf8(m_text, text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty()) {
            break;
        }
        const char special = text.front();
        text.remove_prefix(1);
        if (special == '"' || special == '\\') {
            m_text += '\\';
            m_text += special;
        } else if (special == '\n') {
            m_text += "\\n";
        } else if (special == '\t') {
            m_text += "\\t";
        } else {
            m_text += "\\u00";
            m_text += kHex[static_cast<unsigned char>(special) >> 4U];
            m_text += kHex[static_cast<unsigned char>(special) & 0xFU];
        }
    }
    m_text += '"';
}

} // namespace diptych
