#pragma once
// The two families of the window. Figures stand in columns, so the text family must have digits of one width;
// Qt 6.4 cannot switch a font to tabular figures. Sizes are pixels. GUI thread, after the application object
// exists.

#include <QFont>

namespace diptych {

/// Text of the window. The first installed family with digits of one width among those preferred, else the
/// system's.
[[nodiscard]] QFont textFont(int pixelSize, QFont::Weight weight = QFont::Normal);
/// Kernel names, stacks, shapes.
[[nodiscard]] QFont monoFont(int pixelSize = 11, QFont::Weight weight = QFont::Normal);

/// Sizes by what they are for.
namespace fontsize {
inline constexpr int kTotal = 24;
inline constexpr int kVerdict = 20;
inline constexpr int kTitle = 15;
inline constexpr int kBody = 13;
inline constexpr int kTable = 12;
inline constexpr int kHeader = 11;
inline constexpr int kKernel = 11;
} // namespace fontsize

} // namespace diptych
