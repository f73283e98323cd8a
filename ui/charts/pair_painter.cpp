#include "ui/charts/pair_painter.h"

#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/number_format.h"
#include "ui/views/cell_painting.h"

#include <QPainter>

#include <algorithm>

namespace diptych {

namespace {

constexpr qreal kLine = metrics::kPairRowHeight;
constexpr qreal kTickHeight = 13;
constexpr qreal kBarHeight = 12;
constexpr qreal kCurrentEdge = 3;
constexpr qreal kBracket = 5;
constexpr int kNoteMark = 11;

class PairPainter {
public:
    PairPainter(QPainter& painter, const PairColumns& columns, const PairBox& box, const PairItem& item,
                const PairPaintState& state, const Tokens& tokens)
        : m_painter(painter), m_columns(columns), m_box(box), m_item(item), m_state(state), m_tokens(tokens),
          m_width(columns.tick.a.left + columns.tick.b.right) {}

    void paint() {
        paintBand();
        for (const Side side : kSides) {
            for (std::size_t i = 0; i < m_item.lines[side].size(); ++i) {
                paintLine(side, m_item.lines[side][i], m_box.lines[side][i]);
            }
            paintBracket(side);
        }
        if (m_item.presence == Presence::Both) {
            paintRibbon();
            paintMatch();
        } else {
            paintStub();
        }
        if (!m_item.note.isEmpty()) {
            paintNoteMark();
        }
    }

private:
    /// In the margin of the first line.
    void paintNoteMark() {
        const qreal ratio = m_painter.device()->devicePixelRatioF();
        m_painter.drawPixmap(QPointF(kCurrentEdge + 1, std::round(m_box.top + (kLine - kNoteMark) / 2) + 1),
                             iconPixmap(QStringLiteral("note"), m_tokens.text2, kNoteMark, ratio));
    }

    void paintBand() {
        const QRectF band(0, m_box.top, m_width, m_box.bottom - m_box.top);
        if (m_state.isCurrent) {
            m_painter.fillRect(band, m_tokens.selection);
            if (m_state.hasFocus) {
                m_painter.fillRect(QRectF(0, band.top(), kCurrentEdge, band.height() - 1), m_tokens.text);
            }
        }
        const qreal left = m_columns.tick.a.left;
        m_painter.fillRect(QRectF(left, m_box.bottom - 1, m_width - 2 * left, 1), m_tokens.hairline);
    }

    [[nodiscard]] static QRectF cell(const PairColumns::Span& span, qreal middle) {
        return {span.left, middle - kLine / 2, span.width(), kLine};
    }

    void paintLine(Side side, const KernelLine& line, qreal middle) {
        const bool isA = side == Side::A;
        const Qt::Alignment outer = isA ? Qt::AlignLeft : Qt::AlignRight;
        const QRectF tick = cell(m_columns.tick[side], middle);
        m_painter.fillRect(QRectF(tick.left(), middle - kTickHeight / 2, tick.width(), kTickHeight),
                           categoryColor(m_tokens, line.category));
        m_painter.setPen(m_tokens.text);
        m_painter.setFont(textFont(fontsize::kTable));
        drawFigure(m_painter, cell(m_columns.operation[side], middle), outer, line.operation);
        if (m_columns.hasNames()) {
            m_painter.setFont(monoFont(fontsize::kKernel));
            const qreal character = QFontMetricsF(m_painter.font()).horizontalAdvance(QLatin1Char('0'));
            const int characters = static_cast<int>(m_columns.name[side].width() / character);
            m_painter.drawText(cell(m_columns.name[side], middle),
                               static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                               shortenName(line.label, line.focus, characters));
        }
        paintBar(side, line.meanNs, middle);
        m_painter.setFont(textFont(fontsize::kTable, m_state.isCurrent ? QFont::Bold : QFont::Normal));
        m_painter.setPen(m_tokens.text);
        drawFigure(m_painter, cell(m_columns.value[side], middle), Qt::AlignRight,
                   formatMicroseconds(line.meanNs));
    }

    void paintBar(Side side, Nanoseconds ns, qreal middle) {
        if (m_state.scaleNs <= 0 || ns <= 0) {
            return;
        }
        const PairColumns::Span& span = m_columns.bar[side];
        const qreal length = std::max(
            1.0, std::round(span.width() * static_cast<qreal>(ns) / static_cast<qreal>(m_state.scaleNs)));
        const qreal left = side == Side::A ? span.right - length : span.left;
        m_painter.fillRect(QRectF(left, std::round(middle - kBarHeight / 2), length, kBarHeight),
                           m_tokens.fill[side]);
    }

    /// Beside the side that has more than one kernel.
    void paintBracket(Side side) {
        if (m_item.lines[side].size() < 2 || m_item.presence != Presence::Both) {
            return;
        }
        const qreal top = std::round(m_box.ends[side].left) + 0.5;
        const qreal bottom = std::round(m_box.ends[side].right) - 0.5;
        const qreal x = side == Side::A ? m_columns.ribbon.left - 4.5 : m_columns.ribbon.right + 4.5;
        const qreal hook = side == Side::A ? x - kBracket : x + kBracket;
        m_painter.setPen(QPen(m_tokens.text2, 1));
        m_painter.drawPolyline(QPolygonF({{hook, top}, {x, top}, {x, bottom}, {hook, bottom}}));
    }

    void paintRibbon() {
        const QPainterPath path = ribbonPath(m_columns, m_box);
        QLinearGradient gradient(m_columns.ribbon.left, 0, m_columns.ribbon.right, 0);
        gradient.setColorAt(0, m_tokens.tint.a);
        gradient.setColorAt(1, m_tokens.tint.b);
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.fillPath(path, gradient);
        if (m_item.isInferred || m_state.isCurrent) {
            QPen pen(m_tokens.text2, 1);
            if (m_item.isInferred) {
                pen.setDashPattern({3, 2});
            }
            m_painter.setPen(pen);
            m_painter.drawPath(path);
        }
        m_painter.restore();
    }

    /// Ratio and squares, below them how a group is made up, above them that it is inferred.
    void paintMatch() {
        const qreal middle = (m_box.top + m_box.bottom - 2) / 2;
        const PairColumns::Span& ribbon = m_columns.ribbon;
        const qreal squaresLeft = ribbon.right - 12 - kMatchSquaresWidth;
        const bool isTwoLines = !m_item.grouping.isEmpty();
        const qreal ratioMiddle = isTwoLines ? middle - 6 : middle;
        m_painter.setFont(textFont(fontsize::kTable, m_state.isCurrent ? QFont::Bold : QFont::Normal));
        m_painter.setPen(gapColor(m_tokens, m_item.gapNs));
        drawFigure(m_painter, QRectF(ribbon.left + 4, ratioMiddle - 8, squaresLeft - ribbon.left - 14, 16),
                   Qt::AlignRight, formatRatioWithArrow(m_item.ratio));
        drawMatchSquares(m_painter, QRectF(squaresLeft, ratioMiddle - 8, kMatchSquaresWidth, 16),
                         m_item.squares, m_tokens);
        m_painter.setFont(textFont(fontsize::kHeader));
        m_painter.setPen(m_tokens.text2);
        if (isTwoLines) {
            m_painter.drawText(QRectF(ribbon.left + 4, middle + 2, squaresLeft - ribbon.left - 14, 14),
                               Qt::AlignRight | Qt::AlignVCenter, m_item.grouping);
        }
        const bool hasRoom = m_box.bottom - m_box.top > 2.5 * kLine;
        if (m_item.isInferred && hasRoom) {
            m_painter.drawText(QRectF(ribbon.left + 10, middle - 28, ribbon.width() - 20, 14),
                               Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("inferred"));
        }
    }

    void paintStub() {
        const bool isA = m_item.presence == Presence::OnlyA;
        const QPainterPath path = ribbonPath(m_columns, m_box);
        const QRectF stub = path.boundingRect();
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.fillPath(path, QBrush(m_tokens.border, Qt::BDiagPattern));
        QPen pen(m_tokens.text2, 1);
        pen.setDashPattern({3, 2});
        m_painter.setPen(pen);
        m_painter.drawPath(path.translated(0.5, 0.5));
        m_painter.restore();
        const QString text = isA ? QStringLiteral("only A") : QStringLiteral("only B");
        m_painter.setFont(textFont(fontsize::kHeader));
        m_painter.setPen(m_tokens.text2);
        const qreal textWidth = QFontMetricsF(m_painter.font()).horizontalAdvance(text);
        const qreal textLeft = isA ? stub.right() + 8 : stub.left() - 8 - textWidth;
        const qreal middle = stub.center().y();
        m_painter.drawText(QRectF(textLeft, middle - 8, textWidth + 1, 16), Qt::AlignLeft | Qt::AlignVCenter,
                           text);
        QPen dots(m_tokens.border, 1);
        dots.setDashPattern({1, 4});
        m_painter.setPen(dots);
        const qreal y = std::round(middle) + 0.5;
        const qreal from = isA ? textLeft + textWidth + 8 : m_columns.tick.a.left;
        const qreal to = isA ? m_columns.tick.b.right : textLeft - 8;
        m_painter.drawLine(QPointF(from, y), QPointF(to, y));
    }

    QPainter& m_painter;
    const PairColumns& m_columns;
    const PairBox& m_box;
    const PairItem& m_item;
    const PairPaintState& m_state;
    const Tokens& m_tokens;
    qreal m_width;
};

} // namespace

void paintPair(QPainter& painter, const PairColumns& columns, const PairBox& box, const PairItem& item,
               const PairPaintState& state, const Tokens& tokens) {
    PairPainter(painter, columns, box, item, state, tokens).paint();
}

} // namespace diptych
