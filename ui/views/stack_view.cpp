#include "ui/views/stack_view.h"

#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

namespace diptych {

namespace {

constexpr int kFrameHeight = 17;
constexpr int kIndent = 10;

class FrameDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const auto* model = static_cast<const StackModel*>(index.model());
        const StackRow& row = model->row(index);
        const Tokens& tokens = tokensOf(option.palette);
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->fillRect(option.rect, tokens.selection);
        }
        QRect area = option.rect.adjusted(row.depth * kIndent, 0, 0, 0);
        painter->setFont(monoFont(fontsize::kKernel));
        painter->setPen(row.isModelCode ? tokens.text2 : tokens.text3);
        const QString right = rightText(row);
        const int rightWidth = painter->fontMetrics().horizontalAdvance(right);
        painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter, right);
        area.setRight(area.right() - rightWidth - 8);
        painter->setFont(monoFont(fontsize::kKernel, row.isModelCode ? QFont::Bold : QFont::Normal));
        painter->setPen(row.isModelCode ? tokens.text : tokens.text3);
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(row.text, Qt::ElideRight, area.width()));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& /*index*/) const override {
        return {100, kFrameHeight};
    }

private:
    static QString rightText(const StackRow& row) {
        const QString count = QStringLiteral("×") + formatCount(row.count);
        if (!row.partsHere) {
            return row.location;
        }
        return row.location.isEmpty() ? count : count + QStringLiteral("  ") + row.location;
    }
};

} // namespace

void StackModel::setRows(std::vector<StackRow> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int StackModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant StackModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const StackRow& frame = row(index);
    switch (role) {
    case Qt::DisplayRole:
        return frame.text;
    case Qt::ToolTipRole:
        return frame.file.isEmpty()
                   ? QVariant(frame.text)
                   : QVariant(QStringLiteral("%1\n%2:%3").arg(frame.text, frame.file).arg(frame.line));
    case Qt::AccessibleTextRole:
        return frame.location.isEmpty() ? frame.text : frame.text + QStringLiteral(", ") + frame.location;
    }
    return {};
}

StackView::StackView(QWidget* parent) : QListView(parent), m_model(new StackModel(this)) {
    setModel(m_model);
    setItemDelegate(new FrameDelegate(this));
    setUniformItemSizes(true);
    setFrameShape(QFrame::NoFrame);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Python stack, outermost frame first"));
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        const StackRow row = current.isValid() ? m_model->row(current) : StackRow();
        emit frameChosen(row.file, row.line);
    });
    connect(this, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const StackRow& row = m_model->row(index);
        if (row.isFold) {
            setFolded(false);
        } else if (!row.file.isEmpty()) {
            emit sourceRequested(row.file, row.line);
        }
    });
}

void StackView::setStacks(const std::vector<StackCount>& stacks) {
    m_stacks = stacks;
    fill();
}

void StackView::setFolded(bool isFolded) {
    m_isFolded = isFolded;
    fill();
}

QSize StackView::sizeHint() const {
    return {280, m_model->rowCount() * kFrameHeight + 2};
}

QSize StackView::minimumSizeHint() const {
    return {100, sizeHint().height()};
}

void StackView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy the stack"), this, [this] {
        QStringList lines;
        for (int i = 0; i < m_model->rowCount(); ++i) {
            lines.append(m_model->index(i).data(Qt::AccessibleTextRole).toString());
        }
        QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
    });
    QAction* const fold = menu.addAction(tr("Fold framework frames"));
    fold->setCheckable(true);
    fold->setChecked(m_isFolded);
    connect(fold, &QAction::toggled, this, &StackView::setFolded);
    menu.exec(event->globalPos());
}

void StackView::fill() {
    m_model->setRows(makeStackRows(m_stacks, m_isFolded));
    updateGeometry();
}

} // namespace diptych
