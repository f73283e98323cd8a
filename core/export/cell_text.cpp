#include "core/export/cell_text.h"

namespace diptych {

namespace {

constexpr std::string_view kSeparator = "; ";

} // namespace

std::string joinTexts(const TextList& texts) {
    std::string all;
    for (const std::string_view text : texts) {
        all += all.empty() ? "" : kSeparator;
        all += text;
    }
    return all;
}

std::string joinNames(const std::vector<NameShare>& names) {
    TextList texts;
    for (const NameShare& name : names) {
        texts.emplace_back(name.name);
    }
    return joinTexts(texts);
}

} // namespace diptych
