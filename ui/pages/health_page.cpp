#include "ui/pages/health_page.h"

#include "core/export/csv_writer.h"
#include "ui/pages/health_model.h"
#include "ui/session/comparison_session.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/side_badge.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/window_notice.h"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPainter>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kSeverityWidth = 130;
constexpr int kSideWidth = 60;
constexpr int kNumberWidth = 110;
constexpr int kIconSize = 16;
constexpr int kHealthBadge = 16;
constexpr int kCellMargin = 8;
constexpr int kRowPadding = 6;

QString iconOf(Severity severity) {
    switch (severity) {
    case Severity::Info:
        return QStringLiteral("info");
    case Severity::Warning:
        return QStringLiteral("warning");
    case Severity::Loss:
        return QStringLiteral("loss");
    }
    return {};
}

/// Cells of the table: a mark and a word, badges, a sentence that wraps, figures.
class HealthDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Tokens& tokens = tokensOf(option.palette);
        painter->save();
        painter->fillRect(option.rect,
                          option.state.testFlag(QStyle::State_Selected) ? tokens.selection : tokens.surface);
        painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1),
                          tokens.hairline);
        const QRect cell = option.rect.adjusted(kCellMargin, 0, -kCellMargin, -1);
        if (index.column() == HealthModel::SideColumn) {
            paintBadges(*painter, cell, index, tokens);
        } else {
            paintText(*painter, cell, index, tokens, option.widget ? option.widget->devicePixelRatioF() : 1);
        }
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(tokens.text);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QFontMetrics metrics(textFont(fontsize::kBody));
        int height = metrics::kTableRowHeight;
        if (index.column() == HealthModel::MeaningColumn) {
            const int width = qMax(60, option.rect.width() - 2 * kCellMargin);
            const QRect bounds = metrics.boundingRect(QRect(0, 0, width, 10000), Qt::TextWordWrap,
                                                      index.data(Qt::DisplayRole).toString());
            height = qMax(height, bounds.height() + 2 * kRowPadding + 1);
        }
        return {option.rect.width(), height};
    }

private:
    static void paintBadges(QPainter& painter, const QRect& cell, const QModelIndex& index,
                            const Tokens& tokens) {
        const QVariant side = index.data(HealthModel::SideRole);
        qreal x = cell.left();
        for (const Side each : kSides) {
            if (!side.isValid() || side.toInt() == static_cast<int>(each)) {
                const qreal y = cell.top() + (cell.height() - kHealthBadge) / 2.0;
                paintSideBadge(painter, QRectF(x, y, kHealthBadge, kHealthBadge), each, tokens);
                x += kHealthBadge + 4;
            }
        }
    }

    static void paintText(QPainter& painter, QRect cell, const QModelIndex& index, const Tokens& tokens,
                          qreal devicePixelRatio) {
        const auto severity = static_cast<Severity>(index.data(HealthModel::SeverityRole).toInt());
        const bool isLoud = severity != Severity::Info;
        painter.setFont(textFont(fontsize::kBody));
        if (index.column() == HealthModel::SeverityColumn) {
            painter.drawPixmap(QPointF(cell.left(), cell.top() + (cell.height() - kIconSize) / 2.0),
                               iconPixmap(iconOf(severity), isLoud ? tokens.text : tokens.text2, kIconSize,
                                          devicePixelRatio));
            cell.setLeft(cell.left() + kIconSize + 8);
            painter.setFont(
                textFont(fontsize::kBody, severity == Severity::Loss ? QFont::Bold : QFont::Normal));
        }
        const bool isDimmed = !isLoud && index.column() != HealthModel::MeaningColumn;
        painter.setPen(isDimmed ? tokens.text2 : tokens.text);
        painter.drawText(cell, index.data(Qt::TextAlignmentRole).toInt() | Qt::TextWordWrap,
                         index.data(Qt::DisplayRole).toString());
    }
};

QString summaryOf(const Comparison& comparison) {
    std::array<std::size_t, 3> counts{};
    for (const Diagnostic& diagnostic : comparison.diagnostics) {
        ++counts[static_cast<std::size_t>(diagnostic.severity)];
    }
    QStringList parts;
    const auto add = [&parts](std::size_t count, const QString& one, const QString& many) {
        if (count != 0) {
            parts << QStringLiteral("%1 %2").arg(count).arg(count == 1 ? one : many);
        }
    };
    add(counts[2], QStringLiteral("loss"), QStringLiteral("losses"));
    add(counts[1], QStringLiteral("warning"), QStringLiteral("warnings"));
    add(counts[0], QStringLiteral("note"), QStringLiteral("notes"));
    return parts.join(QStringLiteral(", "));
}

void copySelection(const QTableView& table) {
    QStringList lines;
    for (const QModelIndex& row : table.selectionModel()->selectedRows()) {
        QStringList cells;
        for (int column = 0; column < HealthModel::ColumnCount; ++column) {
            cells << row.siblingAtColumn(column).data().toString();
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    if (!lines.isEmpty()) {
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
    }
}

QTableView* makeDiagnosticsTable(QAbstractItemModel* model, QWidget* parent) {
    auto* const table = new QTableView(parent);
    table->setObjectName(QStringLiteral("healthTable"));
    table->setAccessibleName(QStringLiteral("Diagnostics"));
    table->setModel(model);
    table->setItemDelegate(new HealthDelegate(table));
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setMinimumSectionSize(metrics::kTableRowHeight);
    QHeaderView* const header = table->horizontalHeader();
    header->setFont(textFont(fontsize::kHeader));
    header->setHighlightSections(false);
    header->setSectionResizeMode(HealthModel::MeaningColumn, QHeaderView::Stretch);
    header->resizeSection(HealthModel::SeverityColumn, kSeverityWidth);
    header->resizeSection(HealthModel::SideColumn, kSideWidth);
    header->resizeSection(HealthModel::CountColumn, kNumberWidth);
    header->resizeSection(HealthModel::ByteColumn, kNumberWidth);
    table->setSortingEnabled(true);
    table->sortByColumn(HealthModel::SeverityColumn, Qt::AscendingOrder);
    auto* const copy = new QAction(QStringLiteral("Copy"), table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    table->addAction(copy);
    table->setContextMenuPolicy(Qt::ActionsContextMenu);
    QObject::connect(copy, &QAction::triggered, table, [table] { copySelection(*table); });
    return table;
}

} // namespace

HealthPage::HealthPage(ComparisonSession* session, ViewState* /*state*/, QWidget* parent)
    : PageWidget(Page::Health, parent), m_session(session),
      m_summary(makeLabel(TextRole::Secondary, {}, this)),
      m_empty(
          makeLabel(TextRole::Secondary, QStringLiteral("Nothing to report: both traces are whole."), this)),
      m_model(new HealthModel(this)) {
    auto* const sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(m_model);
    sorted->setSortRole(HealthModel::SortRole);
    m_table = makeDiagnosticsTable(sorted, this);
    auto* const head = new QHBoxLayout;
    head->setContentsMargins(metrics::kMargin, metrics::kUnit * 3, metrics::kMargin, metrics::kUnit * 2);
    head->setSpacing(metrics::kUnit * 3);
    head->addWidget(makeLabel(TextRole::Title, QStringLiteral("Health"), this));
    head->addWidget(m_summary);
    head->addStretch();
    makeRepairButtons();
    for (const Side side : kSides) {
        head->addWidget(m_repair[side]);
    }
    makeExplainButton();
    makeExportAction();
    head->addWidget(m_explain);
    auto* const body = new QVBoxLayout;
    body->setContentsMargins(metrics::kMargin - kCellMargin, 0, metrics::kMargin - kCellMargin,
                             metrics::kMargin);
    body->addWidget(m_table, 1);
    m_empty->setContentsMargins(kCellMargin, 0, 0, 0);
    body->addWidget(m_empty, 0, Qt::AlignTop);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(body, 1);
    connect(sorted, &QAbstractItemModel::layoutChanged, this, &HealthPage::fitRows);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, &HealthPage::fitRows);
}

std::optional<std::uint64_t> HealthPage::countOf(const Comparison& comparison) const {
    const std::size_t count = comparison.diagnostics.size();
    return count == 0 ? std::nullopt : std::optional<std::uint64_t>(count);
}

void HealthPage::showComparison() {
    m_model->setComparison(comparison());
    const bool isEmpty = m_model->rowCount() == 0;
    m_summary->setText(comparison() ? summaryOf(*comparison()) : QString());
    m_table->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty && comparison());
    m_explain->setVisible(!isEmpty);
    m_explain->setEnabled(!chosenCode().isEmpty());
    showRepairButtons();
    fitRows();
}

QString HealthPage::chosenCode() const {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? QString() : rows.front().data(HealthModel::CodeRole).toString();
}

/// The way to the guide: a button above the table, the same in a row's menu, and Enter or a double click on
/// it.
void HealthPage::makeExplainButton() {
    m_explain = new QPushButton(QStringLiteral("What does this mean?"), this);
    m_explain->setObjectName(QStringLiteral("explain"));
    m_explain->setToolTip(QStringLiteral("Opens the guide at the chosen line (Enter)"));
    auto* const action = new QAction(m_explain->text(), m_table);
    action->setObjectName(QStringLiteral("explain"));
    m_table->insertAction(m_table->actions().front(), action);
    const auto ask = [this] {
        if (const QString code = chosenCode(); !code.isEmpty()) {
            Q_EMIT explanationRequested(code);
        }
    };
    connect(m_explain, &QPushButton::clicked, this, ask);
    connect(action, &QAction::triggered, this, ask);
    connect(m_table, &QTableView::activated, this, ask);
    const auto follow = [this, action] {
        m_explain->setEnabled(!chosenCode().isEmpty());
        action->setEnabled(m_explain->isEnabled());
    };
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, follow);
    connect(m_table->model(), &QAbstractItemModel::modelReset, this, follow);
    follow();
}

/// A row of the menu, as every other table has it. What is written is what --csv writes.
void HealthPage::makeExportAction() {
    auto* const action = new QAction(QStringLiteral("Export this table as CSV…"), m_table);
    action->setObjectName(QStringLiteral("exportCsv"));
    m_table->addAction(action);
    connect(action, &QAction::triggered, this, [this] {
        const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Export this table as CSV"),
                                                          QStringLiteral("diagnostics.csv"),
                                                          QStringLiteral("CSV files (*.csv)"));
        if (!path.isEmpty()) {
            exportCsv(path);
        }
    });
    connect(m_table->model(), &QAbstractItemModel::modelReset, this,
            [this, action] { action->setEnabled(m_table->model()->rowCount() > 0); });
    action->setEnabled(m_table->model()->rowCount() > 0);
}

void HealthPage::exportCsv(const QString& path) {
    std::string text;
    writeCsv(*findTable("diagnostics"), *comparison(), [&text](std::string_view piece) {
        text += piece;
        return true;
    });
    const Failure failure = writeFile(path.toStdString(), text);
    tellWindow(*this, failure ? WindowNotice::Kind::Failure : WindowNotice::Kind::Done,
               failure ? QString::fromStdString(describe(*failure))
                       : QStringLiteral("The table was written to %1").arg(path));
}

void HealthPage::makeRepairButtons() {
    for (const Side side : kSides) {
        const QString name = QLatin1String(sideName(side));
        auto* const button = new QPushButton(QStringLiteral("Repair names of %1").arg(name), this);
        button->setObjectName(QStringLiteral("repairNames%1").arg(name));
        button->setCheckable(true);
        button->setToolTip(
            QStringLiteral("Put the kernel names of its graph replays in the order of the file, "
                           "where that proves itself"));
        button->hide();
        m_repair[side] = button;
        connect(button, &QPushButton::clicked, this, [this, side](bool isRepaired) {
            if (m_session) {
                SessionSelection selection = m_session->selection();
                selection.analysis[side].repairNames = isRepaired;
                m_session->setSelection(selection);
            }
        });
    }
}

/// A side whose names fit needs no repair; one that is repaired may go back.
void HealthPage::showRepairButtons() {
    for (const Side side : kSides) {
        const bool isRepaired = m_session && m_session->selection().analysis[side].repairNames;
        const auto speaksOfNames = [side](const Diagnostic& diagnostic) {
            return diagnostic.code == "names-misfit" && diagnostic.side.value_or(side) == side;
        };
        const bool isMisfit = comparison() && std::any_of(comparison()->diagnostics.begin(),
                                                          comparison()->diagnostics.end(), speaksOfNames);
        m_repair[side]->setChecked(isRepaired);
        m_repair[side]->setVisible(isMisfit || isRepaired);
    }
}

void HealthPage::resizeEvent(QResizeEvent* event) {
    PageWidget::resizeEvent(event);
    fitRows();
}

/// Sentences wrap to the width there is.
void HealthPage::fitRows() {
    m_table->resizeRowsToContents();
}

} // namespace diptych
