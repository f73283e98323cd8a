#include "ui/report/report_head.h"

#include "ui/report/report_style.h"
#include "ui/style/name_format.h"
#include "ui/style/number_format.h"

#include <algorithm>

namespace diptych {

namespace {

constexpr PaperFont kTitle{18, true};
constexpr PaperFont kVerdict{10.6};
constexpr PaperFont kVerdictBold{10.6, true};
constexpr qreal kVerdictLeading = 15;
constexpr qreal kCardHeight = 52;
constexpr qreal kCardGap = 9;

qreal drawBanner(PaperBlock& block, const QString& date, qreal width) {
    const Tokens& tokens = lightTokens();
    block.box(QRectF(0, 0.5, 6.5, 9), tokens.fill.a);
    block.box(QRectF(7.5, 0.5, 6.5, 9), tokens.fill.b);
    const qreal name = block.text(20, 8.6, QStringLiteral("Diptych"), {{9.4, true}, tokens.text});
    block.text(20 + name + 6, 8.6, QStringLiteral("Comparison report"), {{9}, tokens.text2});
    block.text(width, 8.6, date, {{9}, tokens.text2}, PaperAlign::Right);
    block.rule(0, width, 18.5, tokens.text, 1);
    return 18.5;
}

/// The words of the verdict with what is figure or judgement emphasised.
struct VerdictWord {
    QString text;
    PaperStyle style;
};

std::vector<VerdictWord> verdictWords(const QString& verdict) {
    const Tokens& tokens = lightTokens();
    std::vector<VerdictWord> words;
    bool isJudgement = false;
    bool wasFigure = false;
    const bool isSlower = verdict.contains(QStringLiteral("slower"));
    const bool isFaster = verdict.contains(QStringLiteral("faster"));
    QString plain = verdict.simplified();
    plain.replace(QStringLiteral("("), isSlower   ? QStringLiteral("(▲ ")
                                       : isFaster ? QStringLiteral("(▼ ")
                                                  : QStringLiteral("("));
    for (const QString& word : plain.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        isJudgement = isJudgement || word.startsWith(QLatin1Char('('));
        const bool isFigure = word.at(0).isDigit();
        const bool isUnit = wasFigure && word.size() <= 2;
        const bool isBold = isJudgement || isFigure || isUnit;
        const QColor color = isJudgement && isSlower   ? tokens.slower
                             : isJudgement && isFaster ? tokens.faster
                                                       : tokens.text;
        words.push_back({word, {isBold ? kVerdictBold : kVerdict, color}});
        isJudgement = isJudgement && !word.contains(QLatin1Char(')'));
        wasFigure = isFigure;
    }
    return words;
}

qreal drawVerdict(PaperBlock& block, const QString& verdict, qreal baseline, qreal width) {
    const qreal blank = paperTextWidth(kVerdict, QStringLiteral(" "));
    qreal x = 0;
    qreal y = baseline;
    for (const VerdictWord& word : verdictWords(verdict)) {
        const qreal length = paperTextWidth(word.style.font, word.text);
        if (x > 0 && x + length > width) {
            x = 0;
            y += kVerdictLeading;
        }
        block.text(x, y, fitPaperText(word.text, word.style.font, width), word.style);
        x += length + blank;
    }
    return y;
}

void drawCard(PaperBlock& block, const ReportDocument& document, Side side, const QRectF& area) {
    const Tokens& tokens = lightTokens();
    const ReportSide& own = document.sides[side];
    block.box(area, {}, tokens.border);
    block.box(QRectF(area.left(), area.top(), 2.8, area.height()), tokens.fill[side]);
    block.badge(QRectF(area.left() + 12, area.top() + 9, 12, 12), side, tokens);
    const qreal right = area.right() - 10;
    const PaperFont total{13.6, true};
    const QString figure = formatMilliseconds(own.ns);
    const QString unit = document.perStep ? QStringLiteral("ms per step") : QStringLiteral("ms in all");
    const qreal figureWidth =
        std::max(block.text(right, area.top() + 20, figure, {total, tokens.text}, PaperAlign::Right),
                 block.text(right, area.top() + 32, unit, paperstyle::header(), PaperAlign::Right));
    const qreal left = area.left() + 31;
    const qreal room = right - figureWidth - 8 - left;
    block.text(left, area.top() + 17.5, fitPaperText(QString::fromStdString(own.gpu), {9.4, true}, room),
               {{9.4, true}, tokens.text});
    block.text(left, area.top() + 29.5,
               fitPaperText(QString::fromStdString(own.facts), paperstyle::header().font, room),
               paperstyle::header());
    block.text(left, area.top() + 41.5,
               fitPaperText(QString::fromStdString(own.file), paperstyle::header().font, right - left),
               paperstyle::header());
}

QString alignedText(const ReportDocument& document) {
    QStringList shares;
    for (const Side side : kSides) {
        if (const std::optional<double> share = document.sides[side].aligned) {
            shares.append(QLatin1String(sideName(side)) + QLatin1Char(' ') + formatPercent(*share));
        }
    }
    return shares.isEmpty()
               ? QString()
               : QStringLiteral("Aligned: %1 of GPU time. ").arg(shares.join(QStringLiteral(", ")));
}

} // namespace

PaperBlock layOutHead(const ReportDocument& document, const QString& date, qreal width) {
    const Tokens& tokens = lightTokens();
    PaperBlock block;
    const qreal banner = drawBanner(block, date, width);
    const QStringList title = wrapPaperText(QString::fromStdString(document.title), kTitle, width, 3);
    qreal y = block.lines(0, banner + 32, title, {kTitle, tokens.text}, 22);
    const QStringList facts = wrapPaperText(QString::fromStdString(document.subtitle), {9.2}, width, 2);
    y = block.lines(0, y + 17, facts, {{9.2}, tokens.text2}, 12);
    y = drawVerdict(block, QString::fromStdString(document.verdict), y + 24, width);
    const qreal cardWidth = (width - kCardGap) / 2;
    y += 13;
    for (const Side side : kSides) {
        const qreal left = side == Side::A ? 0 : cardWidth + kCardGap;
        drawCard(block, document, side, QRectF(left, y, cardWidth, kCardHeight));
    }
    block.height = y + kCardHeight;
    return block;
}

PaperBlock layOutSigns(const ReportDocument& document, qreal width) {
    PaperBlock block;
    const QString text = alignedText(document) +
                         QStringLiteral("▲ A takes more time than B. ▼ A takes less. A ÷ B above 1 means "
                                        "that A is slower.");
    const QStringList lines = wrapPaperText(text, paperstyle::kSmall, width, 2);
    block.rule(0, width, 0, lightTokens().border);
    block.height = block.lines(0, 11, lines, paperstyle::small(), paperstyle::kMonoLeading) + 3;
    return block;
}

} // namespace diptych
