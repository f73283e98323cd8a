#pragma once
// Whether a sanitizer watches, which makes everything several times slower: tests that measure time or fill
// memory ask, and those that try hundreds of drawn inputs take a few of them, enough to walk the same code.

namespace diptych::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kIsSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif
#else
inline constexpr bool kIsSanitized = false;
#endif

/// Without optimisation, as in the preset dev: how long something takes then is of no program that is used.
#ifdef NDEBUG
inline constexpr bool kIsUnoptimised = false;
#else
inline constexpr bool kIsUnoptimised = true;
#endif

} // namespace diptych::test
