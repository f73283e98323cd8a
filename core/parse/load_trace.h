#pragma once
// Reads one trace: bytes -> events -> columns -> links. Blocking; a load job runs it on a background thread.
// Plain, gzip and zstd text, known by content and not by name; a pipe or "-" (standard input) will do.
// Nothing whole of the file's text is ever held: memory is workers x batch plus the columns.

#include "core/base/cancel_token.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <memory>
#include <string>

namespace diptych {

struct LoadOptions {
    unsigned workers = 2;                ///< parsing threads, 1 or more
    std::size_t batchBytes = 256 * 1024; ///< text parsed at a time, no more than this; tests make it small
    std::string displayPath;             ///< file name for Trace::path and messages; empty: the path itself
};

/// Loads a trace. Damage costs only what is broken and is counted in Trace::diagnostics; an error is returned
/// only when nothing can be shown. All numbers of workers and sizes of batches give the same trace.
[[nodiscard]] Result<std::shared_ptr<const Trace>> loadTrace(const std::string& path,
                                                             const LoadOptions& options,
                                                             const CancelToken& cancel,
                                                             const ProgressSink& progress);

/// The same from text in memory, plain or compressed (tests, fuzzers).
[[nodiscard]] Result<std::shared_ptr<const Trace>> loadTraceFromMemory(std::string_view bytes,
                                                                       const LoadOptions& options);

/// What the first 4 MiB of the text tell, within 100 ms for any file: for the panels while loading begins.
struct FirstFacts {
    std::uint64_t fileBytes = 0; ///< on disk; 0 for a pipe
    std::string compression;     ///< "", "gzip", "zstd"
    TraceMetadata metadata;      ///< what stands before the events; the rest is known after loading
    bool hasStacks = false;      ///< Python frames or call stacks seen in the first events
};

[[nodiscard]] Result<FirstFacts> readFirstFacts(const std::string& path);

} // namespace diptych
