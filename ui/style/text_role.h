#pragma once
// What a label is for. The style sheet gives each role its size, weight and colour, so that labels follow the
// theme by themselves.

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
/// Gives an existing label another role.
void setTextRole(QLabel* label, TextRole role);

} // namespace diptych
