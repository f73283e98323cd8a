#pragma once
// What a label is for, and the lines between parts. The style sheet gives each role its size, weight and
// colour, so that labels follow the theme by themselves.

#include <QLabel>

namespace diptych {

enum class TextRole : std::uint8_t {
    Total,     ///< the headline figure, 24 bold
    Verdict,   ///< 20
    PageTitle, ///< 20 bold, of welcome and loading
    Title,     ///< 15 bold, of a page
    Section,   ///< 13 bold, within a page
    Body,      ///< 13
    Secondary, ///< 13, dimmed
    Caption,   ///< 12, dimmed: explanations
    Header,    ///< 11, dimmed: units, column heads
    Kernel,    ///< 11 mono
};

/// A label of that role; `text` is plain.
[[nodiscard]] QLabel* makeLabel(TextRole role, const QString& text, QWidget* parent = nullptr);
/// As makeLabel, for a sentence that comes later: wrapped, and it can be copied.
[[nodiscard]] QLabel* makeWrappedLabel(TextRole role, QWidget* parent = nullptr);
/// A line of a pixel between two parts.
[[nodiscard]] QWidget* makeSeparator(Qt::Orientation orientation, QWidget* parent = nullptr);
/// Gives an existing label another role.
void setTextRole(QLabel* label, TextRole role);

} // namespace diptych
