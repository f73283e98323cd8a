#pragma once
// Tells cheaply which of many regular expressions can match a text at all: each needs one of a few literals,
// and one pass over the text finds which literals it holds. Built once, then const and used from any thread.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace diptych {

/// Literals in lower case of which every match of a case-insensitive PCRE2 pattern holds at least one. Empty
/// optional: nothing is known to be needed. Errs only to the safe side.
[[nodiscard]] std::optional<std::vector<std::string>> requiredLiterals(std::string_view pattern);

class LiteralFilter {
public:
    explicit LiteralFilter(const std::vector<std::string_view>& patterns);

    /// Indices of the patterns that may match, ascending.
    [[nodiscard]] std::vector<std::uint32_t> candidates(std::string_view text) const;

private:
    void addLiteral(const std::string& literal, std::uint32_t pattern);
    void linkFailures();
    [[nodiscard]] std::uint32_t& next(std::uint32_t state, std::size_t symbol) {
        return m_next[state * m_symbols + symbol];
    }

    std::size_t m_patterns = 0;
    std::size_t m_symbols = 1;                  ///< distinct bytes in literals, and one for all others
    std::array<std::uint8_t, 256> m_symbolOf{}; ///< by byte, upper and lower case alike; 0: in no literal
    std::vector<std::uint32_t> m_next;          ///< Aho-Corasick: by state and symbol
    std::vector<std::uint32_t> m_failure;
    std::vector<std::uint32_t>
        m_output; ///< by state: nearest state on the failure path that ends a literal; 0: none
    std::vector<std::vector<std::uint32_t>> m_ends; ///< by state: patterns whose literal ends there
    std::vector<std::uint32_t> m_always;            ///< patterns that need no literal
};

} // namespace diptych
