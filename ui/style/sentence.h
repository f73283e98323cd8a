#pragma once
// Texts of the core as sentences. Pure.

#include <QString>

#include <string>

namespace diptych {

/// The text with a full stop at its end; an empty one stays empty.
[[nodiscard]] QString asSentence(const std::string& text);

} // namespace diptych
