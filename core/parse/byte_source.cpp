#include "core/parse/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace diptych {

namespace {

constexpr int kPollMilliseconds = 50; ///< how long a silent pipe may delay a cancel

class FileSource final : public ByteSource {
public:
    FileSource(int descriptor, bool isOwned, const struct stat& status, CancelToken cancel)
        : m_descriptor(descriptor), m_isOwned(isOwned), m_atOpen(status), m_cancel(std::move(cancel)) {}
    ~FileSource() override {
        if (m_isOwned) {
            ::close(m_descriptor);
        }
    }

    [[nodiscard]] std::size_t read(char* to, std::size_t size) override {
        std::size_t done = 0;
        while (done < size && !m_isAtEnd && waitForData()) {
            const ssize_t got = ::read(m_descriptor, to + done, std::min(size - done, kLargestRead));
            if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
                continue;
            }
            if (got < 0) {
                fail(std::string("reading failed: ") + std::strerror(errno),
                     "Check the disk or the network share");
            } else if (got == 0) {
                m_isAtEnd = true;
                checkUnchanged();
            } else {
                done += static_cast<std::size_t>(got);
                m_consumed += static_cast<std::uint64_t>(got);
            }
        }
        return done;
    }

    [[nodiscard]] std::uint64_t bytesConsumed() const override { return m_consumed; }
    [[nodiscard]] std::uint64_t bytesTotal() const override {
        return isRegular() ? static_cast<std::uint64_t>(m_atOpen.st_size) : 0;
    }
    [[nodiscard]] Failure failure() const override { return m_failure; }

private:
    /// One read at most takes a few milliseconds, so that a cancel is heard.
    static constexpr std::size_t kLargestRead = std::size_t{8} << 20;

    [[nodiscard]] bool isRegular() const { return S_ISREG(m_atOpen.st_mode); }

    void fail(std::string reason, std::string remedy) {
        m_isAtEnd = true;
        m_failure = Error{ErrorCode::ReadFailed, {}, {}, std::move(reason), std::move(remedy)};
    }

    /// A pipe may stay silent for long; cancel must still be heard. False when cancelled.
    [[nodiscard]] bool waitForData() {
        pollfd wait{m_descriptor, POLLIN, 0};
        while (!m_cancel.isCancelled()) {
            if (isRegular()) {
                return true;
            }
            const int ready = ::poll(&wait, 1, kPollMilliseconds);
            if (ready > 0 || (ready < 0 && errno != EINTR)) { // the signal that cancels interrupts the wait
                return true;
            }
        }
        return false;
    }

    void checkUnchanged() {
        struct stat now {};
        if (!isRegular() || ::fstat(m_descriptor, &now) != 0) {
            return;
        }
        const auto size = static_cast<std::uint64_t>(m_atOpen.st_size);
        if (m_consumed < size) {
            fail("the file became shorter while it was read", "Open it again when nothing writes to it");
        } else if (m_consumed > size || now.st_size != m_atOpen.st_size) {
            fail("the file grew while it was read", "Open it again when the profiler has finished writing");
        } else if (now.st_nlink == 0 && m_atOpen.st_nlink != 0) {
            fail("the file was deleted while it was read", "Open it from where it is now");
        } else if (now.st_mtim.tv_sec != m_atOpen.st_mtim.tv_sec ||
                   now.st_mtim.tv_nsec != m_atOpen.st_mtim.tv_nsec) {
            fail("the file changed while it was read", "Open it again when nothing writes to it");
        }
    }

    int m_descriptor;
    bool m_isOwned;
    struct stat m_atOpen;
    CancelToken m_cancel;
    std::uint64_t m_consumed = 0;
    bool m_isAtEnd = false;
    Failure m_failure;
};

class MemorySource final : public ByteSource {
public:
    explicit MemorySource(std::string_view bytes) : m_bytes(bytes) {}

    [[nodiscard]] std::size_t read(char* to, std::size_t size) override {
        const std::size_t count = std::min(size, m_bytes.size() - m_consumed);
        std::copy_n(m_bytes.data() + m_consumed, count, to);
        m_consumed += count;
        return count;
    }

    [[nodiscard]] std::uint64_t bytesConsumed() const override { return m_consumed; }
    [[nodiscard]] std::uint64_t bytesTotal() const override { return m_bytes.size(); }

private:
    std::string_view m_bytes;
    std::size_t m_consumed = 0;
};

} // namespace

Result<std::unique_ptr<ByteSource>> openFileSource(const std::string& path, const CancelToken& cancel) {
    const bool isStandardInput = path == "-";
    const int descriptor = isStandardInput
                               ? STDIN_FILENO
                               : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY |
                                                          O_NONBLOCK); // a pipe that nobody writes to yet
    if (descriptor < 0) {
        const bool isMissing = errno == ENOENT || errno == ENOTDIR;
        return Error{ErrorCode::CannotOpen,
                     path,
                     {},
                     isMissing ? "there is no such file"
                               : std::string("cannot be opened: ") + std::strerror(errno),
                     isMissing ? "Check the path" : ""};
    }
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || S_ISDIR(status.st_mode)) {
        if (!isStandardInput) {
            ::close(descriptor);
        }
        return Error{ErrorCode::CannotOpen, path, {}, "is a folder, not a trace", "Name a file inside it"};
    }
    return std::unique_ptr<ByteSource>(
        std::make_unique<FileSource>(descriptor, !isStandardInput, status, cancel));
}

std::unique_ptr<ByteSource> makeMemorySource(std::string_view bytes) {
    return std::make_unique<MemorySource>(bytes);
}

} // namespace diptych
