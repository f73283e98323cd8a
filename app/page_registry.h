#pragma once
// The pages of the navigation, in order. A page that works gets one line here and nothing else in the window
// changes.

#include "ui/session/view_state.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QWidget;

namespace diptych {

class ComparisonSession;
class PageWidget;

struct PageEntry {
    Page page;
    QString title;
    QString icon; ///< name in resources/icons
    bool isAtFoot = false;
    std::function<PageWidget*(ComparisonSession*, ViewState*, QWidget* parent)> make;
    std::optional<Page> tabOf; ///< reached by a tab of that page, without an entry of its own
};

[[nodiscard]] const std::vector<PageEntry>& pageEntries();

} // namespace diptych
