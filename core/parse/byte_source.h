#pragma once
// Where the text of a trace comes from: a file, a pipe, memory, each plain or compressed. A load job owns its
// source and reads it from one thread at a time. Sources never throw; what went wrong is asked for after the
// end of the data.

#include "core/base/cancel_token.h"
#include "core/base/diagnostics.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace diptych {

class ByteSource {
public:
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    virtual ~ByteSource() = default;

    /// Fills `to`; fewer bytes than asked for only at the end of the data, after a failure, or when
    /// cancelled.
    [[nodiscard]] virtual std::size_t read(char* to, std::size_t size) = 0;
    /// Bytes taken from the file on disk so far, and how many it has (0 when unknown).
    [[nodiscard]] virtual std::uint64_t bytesConsumed() const = 0;
    [[nodiscard]] virtual std::uint64_t bytesTotal() const = 0;
    /// "", "gzip" or "zstd".
    [[nodiscard]] virtual std::string compression() const { return {}; }
    /// What was odd or lost on the way; offsets count in the text that was handed out. Complete at the end of
    /// the data.
    [[nodiscard]] virtual Diagnostics notes() const { return {}; }
    /// Why reading stopped before the end of the data, if it did; without the file's name.
    [[nodiscard]] virtual Failure failure() const { return std::nullopt; }
};

/// Opens a file, a pipe, or standard input ("-"). The data are as on disk; see openTextSource for the
/// decompressed text.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> openFileSource(const std::string& path,
                                                                 const CancelToken& cancel);

/// Reads `bytes`, which must outlive the source.
[[nodiscard]] std::unique_ptr<ByteSource> makeMemorySource(std::string_view bytes);

/// The text of `raw`, decompressed when its first bytes say so. An archive or a format that is not read is an
/// error. Once `cancel` is raised the text seems to end.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> openTextSource(std::unique_ptr<ByteSource> raw,
                                                                 const CancelToken& cancel = {});

} // namespace diptych
