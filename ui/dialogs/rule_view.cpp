#include "ui/dialogs/rule_view.h"

#include "ui/dialogs/rule_model.h"
#include "ui/style/fonts.h"
#include "ui/style/tokens.h"

#include <QComboBox>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableView>

namespace diptych {

namespace {

/// Choices where a column has few values; the colour of rows that cannot be used.
class RuleDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override {
        if (index.column() != RuleModel::CategoryColumn && index.column() != RuleModel::VendorColumn) {
            return QStyledItemDelegate::createEditor(parent, option, index);
        }
        auto* const box = new QComboBox(parent);
        box->setEditable(index.column() == RuleModel::CategoryColumn); // users have categories of their own
        if (index.column() == RuleModel::VendorColumn) {
            box->addItems({QString(), QStringLiteral("AMD"), QStringLiteral("NVIDIA")});
        } else {
            for (const std::string& category : knownCategories()) {
                box->addItem(QString::fromStdString(category));
            }
        }
        return box;
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const Tokens& tokens = tokensOf(option->palette);
        if (index.data(RuleModel::ProblemRole).toBool()) {
            option->palette.setColor(QPalette::Text, tokens.slower);
            option->palette.setColor(QPalette::HighlightedText, tokens.slower);
        } else if (!index.flags().testFlag(Qt::ItemIsEditable)) {
            option->palette.setColor(QPalette::Text, tokens.text2);
            option->palette.setColor(QPalette::HighlightedText, tokens.text2);
        }
    }
};

} // namespace

QTableView* makeRuleView(QAbstractItemModel* model, QWidget* parent) {
    auto* const view = new QTableView(parent);
    view->setModel(model);
    view->setItemDelegate(new RuleDelegate(view));
    view->setProperty("boxed", true);
    view->setFont(textFont(fontsize::kTable));
    view->setAccessibleName(QTableView::tr("Rules, the first that matches decides"));
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                          QAbstractItemView::AnyKeyPressed);
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->setTabKeyNavigation(false);
    view->verticalHeader()->hide();
    view->verticalHeader()->setDefaultSectionSize(metrics::kTableRowHeight);
    QHeaderView* const header = view->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionResizeMode(QHeaderView::Interactive);
    header->setSectionResizeMode(RuleModel::PatternColumn, QHeaderView::Stretch);
    for (const auto& [column, width] :
         {std::pair(RuleModel::NumberColumn, 48), std::pair(RuleModel::OperationColumn, 170),
          std::pair(RuleModel::CategoryColumn, 116), std::pair(RuleModel::VendorColumn, 74),
          std::pair(RuleModel::HitsAColumn, 84), std::pair(RuleModel::HitsBColumn, 84)}) {
        view->setColumnWidth(column, width);
    }
    return view;
}

} // namespace diptych
