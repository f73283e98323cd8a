#pragma once
// Paints the cells of all tables: selection, hairline, swatch, text, badge; subclasses paint what stands in a
// cell. Delegates know roles, never models. Owned by their view.

#include "ui/style/tokens.h"

#include <QStyledItemDelegate>

namespace diptych {

class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit CellDelegate(QObject* parent = nullptr);

    /// Space before the first column's text; the selection reaches the edge.
    void setLeadingMargin(int margin) { m_leadingMargin = margin; }
    /// Behind the last column's.
    void setTrailingMargin(int margin) { m_trailingMargin = margin; }

    /// The row under the mouse has another ground; -1: none.
    void setHoveredRow(int row) { m_hoveredRow = row; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Cells without a tooltip of their own say what row and column they stand in.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

    static constexpr int kPadding = 8;

protected:
    /// Paints what stands in the cell, within its padding; font and pen are set.
    virtual void paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                              const QModelIndex& index) const;
    /// The width that the content wants.
    [[nodiscard]] virtual qreal contentWidth(const QModelIndex& index) const;
    /// Text or badge at the cell's alignment.
    static void paintText(QPainter& painter, const QRectF& area, const Tokens& tokens,
                          const QModelIndex& index);

private:
    int m_leadingMargin = kPadding;
    int m_trailingMargin = kPadding;
    int m_hoveredRow = -1;
};

/// In-cell bars about zero, beside their figure.
class BarDelegate : public CellDelegate {
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

    /// Space that is kept for figures, so that the bars of a column share their zero.
    void setFigureWidth(qreal width) { m_figureWidth = width; }

protected:
    void paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                      const QModelIndex& index) const override;
    [[nodiscard]] qreal contentWidth(const QModelIndex& index) const override;

private:
    qreal m_figureWidth = 60;
};

/// Kernel names in the mono font, shortened in the middle around the part that tells them from their
/// neighbours.
class NameDelegate : public CellDelegate {
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                      const QModelIndex& index) const override;
    [[nodiscard]] qreal contentWidth(const QModelIndex& index) const override;
};

/// A word in a frame: IMPROVE, FUSION, MISSING.
class MarkDelegate : public CellDelegate {
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                      const QModelIndex& index) const override;
};

/// The badges of sides, for the texts "A", "B" and "A, B".
class SideDelegate : public CellDelegate {
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                      const QModelIndex& index) const override;
};

/// The sign of a severity before its word.
class SeverityDelegate : public CellDelegate {
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                      const QModelIndex& index) const override;
    [[nodiscard]] qreal contentWidth(const QModelIndex& index) const override;
};

/// A sentence that wraps to the width of its column.
class SentenceDelegate : public CellDelegate {
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                      const QModelIndex& index) const override;
};

/// Where the bar of a fraction lies in an area whose bars reach from `range.x()` (at most 0) to `range.y()`.
/// A value that is not zero is at least a pixel wide. Pure geometry.
[[nodiscard]] QRectF barRect(const QRectF& area, double fraction, const QPointF& range);

} // namespace diptych
