#pragma once
// Says what a file is that is no trace: archives with their members, other kinds of compression, other
// programs' files. Pure but for reading the source to its end. Any thread.

#include "core/parse/byte_source.h"

#include <optional>
#include <string>
#include <string_view>

namespace diptych {

/// How many bytes at the start of a file tell its kind.
inline constexpr std::size_t kMagicBytes = 512;

/// An error that names the kind when `begin`, the first bytes of a file or of what it unpacks to, are those
/// of a known format that is not read. Archives are read on through `rest` for the names of their members.
[[nodiscard]] Failure explainForeignFormat(std::string_view begin, ByteSource& rest);

/// An error for a JSON text that has no array of events, whole or up to where reading stopped; any error when
/// cancelled.
[[nodiscard]] Error explainJson(std::string_view text, bool isWhole, const CancelToken& cancel = {});

} // namespace diptych
