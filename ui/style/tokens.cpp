#include "ui/style/tokens.h"

#include <QPalette>

#include <array>

namespace diptych {

namespace {

Tokens makeLight() {
    Tokens t;
    t.isDark = false;
    t.window = QColor(0xF3F4F5);
    t.surface = QColor(0xFFFFFF);
    t.hairline = QColor(0xE2E4E7);
    t.border = QColor(0xC9CDD3);
    t.selection = QColor(0xEBEDF1);
    t.text = QColor(0x1B1E23);
    t.text2 = QColor(0x525963);
    t.text3 = QColor(0x626974);
    t.fill = {QColor(0x24589E), QColor(0xC87500)};
    t.onFill = {QColor(0xFFFFFF), QColor(0x1B1E23)};
    t.sideText = {QColor(0x1F4F90), QColor(0x8A4B00)};
    t.tint = {QColor(0xE3ECF7), QColor(0xFBE8CC)};
    t.mid = {QColor(0x7C9CC8), QColor(0xEBB871)};
    t.faster = QColor(0x1B7A33);
    t.slower = QColor(0xA0147A);
    t.denseGemm = QColor(0x7468B8);
    t.attention = QColor(0x2E95A0);
    t.norm = QColor(0x8F8E2B);
    t.rotary = QColor(0xBE70A3);
    t.activation = QColor(0x8B6F5E);
    t.communication = QColor(0xC2574E);
    t.copy = QColor(0x66717E);
    t.other = QColor(0x8E9399);
    return t;
}

Tokens makeDark() {
    Tokens t;
    t.isDark = true;
    t.window = QColor(0x16181B);
    t.surface = QColor(0x1D2024);
    t.hairline = QColor(0x2F343A);
    t.border = QColor(0x485059);
    t.selection = QColor(0x2A2F35);
    t.text = QColor(0xE6E8EB);
    t.text2 = QColor(0xAEB5BE);
    t.text3 = QColor(0x8F97A1);
    t.fill = {QColor(0x3A77C4), QColor(0xF2B24E)};
    t.onFill = {QColor(0xFFFFFF), QColor(0x1B1E23)};
    t.sideText = {QColor(0x8DBAF3), QColor(0xF4C681)};
    t.tint = {QColor(0x1E3044), QColor(0x3C311F)};
    t.mid = {QColor(0x335F94), QColor(0xA47B3C)};
    t.faster = QColor(0x7FDB8F);
    t.slower = QColor(0xE688CB);
    t.denseGemm = QColor(0x8F84D6);
    t.attention = QColor(0x47B0BA);
    t.norm = QColor(0xB3B24C);
    t.rotary = QColor(0xD795BF);
    t.activation = QColor(0xAB8D7A);
    t.communication = QColor(0xDB736A);
    t.copy = QColor(0xB4BEC9);
    t.other = QColor(0x777E87);
    return t;
}

struct CategoryColor {
    std::string_view category;
    QColor Tokens::*color;
};

// Experts and convolutions are matrix work; what is left out here is "other".
constexpr std::array<CategoryColor, 9> kCategoryColors{{
    {"gemm", &Tokens::denseGemm},
    {"moe", &Tokens::denseGemm},
    {"convolution", &Tokens::denseGemm},
    {"attention", &Tokens::attention},
    {"normalization", &Tokens::norm},
    {"rope", &Tokens::rotary},
    {"activation", &Tokens::activation},
    {"communication", &Tokens::communication},
    {"memory", &Tokens::copy},
}};

} // namespace

const Tokens& lightTokens() {
    static const Tokens tokens = makeLight();
    return tokens;
}

const Tokens& darkTokens() {
    static const Tokens tokens = makeDark();
    return tokens;
}

const Tokens& tokensOf(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < 128 ? darkTokens() : lightTokens();
}

QColor categoryColor(const Tokens& tokens, std::string_view category) {
    for (const CategoryColor& entry : kCategoryColors) {
        if (entry.category == category) {
            return tokens.*entry.color;
        }
    }
    return tokens.other;
}

QColor gapColor(const Tokens& tokens, std::int64_t gapNs) {
    if (gapNs == 0) {
        return tokens.text;
    }
    return gapNs > 0 ? tokens.slower : tokens.faster;
}

} // namespace diptych
