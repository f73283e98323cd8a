#include "ui/views/data_table.h"

#include "ui/models/rank_proxy.h"
#include "ui/style/fonts.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/cell_delegate.h"
#include "ui/views/cell_painting.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace diptych {

TotalsRow::TotalsRow(TableView* view, QWidget* parent) : QWidget(parent), m_view(view) {
    connect(view, &TableView::layoutShown, this, qOverload<>(&QWidget::update));
    connect(view->horizontalHeader(), &QHeaderView::sectionResized, this, qOverload<>(&QWidget::update));
    connect(view->horizontalHeader(), &QHeaderView::sectionMoved, this, qOverload<>(&QWidget::update));
    connect(view->horizontalScrollBar(), &QScrollBar::valueChanged, this, qOverload<>(&QWidget::update));
}

void TotalsRow::setMargins(int leading, int trailing) {
    m_leadingMargin = leading;
    m_trailingMargin = trailing;
    update();
}

void TotalsRow::paintEvent(QPaintEvent* /*event*/) {
    const std::shared_ptr<const Table>& table = m_view->table();
    if (!table || table->totals().empty()) {
        return;
    }
    QPainter painter(this);
    const Tokens& tokens = tokensOf(palette());
    painter.setFont(textFont(fontsize::kTable, QFont::Bold));
    const QHeaderView* header = m_view->horizontalHeader();
    int left = m_leadingMargin;
    const std::vector<int> columns = m_view->shownColumns();
    for (const int column : columns) {
        const TotalCell& cell = table->totals()[static_cast<std::size_t>(column)];
        const QRect section(header->sectionViewportPosition(column), 0, header->sectionSize(column),
                            height());
        painter.setPen(cell.gapNs ? gapColor(tokens, *cell.gapNs) : tokens.text);
        const int right = column == columns.back() ? m_trailingMargin : CellDelegate::kPadding;
        drawFigure(painter, QRectF(section).adjusted(left, 0, -right, 0), table->column(column).alignment,
                   cell.text);
        left = CellDelegate::kPadding;
    }
}

DataTable::DataTable(QWidget* parent)
    : QWidget(parent), m_view(new TableView(this)), m_totals(new TotalsRow(m_view, this)),
      m_empty(makeLabel(TextRole::Caption, {}, this)) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view);
    layout->addWidget(m_totals);
    layout->addWidget(m_empty);
    layout->addStretch(1);
    layout->setStretchFactor(m_view, 1000);
    setMargins(CellDelegate::kPadding, CellDelegate::kPadding);
    m_empty->setWordWrap(true);
    setRowHeight(metrics::kTableRowHeight);
    connect(m_view, &TableView::layoutShown, this, &DataTable::arrange);
    connect(&m_view->ranking(), &QAbstractItemModel::modelReset, this, &DataTable::arrange);
    connect(m_view->horizontalScrollBar(), &QScrollBar::rangeChanged, this, &DataTable::arrange);
    setFocusProxy(m_view);
    arrange();
}

/// Its parts outlive it by a little, and tell of their ranges while they are hidden.
DataTable::~DataTable() {
    m_view->disconnect(this);
    m_view->ranking().disconnect(this);
    m_view->horizontalScrollBar()->disconnect(this);
}

void DataTable::setTable(std::shared_ptr<const Table> table) {
    m_view->setTable(std::move(table));
}

void DataTable::setRowHeight(int height) {
    m_view->setRowHeight(height);
    m_totals->setFixedHeight(height);
}

void DataTable::setLeadingMargin(int margin) {
    setMargins(margin, CellDelegate::kPadding);
}

void DataTable::setMargins(int leading, int trailing) {
    m_view->setMargins(leading, trailing);
    m_totals->setMargins(leading, trailing);
    m_empty->setContentsMargins(leading, metrics::kUnit * 3, trailing, 0);
}

void DataTable::setEmptyTexts(const QString& filtered, const QString& none) {
    m_filteredText = filtered;
    m_noneText = none;
    arrange();
}

void DataTable::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

/// All rows where they fit, else whole rows.
int DataTable::viewHeight(int available) const {
    const QScrollBar* scrollBar = m_view->horizontalScrollBar();
    const int below = scrollBar->maximum() > scrollBar->minimum() ? scrollBar->sizeHint().height() : 0;
    const int wanted = m_view->contentHeight() + below;
    if (wanted <= available) {
        return wanted;
    }
    if (m_view->verticalScrollMode() == QAbstractItemView::ScrollPerPixel) {
        return available; // rows of several heights
    }
    const int row = m_view->verticalHeader()->defaultSectionSize();
    const int rows = std::max(1, (available - below - metrics::kHeaderRowHeight) / row);
    return metrics::kHeaderRowHeight + rows * row + below;
}

void DataTable::arrange() {
    const std::shared_ptr<const Table>& table = m_view->table();
    const int rows = m_view->ranking().rowCount();
    const bool hasTotals = table && !table->totals().empty();
    m_totals->setVisible(hasTotals);
    m_view->setMaximumHeight(viewHeight(height() - (hasTotals ? m_totals->height() : 0)));
    const bool isFiltered = table && table->rowCount() > 0;
    m_empty->setText(isFiltered ? m_filteredText : m_noneText);
    m_empty->setVisible(rows == 0 && !m_view->ranking().isRanking() && !m_empty->text().isEmpty());
}

DataTable* makePartTable(const QString& name, const QString& accessibleName, QWidget* parent) {
    auto* const table = new DataTable(parent);
    table->setRowHeight(metrics::kTableRowHeight);
    table->setLeadingMargin(0);
    table->view()->setName(name);
    table->view()->setAccessibleName(accessibleName);
    return table;
}

} // namespace diptych
