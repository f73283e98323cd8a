#include "ui/views/pair_fact_grid.h"

#include "ui/style/fonts.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <array>

namespace diptych {

namespace {

constexpr int kFactHeight = metrics::kDockRowHeight;
constexpr int kValueWidth = 84;
constexpr int kRatioWidth = 62;

} // namespace

PairFactGrid::PairFactGrid(const QString& title, QWidget* parent) : QWidget(parent), m_title(title) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(title);
}

void PairFactGrid::setFacts(const std::vector<FactRow>& rows, const QString& remark) {
    m_rows = rows;
    m_remark = remark;
    setAccessibleDescription(asText());
    updateGeometry();
    update();
}

QSize PairFactGrid::sizeHint() const {
    const int head = m_remark.isEmpty() ? 1 : 2;
    return {280, (static_cast<int>(m_rows.size()) + head) * kFactHeight};
}

void PairFactGrid::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    int top = 0;
    const auto draw = [&](const QRect& area, const QString& text, const QColor& color, bool isRight) {
        painter.setPen(color);
        const QString shown = painter.fontMetrics().elidedText(text, Qt::ElideMiddle, area.width());
        painter.drawText(
            area, (isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter | Qt::TextSingleLine, shown);
    };
    const int ratioLeft = width() - (hasRatios() ? kRatioWidth : 0);
    const int valueWidth = std::min(kValueWidth, (ratioLeft - labelWidth()) / 2); // labels come first
    const std::array<QRect, 2> columns{QRect(ratioLeft - 2 * valueWidth, 0, valueWidth, kFactHeight),
                                       QRect(ratioLeft - valueWidth, 0, valueWidth, kFactHeight)};
    painter.setFont(textFont(fontsize::kHeader, QFont::Bold));
    draw(QRect(0, top, width(), kFactHeight), m_title, tokens.text2, false);
    painter.setFont(textFont(fontsize::kHeader));
    if (!m_remark.isEmpty()) {
        const int titleWidth =
            QFontMetrics(textFont(fontsize::kHeader, QFont::Bold)).horizontalAdvance(m_title) + 12;
        draw(QRect(titleWidth, top, width() - titleWidth, kFactHeight), m_remark, tokens.text2, true);
        top += kFactHeight;
    }
    draw(columns[0].translated(0, top), QStringLiteral("A"), tokens.text2, true);
    draw(columns[1].translated(0, top), QStringLiteral("B"), tokens.text2, true);
    if (hasRatios()) {
        draw(QRect(ratioLeft, top, kRatioWidth, kFactHeight), QStringLiteral("A ÷ B"), tokens.text2, true);
    }
    top += kFactHeight;
    painter.fillRect(QRect(0, top - 1, width(), 1), tokens.hairline);
    painter.setFont(textFont(fontsize::kTable));
    for (const FactRow& row : m_rows) {
        draw(QRect(0, top, columns[0].left(), kFactHeight), row.label, tokens.text2, false);
        for (const Side side : kSides) {
            draw(columns[side == Side::A ? 0 : 1].translated(0, top), row.values[side],
                 row.isMissing[side] ? tokens.text3 : tokens.text, true);
        }
        draw(QRect(ratioLeft, top, width() - ratioLeft, kFactHeight), row.ratio, tokens.text, true);
        top += kFactHeight;
    }
}

void PairFactGrid::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy rows"), this, [this] { QApplication::clipboard()->setText(asText()); });
    menu.exec(event->globalPos());
}

/// Of the widest.
int PairFactGrid::labelWidth() const {
    const QFontMetrics metrics(textFont(fontsize::kTable));
    int width = 0;
    for (const FactRow& row : m_rows) {
        width = std::max(width, metrics.horizontalAdvance(row.label));
    }
    return width + 4;
}

bool PairFactGrid::hasRatios() const {
    return std::any_of(m_rows.begin(), m_rows.end(), [](const FactRow& row) { return !row.ratio.isEmpty(); });
}

QString PairFactGrid::asText() const {
    QString text;
    for (const FactRow& row : m_rows) {
        text += QStringLiteral("%1\t%2\t%3\t%4\n").arg(row.label, row.values.a, row.values.b, row.ratio);
    }
    return text;
}

} // namespace diptych
