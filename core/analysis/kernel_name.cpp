#include "core/analysis/kernel_name.h"

#include "core/analysis/itanium_demangler.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace diptych {

namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";

/// Kernels that serve many operations: what they run is their template argument.
constexpr std::array<std::string_view, 8> kDispatchers{
    "kentry", "Kernel", "Kernel2", "Kernel3", "device_kernel", "kernel", "globalKernel", "trampoline_kernel"};

bool isWordByte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view withoutSuffix(std::string_view name, std::string_view suffix) {
    return name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size()) : name;
}

/// The place behind the bracket that closes the one at `open`; npos when none does.
std::size_t skipBrackets(std::string_view name, std::size_t open) {
    std::vector<char> stack;
    for (std::size_t at = open; at < name.size(); ++at) {
        const char c = name[at];
        if (c == '(' || c == '[' || c == '{' || (c == '<' && (stack.empty() || stack.back() != '('))) {
            stack.push_back(c);
        } else if (c == ')' || c == ']' || c == '}' ||
                   (c == '>' && stack.back() == '<' && name[at - 1] != '-')) {
            stack.pop_back();
            if (stack.empty()) {
                return at + 1;
            }
        }
    }
    return std::string_view::npos;
}

/// The parts of a C++ function's name that matter here.
struct Parts {
    std::string_view component;         ///< behind the last "::", without template arguments
    std::string_view templateArguments; ///< of that component, without the brackets
};

/// Splits "void ns::f<int>(float)"; empty when the text is no C++ function.
std::optional<Parts> splitFunction(std::string_view name) {
    Parts parts;
    std::size_t begin = 0;
    bool isFunction = false;
    std::size_t at = 0;
    while (at < name.size()) {
        const char c = name[at];
        if (name.substr(at, kAnonymous.size()) == kAnonymous) {
            at += kAnonymous.size();
        } else if (c == ':' || c == ' ' || c == '*' || c == '&') {
            parts = {};
            begin = ++at;
        } else if (c == '<') {
            const std::size_t end = skipBrackets(name, at);
            if (end == std::string_view::npos) {
                return std::nullopt;
            }
            parts.component = name.substr(begin, at - begin);
            parts.templateArguments = name.substr(at + 1, end - at - 2);
            isFunction = true;
            at = end;
        } else if (c == '(') {
            // Behind a blank it is a remark, as in "Memcpy HtoD (Pageable -> Device)".
            isFunction = at > begin;
            break;
        } else if (isWordByte(c) || c == '~') {
            ++at;
        } else {
            return std::nullopt;
        }
    }
    if (parts.component.empty()) {
        parts.component = name.substr(begin, at - begin);
    }
    if (!isFunction || parts.component.empty()) {
        return std::nullopt;
    }
    return parts;
}

/// The first name in template arguments that is neither a number, a basic type, nor a wrapper.
std::string_view telling(std::string_view arguments) {
    std::size_t at = 0;
    while (at < arguments.size()) {
        if (!isWordByte(arguments[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < arguments.size() && isWordByte(arguments[end])) {
            ++end;
        }
        const std::string_view word = arguments.substr(at, end - at);
        const bool isScope = arguments.substr(end, 2) == "::";
        const bool isNumber = word.front() >= '0' && word.front() <= '9';
        constexpr std::array<std::string_view, 8> kPlain{"true", "false",    "int",       "float",
                                                         "bool", "unsigned", "anonymous", "namespace"};
        const bool isPlain = std::find(kPlain.begin(), kPlain.end(), word) != kPlain.end();
        if (!isScope && !isNumber && !isPlain && !word.starts_with("enable_")) {
            return word;
        }
        at = end;
    }
    return {};
}

/// The last of the plain names that a mangled name begins with, for names that cannot be demangled whole.
std::string_view mangledComponent(std::string_view name) {
    std::string_view last;
    std::size_t at = name.starts_with("_ZN") ? 3 : 2;
    while (at < name.size() && name[at] >= '1' && name[at] <= '9') {
        std::size_t length = 0;
        while (at < name.size() && name[at] >= '0' && name[at] <= '9' && length < name.size()) {
            length = length * 10 + static_cast<std::size_t>(name[at++] - '0');
        }
        if (at + length > name.size()) {
            break;
        }
        last = name.substr(at, length);
        at += length;
    }
    return last;
}

/// A mangled name with a blank behind each of its words and without their lengths.
std::string mangledWords(std::string_view name) {
    std::string words;
    std::size_t at = 2;
    while (at < name.size()) {
        const char c = name[at];
        const bool isLiteral = c == 'L' && at + 2 < name.size() && name[at + 1] >= 'a' && name[at + 1] <= 'z';
        if (isLiteral) { // its digits are a value, no length
            const std::size_t end = std::min(name.find('E', at), name.size() - 1) + 1;
            words += name.substr(at, end - at);
            at = end;
            continue;
        }
        std::size_t end = at;
        std::size_t length = 0;
        while (end < name.size() && name[end] >= '0' && name[end] <= '9' && length < name.size()) {
            length = length * 10 + static_cast<std::size_t>(name[end++] - '0');
        }
        // Types of a width: DF16b, DB8_, Dv4_.
        const bool isWidth =
            at >= 2 && name[at - 2] == 'D' && std::string_view("FBUv").find(name[at - 1]) < 4;
        const bool isWord = !isWidth && length > 1 && length <= name.size() - end && isWordByte(name[end]);
        if (isWord) {
            words += name.substr(end, length);
            words += ' ';
            at = end + length;
        } else {
            end = std::max(end, at + 1);
            words += name.substr(at, end - at);
            at = end;
        }
    }
    return words;
}

} // namespace

std::string demangle(std::string_view name) {
    const std::string_view plain = withoutSuffix(withoutSuffix(name, ".kd"), " [clone .kd]");
    if (plain.starts_with("_Z")) {
        if (std::optional<std::string> demangled = demangleItanium(plain)) {
            return *std::move(demangled);
        }
    }
    return std::string(plain);
}

std::string searchableName(std::string_view name) {
    std::string text = demangle(name);
    return text.starts_with("_Z") ? mangledWords(text) : text;
}

std::string shortName(std::string_view demangled) {
    if (demangled.starts_with("_Z")) {
        const std::string_view component = mangledComponent(demangled);
        return std::string(component.empty() ? demangled : component);
    }
    const std::optional<Parts> parts = splitFunction(demangled);
    if (!parts) {
        return std::string(demangled);
    }
    std::string text(parts->component);
    if (std::find(kDispatchers.begin(), kDispatchers.end(), text) != kDispatchers.end()) {
        if (const std::string_view word = telling(parts->templateArguments); !word.empty()) {
            text += "<" + std::string(word) + ">";
        }
    }
    return text;
}

} // namespace diptych
