#include "ui/pages/modules_page.h"

#include "ui/models/module_table.h"
#include "ui/models/side_names.h"
#include "ui/pages/page_message.h"
#include "ui/session/comparison_session.h"
#include "ui/style/elided_label.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"
#include "ui/views/tree_view.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace diptych {

namespace {

constexpr int kHeaderHeight = 48;
constexpr int kFilterWidth = 240;
constexpr int kBadgeSize = 16;

QWidget* makeVerticalLine(QWidget* parent) {
    auto* const line = new QWidget(parent);
    line->setFixedWidth(1);
    line->setBackgroundRole(QPalette::Midlight);
    line->setAutoFillBackground(true);
    return line;
}

QString dimsText(const std::vector<QString>& dims) {
    QStringList texts;
    for (const QString& text : dims) {
        texts.append(text);
    }
    return texts.isEmpty() ? ModulesPage::tr("Input dims: %1").arg(notInTrace())
                           : ModulesPage::tr("Input dims: %1").arg(texts.join(QStringLiteral("; ")));
}

} // namespace

ModulesPage::ModulesPage(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageWidget(Page::Modules, parent), m_viewState(viewState), m_stack(new QStackedLayout(this)),
      m_message(new PageMessage(session, viewState, this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const content = new QWidget(this);
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeader());
    auto* const parts = new QSplitter(Qt::Vertical, content);
    parts->setObjectName(QStringLiteral("modules_splitter"));
    parts->setChildrenCollapsible(false);
    m_tree = new TreeView(parts);
    m_tree->setName(QStringLiteral("modules"));
    m_tree->setAccessibleName(tr("Modules"));
    m_tree->setMinimumHeight(metrics::kHeaderRowHeight + 4 * metrics::kTableRowHeight);
    parts->addWidget(m_tree);
    parts->addWidget(makeLowerPart());
    parts->setStretchFactor(0, 13);
    parts->setStretchFactor(1, 7);
    parts->setSizes({1300, 700}); // shares
    layout->addWidget(parts, 1);
    m_stack->addWidget(m_message);
    m_stack->addWidget(content);
    connectParts();
    setFocusProxy(m_tree);
}

std::optional<std::uint64_t> ModulesPage::countOf(const Comparison& comparison) const {
    return comparison.modules.size();
}

void ModulesPage::showComparison() {
    const bool hasModules = comparison() && !comparison()->modules.empty();
    m_stack->setCurrentIndex(hasModules ? 1 : 0);
    if (!comparison()) {
        m_message->showSession();
    } else if (!hasModules) {
        m_message->showText(
            tr("No modules in these traces"),
            tr("Neither trace tells which nn.Module launched its kernels. Record with "
               "with_stack=True to see them; a replayed graph has none."));
    }
    if (!hasModules) {
        m_tree->setTable(nullptr, {});
        showKernels(std::nullopt);
        return;
    }
    m_caption->setText(modulesText(*comparison()));
    for (const Side side : kSides) {
        const QString device = deviceOf(*comparison(), side);
        m_kernels[side].device->setText(device.isEmpty() ? tr("Side %1").arg(QLatin1String(sideName(side)))
                                                         : device);
    }
    m_tree->setTable(moduleTable(comparison()), moduleParents(*comparison()));
    showChosen();
}

QWidget* ModulesPage::makeHeader() {
    auto* const header = new QWidget(this);
    header->setFixedHeight(kHeaderHeight);
    auto* const layout = new QHBoxLayout(header);
    layout->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    layout->setSpacing(metrics::kUnit * 3);
    layout->addWidget(makeLabel(TextRole::Title, tr("Modules"), header));
    m_caption = makeLabel(TextRole::Secondary, {}, header);
    m_caption->setMinimumWidth(40);
    layout->addWidget(m_caption, 1);
    m_noMatch = makeLabel(TextRole::Caption, tr("Nothing matches the filter."), header);
    m_noMatch->hide();
    layout->addWidget(m_noMatch);
    m_filter = new FilterBox(tr("Filter modules, marks, kernels"), header);
    m_filter->setFixedWidth(kFilterWidth);
    layout->addWidget(m_filter);
    return header;
}

QWidget* ModulesPage::makeLowerPart() {
    auto* const part = new QWidget(this);
    part->setBackgroundRole(QPalette::Base);
    part->setAutoFillBackground(true);
    auto* const layout = new QVBoxLayout(part);
    layout->setContentsMargins(metrics::kMargin, metrics::kUnit * 3, metrics::kMargin, metrics::kUnit * 2);
    layout->setSpacing(metrics::kUnit * 2);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 3);
    m_kernelsTitle = makeLabel(TextRole::Section, {}, part);
    titles->addWidget(m_kernelsTitle);
    titles->addWidget(makeLabel(TextRole::Caption, tr("choose a row to open its pair"), part), 1);
    layout->addLayout(titles);
    auto* const sides = new QHBoxLayout;
    sides->setSpacing(metrics::kUnit * 3);
    m_kernels.a = makeKernelPanel(Side::A);
    m_kernels.b = makeKernelPanel(Side::B);
    sides->addWidget(m_kernels.a.widget, 1);
    sides->addWidget(makeVerticalLine(part));
    sides->addWidget(m_kernels.b.widget, 1);
    layout->addLayout(sides, 1);
    return part;
}

ModulesPage::KernelPanel ModulesPage::makeKernelPanel(Side side) {
    KernelPanel panel;
    panel.widget = new QWidget(this);
    auto* const layout = new QVBoxLayout(panel.widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kUnit);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 2);
    titles->addWidget(new SideBadge(side, kBadgeSize, panel.widget));
    panel.device = makeLabel(TextRole::Section, {}, panel.widget);
    panel.caption = new ElidedLabel(TextRole::Caption, panel.widget);
    titles->addWidget(panel.device);
    titles->addWidget(panel.caption, 1);
    layout->addLayout(titles);
    panel.dims = new ElidedLabel(TextRole::Caption, panel.widget);
    layout->addWidget(panel.dims);
    panel.table = new DataTable(panel.widget);
    panel.table->setRowHeight(metrics::kTableRowHeight);
    panel.table->setLeadingMargin(0);
    panel.table->setEmptyTexts({}, tr("This side has no kernel of the module."));
    panel.table->view()->setName(QStringLiteral("module_kernels"));
    panel.table->view()->setAccessibleName(
        tr("Kernels of the module on %1").arg(QLatin1String(sideName(side))));
    layout->addWidget(panel.table, 1);
    return panel;
}

void ModulesPage::connectParts() {
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& filter) {
        m_tree->setFilter(filter);
        m_noMatch->setVisible(m_tree->treeModel().rowCount() == 0);
    });
    connect(m_tree, &TreeView::idChosen, this, &ModulesPage::chooseModule);
    connect(m_tree, &TreeView::idOpened, this, &ModulesPage::goToLayers);
    connect(m_viewState, &ViewState::moduleChanged, this, &ModulesPage::showChosen);
    connect(m_viewState, &ViewState::pairChanged, this, &ModulesPage::followPair);
    for (const Side side : kSides) {
        TableView* const kernels = m_kernels[side].table->view();
        connect(kernels, &TableView::idChosen, m_viewState, &ViewState::setPair);
        connect(m_viewState, &ViewState::pairChanged, kernels, &TableView::showId);
    }
}

/// The module of the view state when there is one of it, else the outermost with the largest gap.
std::optional<std::size_t> ModulesPage::chosenModule() const {
    if (!comparison() || comparison()->modules.empty()) {
        return std::nullopt;
    }
    const std::optional<std::size_t> chosen = moduleOf(*comparison(), m_viewState->module());
    return chosen ? chosen : std::optional<std::size_t>(0);
}

void ModulesPage::showChosen() {
    if (!isUpToDate()) {
        return;
    }
    const std::optional<std::size_t> module = chosenModule();
    if (module) {
        m_tree->showId(QString::fromStdString(comparison()->modules[*module].path));
    }
    showKernels(module);
}

void ModulesPage::showKernels(std::optional<std::size_t> module) {
    m_kernelsTitle->setText(
        module ? tr("Kernels of %1").arg(QString::fromStdString(comparison()->modules[*module].name))
               : QString());
    for (const Side side : kSides) {
        KernelPanel& panel = m_kernels[side];
        panel.widget->setVisible(module.has_value());
        if (!module) {
            panel.table->setTable(nullptr);
            continue;
        }
        panel.caption->setFullText(moduleKernelCaption(*comparison(), *module, side));
        const bool isThere = comparison()->modules[*module].ns[side].has_value();
        panel.dims->setFullText(isThere ? dimsText(moduleDims(*comparison(), *module, side)) : QString());
        panel.table->setTable(moduleKernelTable(*comparison(), *module, side));
        panel.table->view()->showId(m_viewState->pair());
    }
}

/// The pair of the module that differs most is what the dock shows.
void ModulesPage::chooseModule(const QString& path) {
    m_viewState->setModule(path);
    const std::optional<std::size_t> module = chosenModule();
    if (module && !isPairInModule(*comparison(), *module, m_viewState->pair())) {
        m_viewState->setPair(modulePair(*comparison(), *module));
    }
}

void ModulesPage::goToLayers(const QString& path) {
    chooseModule(path);
    const QString layer = m_viewState->pair().section(QLatin1Char('/'), 0, -2);
    if (!layer.isEmpty()) {
        m_viewState->setLayer(layer);
        m_viewState->setPage(Page::Layers);
    }
}

/// A pair that was chosen elsewhere may be of another module.
void ModulesPage::followPair() {
    if (!isUpToDate()) {
        return;
    }
    const std::optional<std::size_t> module = chosenModule();
    if (!module || m_viewState->pair().isEmpty() ||
        isPairInModule(*comparison(), *module, m_viewState->pair())) {
        return;
    }
    const QString path = moduleOfPair(*comparison(), m_viewState->pair());
    if (!path.isEmpty()) {
        m_viewState->setModule(path);
    }
}

} // namespace diptych
