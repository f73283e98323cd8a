#pragma once
// Writing files so that nothing half-written is ever left: the text goes to a temporary file beside the
// target, which is renamed over it when all is there.

#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace diptych {

class OutputFile {
public:
    /// Opens a temporary file beside `path`; "-" is standard output. What is no ordinary file (a pipe,
    /// /dev/null) is written to directly.
    [[nodiscard]] static Result<OutputFile> open(const std::string& path);
    OutputFile(OutputFile&&) noexcept;
    OutputFile& operator=(OutputFile&&) noexcept;
    /// Removes the temporary file when it was not committed.
    ~OutputFile();

    /// False after the first error; the error itself comes from commit.
    bool write(std::string_view text);
    /// Flushes to the disk and puts the file in its place.
    [[nodiscard]] Failure commit();
    /// First half of commit, for sets of files: flushes and closes. The second half is publish.
    [[nodiscard]] Failure close();
    [[nodiscard]] Failure publish();

private:
    friend Failure publishTogether(std::vector<OutputFile>& files);
    struct State;
    explicit OutputFile(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Publishes a set of closed files; when one fails, those before it are put back as they were.
[[nodiscard]] Failure publishTogether(std::vector<OutputFile>& files);

[[nodiscard]] Failure writeFile(const std::string& path, std::string_view text);

} // namespace diptych
