#include "app/page_registry.h"

#include "ui/pages/budget_page.h"
#include "ui/pages/fusion_page.h"
#include "ui/pages/health_page.h"
#include "ui/pages/launch_counts_page.h"
#include "ui/pages/layers_page.h"
#include "ui/pages/modules_page.h"
#include "ui/pages/operations_page.h"
#include "ui/pages/report_page.h"
#include "ui/pages/same_kernels_page.h"
#include "ui/pages/summary_page.h"
#include "ui/pages/timeline_page.h"

namespace diptych {

namespace {

template <class PageClass>
PageEntry makeEntry(Page page, const QString& title, const QString& icon, bool isAtFoot = false) {
    return {page,
            title,
            icon,
            isAtFoot,
            [](ComparisonSession* session, ViewState* state, QWidget* parent) {
                return static_cast<PageWidget*>(new PageClass(session, state, parent));
            },
            {}};
}

template <class PageClass>
PageEntry makeTab(Page page, Page tabOf, const QString& title) {
    PageEntry entry = makeEntry<PageClass>(page, title, QString());
    entry.tabOf = tabOf;
    return entry;
}

} // namespace

const std::vector<PageEntry>& pageEntries() {
    static const std::vector<PageEntry> entries{
        makeEntry<SummaryPage>(Page::Summary, QStringLiteral("Summary"), QStringLiteral("summary")),
        makeEntry<LayersPage>(Page::Layers, QStringLiteral("Layers"), QStringLiteral("layers")),
        makeEntry<OperationsPage>(Page::Operations, QStringLiteral("Operations"),
                                  QStringLiteral("operations")),
        makeTab<SameKernelsPage>(Page::SameKernels, Page::Operations, QStringLiteral("Same kernels")),
        makeEntry<FusionPage>(Page::Fusion, QStringLiteral("Fusion"), QStringLiteral("fusion")),
        makeTab<LaunchCountsPage>(Page::LaunchCounts, Page::Fusion, QStringLiteral("Launch counts")),
        makeEntry<BudgetPage>(Page::Budget, QStringLiteral("Budget"), QStringLiteral("budget")),
        makeEntry<ModulesPage>(Page::Modules, QStringLiteral("Modules"), QStringLiteral("modules")),
        makeEntry<TimelinePage>(Page::Timeline, QStringLiteral("Timeline"), QStringLiteral("timeline")),
        makeEntry<ReportPage>(Page::Report, QStringLiteral("Report"), QStringLiteral("report")),
        makeEntry<HealthPage>(Page::Health, QStringLiteral("Health"), QStringLiteral("health"), true),
    };
    return entries;
}

} // namespace diptych
