#include "ui/dialogs/preferences_dialog.h"

#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/choice_box.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include <cmath>

namespace diptych {

namespace {

constexpr QSize kPreferencesSize(620, 480);
constexpr double kNsPerMs = 1e6;
constexpr int kThemeCharacters = 16;

/// A page of the dialog with a form, and what it explains above.
struct FormPage {
    QWidget* widget;
    QFormLayout* form;
};

FormPage makePage(const QString& explanation, QWidget* parent) {
    auto* const page = new QWidget(parent);
    auto* const column = new QVBoxLayout(page);
    column->setContentsMargins(0, metrics::kUnit * 4, 0, 0);
    column->setSpacing(metrics::kUnit * 3);
    QLabel* const label = makeLabel(TextRole::Caption, explanation, page);
    label->setWordWrap(true);
    column->addWidget(label);
    auto* const form = new QFormLayout;
    form->setHorizontalSpacing(metrics::kUnit * 4);
    form->setVerticalSpacing(metrics::kUnit * 2);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addLayout(form);
    return {page, form};
}

QDoubleSpinBox* makeTime(QWidget* parent) {
    auto* const box = new QDoubleSpinBox(parent);
    box->setRange(0, 1e6);
    box->setDecimals(3);
    box->setSingleStep(0.1);
    box->setSuffix(QStringLiteral(" ms"));
    box->setButtonSymbols(QAbstractSpinBox::NoButtons); // the arrow keys and the wheel step
    box->setFixedWidth(150);
    return box;
}

QDoubleSpinBox* makeRatio(QWidget* parent) {
    auto* const box = new QDoubleSpinBox(parent);
    box->setRange(1, 1000);
    box->setDecimals(2);
    box->setSingleStep(0.05);
    box->setSuffix(QStringLiteral(" ×"));
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setFixedWidth(150);
    return box;
}

QTableWidget* makeTable(const QStringList& titles, const QString& name, QWidget* parent) {
    auto* const table = new QTableWidget(0, static_cast<int>(titles.size()), parent);
    table->setHorizontalHeaderLabels(titles);
    table->setProperty("boxed", true);
    table->setAccessibleName(name);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(metrics::kTableRowHeight);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    return table;
}

void addRow(QTableWidget& table, const QStringList& texts) {
    const int row = table.rowCount();
    table.insertRow(row);
    for (int column = 0; column < table.columnCount(); ++column) {
        table.setItem(row, column, new QTableWidgetItem(texts.value(column)));
    }
}

QString textAt(const QTableWidget& table, int row, int column) {
    const QTableWidgetItem* const item = table.item(row, column);
    return item ? item->text().trimmed() : QString();
}

/// "Add" and "Remove" below a table.
QHBoxLayout* makeTableButtons(QTableWidget* table, QWidget* parent) {
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kUnit * 2);
    auto* const add = new QPushButton(PreferencesDialog::tr("Add"), parent);
    auto* const remove = new QPushButton(PreferencesDialog::tr("Remove"), parent);
    for (QPushButton* const button : {add, remove}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    QObject::connect(add, &QPushButton::clicked, table, [table] {
        addRow(*table, {});
        table->setCurrentCell(table->rowCount() - 1, 0);
        table->edit(table->currentIndex());
    });
    const auto follow = [table, remove] { remove->setEnabled(table->currentRow() >= 0); };
    QObject::connect(table, &QTableWidget::itemSelectionChanged, remove, follow);
    QObject::connect(remove, &QPushButton::clicked, table, [table, follow] {
        table->removeRow(table->currentRow());
        follow();
    });
    follow();
    return buttons;
}

double toMs(Nanoseconds ns) {
    return static_cast<double>(ns) / kNsPerMs;
}

Nanoseconds fromMs(double ms) {
    return std::llround(ms * kNsPerMs);
}

} // namespace

PreferencesDialog::PreferencesDialog(const Preferences& preferences, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Preferences"));
    resize(kPreferencesSize);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kMargin, metrics::kUnit * 3, metrics::kMargin, metrics::kUnit * 4);
    layout->setSpacing(metrics::kUnit * 3);
    auto* const tabs = new QTabWidget(this);
    tabs->addTab(makeGeneral(), tr("General"));
    tabs->addTab(makeThresholds(), tr("Thresholds"));
    tabs->addTab(makeSource(), tr("Source"));
    tabs->addTab(makeSearches(), tr("Prior art"));
    layout->addWidget(tabs, 1);
    auto* const buttons = new QDialogButtonBox(
        QDialogButtonBox::RestoreDefaults | QDialogButtonBox::Cancel | QDialogButtonBox::Ok, this);
    buttons->button(QDialogButtonBox::RestoreDefaults)->setText(tr("Defaults"));
    for (QAbstractButton* const button : buttons->buttons()) {
        button->setIcon(QIcon());
    }
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT applied(this->preferences());
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this,
            [this] { setPreferences(Preferences()); });
    setPreferences(preferences);
}

QWidget* PreferencesDialog::makeGeneral() {
    const FormPage page = makePage(tr("How the window looks."), this);
    m_theme = new ChoiceBox(tr("Theme"), kThemeCharacters, page.widget);
    m_theme->addItem(tr("Follow the system"), static_cast<int>(ThemeChoice::System));
    m_theme->addItem(tr("Light"), static_cast<int>(ThemeChoice::Light));
    m_theme->addItem(tr("Dark"), static_cast<int>(ThemeChoice::Dark));
    page.form->addRow(tr("Theme"), m_theme);
    static_cast<QVBoxLayout*>(page.widget->layout())->addStretch(1);
    return page.widget;
}

QWidget* PreferencesDialog::makeThresholds() {
    const FormPage page = makePage(
        tr("How large a difference must be to count as slower or faster, or to be worth a finding. The "
           "traces are compared again when these change."),
        this);
    m_isOperationGapAutomatic =
        new QCheckBox(tr("Automatic: the smaller of 5 ms and 1 % of the time"), page.widget);
    m_operationGap = makeTime(page.widget);
    m_layerGap = makeTime(page.widget);
    m_layerRatio = makeRatio(page.widget);
    m_improveRatio = makeRatio(page.widget);
    m_countRatio = makeRatio(page.widget);
    page.form->addRow(tr("Operation: gap"), m_isOperationGapAutomatic);
    page.form->addRow(QString(), m_operationGap);
    page.form->addRow(tr("Layer: gap above"), m_layerGap);
    page.form->addRow(tr("Layer: ratio above"), m_layerRatio);
    page.form->addRow(tr("Finding IMPROVE: ratio from"), m_improveRatio);
    page.form->addRow(tr("Fusion: ratio of counts above"), m_countRatio);
    static_cast<QVBoxLayout*>(page.widget->layout())->addStretch(1);
    connect(m_isOperationGapAutomatic, &QCheckBox::toggled, m_operationGap, &QWidget::setDisabled);
    return page.widget;
}

QWidget* PreferencesDialog::makeSource() {
    const FormPage page = makePage(
        tr("A frame of a Python stack opens in your editor. {file} and {line} stand for its place."), this);
    m_editor = new QLineEdit(page.widget);
    page.form->addRow(tr("Editor"), m_editor);
    m_example = makeLabel(TextRole::Kernel, {}, page.widget);
    m_example->setWordWrap(true);
    page.form->addRow(QString(), m_example);
    connect(m_editor, &QLineEdit::textChanged, this, &PreferencesDialog::showExample);
    auto* const column = static_cast<QVBoxLayout*>(page.widget->layout());
    QLabel* const text = makeLabel(TextRole::Caption,
                                   tr("Where files lie that were recorded elsewhere: the first path that a "
                                      "frame's file begins with is replaced."),
                                   page.widget);
    text->setWordWrap(true);
    column->addWidget(text);
    m_mappings =
        makeTable({tr("Recorded path begins with"), tr("Path here")}, tr("Path mapping"), page.widget);
    m_mappings->setColumnWidth(0, 270);
    column->addWidget(m_mappings, 1);
    column->addLayout(makeTableButtons(m_mappings, page.widget));
    return page.widget;
}

QWidget* PreferencesDialog::makeSearches() {
    const FormPage page = makePage(tr("“Find prior art” opens these pages for a kernel. {kernel} stands for "
                                      "the telling part of its name."),
                                   this);
    auto* const column = static_cast<QVBoxLayout*>(page.widget->layout());
    m_searches = makeTable({tr("Project"), tr("Address")}, tr("Prior-art searches"), page.widget);
    m_searches->setColumnWidth(0, 120);
    column->addWidget(m_searches, 1);
    column->addLayout(makeTableButtons(m_searches, page.widget));
    return page.widget;
}

void PreferencesDialog::showExample() {
    const QStringList parts = editorCommand(m_editor->text(), QStringLiteral("/src/qwen2.py"), 241);
    m_example->setText(parts.isEmpty() ? tr("No editor: frames are not opened")
                                       : parts.join(QLatin1Char(' ')));
}

void PreferencesDialog::setPreferences(const Preferences& preferences) {
    m_theme->setCurrentIndex(std::max(0, m_theme->findData(static_cast<int>(preferences.theme))));
    const Thresholds& thresholds = preferences.thresholds;
    m_isOperationGapAutomatic->setChecked(!thresholds.operationGapNs.has_value());
    m_operationGap->setDisabled(!thresholds.operationGapNs.has_value());
    m_operationGap->setValue(toMs(thresholds.operationGapNs.value_or(5'000'000)));
    m_layerGap->setValue(toMs(thresholds.layerGapNs));
    m_layerRatio->setValue(thresholds.layerRatio);
    m_improveRatio->setValue(thresholds.improveRatio);
    m_countRatio->setValue(thresholds.countRatio);
    m_editor->setText(preferences.source.editor);
    m_mappings->setRowCount(0);
    for (const PathMapping& mapping : preferences.source.mappings) {
        addRow(*m_mappings, {mapping.recorded, mapping.here});
    }
    m_searches->setRowCount(0);
    for (const PriorArtSearch& search :
         preferences.searches.empty() ? defaultPriorArtSearches() : preferences.searches) {
        addRow(*m_searches, {search.project, search.urlTemplate});
    }
}

Preferences PreferencesDialog::preferences() const {
    Preferences preferences;
    preferences.theme = static_cast<ThemeChoice>(m_theme->currentData().toInt());
    if (!m_isOperationGapAutomatic->isChecked()) {
        preferences.thresholds.operationGapNs = fromMs(m_operationGap->value());
    }
    preferences.thresholds.layerGapNs = fromMs(m_layerGap->value());
    preferences.thresholds.layerRatio = m_layerRatio->value();
    preferences.thresholds.improveRatio = m_improveRatio->value();
    preferences.thresholds.countRatio = m_countRatio->value();
    preferences.source.editor = m_editor->text().trimmed();
    for (int row = 0; row < m_mappings->rowCount(); ++row) {
        const PathMapping mapping{textAt(*m_mappings, row, 0), textAt(*m_mappings, row, 1)};
        if (!mapping.recorded.isEmpty()) {
            preferences.source.mappings.push_back(mapping);
        }
    }
    for (int row = 0; row < m_searches->rowCount(); ++row) {
        const PriorArtSearch search{textAt(*m_searches, row, 0), textAt(*m_searches, row, 1)};
        if (!search.project.isEmpty() && !search.urlTemplate.isEmpty()) {
            preferences.searches.push_back(search);
        }
    }
    return preferences;
}

} // namespace diptych
