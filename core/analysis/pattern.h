#pragma once
// A compiled regular expression (PCRE2, case-insensitive, bytes rather than characters) with a bound on the
// work that one search may do. Compiled once, then const and used from any thread.

#include "core/base/result.h"

#include <memory>
#include <string_view>
#include <vector>

namespace diptych {

enum class MatchOutcome : std::uint8_t {
    NoMatch,
    Match,
    RanAway, ///< the search was given up: the pattern backtracks without end on this text
};

/// One match: group 0 is the whole; the views point into the searched text, groups that took no part are
/// empty.
struct PatternMatch {
    MatchOutcome outcome = MatchOutcome::NoMatch;
    std::vector<std::string_view> groups;
};

class Pattern {
public:
    /// Only so much of a text is searched: names of kernels are shorter, and what is longer is no name.
    static constexpr std::size_t kSearchedBytes = 16U << 10U;

    /// The error says what is wrong with the pattern and at which character (1-based).
    [[nodiscard]] static Result<Pattern> compile(std::string_view text);
    /// For patterns that are part of the program; a faulty one matches nothing.
    [[nodiscard]] static Pattern builtIn(std::string_view text);

    Pattern(Pattern&&) noexcept;
    Pattern& operator=(Pattern&&) noexcept;
    ~Pattern();

    /// Whether the pattern occurs in the text.
    [[nodiscard]] MatchOutcome search(std::string_view text) const;
    /// The first occurrence with its groups.
    [[nodiscard]] PatternMatch match(std::string_view text) const;
    /// The number of a named group, 0 when the pattern has none of that name.
    [[nodiscard]] std::size_t groupIndex(std::string_view name) const;

private:
    struct Impl;
    explicit Pattern(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl; ///< empty: matches nothing
};

} // namespace diptych
