#include "ui/report/report_cards.h"

#include "core/analysis/kernel_name.h"
#include "ui/report/report_style.h"
#include "ui/report/report_table.h"
#include "ui/style/name_format.h"
#include "ui/style/number_format.h"

#include <algorithm>

namespace diptych {

namespace {

constexpr qreal kColumnGap = 16;
constexpr std::size_t kMostNames = 4;
constexpr int kMostNameLines = 4;
constexpr qreal kBadge = 9;

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8).simplified();
}

QString pairHeading(const ReportPair& pair, std::size_t number) {
    QString heading = QString::number(number) + QStringLiteral("  ") + text(pair.operation);
    if (!pair.role.empty()) {
        heading += QStringLiteral(", ") + text(pair.role);
    }
    return heading;
}

/// "layer 14/7, and 23 more places; same module and CPU op (confidence 0.97)".
QString pairSubheading(const ReportPair& pair) {
    QString line = text(pair.id);
    if (pair.alike.size() > 1) {
        line += QStringLiteral(", dearest of %1 places").arg(formatCount(pair.alike.size()));
    }
    if (!pair.reason.empty()) {
        line += QStringLiteral("; ") + text(pair.reason);
    }
    const bool isPair = pair.kernels.a > 0 && pair.kernels.b > 0;
    return isPair ? line + QStringLiteral(" (confidence %1)").arg(pair.confidence, 0, 'f', 2) : line;
}

ReportTable statisticsTable(const ReportPair& pair) {
    ReportTable table;
    table.columns = {{"", "", ReportFormat::Text, false, 0.4},
                     {"Kernels", "each time", ReportFormat::Count, true},
                     {"Times", "", ReportFormat::Count, true},
                     {"Mean", "\u00B5s", ReportFormat::Microseconds},
                     {"Median", "\u00B5s", ReportFormat::Microseconds},
                     {"p95", "\u00B5s", ReportFormat::Microseconds},
                     {"Min", "\u00B5s", ReportFormat::Microseconds},
                     {"Max", "\u00B5s", ReportFormat::Microseconds},
                     {"Per step", "\u00B5s", ReportFormat::Microseconds},
                     {"In all", "\u00B5s", ReportFormat::Microseconds}};
    const auto value = [](const std::optional<Nanoseconds>& ns) {
        return ns ? ReportValue(static_cast<std::int64_t>(*ns)) : ReportValue();
    };
    for (const Side side : kSides) {
        const DurationStats& stats = pair.sides[side].stats;
        ReportRow row;
        row.cells = {std::string(sideName(side)),
                     static_cast<std::uint64_t>(pair.kernels[side]),
                     stats.count,
                     value(stats.meanNs),
                     value(stats.medianNs),
                     value(stats.p95Ns),
                     value(stats.minNs),
                     value(stats.maxNs),
                     stats.count > 0 ? value(stats.stepNs) : ReportValue(),
                     stats.count > 0 ? value(stats.totalNs) : ReportValue()};
        table.rows.push_back(std::move(row));
    }
    return table;
}

qreal addTable(PaperBlock& block, const ReportTable& table, qreal width) {
    const PaperTable laidOut = layOutTable(table, width);
    qreal y = block.height;
    block.add(laidOut.header, 0, y);
    y += laidOut.header.height;
    for (const PaperBlock& row : laidOut.rows) {
        block.add(row, 0, y);
        y += row.height;
    }
    return y;
}

/// A's or B's names, where they came from and the model code that launched them.
PaperBlock sideColumn(const ReportPair& pair, Side side, qreal width) {
    const Tokens& tokens = lightTokens();
    const ReportPair::Kernels& kernels = pair.sides[side];
    PaperBlock column;
    column.badge(QRectF(0, 0, kBadge, kBadge), side, tokens);
    const qreal left = kBadge + 6;
    qreal y = 7.2;
    if (kernels.names.empty()) {
        column.text(left, y, QStringLiteral("no such kernel"), paperstyle::dimmed());
    }
    const std::size_t shown = std::min(kernels.names.size(), kMostNames);
    for (std::size_t i = 0; i < shown; ++i) {
        const QString name = QString::fromStdString(demangle(kernels.names[i].name));
        const QStringList lines = wrapPaperText(name, paperstyle::kMono, width - left, kMostNameLines);
        y = column.lines(left, y, lines, paperstyle::mono(), paperstyle::kMonoLeading);
        y += paperstyle::kMonoLeading + 1.5;
    }
    if (shown < kernels.names.size()) {
        column.text(left, y, QStringLiteral("and %1 more names").arg(kernels.names.size() - shown),
                    paperstyle::small());
        y += paperstyle::kMonoLeading;
    }
    if (!kernels.cpuOp.empty()) {
        const QString op = text(kernels.cpuOp + "  " + kernels.inputDims);
        y = column.lines(left, y + 1, wrapPaperText(op, paperstyle::kSmall, width - left, 2),
                         paperstyle::small(), paperstyle::kMonoLeading) +
            paperstyle::kMonoLeading;
    }
    for (const std::string& frame : kernels.frames) {
        column.text(left, y + 1, fitPaperPath(text(frame), {6.6, false, true}, width - left),
                    {{6.6, false, true}, tokens.text2});
        y += 8.4;
    }
    if (kernels.frames.empty() && !kernels.names.empty()) {
        column.text(left, y + 1,
                    kernels.hasStack ? QStringLiteral("no model code on the Python stack")
                                     : QStringLiteral("no Python stack in the trace"),
                    paperstyle::small());
        y += paperstyle::kMonoLeading;
    }
    column.height = y;
    return column;
}

// ---- fusion

QString fusionSentence(const ReportFusion& fusion) {
    QString sentence;
    if (fusion.fuses) {
        sentence =
            QStringLiteral("%1 fuses what %2 runs apart; ")
                .arg(QLatin1String(sideName(*fusion.fuses)), QLatin1String(sideName(other(*fusion.fuses))));
    }
    return sentence + QStringLiteral("here at ") + text(fusion.drawnPair);
}

/// The kernels of one side in a row, as long as they take.
qreal drawKernelRow(PaperBlock& block, const ReportFusion& fusion, Side side, qreal top, qreal left,
                    qreal perNs) {
    const Tokens& tokens = lightTokens();
    constexpr qreal kThick = 15;
    block.badge(QRectF(0, top + (kThick - kBadge) / 2, kBadge, kBadge), side, tokens);
    qreal x = left;
    for (const ReportFusion::Kernel& kernel : fusion.kernels[side]) {
        const qreal length = std::max(1.5, static_cast<qreal>(kernel.ns) * perNs);
        block.box(QRectF(x, top, length, kThick), tokens.fill[side], tokens.surface);
        const QString figure = formatMicroseconds(kernel.ns);
        if (paperTextWidth(paperstyle::kSmall, figure) + 6 < length) {
            block.text(x + length - 3, top + 10, figure, {paperstyle::kSmall, tokens.onFill[side]},
                       PaperAlign::Right);
        }
        x += length;
    }
    if (fusion.kernels[side].empty()) {
        block.text(left, top + 10.5, QStringLiteral("no such kernel"), paperstyle::dimmed());
    } else {
        block.text(x + 5, top + 10.5, formatMicroseconds(fusion.ns[side]) + QStringLiteral(" µs"),
                   paperstyle::bold());
    }
    return top + kThick;
}

qreal listKernels(PaperBlock& block, const ReportFusion& fusion, Side side, qreal top, qreal left,
                  qreal width) {
    QStringList names;
    for (const ReportFusion::Kernel& kernel : fusion.kernels[side]) {
        names.append(kernelLabel(kernel.name));
    }
    const std::vector<NameFocus> focus = differingParts(names);
    qreal y = top;
    for (qsizetype i = 0; i < names.size(); ++i) {
        const NameFocus& part = focus[static_cast<std::size_t>(i)];
        y += paperstyle::kMonoLeading;
        block.text(left, y, fitPaperText(names[i], paperstyle::kMono, width, part.start, part.length),
                   {paperstyle::kMono, lightTokens().sideText[side]});
    }
    return y;
}

Nanoseconds drawnNs(const ReportFusion& fusion, Side side) {
    Nanoseconds sum = 0;
    for (const ReportFusion::Kernel& kernel : fusion.kernels[side]) {
        sum += kernel.ns;
    }
    return sum;
}

} // namespace

PaperBlock layOutPair(const ReportPair& pair, std::size_t number, const QString& timeUnit, qreal width) {
    const Tokens& tokens = lightTokens();
    PaperBlock block;
    block.anchor = QString::fromStdString(pair.anchor);
    block.rule(0, width, 0, tokens.border, 0.7);
    const QString gap = formatGap(pair.alikeGapNs) + QLatin1Char(' ') + timeUnit;
    const qreal gapWidth = block.text(
        width, 14, gap, {paperstyle::kSection, gapColor(tokens, pair.alikeGapNs)}, PaperAlign::Right);
    block.box(QRectF(0, 7, 7, 7), categoryColor(tokens, pair.category));
    block.text(12, 14, fitPaperText(pairHeading(pair, number), paperstyle::kSection, width - gapWidth - 24),
               {paperstyle::kSection, tokens.text});
    const QStringList lines = wrapPaperText(pairSubheading(pair), paperstyle::kSmall, width * 0.72, 2);
    qreal y = block.lines(12, 24, lines, paperstyle::small(), paperstyle::kMonoLeading);
    const QString own =
        QStringLiteral("here %1, A ÷ B %2").arg(formatGap(pair.gapNs), formatRatio(pair.ratio));
    block.text(width, 24, own, paperstyle::small(), PaperAlign::Right);
    block.height = y + 6;
    block.height = addTable(block, statisticsTable(pair), width) + 7;
    const qreal half = (width - kColumnGap) / 2;
    qreal bottom = block.height;
    for (const Side side : kSides) {
        const PaperBlock column = sideColumn(pair, side, half);
        block.add(column, side == Side::A ? 0 : half + kColumnGap, block.height);
        bottom = std::max(bottom, block.height + column.height);
    }
    if (!pair.note.empty()) {
        bottom = block.lines(0, bottom + 8, wrapPaperText(text(pair.note), paperstyle::kSmall, width, 3),
                             paperstyle::small(), paperstyle::kMonoLeading);
    }
    block.height = bottom;
    return block;
}

PaperBlock layOutFusion(const ReportFusion& fusion, qreal width) {
    const Tokens& tokens = lightTokens();
    PaperBlock block = captionBlock(text(fusion.pattern), fusionSentence(fusion), width * 0.8);
    block.text(width, 9, formatGap(fusion.gapNs) + QStringLiteral(" µs on average"),
               {paperstyle::kBodyBold, gapColor(tokens, fusion.gapNs)}, PaperAlign::Right);
    const qreal left = kBadge + 8;
    const Nanoseconds longest =
        std::max({Nanoseconds(1), drawnNs(fusion, Side::A), drawnNs(fusion, Side::B)});
    const qreal perNs = (width - left - 70) / static_cast<qreal>(longest);
    qreal y = block.height;
    for (const Side side : kSides) {
        y = drawKernelRow(block, fusion, side, y, left, perNs);
        y = listKernels(block, fusion, side, y, left, width - left) + 7;
    }
    const QStringList evidence = wrapPaperText(text(fusion.evidence), paperstyle::kSmall, width - left, 3);
    y = block.lines(left, y + 3, evidence, paperstyle::small(), paperstyle::kMonoLeading);
    block.height = y + 3;
    return block;
}

} // namespace diptych
