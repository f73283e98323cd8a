#include "ui/report/part_swatch.h"

#include "ui/style/tokens.h"

#include <array>

namespace diptych {

std::optional<CompositionPart> compositionPartOf(const std::string& category) {
    constexpr std::array<const char*, 4> kNames{"part:compute", "part:communication", "part:copy",
                                                "part:idle"};
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (category == kNames[i]) {
            return kCompositionParts[i];
        }
    }
    return std::nullopt;
}

void drawPart(PaperBlock& block, const QRectF& area, CompositionPart part, Side side) {
    const Tokens& tokens = lightTokens();
    switch (part) {
    case CompositionPart::Compute:
        block.box(area, tokens.fill[side]);
        break;
    case CompositionPart::Communication:
        block.hatch(area, tokens.fill[side]);
        block.box(area, {}, tokens.fill[side]);
        break;
    case CompositionPart::Copy:
        block.box(area, tokens.text2);
        break;
    case CompositionPart::Idle:
        block.box(area.adjusted(0.3, 0.3, -0.3, -0.3), {}, tokens.fill[side]);
        break;
    }
}

} // namespace diptych
