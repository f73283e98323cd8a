#pragma once
// The parser behind demangleItanium: recursive descent over a mangled name, with bounds on depth, work and
// text. One object a name. Private to the demangler; its parts stand in itanium_names, itanium_types and
// itanium_arguments.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace diptych::itanium {

inline constexpr std::size_t kMostBytes = 64U << 10U; ///< of one text
inline constexpr std::size_t kMostTotalBytes =
    4U << 20U; ///< of all texts that were put together: bounds the time
inline constexpr int kMostDepth = 200;

/// A type as the text before and after a declarator: "void (*" and ")(int)". Names have no second part.
struct Text {
    std::string left;
    std::string right;
    std::vector<Text> elements; ///< of a parameter pack
    bool isPack = false;
    bool needsParentheses = false; ///< function or array: a pointer to it is written "(*)"
    bool isArray = false;
    bool isReference = false;
    bool isSimple = false; ///< as an operand it needs no parentheses

    [[nodiscard]] std::string whole() const { return left + right; }
    /// What a copy costs.
    [[nodiscard]] std::size_t cost() const {
        std::size_t bytes = 32 + left.size() + right.size();
        for (const Text& element : elements) {
            bytes += element.cost();
        }
        return bytes;
    }
};

inline Text simple(std::string text) {
    Text result;
    result.left = std::move(text);
    result.isSimple = true;
    return result;
}

struct Operator {
    std::string_view code;
    std::string_view text;
    int operands;
};

/// The operator of a two-letter code, or nullptr.
[[nodiscard]] const Operator* findOperator(std::string_view code);

inline bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

class ItaniumParser {
public:
    explicit ItaniumParser(std::string_view mangled) : m_text(mangled) {}

    std::optional<std::string> run() {
        if (!take("_Z")) {
            return std::nullopt;
        }
        std::string name = encoding(true);
        while (!m_failed && peek() == '.') {
            name += " [clone " + cloneSuffix() + "]";
        }
        if (m_failed || !atEnd() || name.empty()) {
            return std::nullopt;
        }
        return name;
    }

private:
    /// What is known of a name besides its text.
    struct Name {
        std::string text;
        std::string qualifiers; ///< of a member function: " const"
        bool hasTemplateArguments = false;
        bool hasNoReturnType = false; ///< constructors, destructors, conversions
    };

    /// Whether T_ stands for the template arguments that come: those of the function's name, not those of
    /// types in it.
    enum class Arguments : std::uint8_t { Keep, Forget };

    // --- reading
    [[nodiscard]] bool atEnd() const { return m_failed || m_at >= m_text.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return m_failed || m_at + ahead >= m_text.size() ? '\0' : m_text[m_at + ahead];
    }
    bool take(std::string_view text) {
        if (m_failed || m_text.substr(m_at, text.size()) != text) {
            return false;
        }
        m_at += text.size();
        return true;
    }
    void fail() { m_failed = true; }
    void expect(std::string_view text) {
        if (!take(text)) {
            fail();
        }
    }
    /// ".isra.0", ".cold", ".kd": a word and the numbers behind it.
    std::string cloneSuffix() {
        std::size_t end = m_at + 1;
        while (end < m_text.size() &&
               (m_text[end] != '.' || (end + 1 < m_text.size() && isDigit(m_text[end + 1])))) {
            ++end;
        }
        std::string text(m_text.substr(m_at, end - m_at));
        m_at = end;
        return text;
    }
    std::size_t number() {
        std::size_t value = 0;
        if (!isDigit(peek())) {
            fail();
        }
        while (isDigit(peek())) {
            value = value * 10 + static_cast<std::size_t>(peek() - '0');
            ++m_at;
            if (value > kMostBytes) {
                fail();
            }
        }
        return value;
    }
    /// "_" is 0, "0_" is 1, "1_" is 2.
    std::size_t sequenceNumber() {
        if (take("_")) {
            return 0;
        }
        const std::size_t value = number();
        expect("_");
        return value + 1;
    }

    /// Counts the work, and gives up on texts that grow without bound.
    void charge(std::size_t bytes) {
        m_bytes += bytes;
        if (bytes > kMostBytes * 2 || m_bytes > kMostTotalBytes) {
            fail();
        }
    }
    std::vector<Text> copyArguments() {
        for (const Text& argument : m_arguments) {
            charge(argument.cost());
        }
        return m_failed ? std::vector<Text>{} : m_arguments;
    }
    struct Depth {
        explicit Depth(ItaniumParser& owner) : demangler(owner) {
            demangler.charge(16);
            if (++demangler.m_depth > kMostDepth) {
                demangler.fail();
            }
        }
        ~Depth() { --demangler.m_depth; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;
        ItaniumParser& demangler;
    };

    void remember(const Text& text) {
        charge(text.cost());
        if (!m_failed) {
            m_substitutions.push_back(text);
        }
    }

    // --- names
    std::string encoding(bool isOutermost);
    Name name(Arguments keep);
    Name nestedName(Arguments keep);
    Name localName(Arguments keep);
    Name unscopedName(Arguments keep);
    std::string unqualifiedName(const std::string& scope, bool& hasNoReturnType);
    std::string sourceName();
    std::string operatorName(bool& hasNoReturnType);
    std::string lambda();
    std::string abiTags();
    Text substitution();
    std::string parameters();

    // --- types
    Text type();
    Text unqualifiedType();
    Text qualified(Text inner, const std::string& qualifiers);
    Text pointerTo(Text inner, std::string_view sign);
    Text functionType();
    Text arrayType();
    Text memberPointer();
    Text extendedType();
    Text templateParameter();
    Text packExpansion();
    std::string readQualifiers();

    // --- template arguments and expressions
    std::string templateArguments(Arguments keep);
    Text templateArgument();
    Text argumentPack();
    Text literal();
    Text expression();
    Text operation();
    Text scopedExpression();
    std::string scope();
    std::string expressionList();
    static std::string operand(const Text& text) {
        return text.isSimple ? text.whole() : "(" + text.whole() + ")";
    }
    static void appendTo(std::string& list, const Text& item);

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_bytes = 0;
    int m_depth = 0;
    bool m_failed = false;
    std::vector<Text> m_substitutions;
    std::vector<Text>
        m_arguments; ///< what T_ stands for: arguments of the innermost template of the encoding
    std::optional<std::size_t> m_packIndex;
    std::size_t m_packLength = 0;
    bool m_sawPack = false;
    bool m_inLambda = false; ///< T_ is then a parameter of the lambda
};

} // namespace diptych::itanium
