#include "core/analysis/literal_filter.h"

#include <algorithm>
#include <cctype>

namespace diptych {

namespace {

using Literals = std::vector<std::string>;
using Needed = std::optional<Literals>;

/// Literals shorter than this are in so many names that they filter nothing.
constexpr std::size_t kShortest = 2;
/// More alternatives than this are not worth their states.
constexpr std::size_t kMostAlternatives = 200;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::size_t shortest(const Literals& literals) {
    std::size_t length = std::string::npos;
    for (const std::string& literal : literals) {
        length = std::min(length, literal.size());
    }
    return length;
}

/// Reads the subset of the PCRE2 syntax that rules are written in; anything else makes it give up.
class Reader {
public:
    explicit Reader(std::string_view pattern) : m_pattern(pattern) {}

    Needed read() {
        Needed needed = alternatives(0);
        return m_unknown || m_at < m_pattern.size() ? std::nullopt : needed;
    }

private:
    static constexpr int kMostDepth = 50;

    /// What stands before a quantifier: a literal byte, or a group with what it needs, or something that
    /// needs nothing.
    struct Atom {
        bool isByte = false;
        char byte = 0;
        Needed needed;
    };

    [[nodiscard]] bool atEnd() const { return m_at >= m_pattern.size(); }
    [[nodiscard]] char peek() const { return m_pattern[m_at]; }
    bool take(std::string_view text) {
        if (m_pattern.substr(m_at, text.size()) != text) {
            return false;
        }
        m_at += text.size();
        return true;
    }

    Needed alternatives(int depth) {
        Needed all = sequence(depth);
        while (!m_unknown && take("|")) {
            Needed more = sequence(depth);
            if (all && more) {
                all->insert(all->end(), more->begin(), more->end());
            } else {
                all.reset();
            }
        }
        return all;
    }

    /// The best of what the parts of a sequence need.
    Needed sequence(int depth) {
        Needed best;
        std::string run;
        const auto offer = [&best](Needed needed) {
            if (needed && shortest(*needed) >= kShortest && (!best || shortest(*needed) > shortest(*best))) {
                best = std::move(needed);
            }
        };
        const auto endRun = [&] {
            offer(Literals{run});
            run.clear();
        };
        while (!m_unknown && !atEnd() && peek() != '|' && peek() != ')') {
            Atom atom = readAtom(depth);
            const bool isOptional = readQuantifier();
            if (atom.isByte && !isOptional && !m_repeated) {
                run.push_back(lower(atom.byte));
                continue;
            }
            if (atom.isByte && !isOptional) {
                run.push_back(lower(atom.byte));
            }
            endRun();
            if (!isOptional) {
                offer(std::move(atom.needed));
            }
        }
        endRun();
        return best;
    }

    Atom readAtom(int depth) {
        const char c = m_pattern[m_at++];
        switch (c) {
        case '(':
            return readGroup(depth);
        case '[':
            return readClass();
        case '\\':
            return readEscape();
        case '.':
        case '^':
        case '$':
            return {};
        case '*':
        case '+':
        case '?':
        case '{':
            m_unknown = true;
            return {};
        default:
            return {true, c, std::nullopt};
        }
    }

    Atom readGroup(int depth) {
        bool isAssertion = false;
        if (take("?")) {
            if (take("=") || take("!") || take("<=") || take("<!")) {
                isAssertion = true;
            } else if (!take(":") && !takeGroupName()) {
                m_unknown = true;
            }
        } else if (!atEnd() && peek() == '*') {
            m_unknown = true;
        }
        if (m_unknown || depth >= kMostDepth) {
            m_unknown = true;
            return {};
        }
        Atom atom;
        atom.needed = alternatives(depth + 1);
        m_unknown = m_unknown || !take(")");
        if (isAssertion) {
            atom.needed.reset();
        }
        return atom;
    }

    bool takeGroupName() {
        if (!take("<")) {
            return false;
        }
        while (!atEnd() && (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == '_')) {
            ++m_at;
        }
        return take(">");
    }

    Atom readClass() {
        take("^");
        take("]");
        while (!m_unknown) {
            if (atEnd() || m_pattern.substr(m_at, 2) == "[:") {
                m_unknown = true;
            } else if (take("]")) {
                break;
            } else if (peek() == '\\') {
                m_at += 2;
                m_unknown = m_unknown || m_at > m_pattern.size();
            } else {
                ++m_at;
            }
        }
        return {};
    }

    Atom readEscape() {
        if (atEnd()) {
            m_unknown = true;
            return {};
        }
        const char c = m_pattern[m_at++];
        if (std::string_view("wWdDsSbBAzZ").find(c) != std::string_view::npos) {
            return {};
        }
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            m_unknown = true;
            return {};
        }
        return {true, c, std::nullopt};
    }

    /// Skips a quantifier; true when it lets the atom be left out. Sets m_repeated when the atom may come
    /// twice.
    bool readQuantifier() {
        m_repeated = false;
        bool isOptional = false;
        if (take("*") || take("?")) {
            isOptional = true;
        } else if (take("+")) {
            m_repeated = true;
        } else if (!atEnd() && peek() == '{') {
            const std::size_t end = m_pattern.find('}', m_at);
            m_unknown = m_unknown || end == std::string_view::npos || m_at + 1 >= m_pattern.size() ||
                        std::isdigit(static_cast<unsigned char>(m_pattern[m_at + 1])) == 0;
            if (m_unknown) {
                return true;
            }
            isOptional = m_pattern[m_at + 1] == '0';
            m_repeated = true;
            m_at = end + 1;
        } else {
            return false;
        }
        if (!take("?")) {
            take("+");
        }
        return isOptional;
    }

    std::string_view m_pattern;
    std::size_t m_at = 0;
    bool m_unknown = false;
    bool m_repeated = false;
};

} // namespace

std::optional<std::vector<std::string>> requiredLiterals(std::string_view pattern) {
    Needed needed = Reader(pattern).read();
    if (needed && needed->size() > kMostAlternatives) {
        needed.reset();
    }
    return needed;
}

LiteralFilter::LiteralFilter(const std::vector<std::string_view>& patterns) : m_patterns(patterns.size()) {
    std::vector<Needed> needed;
    for (const std::string_view pattern : patterns) {
        needed.push_back(requiredLiterals(pattern));
        for (const std::string& literal : needed.back().value_or(Literals{})) {
            for (const char c : literal) {
                std::uint8_t& symbol = m_symbolOf[static_cast<unsigned char>(c)];
                if (symbol == 0) {
                    symbol = static_cast<std::uint8_t>(std::min<std::size_t>(m_symbols++, 255));
                }
            }
        }
    }
    for (char c = 'a'; c <= 'z'; ++c) {
        m_symbolOf[static_cast<unsigned char>(c - 'a' + 'A')] = m_symbolOf[static_cast<unsigned char>(c)];
    }
    m_next.assign(m_symbols, 0);
    m_ends.emplace_back();
    for (std::size_t pattern = 0; pattern < needed.size(); ++pattern) {
        if (!needed[pattern]) {
            m_always.push_back(static_cast<std::uint32_t>(pattern));
            continue;
        }
        for (const std::string& literal : *needed[pattern]) {
            addLiteral(literal, static_cast<std::uint32_t>(pattern));
        }
    }
    linkFailures();
}

void LiteralFilter::addLiteral(const std::string& literal, std::uint32_t pattern) {
    std::uint32_t state = 0;
    for (const char c : literal) {
        const std::size_t symbol = m_symbolOf[static_cast<unsigned char>(c)];
        std::uint32_t following = next(state, symbol);
        if (following == 0) {
            following = static_cast<std::uint32_t>(m_ends.size());
            next(state, symbol) = following;
            m_ends.emplace_back();
            m_next.resize(m_next.size() + m_symbols, 0);
        }
        state = following;
    }
    m_ends[state].push_back(pattern);
}

/// Breadth first, so that the shorter state that a state falls back to is complete before it.
void LiteralFilter::linkFailures() {
    m_failure.assign(m_ends.size(), 0);
    m_output.assign(m_ends.size(), 0);
    std::vector<std::uint32_t> queue{0};
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::uint32_t state = queue[at];
        for (std::size_t symbol = 0; symbol < m_symbols; ++symbol) {
            const std::uint32_t fallback = state == 0 ? 0 : next(m_failure[state], symbol);
            const std::uint32_t following = next(state, symbol);
            if (following == 0) {
                next(state, symbol) = fallback;
                continue;
            }
            m_failure[following] = fallback;
            m_output[following] = m_ends[fallback].empty() ? m_output[fallback] : fallback;
            queue.push_back(following);
        }
    }
}

std::vector<std::uint32_t> LiteralFilter::candidates(std::string_view text) const {
    std::vector<bool> isCandidate(m_patterns, false);
    for (const std::uint32_t pattern : m_always) {
        isCandidate[pattern] = true;
    }
    std::uint32_t state = 0;
    for (const char c : text) {
        state = m_next[state * m_symbols + m_symbolOf[static_cast<unsigned char>(c)]];
        for (std::uint32_t end = state; end != 0; end = m_output[end]) {
            for (const std::uint32_t pattern : m_ends[end]) {
                isCandidate[pattern] = true;
            }
        }
    }
    std::vector<std::uint32_t> found;
    for (std::size_t pattern = 0; pattern < m_patterns; ++pattern) {
        if (isCandidate[pattern]) {
            found.push_back(static_cast<std::uint32_t>(pattern));
        }
    }
    return found;
}

} // namespace diptych
