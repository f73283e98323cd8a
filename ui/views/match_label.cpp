#include "ui/views/match_label.h"

#include "core/compare/comparison.h"
#include "ui/models/pair_facts.h"
#include "ui/style/fonts.h"
#include "ui/style/tokens.h"
#include "ui/views/cell_painting.h"

#include <QPainter>

namespace diptych {

MatchLabel::MatchLabel(QWidget* parent) : QWidget(parent) {
    setFixedHeight(metrics::kDockRowHeight);
}

void MatchLabel::setPair(const KernelPair& pair) {
    m_operation = QString::fromStdString(pair.operation);
    m_role = pair.role.empty() ? QString() : QStringLiteral(", ") + QString::fromStdString(pair.role);
    m_category = pair.category;
    m_squares = matchSquares(pair);
    m_match = matchText(pair);
    setAccessibleName(m_operation + m_role + QStringLiteral(", ") + m_match);
    update();
}

void MatchLabel::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    drawSwatch(painter, rect(), categoryColor(tokens, m_category));
    const QFont bold = textFont(fontsize::kTable, QFont::Bold);
    painter.setFont(textFont(fontsize::kHeader));
    const int matchWidth = painter.fontMetrics().horizontalAdvance(m_match);
    painter.setPen(tokens.text2);
    painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, m_match);
    int right = width() - matchWidth - 6;
    if (m_squares > 0) {
        right -= kMatchSquaresWidth;
        drawMatchSquares(painter, QRectF(right, 0, kMatchSquaresWidth, height()), m_squares, tokens);
        right -= 6;
    }
    const int left = kSwatchSize + kSwatchSpacing;
    const QFontMetrics boldMetrics(bold);
    painter.setFont(bold);
    painter.setPen(tokens.text);
    const QString operation = boldMetrics.elidedText(m_operation, Qt::ElideRight, right - left);
    painter.drawText(QRect(left, 0, right - left, height()), Qt::AlignLeft | Qt::AlignVCenter, operation);
    const int roleLeft = left + boldMetrics.horizontalAdvance(operation);
    const QRect roleArea(roleLeft, 0, right - roleLeft, height());
    painter.setFont(textFont(fontsize::kTable));
    painter.drawText(roleArea, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_role, Qt::ElideRight, roleArea.width()));
}

} // namespace diptych
