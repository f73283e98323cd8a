#include "core/analysis/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <array>
#include <string>

namespace diptych {

namespace {

/// Enough for any sane pattern on a text of kSearchedBytes; a search that needs more is given up after some
/// milliseconds.
constexpr std::uint32_t kMatchLimit = 400'000;
constexpr std::uint32_t kDepthLimit = 50'000;
constexpr std::uint32_t kHeapLimitKib = 16U << 10U;
constexpr std::size_t kJitStackStart = 32U << 10U;
constexpr std::size_t kJitStackMost = 1U << 20U;

template <auto Free>
struct Freer {
    template <class T>
    void operator()(T* object) const {
        Free(object);
    }
};

using Code = std::unique_ptr<pcre2_code, Freer<&pcre2_code_free>>;
using MatchData = std::unique_ptr<pcre2_match_data, Freer<&pcre2_match_data_free>>;
using MatchContext = std::unique_ptr<pcre2_match_context, Freer<&pcre2_match_context_free>>;
using JitStack = std::unique_ptr<pcre2_jit_stack, Freer<&pcre2_jit_stack_free>>;

/// What a search needs besides the pattern; one a thread, so that patterns can be shared.
struct Workspace {
    Workspace() {
        pcre2_set_match_limit(context.get(), kMatchLimit);
        pcre2_set_depth_limit(context.get(), kDepthLimit);
        pcre2_set_heap_limit(context.get(), kHeapLimitKib);
        pcre2_jit_stack_assign(context.get(), nullptr, stack.get());
    }

    MatchData single{pcre2_match_data_create(1, nullptr)};
    MatchContext context{pcre2_match_context_create(nullptr)};
    JitStack stack{pcre2_jit_stack_create(kJitStackStart, kJitStackMost, nullptr)};
};

Workspace& workspace() {
    thread_local Workspace instance;
    return instance;
}

MatchOutcome outcomeOf(int code) {
    // 0 is a match with more groups than the match data has room for.
    if (code >= 0) {
        return MatchOutcome::Match;
    }
    return code == PCRE2_ERROR_NOMATCH ? MatchOutcome::NoMatch : MatchOutcome::RanAway;
}

int run(const pcre2_code* code, std::string_view text, pcre2_match_data* data, pcre2_match_context* context) {
    return pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0, data, context);
}

std::string compileMessage(int code, PCRE2_SIZE offset) {
    std::array<PCRE2_UCHAR, 256> buffer{};
    pcre2_get_error_message(code, buffer.data(), buffer.size());
    return std::string(reinterpret_cast<const char*>(buffer.data())) + " at character " +
           std::to_string(offset + 1) + " of the pattern";
}

} // namespace

struct Pattern::Impl {
    Code code;
};

Pattern::Pattern(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

Result<Pattern> Pattern::compile(std::string_view text) {
    // Names come with any bytes, so patterns must not switch to UTF-8, where invalid bytes would be an error.
    constexpr std::uint32_t kOptions = PCRE2_CASELESS | PCRE2_NEVER_UTF | PCRE2_NEVER_BACKSLASH_C;
    int error = 0;
    PCRE2_SIZE offset = 0;
    Code code(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), kOptions, &error, &offset,
                            nullptr));
    if (!code) {
        return Error{ErrorCode::BadRules, {}, std::nullopt, compileMessage(error, offset), {}};
    }
    // Where the machine has no JIT the interpreter serves.
    pcre2_jit_compile(code.get(), PCRE2_JIT_COMPLETE);
    return Pattern(std::make_unique<Impl>(Impl{std::move(code)}));
}

Pattern Pattern::builtIn(std::string_view text) {
    Result<Pattern> pattern = compile(text);
    return pattern ? std::move(pattern).value() : Pattern(nullptr);
}

MatchOutcome Pattern::search(std::string_view text) const {
    if (!m_impl) {
        return MatchOutcome::NoMatch;
    }
    Workspace& space = workspace();
    return outcomeOf(
        run(m_impl->code.get(), text.substr(0, kSearchedBytes), space.single.get(), space.context.get()));
}

PatternMatch Pattern::match(std::string_view text) const {
    PatternMatch result;
    if (!m_impl) {
        return result;
    }
    const MatchData data(pcre2_match_data_create_from_pattern(m_impl->code.get(), nullptr));
    const std::string_view searched = text.substr(0, kSearchedBytes);
    const int code = run(m_impl->code.get(), searched, data.get(), workspace().context.get());
    result.outcome = outcomeOf(code);
    if (result.outcome != MatchOutcome::Match) {
        return result;
    }
    const PCRE2_SIZE* const bounds = pcre2_get_ovector_pointer(data.get());
    result.groups.resize(pcre2_get_ovector_count(data.get()));
    for (std::size_t group = 0; group < static_cast<std::size_t>(code); ++group) {
        const PCRE2_SIZE begin = bounds[2 * group];
        const PCRE2_SIZE end = bounds[2 * group + 1];
        // \K can set the start of a match behind its end.
        if (begin != PCRE2_UNSET && begin <= end) {
            result.groups[group] = searched.substr(begin, end - begin);
        }
    }
    return result;
}

std::size_t Pattern::groupIndex(std::string_view name) const {
    if (!m_impl) {
        return 0;
    }
    const std::string text(name);
    const int number =
        pcre2_substring_number_from_name(m_impl->code.get(), reinterpret_cast<PCRE2_SPTR>(text.c_str()));
    return number > 0 ? static_cast<std::size_t>(number) : 0;
}

} // namespace diptych
