#pragma once
// Kernel names for narrow places: shortened in the middle, keeping the part that tells a name from its
// neighbours. Pure functions. The whole name belongs in the tooltip and on the clipboard.

#include <QString>
#include <QStringList>

#include <string_view>
#include <vector>

namespace diptych {

/// The part of a name that must survive shortening; length 0: nothing in particular.
struct NameFocus {
    qsizetype start = 0;
    qsizetype length = 0;
    friend bool operator==(const NameFocus&, const NameFocus&) = default;
};

/// A kernel's name as shown: demangled, without return type, template arguments and parameters.
[[nodiscard]] QString kernelLabel(std::string_view name);

/// For each name the part by which it differs from the others in the list: of the tokens that fewest names
/// share the one with figures (a tile size), else the longest.
[[nodiscard]] std::vector<NameFocus> differingParts(const QStringList& names);

/// `name` in at most `characters` characters, as head…focus…tail. Never longer; shows as much as fits.
[[nodiscard]] QString shortenName(const QString& name, const NameFocus& focus, int characters);
[[nodiscard]] QString shortenName(const QString& name, int characters);

/// A module's class without the model's name, which it shares with the class of its layer: "MLP" of
/// "Qwen2MLP" in a "Qwen2DecoderLayer". The whole name when they share none.
[[nodiscard]] QString withoutModelName(const QString& moduleClass, const QString& layerClass);

/// A trace's file name without what all of them end in: "qwen2_7b.h100" of "qwen2_7b.h100.json.gz".
[[nodiscard]] QString withoutTraceEnding(const QString& file);

} // namespace diptych
