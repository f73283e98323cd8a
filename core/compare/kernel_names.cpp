#include "core/compare/kernel_names.h"

#include "core/analysis/kernel_name.h"

#include <algorithm>
#include <map>

namespace diptych {

namespace {

constexpr std::size_t kLongestSentenceName = 40;
constexpr std::size_t kNameHead = 13;
constexpr std::size_t kNameEnd = 9;
constexpr std::string_view kCut = "\u2026";

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isWordCharacter(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The first word with a size such as "64x96x128", or nothing.
std::string_view tileSizeOf(std::string_view name) {
    for (std::size_t i = 1; i + 1 < name.size(); ++i) {
        if (name[i] == 'x' && isDigit(name[i - 1]) && isDigit(name[i + 1])) {
            std::size_t first = i;
            std::size_t end = i;
            while (first > 0 && isWordCharacter(name[first - 1])) {
                --first;
            }
            while (end < name.size() && isWordCharacter(name[end])) {
                ++end;
            }
            return name.substr(first, end - first);
        }
    }
    return {};
}

/// Never within a character of several bytes.
std::string_view headOf(std::string_view name, std::size_t bytes) {
    while (bytes > 0 && (static_cast<unsigned char>(name[bytes]) & 0xC0U) == 0x80U) {
        --bytes;
    }
    return name.substr(0, bytes);
}

std::string_view endOf(std::string_view name, std::size_t bytes) {
    std::size_t first = name.size() - bytes;
    while (first < name.size() && (static_cast<unsigned char>(name[first]) & 0xC0U) == 0x80U) {
        ++first;
    }
    return name.substr(first);
}

} // namespace

void NameCounter::Figures::add(const Figures& others) {
    count += others.count;
    totalNs += others.totalNs;
    insideStepsCount += others.insideStepsCount;
    insideStepsNs += others.insideStepsNs;
}

void NameCounter::add(StringId name, Nanoseconds durationNs, bool isInSteps) {
    m_figures[name].add({1, durationNs, isInSteps ? 1U : 0U, isInSteps ? durationNs : 0});
}

void NameCounter::add(const NameCounter& others) {
    for (const auto& [name, figures] : others.m_figures) {
        m_figures[name].add(figures);
    }
}

std::vector<NameShare> NameCounter::shares(const Trace& trace) const {
    std::map<std::string, Figures> byName; // one kernel may be mangled and demangled in one trace
    for (const auto& [name, figures] : m_figures) {
        byName[demangle(trace.text(name))].add(figures);
    }
    std::vector<NameShare> shares;
    shares.reserve(byName.size());
    for (const auto& [name, figures] : byName) {
        shares.push_back(
            {name, figures.count, figures.totalNs, figures.insideStepsCount, figures.insideStepsNs});
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const NameShare& x, const NameShare& y) { return x.totalNs > y.totalNs; });
    return shares;
}

std::string sentenceName(std::string_view demangled) {
    std::string name = shortName(demangled);
    if (name.size() <= kLongestSentenceName) {
        return name;
    }
    const std::string_view middle =
        std::string_view(name).substr(kNameHead, name.size() - kNameHead - kNameEnd);
    const std::string_view tile = tileSizeOf(middle);
    std::string text(headOf(name, kNameHead));
    text += kCut;
    if (!tile.empty() && tile.size() < kLongestSentenceName - kNameHead - kNameEnd) {
        text += std::string(tile) + std::string(kCut);
    }
    return text += endOf(name, kNameEnd);
}

} // namespace diptych
