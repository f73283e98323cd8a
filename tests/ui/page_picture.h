#pragma once
// Pictures of pages for eyes: every page in both themes, in several sizes, from usual, empty and overlong
// data. They are written where DIPTYCH_PICTURES says, and only drawn when it is not set.

#include "core/compare/comparison.h"

#include <QSize>
#include <QString>

class QWidget;

namespace diptych {
class Theme;
}

namespace diptych::test {

/// Settings of their own, that no user has.
void useTestSettings();

/// The theme of one test row.
class ThemeScope {
public:
    explicit ThemeScope(bool isDark);
};

/// Columns isDark, size, content.
void addPictureRows();
/// "sample", "no_steps", "empty", "nothing", "wide".
[[nodiscard]] std::shared_ptr<const Comparison> comparisonOf(const QString& content);

/// Draws the page in that size; false when it draws nothing.
[[nodiscard]] bool savePagePicture(QWidget& page, const QSize& size, const QString& name, bool isDark);

} // namespace diptych::test
