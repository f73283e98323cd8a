#include "core/analysis/itanium_parser.h"

#include <utility>

namespace diptych::itanium {

namespace {

std::string_view standardName(char code) {
    switch (code) {
    case 'a':
        return "std::allocator";
    case 'b':
        return "std::basic_string";
    case 's':
        return "std::string";
    case 'i':
        return "std::istream";
    case 'o':
        return "std::ostream";
    case 'd':
        return "std::iostream";
    default:
        return {};
    }
}

/// "ns::Class<int>" -> "Class": what a constructor is called.
std::string lastComponent(const std::string& scope) {
    std::size_t end = scope.size();
    std::size_t begin = scope.size();
    int depth = 0;
    while (begin > 0 && (depth > 0 || scope[begin - 1] != ':')) {
        --begin;
        depth += scope[begin] == '>' ? 1 : scope[begin] == '<' ? -1 : 0;
        if (depth == 0 && scope[begin] == '<') {
            end = begin;
        }
    }
    return scope.substr(begin, end - begin);
}

} // namespace

/// A comma-separated list takes a pack's elements one by one.
void ItaniumParser::appendTo(std::string& list, const Text& item) {
    if (item.isPack) {
        for (const Text& element : item.elements) {
            appendTo(list, element);
        }
        return;
    }
    if (!list.empty()) {
        list += ", ";
    }
    list += item.whole();
}

std::string ItaniumParser::encoding(bool isOutermost) {
    const Depth depth(*this);
    if (m_failed) {
        return {};
    }
    if (peek() == 'T' || peek() == 'G') { // virtual tables, guards: no kernels
        fail();
        return {};
    }
    const Name function = name(Arguments::Keep);
    if (atEnd() || peek() == 'E' || peek() == '.') {
        return function.text + function.qualifiers;
    }
    Text result;
    if (function.hasTemplateArguments && !function.hasNoReturnType) {
        result = type();
    }
    std::string text = function.text + parameters() + function.qualifiers;
    if (isOutermost && !result.left.empty()) {
        text = result.left + (result.right.empty() ? " " : "") + text + result.right;
    }
    charge(text.size());
    return text;
}

std::string ItaniumParser::parameters() {
    std::string list;
    if (peek() == 'v' && (m_at + 1 >= m_text.size() || peek(1) == 'E' || peek(1) == '.')) {
        ++m_at;
        return "()";
    }
    while (!atEnd() && peek() != 'E' && peek() != '.') {
        appendTo(list, type());
        charge(list.size() / 8);
    }
    return "(" + list + ")";
}

ItaniumParser::Name ItaniumParser::name(Arguments keep) {
    const Depth depth(*this);
    if (m_failed) {
        return {};
    }
    switch (peek()) {
    case 'N':
        return nestedName(keep);
    case 'Z':
        return localName(keep);
    default:
        return unscopedName(keep);
    }
}

ItaniumParser::Name ItaniumParser::unscopedName(Arguments keep) {
    Name result;
    bool isSubstitution = false;
    if (peek() == 'S' && peek(1) != 't') {
        result.text = substitution().whole();
        isSubstitution = true;
    } else {
        const std::string scope = take("St") ? "std" : "";
        result.text = (scope.empty() ? "" : scope + "::") + unqualifiedName(scope, result.hasNoReturnType);
    }
    if (peek() == 'I') {
        if (!isSubstitution) {
            remember(simple(result.text));
        }
        result.text += templateArguments(keep);
        result.hasTemplateArguments = true;
    }
    return result;
}

ItaniumParser::Name ItaniumParser::nestedName(Arguments keep) {
    expect("N");
    Name result;
    result.qualifiers = readQualifiers();
    if (take("R")) {
        result.qualifiers += " &";
    } else if (take("O")) {
        result.qualifiers += " &&";
    }
    while (!m_failed && !take("E")) {
        const char c = peek();
        bool isSubstitution = false;
        if (c == 'I') {
            result.text += templateArguments(keep);
            result.hasTemplateArguments = true;
        } else {
            if (c == 'S' && peek(1) == 't') {
                m_at += 2;
                result.text = "std";
                isSubstitution = true;
            } else if (c == 'S') {
                result.text = substitution().whole();
                isSubstitution = true;
            } else if (c == 'T') {
                result.text = templateParameter().whole();
            } else if (c == 'D' && (peek(1) == 't' || peek(1) == 'T')) {
                result.text = extendedType().whole();
            } else {
                const std::string scope = result.text;
                result.hasNoReturnType = false;
                result.text += (scope.empty() ? "" : "::") + unqualifiedName(scope, result.hasNoReturnType);
            }
            result.hasTemplateArguments = false;
        }
        charge(result.text.size());
        if (!isSubstitution && peek() != 'E') {
            remember(simple(result.text));
        }
    }
    return result;
}

ItaniumParser::Name ItaniumParser::localName(Arguments keep) {
    expect("Z");
    // What T_ stands for outside is of no concern to the function inside; but in what is local to it, it
    // stands for that.
    const std::vector<Text> outer = copyArguments();
    const std::string function = encoding(false);
    if (keep == Arguments::Forget) {
        m_arguments = outer;
    }
    expect("E");
    Name result;
    if (take("s")) {
        result.text = function + "::string literal";
        return result;
    }
    if (take("d")) {
        if (peek() != '_') {
            number();
        }
        expect("_");
    }
    result = name(keep);
    result.text = function + "::" + result.text;
    if (take("__")) {
        number();
        expect("_");
    } else if (peek() == '_' && isDigit(peek(1))) {
        m_at += 2;
    }
    return result;
}

std::string ItaniumParser::unqualifiedName(const std::string& scope, bool& hasNoReturnType) {
    take("L"); // internal linkage
    std::string text;
    if (isDigit(peek())) {
        text = sourceName();
    } else if (peek() == 'C' || (peek() == 'D' && isDigit(peek(1)))) {
        const bool isDestructor = peek() == 'D';
        m_at += 2;
        hasNoReturnType = true;
        text = (isDestructor ? "~" : "") + lastComponent(scope);
    } else if (peek() == 'U') {
        text = lambda();
    } else {
        text = operatorName(hasNoReturnType);
    }
    return text + abiTags();
}

std::string ItaniumParser::abiTags() {
    std::string tags;
    while (take("B")) {
        tags += "[abi:" + sourceName() + "]";
    }
    return tags;
}

std::string ItaniumParser::sourceName() {
    const std::size_t length = number();
    if (m_failed || length == 0 || m_at + length > m_text.size()) {
        fail();
        return {};
    }
    const std::string_view text = m_text.substr(m_at, length);
    m_at += length;
    const bool isAnonymous = text.size() >= 10 && text.starts_with("_GLOBAL_") && text[9] == 'N';
    return isAnonymous ? "(anonymous namespace)" : std::string(text);
}

std::string ItaniumParser::lambda() {
    if (take("Ut")) {
        return "{unnamed type#" + std::to_string(sequenceNumber() + 1) + "}";
    }
    expect("Ul");
    std::string list;
    if (!take("v")) {
        const bool outer = std::exchange(m_inLambda, true);
        while (!atEnd() && peek() != 'E') {
            appendTo(list, type());
        }
        m_inLambda = outer;
    }
    expect("E");
    return "{lambda(" + list + ")#" + std::to_string(sequenceNumber() + 1) + "}";
}

std::string ItaniumParser::operatorName(bool& hasNoReturnType) {
    if (take("cv")) {
        hasNoReturnType = true;
        return "operator " + type().whole();
    }
    const Operator* const found = findOperator(m_text.substr(std::min(m_at, m_text.size()), 2));
    if (m_failed || found == nullptr) {
        fail();
        return {};
    }
    m_at += 2;
    if (found->code == "li") {
        return "operator\"\" " + sourceName();
    }
    const bool isWord = found->text.front() >= 'a' && found->text.front() <= 'z';
    return (isWord ? "operator " : "operator") + std::string(found->text);
}

Text ItaniumParser::substitution() {
    expect("S");
    if (peek() == '_' || isDigit(peek()) || (peek() >= 'A' && peek() <= 'Z')) {
        std::size_t index = 0;
        if (peek() != '_') {
            while (isDigit(peek()) || (peek() >= 'A' && peek() <= 'Z')) {
                const int digit = isDigit(peek()) ? peek() - '0' : peek() - 'A' + 10;
                index = index * 36 + static_cast<std::size_t>(digit);
                ++m_at;
                if (index > kMostBytes) {
                    fail();
                }
            }
            ++index;
        }
        expect("_");
        if (m_failed || index >= m_substitutions.size()) {
            fail();
            return {};
        }
        const Text& text = m_substitutions[index];
        charge(text.cost());
        return text;
    }
    const std::string_view known = standardName(peek());
    if (known.empty()) {
        fail();
        return {};
    }
    ++m_at;
    return simple(std::string(known) + abiTags());
}

} // namespace diptych::itanium
