#pragma once
// Saving a chart as a picture, from its context menu. GUI thread.

#include "core/base/result.h"

#include <QString>

class QMenu;
class QWidget;

namespace diptych {

/// Adds "Save as PNG…" and "Save as SVG…" to a chart's menu, which tell the chart's window how it went.
/// `name` is the file's name that is proposed.
void addPictureActions(QMenu& menu, QWidget& chart, const QString& name);

/// Twice the size on screen, so that it can be printed. The file is replaced whole or not at all.
[[nodiscard]] Failure savePng(QWidget& chart, const QString& path);
[[nodiscard]] Failure saveSvg(QWidget& chart, const QString& path);

} // namespace diptych
