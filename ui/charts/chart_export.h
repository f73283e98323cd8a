#pragma once
// Saving a chart as a picture, from its context menu. GUI thread.

#include <QString>

class QMenu;
class QWidget;

namespace diptych {

/// Adds "Save as PNG…" and "Save as SVG…" to a chart's menu. `name` is the file's name that is proposed.
void addPictureActions(QMenu& menu, QWidget& chart, const QString& name);

/// Twice the size on screen, so that it can be printed. False when it could not be written.
[[nodiscard]] bool savePng(QWidget& chart, const QString& path);
[[nodiscard]] bool saveSvg(QWidget& chart, const QString& path);

} // namespace diptych
