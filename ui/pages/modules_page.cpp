#include "ui/pages/modules_page.h"

#include "ui/models/module_table.h"
#include "ui/models/period_text.h"
#include "ui/models/side_names.h"
#include "ui/pages/page_message.h"
#include "ui/style/name_format.h"
#include "ui/style/number_format.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/filter_box.h"
#include "ui/views/kernel_columns.h"
#include "ui/views/tree_view.h"

#include <QLabel>

namespace diptych {

namespace {

constexpr int kModuleFilterWidth = 240;

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
    : PageFrame(Page::Modules, session, viewState, parent),
      m_noMatch(makeLabel(TextRole::Caption, tr("Nothing matches the filter."), this)),
      m_tree(new TreeView(this)),
      m_kernels(new KernelColumns(QStringLiteral("module_kernels"),
                                  tr("This side has no kernel of the module."), this)) {
    setTitle(tr("Modules"));
    m_noMatch->hide();
    addToHead(m_noMatch);
    m_filter = addFilter(tr("Filter modules, marks, kernels"), kModuleFilterWidth);
    m_tree->setName(QStringLiteral("modules"));
    m_tree->setAccessibleName(tr("Modules"));
    m_tree->setMinimumHeight(metrics::kHeaderRowHeight + 4 * metrics::kTableRowHeight);
    addParts(QStringLiteral("modules_splitter"), m_tree, m_kernels, 65);
    connectParts();
    setFocusProxy(m_tree);
}

std::optional<std::uint64_t> ModulesPage::countOf(const Comparison& comparison) const {
    return comparison.modules.size();
}

void ModulesPage::showComparison() {
    const bool hasModules = comparison() && !comparison()->modules.empty();
    showContent(hasModules);
    if (!comparison()) {
        message()->showSession();
    } else if (!hasModules) {
        message()->showText(tr("No modules in these traces"),
                            tr("Neither trace tells which nn.Module launched its kernels. Record with "
                               "with_stack=True to see them; a replayed graph has none."));
    }
    if (!hasModules) {
        m_tree->setTable(nullptr, {});
        showKernels(std::nullopt);
        return;
    }
    m_kernels->setDevices({deviceOf(*comparison(), Side::A), deviceOf(*comparison(), Side::B)});
    showFigures();
}

/// What is told per step or in all.
void ModulesPage::showFigures() {
    setCaption(withUnequalSteps(modulesText(*comparison()), *comparison(), isPerStep()));
    m_tree->setTable(moduleTable(comparison(), isPerStep()), moduleParents(*comparison()));
    showChosen();
}

bool ModulesPage::isPerStep() const {
    return comparison() && comparison()->summary.perStep && viewState()->perStep();
}

void ModulesPage::connectParts() {
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& filter) {
        m_tree->setFilter(filter);
        m_noMatch->setVisible(m_tree->treeModel().rowCount() == 0);
    });
    connect(m_tree, &TreeView::idChosen, this, &ModulesPage::chooseModule);
    connect(m_tree, &TreeView::idOpened, this, &ModulesPage::goToLayers);
    connect(viewState(), &ViewState::moduleChanged, this, &ModulesPage::showChosen);
    connect(viewState(), &ViewState::perStepChanged, this, [this] {
        if (isUpToDate() && comparison() && !comparison()->modules.empty()) {
            showFigures();
        }
    });
    connect(viewState(), &ViewState::pairChanged, this, &ModulesPage::followPair);
    connect(m_kernels, &KernelColumns::pairChosen, viewState(), &ViewState::setPair);
    connect(viewState(), &ViewState::pairChanged, m_kernels, &KernelColumns::showPair);
}

DataTable* ModulesPage::kernelTable(Side side) const {
    return m_kernels->table(side);
}

/// The module of the view state when there is one of it, else the outermost with the largest gap.
std::optional<std::size_t> ModulesPage::chosenModule() const {
    if (!comparison() || comparison()->modules.empty()) {
        return std::nullopt;
    }
    const std::optional<std::size_t> chosen = moduleOf(*comparison(), viewState()->module());
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
    PerSide<KernelColumns::Half> halves;
    QString title;
    if (module) {
        const ModuleRow& row = comparison()->modules[*module];
        title = tr("Kernels of %1").arg(QString::fromStdString(row.name));
        for (const Side side : kSides) {
            KernelColumns::Half& half = halves[side];
            half.caption = moduleKernelCaption(*comparison(), *module, side, isPerStep());
            half.detail = row.ns[side] ? dimsText(moduleDims(*comparison(), *module, side)) : QString();
            half.table = moduleKernelTable(*comparison(), *module, side, isPerStep());
        }
    }
    m_kernels->setKernels(title, halves);
    m_kernels->showPair(viewState()->pair());
}

/// The pair of the module that differs most is what the dock shows.
void ModulesPage::chooseModule(const QString& path) {
    viewState()->setModule(path);
    const std::optional<std::size_t> module = chosenModule();
    if (module && !isPairInModule(*comparison(), *module, viewState()->pair())) {
        viewState()->setPair(modulePair(*comparison(), *module));
    }
}

void ModulesPage::goToLayers(const QString& path) {
    chooseModule(path);
    const QString layer = viewState()->pair().section(QLatin1Char('/'), 0, -2);
    if (!layer.isEmpty()) {
        viewState()->setLayer(layer);
        viewState()->setPage(Page::Layers);
    }
}

/// A pair that was chosen elsewhere may be of another module.
void ModulesPage::followPair() {
    if (!isUpToDate()) {
        return;
    }
    const std::optional<std::size_t> module = chosenModule();
    if (!module || viewState()->pair().isEmpty() ||
        isPairInModule(*comparison(), *module, viewState()->pair())) {
        return;
    }
    const QString path = moduleOfPair(*comparison(), viewState()->pair());
    if (!path.isEmpty()) {
        viewState()->setModule(path);
    }
}

} // namespace diptych
