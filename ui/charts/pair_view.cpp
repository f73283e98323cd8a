#include "ui/charts/pair_view.h"

#include "ui/charts/chart_export.h"
#include "ui/charts/pair_painter.h"
#include "ui/charts/place_keys.h"
#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"
#include "ui/views/cell_painting.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kFooterHeight = 30;

/// What a screen reader says of a pair.
QString spokenText(const PairItem& item) {
    QStringList parts;
    for (const Side side : kSides) {
        for (const KernelLine& line : item.lines[side]) {
            parts.append(QStringLiteral("%1: %2, %3, %4 µs")
                             .arg(QLatin1String(sideName(side)), line.operation, line.label,
                                  formatMicroseconds(line.meanNs)));
        }
    }
    parts.append(item.presence == Presence::Both ? QStringLiteral("A ÷ B ") + formatRatio(item.ratio)
                                                 : QStringLiteral("without counterpart"));
    if (!item.note.isEmpty()) {
        parts.append(PairView::tr("Note: %1").arg(item.note));
    }
    return parts.join(QStringLiteral("; "));
}

QString namesOf(const PairItem& item) {
    QStringList names;
    for (const Side side : kSides) {
        for (const KernelLine& line : item.lines[side]) {
            names.append(line.name);
        }
    }
    return names.join(QLatin1Char('\n'));
}

} // namespace

PairView::PairView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // The columns stand under their heads whether or not the pairs scroll.
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    viewport()->setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Pairs of the layer"));
    verticalScrollBar()->setSingleStep(metrics::kPairRowHeight);
}

void PairView::setItems(std::vector<PairItem> items, const QString& emptyText) {
    const QString current = currentPair();
    m_items = std::move(items);
    m_emptyText = emptyText;
    m_current = -1;
    m_scaleNs = 0;
    for (const PairItem& item : m_items) {
        for (const Side side : kSides) {
            for (const KernelLine& line : item.lines[side]) {
                m_scaleNs = std::max(m_scaleNs, line.meanNs);
            }
        }
    }
    layOut();
    verticalScrollBar()->setValue(0);
    showPair(current);
}

void PairView::showPair(const QString& id) {
    const auto found =
        std::find_if(m_items.begin(), m_items.end(), [&](const PairItem& item) { return item.id == id; });
    m_current = found == m_items.end() ? -1 : static_cast<int>(found - m_items.begin());
    ensureVisible(m_current);
    setAccessibleDescription(m_current < 0 ? QString() : spokenText(*found));
    viewport()->update();
}

QString PairView::currentPair() const {
    return m_current < 0 ? QString() : m_items[static_cast<std::size_t>(m_current)].id;
}

void PairView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const Tokens& tokens = tokensOf(palette());
    painter.fillRect(event->rect(), tokens.surface);
    if (m_items.empty()) {
        painter.setFont(textFont(fontsize::kTable));
        painter.setPen(tokens.text2);
        painter.drawText(
            viewport()->rect().adjusted(metrics::kMargin, metrics::kUnit * 4, -metrics::kMargin, 0),
            static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const int offset = verticalScrollBar()->value();
    painter.translate(0, -offset);
    const qreal bottom = event->rect().bottom() + offset;
    for (int i = std::max(0, m_layout.pairAt(event->rect().top() + offset));
         i < static_cast<int>(m_items.size()); ++i) {
        const PairBox& box = m_layout.boxes[static_cast<std::size_t>(i)];
        if (box.top > bottom) {
            break;
        }
        paintPair(painter, m_layout.columns, box, m_items[static_cast<std::size_t>(i)],
                  {i == m_current, hasFocus(), m_scaleNs}, tokens);
    }
}

void PairView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void PairView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        choose(m_layout.pairAt(event->position().y() + verticalScrollBar()->value()));
    }
}

void PairView::keyPressEvent(QKeyEvent* event) {
    const int page = viewport()->height() / (metrics::kPairRowHeight + metrics::kPairRowSpacing);
    const PlaceList list{static_cast<int>(m_items.size()), m_current, std::max(1, page)};
    if (const std::optional<int> place = placeOfKey(event->key(), Qt::Vertical, list)) {
        choose(*place);
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void PairView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    if (m_current >= 0) {
        const PairItem& item = m_items[static_cast<std::size_t>(m_current)];
        menu.addAction(tr("Copy the names"), this,
                       [text = namesOf(item)] { QApplication::clipboard()->setText(text); });
        menu.addSeparator();
    }
    addPictureActions(menu, *this, QStringLiteral("layer"));
    menu.exec(event->globalPos());
}

void PairView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void PairView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

bool PairView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tooltipAt(help->pos()), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void PairView::layOut() {
    std::vector<PairShape> shapes;
    shapes.reserve(m_items.size());
    for (const PairItem& item : m_items) {
        shapes.push_back({static_cast<int>(item.lines.a.size()), static_cast<int>(item.lines.b.size())});
    }
    m_layout = layOutPairs(shapes, width()); // not the viewport: heads and sums have no scroll bar
    verticalScrollBar()->setRange(0, std::max(0, contentHeight() - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    viewport()->update();
}

void PairView::choose(int index) {
    if (index < 0 || index >= static_cast<int>(m_items.size()) || index == m_current) {
        return;
    }
    showPair(m_items[static_cast<std::size_t>(index)].id);
    emit pairChosen(currentPair());
}

void PairView::ensureVisible(int index) {
    if (index < 0) {
        return;
    }
    const PairBox& box = m_layout.boxes[static_cast<std::size_t>(index)];
    QScrollBar* bar = verticalScrollBar();
    if (box.top < bar->value()) {
        bar->setValue(qFloor(box.top));
    } else if (box.bottom > bar->value() + viewport()->height()) {
        bar->setValue(qCeil(box.bottom) - viewport()->height());
    }
}

QString PairView::tooltipAt(const QPoint& position) const {
    const int index = m_layout.pairAt(position.y() + verticalScrollBar()->value());
    if (index < 0) {
        return {};
    }
    const PairItem& item = m_items[static_cast<std::size_t>(index)];
    const qreal y = position.y() + verticalScrollBar()->value();
    for (const Side side : kSides) {
        const bool isThere = side == Side::A ? position.x() < m_layout.columns.ribbon.left
                                             : position.x() > m_layout.columns.ribbon.right;
        const std::vector<qreal>& middles = m_layout.boxes[static_cast<std::size_t>(index)].lines[side];
        for (std::size_t i = 0; isThere && i < middles.size(); ++i) {
            if (std::abs(middles[i] - y) <= metrics::kPairRowHeight / 2.0) {
                return item.note.isEmpty()
                           ? item.lines[side][i].name
                           : item.lines[side][i].name + QLatin1Char('\n') + tr("Note: %1").arg(item.note);
            }
        }
    }
    return spokenText(item).replace(QStringLiteral("; "), QStringLiteral("\n"));
}

QSize PairHeader::sizeHint() const {
    return {400, metrics::kHeaderRowHeight};
}

void PairHeader::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Tokens& tokens = tokensOf(palette());
    const PairColumns columns = layOutColumns(width());
    painter.setFont(textFont(fontsize::kHeader));
    painter.setPen(tokens.text2);
    const auto draw = [&](qreal left, qreal right, Qt::Alignment alignment, const QString& text) {
        drawFigure(painter, QRectF(left, 0, right - left, height() - 1), alignment, text);
    };
    draw(columns.operation.a.left, columns.operation.a.right, Qt::AlignLeft, tr("Operation"));
    if (columns.hasNames()) {
        draw(columns.name.a.left, columns.name.a.right, Qt::AlignLeft, tr("A kernel"));
        draw(columns.name.b.left, columns.name.b.right, Qt::AlignLeft, tr("B kernel"));
    }
    draw(columns.bar.a.left, columns.value.a.right, Qt::AlignRight, tr("Mean, µs"));
    draw(columns.ribbon.left, columns.ribbon.right - 12 - kMatchSquaresWidth - 10, Qt::AlignRight,
         tr("A ÷ B"));
    draw(columns.ribbon.right - 12 - kMatchSquaresWidth, columns.ribbon.right + 4, Qt::AlignLeft,
         tr("Match"));
    draw(columns.value.b.left, columns.bar.b.right, Qt::AlignLeft, tr("Mean, µs"));
    draw(columns.operation.b.left, columns.operation.b.right, Qt::AlignRight, tr("Operation"));
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens.border);
}

void PairFooter::setSums(const LayerFooterSums& sums) {
    m_sums = sums;
    update();
}

QSize PairFooter::sizeHint() const {
    return {400, kFooterHeight};
}

void PairFooter::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Tokens& tokens = tokensOf(palette());
    const PairColumns columns = layOutColumns(width());
    painter.fillRect(QRect(0, 0, width(), 1), tokens.border);
    painter.setFont(textFont(fontsize::kTable, QFont::Bold));
    for (const Side side : kSides) {
        const bool isA = side == Side::A;
        painter.setPen(tokens.text);
        const PairColumns::Span& operation = columns.operation[side];
        const PairColumns::Span& bar = columns.bar[side];
        const qreal inner = isA ? bar.left : bar.right; // names stand between, if there are any
        const qreal outer = isA ? operation.left : operation.right;
        const QString title = tr("%1, %2 kernels").arg(m_sums.title, formatCount(m_sums.kernels[side]));
        drawFigure(painter, QRectF(std::min(inner, outer), 0, std::abs(outer - inner), height()),
                   isA ? Qt::AlignLeft : Qt::AlignRight, title);
        const qreal left = isA ? bar.left : columns.ribbon.right + 2;
        drawFigure(painter, QRectF(left, 0, columns.value[side].right - left, height()), Qt::AlignRight,
                   formatMicroseconds(m_sums.ns[side]));
    }
    const Nanoseconds gap = m_sums.ns.a.value_or(0) - m_sums.ns.b.value_or(0);
    painter.setPen(gapColor(tokens, gap));
    drawFigure(
        painter,
        QRectF(columns.ribbon.left, 0, columns.ribbon.width() - 12 - kMatchSquaresWidth - 10, height()),
        Qt::AlignRight, formatRatioWithArrow(m_sums.ratio));
}

} // namespace diptych
