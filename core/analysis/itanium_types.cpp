#include "core/analysis/itanium_parser.h"

#include <array>

namespace diptych::itanium {

namespace {

std::string_view builtInType(char code) {
    switch (code) {
    case 'v':
        return "void";
    case 'w':
        return "wchar_t";
    case 'b':
        return "bool";
    case 'c':
        return "char";
    case 'a':
        return "signed char";
    case 'h':
        return "unsigned char";
    case 's':
        return "short";
    case 't':
        return "unsigned short";
    case 'i':
        return "int";
    case 'j':
        return "unsigned int";
    case 'l':
        return "long";
    case 'm':
        return "unsigned long";
    case 'x':
        return "long long";
    case 'y':
        return "unsigned long long";
    case 'n':
        return "__int128";
    case 'o':
        return "unsigned __int128";
    case 'f':
        return "float";
    case 'd':
        return "double";
    case 'e':
        return "long double";
    case 'g':
        return "__float128";
    case 'z':
        return "...";
    default:
        return {};
    }
}

} // namespace

std::string ItaniumParser::readQualifiers() {
    const bool isRestrict = take("r");
    const bool isVolatile = take("V");
    std::string text = take("K") ? " const" : "";
    text += isVolatile ? " volatile" : "";
    return text + (isRestrict ? " __restrict" : "");
}

Text ItaniumParser::type() {
    const Depth depth(*this);
    if (m_failed) {
        return {};
    }
    const char c = peek();
    if (const std::string_view builtIn = builtInType(c); !builtIn.empty()) {
        ++m_at;
        return simple(std::string(builtIn));
    }
    const bool isPlainSubstitution =
        c == 'S' && (peek(1) == '_' || isDigit(peek(1)) || (peek(1) >= 'A' && peek(1) <= 'Z'));
    if (isPlainSubstitution) {
        Text text = substitution();
        if (text.isPack && m_packIndex) {
            m_sawPack = true;
            m_packLength = text.elements.size();
            text = *m_packIndex < text.elements.size() ? Text(text.elements[*m_packIndex]) : Text{};
        }
        if (peek() == 'I') {
            text.left += templateArguments(Arguments::Forget);
            remember(text);
        }
        return text;
    }
    if (c == 'D') {
        return extendedType();
    }
    const bool isStandard = c == 'S' && peek(1) != 't' && peek(2) != 'I';
    Text text = unqualifiedType();
    if (!isStandard) {
        remember(text);
    }
    return text;
}

Text ItaniumParser::unqualifiedType() {
    switch (peek()) {
    case 'r':
    case 'V':
    case 'K': {
        const std::string qualifiers = readQualifiers();
        return qualified(type(), qualifiers);
    }
    case 'P':
        ++m_at;
        return pointerTo(type(), "*");
    case 'R':
        ++m_at;
        return pointerTo(type(), "&");
    case 'O':
        ++m_at;
        return pointerTo(type(), "&&");
    case 'F':
        return functionType();
    case 'A':
        return arrayType();
    case 'M':
        return memberPointer();
    case 'T': {
        Text text = templateParameter();
        if (peek() == 'I') {
            remember(text);
            text.left += templateArguments(Arguments::Forget);
        }
        return text;
    }
    case 'u': {
        ++m_at;
        std::string text = sourceName();
        if (peek() == 'I') {
            text += templateArguments(Arguments::Forget);
        }
        return simple(std::move(text));
    }
    default:
        return simple(name(Arguments::Forget).text);
    }
}

Text ItaniumParser::qualified(Text inner, const std::string& qualifiers) {
    if (inner.isPack) {
        for (Text& element : inner.elements) {
            element = qualified(std::move(element), qualifiers);
        }
        return inner;
    }
    if (inner.isArray) {
        inner.left.insert(inner.left.size() - (inner.left.ends_with(' ') ? 1 : 0), qualifiers);
    } else if (inner.needsParentheses) {
        inner.right += qualifiers;
    } else if (!inner.isReference && !inner.left.ends_with(qualifiers)) {
        inner.left += qualifiers;
    }
    return inner;
}

Text ItaniumParser::pointerTo(Text inner, std::string_view sign) {
    if (inner.isPack) {
        for (Text& element : inner.elements) {
            element = pointerTo(std::move(element), sign);
        }
        return inner;
    }
    if (inner.isReference && sign != "*") { // references collapse
        if (sign == "&" && inner.left.ends_with("&&")) {
            inner.left.pop_back();
        }
        return inner;
    }
    if (inner.needsParentheses) {
        inner.left += "(" + std::string(sign);
        inner.right = (inner.isArray ? ") " : ")") + inner.right;
    } else {
        inner.left += sign;
    }
    inner.needsParentheses = false;
    inner.isArray = false;
    inner.isReference = sign != "*";
    return inner;
}

Text ItaniumParser::functionType() {
    expect("F");
    take("Y"); // extern "C"
    Text result = type();
    std::string list;
    if (peek() == 'v' && peek(1) == 'E') {
        ++m_at;
    }
    while (!atEnd() && peek() != 'E' && !(peek() == 'R' && peek(1) == 'E') &&
           !(peek() == 'O' && peek(1) == 'E')) {
        appendTo(list, type());
    }
    const char* const reference = take("R") ? " &" : take("O") ? " &&" : "";
    expect("E");
    Text text;
    text.left = result.left + (result.right.empty() ? " " : "");
    text.right = "(" + list + ")" + reference + result.right;
    text.needsParentheses = true;
    return text;
}

Text ItaniumParser::arrayType() {
    expect("A");
    std::string bound;
    if (isDigit(peek())) {
        bound = std::to_string(number());
    } else if (peek() != '_') {
        bound = expression().whole();
    }
    expect("_");
    const Text element = type();
    Text text;
    text.left = element.left + (element.isArray ? "" : " ");
    text.right = "[" + bound + "]" + element.right;
    text.needsParentheses = true;
    text.isArray = true;
    return text;
}

Text ItaniumParser::memberPointer() {
    expect("M");
    const std::string owner = type().whole();
    Text member = type();
    if (member.needsParentheses) {
        member.left += "(" + owner + "::*";
        member.right = ")" + member.right;
    } else {
        member.left += " " + owner + "::*";
    }
    member.needsParentheses = false;
    return member;
}

Text ItaniumParser::extendedType() {
    struct Named {
        std::string_view code;
        std::string_view text;
    };
    static constexpr std::array<Named, 13> kNamed{{{"Dn", "decltype(nullptr)"},
                                                   {"Da", "auto"},
                                                   {"Dc", "decltype(auto)"},
                                                   {"Di", "char32_t"},
                                                   {"Ds", "char16_t"},
                                                   {"Du", "char8_t"},
                                                   {"Dh", "half"},
                                                   {"Dd", "decimal64"},
                                                   {"De", "decimal128"},
                                                   {"Df", "decimal32"},
                                                   {"DF16b", "std::bfloat16_t"},
                                                   {"DF32x", "_Float32x"},
                                                   {"DF64x", "_Float64x"}}};
    for (const Named& named : kNamed) {
        if (take(named.code)) {
            return simple(std::string(named.text));
        }
    }
    if (take("DF")) {
        std::string text = "_Float" + std::to_string(number());
        expect("_");
        return simple(std::move(text));
    }
    if (peek(1) == 'B' || peek(1) == 'U') {
        const bool isUnsigned = peek(1) == 'U';
        m_at += 2;
        std::string text = (isUnsigned ? "unsigned _BitInt(" : "_BitInt(") + std::to_string(number()) + ")";
        expect("_");
        return simple(std::move(text));
    }
    if (take("Do")) { // noexcept
        return type();
    }
    if (take("Dp")) {
        return packExpansion();
    }
    Text text;
    if (take("Dv")) {
        const std::string size = std::to_string(number());
        expect("_");
        text = type();
        text.left += " __vector(" + size + ")";
    } else if (take("Dt") || take("DT")) {
        text = simple("decltype (" + expression().whole() + ")");
        expect("E");
    } else {
        fail();
    }
    remember(text);
    return text;
}

/// Reads the pattern once for every element of the packs in it.
Text ItaniumParser::packExpansion() {
    const std::size_t begin = m_at;
    const std::size_t remembered = m_substitutions.size();
    const auto outerIndex = m_packIndex;
    Text result;
    result.isPack = true;
    m_sawPack = false;
    std::size_t index = 0;
    do {
        m_at = begin;
        m_substitutions.resize(std::min(remembered, m_substitutions.size()));
        m_packIndex = index;
        m_packLength = 0;
        Text element = type();
        charge(element.cost());
        if (!m_sawPack || index < m_packLength) {
            result.elements.push_back(std::move(element));
        }
        ++index;
    } while (!m_failed && m_sawPack && index < m_packLength);
    m_packIndex = outerIndex;
    remember(result);
    return result;
}

Text ItaniumParser::templateParameter() {
    expect("T");
    if (peek() == 'L') {
        fail();
        return {};
    }
    const std::size_t index = sequenceNumber();
    if (m_inLambda) {
        return simple("auto:" + std::to_string(index + 1));
    }
    if (m_failed || index >= m_arguments.size()) {
        fail();
        return {};
    }
    Text text = m_arguments[index];
    charge(text.cost());
    if (text.isPack && m_packIndex) {
        m_sawPack = true;
        m_packLength = text.elements.size();
        return *m_packIndex < m_packLength ? Text(text.elements[*m_packIndex]) : Text{};
    }
    return text;
}

} // namespace diptych::itanium
