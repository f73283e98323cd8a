#pragma once
// Column heads: small dimmed text, the sorted column bold with an arrow behind it; columns can be moved and
// resized. Owned by its table view.

#include <QHeaderView>

namespace diptych {

class TableHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit TableHeader(QWidget* parent = nullptr);

    /// As the cells' of the first column.
    void setLeadingMargin(int margin) { m_leadingMargin = margin; }
    void setTrailingMargin(int margin) { m_trailingMargin = margin; }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const override;
    [[nodiscard]] QSize sectionSizeFromContents(int logicalIndex) const override;

private:
    [[nodiscard]] int outermost(bool isLast) const;
    [[nodiscard]] QRectF textArea(const QRect& rect, int logicalIndex) const;

    int m_leadingMargin = 8;
    int m_trailingMargin = 8;
};

} // namespace diptych
