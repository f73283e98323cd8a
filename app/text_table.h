#pragma once
// Lines of text in columns for the terminal, and figures as people read them. Pure.

#include "core/base/nanoseconds.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace diptych {

enum class Align : std::uint8_t { Left, Right };

class TextTable {
public:
    struct Column {
        std::string title;
        Align align = Align::Right;
    };

    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}

    void addRow(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    /// Title line and rows, two spaces between columns; no space at the ends of lines.
    [[nodiscard]] std::string text(std::string_view indent = {}) const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// Milliseconds with three decimals; "-" when unknown.
[[nodiscard]] std::string millisecondsText(std::optional<Nanoseconds> ns);
/// The same with its sign, "+0.412".
[[nodiscard]] std::string signedMillisecondsText(Nanoseconds ns);
/// "1.52x"; "-" when unknown.
[[nodiscard]] std::string ratioText(const std::optional<double>& ratio);
/// "68 %"; "-" when unknown.
[[nodiscard]] std::string percentText(const std::optional<double>& share);
/// "12,345".
[[nodiscard]] std::string countText(std::uint64_t count);
/// "1.2 GB".
[[nodiscard]] std::string bytesText(std::uint64_t bytes);
/// At most `width` characters, shortened in the middle.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);
/// Broken at spaces into lines of at most `width` characters, all but the first indented.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, std::string_view indent);

} // namespace diptych
