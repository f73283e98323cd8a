#pragma once
// The colours and sizes of the window, light and dark. Paint code asks for the tokens of the palette that it
// paints with, so that a change of theme needs nobody's memory. Plain values; GUI thread.

#include "core/base/side.h"

#include <QColor>

#include <string_view>

class QPalette;

namespace diptych {

struct Tokens {
    bool isDark = false;
    QColor window;
    QColor surface;
    QColor hairline;
    QColor border;
    QColor selection;
    QColor text;
    QColor text2;
    QColor text3;
    PerSide<QColor> fill;     ///< bars and badges
    PerSide<QColor> onFill;   ///< text on the fill
    PerSide<QColor> sideText; ///< text that speaks of the side
    PerSide<QColor> tint;     ///< ribbons
    PerSide<QColor> mid;
    QColor faster; ///< A faster
    QColor slower; ///< A slower
    QColor denseGemm;
    QColor attention;
    QColor norm;
    QColor rotary;
    QColor activation;
    QColor communication;
    QColor copy;
    QColor other;
};

[[nodiscard]] const Tokens& lightTokens();
[[nodiscard]] const Tokens& darkTokens();
/// The tokens of the theme that a palette belongs to, told by the lightness of its window colour.
[[nodiscard]] const Tokens& tokensOf(const QPalette& palette);

/// The colour of a category's swatch ("gemm", "normalization", a user's own).
[[nodiscard]] QColor categoryColor(const Tokens& tokens, std::string_view category);
/// The colour of a gap's text and bar: slower above zero, faster below, plain text at zero.
[[nodiscard]] QColor gapColor(const Tokens& tokens, std::int64_t gapNs);

/// Lengths in device independent pixels.
namespace metrics {
inline constexpr int kUnit = 4;
inline constexpr int kMargin = 20;
inline constexpr int kDockMargin = 16;
inline constexpr int kMenuHeight = 26;
inline constexpr int kStripHeight = 44;
inline constexpr int kFactsHeight = 42; ///< of the band below the strip, above the summary
inline constexpr int kNavigationWidth = 156;
inline constexpr int kNavigationRowHeight = 30;
inline constexpr int kDockWidth = 336;
inline constexpr int kStatusHeight = 24;
inline constexpr int kButtonHeight = 28;
inline constexpr int kHeaderRowHeight = 24;
inline constexpr int kTableRowHeight = 26;
inline constexpr int kOperationRowHeight = 28;
inline constexpr int kPairRowHeight = 24;
inline constexpr int kPairRowSpacing = 3;
inline constexpr int kDockRowHeight = 20;
inline constexpr int kRadius = 4;
inline constexpr int kCellBarHeight = 9;
inline constexpr int kSideEdge = 4; ///< the coloured edge of a side's panel
} // namespace metrics

} // namespace diptych
