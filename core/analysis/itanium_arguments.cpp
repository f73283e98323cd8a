#include "core/analysis/itanium_parser.h"

#include <array>

namespace diptych::itanium {

namespace {

constexpr std::array<Operator, 49> kOperators{{
    {"nw", "new", 3}, {"na", "new[]", 3}, {"dl", "delete", 1}, {"da", "delete[]", 1}, {"ps", "+", 1},
    {"ng", "-", 1},   {"ad", "&", 1},     {"de", "*", 1},      {"co", "~", 1},        {"pl", "+", 2},
    {"mi", "-", 2},   {"ml", "*", 2},     {"dv", "/", 2},      {"rm", "%", 2},        {"an", "&", 2},
    {"or", "|", 2},   {"eo", "^", 2},     {"aS", "=", 2},      {"pL", "+=", 2},       {"mI", "-=", 2},
    {"mL", "*=", 2},  {"dV", "/=", 2},    {"rM", "%=", 2},     {"aN", "&=", 2},       {"oR", "|=", 2},
    {"eO", "^=", 2},  {"ls", "<<", 2},    {"rs", ">>", 2},     {"lS", "<<=", 2},      {"rS", ">>=", 2},
    {"eq", "==", 2},  {"ne", "!=", 2},    {"lt", "<", 2},      {"gt", ">", 2},        {"le", "<=", 2},
    {"ge", ">=", 2},  {"ss", "<=>", 2},   {"nt", "!", 1},      {"aa", "&&", 2},       {"oo", "||", 2},
    {"pp", "++", 1},  {"mm", "--", 1},    {"cm", ",", 2},      {"pm", "->*", 2},      {"pt", "->", 2},
    {"cl", "()", 2},  {"ix", "[]", 2},    {"qu", "?", 3},      {"li", "\"\" ", 1},
}};

} // namespace

const Operator* findOperator(std::string_view code) {
    const auto* const place = std::find_if(kOperators.begin(), kOperators.end(),
                                           [&](const Operator& item) { return item.code == code; });
    return place == kOperators.end() ? nullptr : place;
}

std::string ItaniumParser::templateArguments(Arguments keep) {
    const Depth depth(*this);
    expect("I");
    std::string list;
    if (keep == Arguments::Keep) {
        m_arguments.clear();
    }
    bool endsInEmptyPack = false;
    while (!m_failed && !take("E")) {
        const Text argument = templateArgument();
        endsInEmptyPack = argument.isPack && argument.elements.empty();
        appendTo(list, argument);
        if (keep == Arguments::Keep) {
            m_arguments.push_back(argument);
        }
        if (list.size() > kMostBytes) {
            fail();
        }
    }
    charge(list.size());
    // c++filt keeps ">>" apart but behind an empty pack.
    return "<" + list + (list.ends_with('>') && !endsInEmptyPack ? " >" : ">");
}

Text ItaniumParser::templateArgument() {
    const Depth depth(*this);
    switch (peek()) {
    case 'L':
        return literal();
    case 'X': {
        ++m_at;
        Text text = expression();
        expect("E");
        return text;
    }
    case 'J':
        return argumentPack();
    case 'T':
        // Declares the parameter that the argument is for.
        if (take("Tn")) {
            (void)type();
            return templateArgument();
        }
        if (take("Ty")) {
            return templateArgument();
        }
        return type();
    default:
        return type();
    }
}

Text ItaniumParser::argumentPack() {
    expect("J");
    Text pack;
    pack.isPack = true;
    while (!m_failed && !take("E")) {
        pack.elements.push_back(templateArgument());
        charge(pack.elements.back().cost());
    }
    return pack;
}

Text ItaniumParser::literal() {
    expect("L");
    if (take("_Z") || take("Z")) {
        const std::vector<Text> outer = copyArguments();
        Text text = simple(encoding(true));
        text.isSimple = false;
        m_arguments = outer;
        expect("E");
        return text;
    }
    const char code = peek();
    const std::string kind = type().whole();
    const bool isNegative = take("n");
    const std::size_t end = std::min(m_text.find('E', m_at), m_text.size());
    const std::string digits(m_text.substr(m_at, end - m_at));
    m_at = end;
    expect("E");
    Text text;
    if (code == 'b' && (digits == "0" || digits == "1")) {
        text.left = digits == "1" ? "true" : "false";
        return text;
    }
    const bool isFloat = code == 'f' || code == 'd' || code == 'e' || code == 'g';
    const std::string value = (isNegative ? "-" : "") + (isFloat ? "[" + digits + "]" : digits);
    switch (code) {
    case 'i':
        text.left = value;
        break;
    case 'j':
        text.left = value + "u";
        break;
    case 'l':
        text.left = value + "l";
        break;
    case 'm':
        text.left = value + "ul";
        break;
    case 'x':
        text.left = value + "ll";
        break;
    case 'y':
        text.left = value + "ull";
        break;
    default:
        text.left = "(" + kind + ")" + value;
    }
    return text;
}

Text ItaniumParser::expression() {
    const Depth depth(*this);
    if (m_failed) {
        return {};
    }
    if (peek() == 'L') {
        return literal();
    }
    if (peek() == 'T') {
        return templateParameter();
    }
    if (isDigit(peek())) {
        std::string text = sourceName();
        if (peek() == 'I') {
            text += templateArguments(Arguments::Forget);
        }
        return simple(std::move(text));
    }
    if (take("sr")) {
        return scopedExpression();
    }
    if (take("st")) {
        return simple("sizeof (" + type().whole() + ")");
    }
    if (take("sz")) {
        return simple("sizeof " + operand(expression()));
    }
    if (take("sZ")) {
        const Text pack = templateParameter();
        return simple(std::to_string(pack.elements.size()));
    }
    if (take("sp")) {
        return expression();
    }
    if (take("cv")) {
        const std::string target = type().whole();
        if (take("_")) {
            return simple("(" + target + ")(" + expressionList() + ")");
        }
        Text text;
        text.left = "(" + target + ")" + operand(expression());
        return text;
    }
    if (take("tl") || take("il")) {
        const bool isTyped = m_text[m_at - 2] == 't';
        std::string text = isTyped ? type().whole() : std::string{};
        return simple(text + "{" + expressionList() + "}");
    }
    if (take("cl")) {
        const std::string callee = operand(expression());
        return simple(callee + "(" + expressionList() + ")");
    }
    if (take("dt")) {
        std::string object = operand(expression());
        return simple(object + "." + expression().whole());
    }
    return operation();
}

std::string ItaniumParser::expressionList() {
    std::string list;
    while (!m_failed && !take("E")) {
        appendTo(list, expression());
        charge(list.size() / 8);
    }
    return list;
}

/// What stands before the last "::" in an expression: a type, or (as clang writes it) names up to an E.
std::string ItaniumParser::scope() {
    const std::size_t begin = m_at;
    const std::size_t remembered = m_substitutions.size();
    std::string text;
    while (isDigit(peek())) {
        text += sourceName();
        if (peek() == 'I') {
            text += templateArguments(Arguments::Forget);
        }
        if (peek() == 'E' && isDigit(peek(1))) { // or the E ends the whole expression
            take("E");
            return text;
        }
        text += "::";
    }
    m_at = begin;
    m_substitutions.resize(std::min(remembered, m_substitutions.size()));
    return type().whole();
}

Text ItaniumParser::scopedExpression() {
    std::string text = scope() + "::";
    bool ignored = false;
    text += unqualifiedName({}, ignored);
    if (peek() == 'I') {
        text += templateArguments(Arguments::Forget);
    }
    return simple(std::move(text));
}

Text ItaniumParser::operation() {
    const Operator* const found = findOperator(m_text.substr(std::min(m_at, m_text.size()), 2));
    if (found == nullptr || found->code == "nw" || found->code == "na") {
        fail();
        return {};
    }
    m_at += 2;
    Text text;
    const Text first = expression();
    if (found->operands == 1) {
        text.left = std::string(found->text) + operand(first);
    } else if (found->operands == 2) {
        const std::string second = operand(expression());
        text.left = operand(first) + std::string(found->text) + second;
        if (found->code == "gt") { // or it would end the template arguments
            text.left = "(" + text.left + ")";
        } else if (found->code == "ix") {
            text.left = operand(first) + "[" + second + "]";
        }
    } else {
        const std::string second = operand(expression());
        text.left = operand(first) + "?" + second + " : " + operand(expression());
    }
    charge(text.left.size());
    return text;
}

} // namespace diptych::itanium
