#pragma once
// Sizes and styles that all parts of the report share. Reports are printed, so they are always light.

#include "ui/report/paper_block.h"
#include "ui/style/tokens.h"

namespace diptych {

namespace paperstyle {

inline const PaperFont kBody{8.6};
inline const PaperFont kBodyBold{8.6, true};
inline const PaperFont kSmall{7.4};
inline const PaperFont kMono{7.2, false, true};
inline const PaperFont kSection{10, true};
inline const PaperFont kChapter{14, true};

inline constexpr qreal kLeading = 11;     ///< from one line of text to the next
inline constexpr qreal kMonoLeading = 9;  ///< the same for kernel names and frames
inline constexpr qreal kRowPadding = 7.2; ///< of a table's row, both edges together
inline constexpr qreal kSpacing = 16;     ///< between blocks

inline PaperStyle text() {
    return {kBody, lightTokens().text};
}
inline PaperStyle bold() {
    return {kBodyBold, lightTokens().text};
}
inline PaperStyle dimmed() {
    return {kBody, lightTokens().text2};
}
inline PaperStyle header() {
    return {{8}, lightTokens().text2};
}
inline PaperStyle small() {
    return {kSmall, lightTokens().text2};
}
inline PaperStyle mono() {
    return {kMono, lightTokens().text};
}

} // namespace paperstyle

/// The caption of a block with a remark beside it; its height includes the room below.
[[nodiscard]] PaperBlock captionBlock(const QString& caption, const QString& remark, qreal width);

} // namespace diptych
