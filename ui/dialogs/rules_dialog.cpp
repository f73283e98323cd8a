#include "ui/dialogs/rules_dialog.h"

#include "core/analysis/rule_csv.h"
#include "ui/dialogs/rule_model.h"
#include "ui/dialogs/rule_view.h"
#include "ui/models/class_change_table.h"
#include "ui/session/comparison_session.h"
#include "ui/session/job_runner.h"
#include "ui/style/icons.h"
#include "ui/style/number_format.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"
#include "ui/views/segmented_switch.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSaveFile>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace diptych {

namespace {

constexpr QSize kRulesSize(1000, 680);
constexpr int kFilterWidth = 220;
constexpr int kPreviewDelay = 120; // ms after the last edit
constexpr qint64 kMostFileBytes = 16 << 20;

} // namespace

RulesDialog::RulesDialog(ComparisonSession* session, QWidget* parent)
    : QDialog(parent), m_session(session), m_model(new RuleModel(session->rules(), this)),
      m_filtered(new QSortFilterProxyModel(this)), m_delay(new QTimer(this)),
      m_jobs(std::make_unique<JobRunner>(*this)) {
    setWindowTitle(tr("Classification Rules"));
    resize(kRulesSize);
    m_filtered->setSourceModel(m_model);
    m_filtered->setFilterKeyColumn(-1);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kMargin, metrics::kUnit * 4, metrics::kMargin, metrics::kUnit * 4);
    layout->setSpacing(metrics::kUnit * 3);
    layout->addWidget(makeHead());
    auto* const parts = new QSplitter(Qt::Vertical, this);
    parts->setChildrenCollapsible(false);
    parts->addWidget(makeRows());
    parts->addWidget(makeChanges());
    parts->setStretchFactor(0, 2);
    parts->setStretchFactor(1, 1);
    parts->setSizes({1300, 700}); // shares
    layout->addWidget(parts, 1);
    layout->addWidget(makeFoot());
    m_delay->setSingleShot(true);
    m_delay->setInterval(kPreviewDelay);
    connect(m_delay, &QTimer::timeout, this, &RulesDialog::startPreview);
    connect(m_model, &RuleModel::edited, this, &RulesDialog::schedulePreview);
    connect(m_session, &ComparisonSession::rulesChanged, this, &RulesDialog::followSession);
    connect(m_session, &ComparisonSession::comparisonChanged, this, &RulesDialog::schedulePreview);
    connect(m_session, &ComparisonSession::rulesRefused, this,
            [this](const QString& reason) { say(reason, true); });
    updateButtons();
}

RulesDialog::~RulesDialog() {
    m_previewCancel.cancel();
}

QString RulesDialog::statusText() const {
    return m_status->text();
}

bool RulesDialog::isPreviewing() const {
    return m_isStale || m_previewJob != 0;
}

// ---- building

QWidget* RulesDialog::makeHead() {
    auto* const head = new QWidget(this);
    auto* const layout = new QHBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kUnit * 3);
    layout->addWidget(makeLabel(TextRole::Title, tr("Rules"), head));
    m_caption = makeLabel(TextRole::Secondary, {}, head);
    layout->addWidget(m_caption, 1);
    m_filter = new FilterBox(tr("Filter rules"), head);
    m_filter->setFixedWidth(kFilterWidth);
    layout->addWidget(m_filter);
    m_list = new SegmentedSwitch({tr("Kernel names"), tr("CPU ops")}, head);
    m_list->setToolTip(tr("CPU ops are asked where a kernel's name tells nothing"));
    layout->addWidget(m_list);
    connect(m_filter, &QLineEdit::textChanged, m_filtered, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_list, &SegmentedSwitch::chosen, this, [this](int index) {
        m_model->showList(index == 0 ? RuleList::KernelNames : RuleList::CpuOps);
        showStatus();
        updateButtons();
    });
    return head;
}

QPushButton* RulesDialog::addButton(QBoxLayout& layout, const QString& text, const QString& toolTip,
                                    void (RulesDialog::*slot)()) {
    auto* const button = new QPushButton(text, this);
    button->setToolTip(toolTip);
    button->setAutoDefault(false);
    layout.addWidget(button);
    connect(button, &QPushButton::clicked, this, slot);
    return button;
}

QWidget* RulesDialog::makeRows() {
    auto* const part = new QWidget(this);
    auto* const layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, metrics::kUnit * 2);
    layout->setSpacing(metrics::kUnit * 2);
    m_rows = makeRuleView(m_filtered, part);
    layout->addWidget(m_rows, 1);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kUnit * 2);
    addButton(*buttons, tr("Add"), tr("A new row above the chosen one"), &RulesDialog::addRule);
    m_remove = addButton(*buttons, tr("Remove"), tr("Remove the chosen rows"), &RulesDialog::removeRules);
    m_up = addButton(*buttons, tr("Up"), tr("Move the row up: it is asked earlier (Alt+Up)"),
                     &RulesDialog::moveUp);
    m_up->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Up));
    m_down = addButton(*buttons, tr("Down"), tr("Move the row down: it is asked later (Alt+Down)"),
                       &RulesDialog::moveDown);
    m_down->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Down));
    buttons->addSpacing(metrics::kUnit * 3);
    m_undo = addButton(*buttons, tr("Undo"), tr("Undo the last edit (Ctrl+Z)"), &RulesDialog::undo);
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo = addButton(*buttons, tr("Redo"), tr("Redo what was undone (Ctrl+Shift+Z)"), &RulesDialog::redo);
    m_redo->setShortcut(QKeySequence::Redo);
    buttons->addStretch(1);
    addButton(*buttons, tr("Load…"), tr("Take the rules of a file, JSON or CSV"),
              &RulesDialog::chooseFileToLoad);
    addButton(*buttons, tr("Save…"), tr("Write the rules into a file, JSON or CSV"),
              &RulesDialog::chooseFileToSave);
    addButton(*buttons, tr("Defaults"), tr("Take the rules that the program brings along"),
              &RulesDialog::resetToDefaults);
    layout->addLayout(buttons);
    connect(m_rows->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &RulesDialog::updateButtons);
    connect(m_filtered, &QAbstractItemModel::modelReset, this, &RulesDialog::updateButtons);
    return part;
}

QWidget* RulesDialog::makeChanges() {
    auto* const part = new QWidget(this);
    auto* const layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, metrics::kUnit * 2, 0, 0);
    layout->setSpacing(metrics::kUnit * 2);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 3);
    titles->addWidget(makeLabel(TextRole::Section, tr("What changes class"), part));
    m_changesCaption = makeLabel(TextRole::Caption, {}, part);
    titles->addWidget(m_changesCaption, 1);
    layout->addLayout(titles);
    m_changes = new DataTable(part);
    m_changes->setRowHeight(metrics::kTableRowHeight);
    m_changes->view()->setName(QStringLiteral("class_changes"));
    m_changes->view()->setAccessibleName(tr("Kernels that change class"));
    layout->addWidget(m_changes, 1);
    return part;
}

QWidget* RulesDialog::makeFoot() {
    auto* const foot = new QWidget(this);
    auto* const layout = new QHBoxLayout(foot);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kUnit * 2);
    m_statusIcon = new QLabel(foot);
    m_statusIcon->setFixedWidth(16);
    layout->addWidget(m_statusIcon);
    m_status = makeLabel(TextRole::Caption, {}, foot);
    m_status->setWordWrap(true);
    layout->addWidget(m_status, 1);
    m_apply = addButton(*layout, tr("Apply"), tr("Classify and compare again; nothing is reloaded"),
                        &RulesDialog::apply);
    auto* const close = new QPushButton(tr("Close"), foot);
    close->setAutoDefault(false);
    layout->addWidget(close);
    connect(close, &QPushButton::clicked, this, &QWidget::close);
    return foot;
}

void RulesDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    if (m_isStale) {
        schedulePreview();
    }
}

// ---- editing

int RulesDialog::currentRow() const {
    const QModelIndex current = m_rows->selectionModel()->hasSelection()
                                    ? m_rows->selectionModel()->selectedRows().value(0)
                                    : QModelIndex();
    return current.isValid() ? m_filtered->mapToSource(current).row() : -1;
}

void RulesDialog::selectRow(int row) {
    const QModelIndex index = m_filtered->mapFromSource(m_model->index(row, RuleModel::PatternColumn));
    if (index.isValid()) {
        m_rows->setCurrentIndex(index);
        m_rows->scrollTo(index);
    }
}

void RulesDialog::addRule() {
    m_filter->clear(); // the new row would not be seen
    const int row = currentRow();
    selectRow(m_model->insertRule(row < 0 ? 0 : row));
    m_rows->edit(m_filtered->mapFromSource(m_model->index(currentRow(), RuleModel::OperationColumn)));
}

void RulesDialog::removeRules() {
    QList<int> rows;
    for (const QModelIndex& index : m_rows->selectionModel()->selectedRows()) {
        rows.append(m_filtered->mapToSource(index).row());
    }
    if (rows.isEmpty()) {
        return;
    }
    m_model->removeRules(rows);
    selectRow(std::min(*std::min_element(rows.begin(), rows.end()), m_model->rowCount() - 1));
}

void RulesDialog::moveBy(int direction) {
    const int row = currentRow();
    if (row >= 0) {
        selectRow(m_model->moveRule(row, direction));
    }
}

void RulesDialog::moveUp() {
    moveBy(-1);
}

void RulesDialog::moveDown() {
    moveBy(1);
}

void RulesDialog::undo() {
    m_model->undo();
}

void RulesDialog::redo() {
    m_model->redo();
}

void RulesDialog::resetToDefaults() {
    m_model->replaceTable(defaultRules());
}

bool RulesDialog::loadFile(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        say(tr("%1 cannot be read: %2").arg(path, file.errorString()), true);
        return false;
    }
    const QByteArray text = file.read(kMostFileBytes + 1);
    const QString name = QFileInfo(path).fileName();
    auto table = parseRules({text.constData(), static_cast<std::size_t>(text.size())}, name.toStdString());
    if (!table) {
        say(QString::fromStdString(describe(table.error())), true);
        return false;
    }
    m_model->replaceTable(std::move(table).value());
    return true;
}

bool RulesDialog::saveFile(const QString& path) {
    const bool isCsv = path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
    const std::string text = isCsv ? writeRulesCsv(m_model->ruleTable()) : writeRules(m_model->ruleTable());
    QSaveFile file(path);
    const bool isWritten =
        file.open(QIODevice::WriteOnly) &&
        file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) &&
        file.commit();
    if (isWritten) {
        say(isCsv ? tr("Written to %1. CSV holds the rules for kernel names alone.").arg(path)
                  : tr("Written to %1.").arg(path),
            false);
    } else {
        say(tr("%1 cannot be written: %2").arg(path, file.errorString()), true);
    }
    return isWritten;
}

void RulesDialog::chooseFileToLoad() {
    auto* const dialog =
        new QFileDialog(this, tr("Load rules"), {}, tr("Rules (*.json *.csv);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &RulesDialog::loadFile);
    dialog->open();
}

void RulesDialog::chooseFileToSave() {
    auto* const dialog = new QFileDialog(this, tr("Save rules"), {},
                                         tr("JSON (*.json);;CSV, rules for kernel names alone (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.contains(QStringLiteral("csv")) ? QStringLiteral("csv")
                                                                        : QStringLiteral("json"));
    });
    connect(dialog, &QFileDialog::fileSelected, this, &RulesDialog::saveFile);
    dialog->open();
}

void RulesDialog::apply() {
    m_session->setRules(m_model->ruleTable());
}

/// Another table came into use: this one, or that of a session file.
void RulesDialog::followSession() {
    m_model->replaceTable(m_session->rules());
    updateButtons();
}

// ---- preview

void RulesDialog::schedulePreview() {
    m_previewCancel.cancel();
    m_previewJob = 0;
    m_isStale = true;
    updateButtons();
    if (isVisible()) {
        m_delay->start();
    }
}

void RulesDialog::startPreview() {
    m_previewCancel.cancel();
    const PerSide<std::shared_ptr<const AnalyzedTrace>> sides{m_session->slot(Side::A).analysis,
                                                              m_session->slot(Side::B).analysis};
    JobHandle job = m_jobs->start(
        [sides, table = m_model->ruleTable()](const CancelToken& cancel, const ProgressSink&) {
            return previewRules(sides, table, cancel);
        },
        [this](JobNumber number, Result<RulePreview> preview) { takePreview(number, std::move(preview)); });
    m_previewCancel = job.cancel;
    m_previewJob = job.number;
}

void RulesDialog::takePreview(std::uint64_t number, Result<RulePreview> preview) {
    if (number != m_previewJob || !preview) {
        return;
    }
    m_previewJob = 0;
    m_isStale = false;
    m_model->setPreview(std::make_shared<const RulePreview>(std::move(preview).value()));
    m_rows->viewport()->update(); // the rows that cannot be used have another colour
    showStatus();
    updateButtons();
}

void RulesDialog::showStatus() {
    const std::shared_ptr<const RulePreview>& preview = m_model->preview();
    if (!preview) {
        return;
    }
    const std::vector<RuleProblem>& problems = preview->problems;
    if (!problems.empty()) {
        const RuleProblem& first = problems.front();
        const QString where = first.list == RuleList::CpuOps ? tr("CPU ops, row %1").arg(first.row + 1)
                                                             : tr("Row %1").arg(first.row + 1);
        const QString rest = problems.size() > 1
                                 ? tr(" And %1 more, marked in the table.").arg(problems.size() - 1)
                                 : QString();
        say(tr("%1: %2.%3").arg(where, QString::fromStdString(first.what), rest), true);
    } else {
        const RuleHits& unmatched = preview->unmatched;
        say(unmatched.kernels.a + unmatched.kernels.b == 0
                ? tr("Every kernel is classified by a rule.")
                : tr("No rule fits %1 kernels of A (%2) and %3 of B (%4).")
                      .arg(formatCount(unmatched.kernels.a), formatDuration(unmatched.ns.a),
                           formatCount(unmatched.kernels.b), formatDuration(unmatched.ns.b)),
            false);
    }
    const std::size_t names = preview->changes.size();
    m_changesCaption->setText(names == 0   ? QString()
                              : names == 1 ? tr("1 kernel name, once applied")
                                           : tr("%1 kernel names, once applied").arg(names));
    m_changes->setTable(classChangeTable(preview->changes));
    m_changes->setEmptyTexts({}, problems.empty() ? tr("Nothing: these rules classify as those in use do.")
                                                  : tr("Known once every row can be used."));
}

void RulesDialog::say(const QString& text, bool isFailure) {
    m_status->setText(text);
    m_statusIcon->setVisible(isFailure);
    m_statusIcon->setPixmap(isFailure ? themedIcon(QStringLiteral("warning")).pixmap(14, 14) : QPixmap());
}

void RulesDialog::updateButtons() {
    const RuleTable& table = m_model->ruleTable();
    m_caption->setText(tr("%1 for kernel names, %2 for CPU ops; the first that matches decides")
                           .arg(table.rules.size())
                           .arg(table.cpuOpRules.size()));
    const int row = currentRow();
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_model->rowCount());
    m_undo->setEnabled(m_model->canUndo());
    m_redo->setEnabled(m_model->canRedo());
    const bool isUsable = m_model->preview() && m_model->preview()->problems.empty();
    m_apply->setEnabled(isUsable && !(table == m_session->rules()));
}

} // namespace diptych
