#include "ui/report/report_style.h"

namespace diptych {

PaperBlock captionBlock(const QString& caption, const QString& remark, qreal width) {
    PaperBlock block;
    if (caption.isEmpty() && remark.isEmpty()) {
        return block;
    }
    constexpr qreal kBaseline = 9;
    qreal x = 0;
    if (!caption.isEmpty()) {
        x = block.text(0, kBaseline, caption, {paperstyle::kSection, lightTokens().text}) + 9;
    }
    const QStringList lines = wrapPaperText(remark, paperstyle::dimmed().font, width - x, 2);
    const qreal last = block.lines(x, kBaseline, lines, paperstyle::dimmed(), paperstyle::kLeading);
    block.height = last + 7;
    return block;
}

} // namespace diptych
