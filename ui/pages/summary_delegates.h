#pragma once
// Cells that only the summary's tables have: the swatches of a part of the wall time, and the icons of a row
// that leads on or has a note. Owned by their view.

#include "ui/views/cell_delegate.h"

namespace diptych {

/// Swatches of both sides before the name of a part; the part is told by the id of the row.
class PartDelegate : public CellDelegate {
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                      const QModelIndex& index) const override;
    [[nodiscard]] qreal contentWidth(const QModelIndex& index) const override;
};

/// A chevron: the row leads on. Before it the mark of a note, where the cell has a remark.
class OpenDelegate : public CellDelegate {
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                      const QModelIndex& index) const override;
};

} // namespace diptych
