#include "core/export/output_file.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace diptych {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18U;

std::string remedyFor(int code) {
    switch (code) {
    case ENOSPC:
    case EDQUOT:
        return "Free some space on the disk, or choose another place";
    case EACCES:
    case EPERM:
    case EROFS:
        return "Choose a folder that you may write to";
    case ENOENT:
    case ENOTDIR:
        return "Create the folder first";
    case EPIPE:
        return "";
    default:
        return "Choose another place";
    }
}

Error cannotWriteFile(const std::string& path, int code) {
    return {ErrorCode::CannotWrite,
            path == "-" ? "standard output" : path,
            {},
            std::string("the output cannot be written: ") + std::strerror(code),
            remedyFor(code)};
}

/// Where a link points to, so that the link stays and its target is replaced.
std::string resolved(const std::string& path) {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(path, error);
    return error ? path : real.string();
}

bool isFile(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

/// Creates a file of a name of its own beside `target`; -1 with errno when that cannot be. A file that stands
/// at the target already keeps its mode.
int createBeside(const std::string& target, std::string& name) {
    static std::atomic<unsigned> serial{0};
    const std::filesystem::path path(target);
    const std::string stem =
        "." + path.filename().string().substr(0, 200) + "." + std::to_string(::getpid()) + "-";
    int descriptor = -1;
    do {
        name = (path.parent_path() / (stem + std::to_string(serial.fetch_add(1)) + ".tmp")).string();
        descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor < 0 && errno == EEXIST);
    struct stat existing {};
    if (descriptor >= 0 && ::stat(target.c_str(), &existing) == 0) {
        (void)::fchmod(descriptor, existing.st_mode & 07777U); // some file systems have no modes
    }
    return descriptor;
}

} // namespace

struct OutputFile::State {
    std::string path;      ///< as the user gave it
    std::string target;    ///< what is replaced; "" when written to directly
    std::string temporary; ///< beside the target; "" when there is none (any more)
    std::string backup;    ///< the file that stood there before, while a set is published
    int descriptor = -1;
    bool ownsDescriptor = true;
    bool isPublished = false;
    int errorCode = 0; ///< the first errno
    std::string buffer;

    ~State() {
        closeDescriptor();
        removeTemporary();
    }

    void fail(int code) { errorCode = errorCode == 0 ? code : errorCode; }

    void flush() {
        send(buffer);
        buffer.clear();
    }

    void send(std::string_view rest) {
        while (!rest.empty() && errorCode == 0) {
            const ssize_t written = ::write(descriptor, rest.data(), rest.size());
            if (written >= 0) {
                rest.remove_prefix(static_cast<std::size_t>(written));
            } else if (errno != EINTR) {
                fail(errno);
            }
        }
    }

    void closeDescriptor() {
        if (descriptor >= 0 && ownsDescriptor && ::close(descriptor) != 0) {
            fail(errno);
        }
        descriptor = -1;
    }

    void removeTemporary() {
        if (!temporary.empty()) {
            ::unlink(temporary.c_str());
            temporary.clear();
        }
    }

    [[nodiscard]] Failure failure() const {
        return errorCode == 0 ? Failure() : Failure(cannotWriteFile(path, errorCode));
    }

    /// Keeps what stands at the target under another name.
    void keepBackup() {
        if (temporary.empty()) {
            return; // written to directly
        }
        const std::string name = temporary + ".old";
        const bool kept = ::link(target.c_str(), name.c_str()) == 0 ||
                          (isFile(target) && ::rename(target.c_str(), name.c_str()) == 0); // no links there
        if (kept) {
            backup = name;
        }
    }

    void putBack() {
        if (!backup.empty()) {
            ::rename(backup.c_str(), target.c_str());
        } else if (isPublished && !target.empty()) {
            ::unlink(target.c_str());
        }
    }

    void dropBackup() {
        if (!backup.empty()) {
            ::unlink(backup.c_str());
            backup.clear();
        }
    }
};

OutputFile::OutputFile(std::unique_ptr<State> state) : m_state(std::move(state)) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

Result<OutputFile> OutputFile::open(const std::string& path) {
    auto state = std::make_unique<State>();
    state->path = path;
    if (path == "-") {
        state->descriptor = STDOUT_FILENO;
        state->ownsDescriptor = false;
        return OutputFile(std::move(state));
    }
    struct stat existing {};
    const bool exists = ::stat(path.c_str(), &existing) == 0;
    if (exists && S_ISDIR(existing.st_mode)) {
        return Error{
            ErrorCode::CannotWrite, path, {}, "this is a folder, not a file", "Give the name of a file"};
    }
    if (exists && !S_ISREG(existing.st_mode)) {
        state->descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
        state->target = resolved(path);
        state->descriptor = createBeside(state->target, state->temporary);
    }
    if (state->descriptor < 0) {
        const int code = errno;
        state->temporary.clear();
        return cannotWriteFile(path, code);
    }
    return OutputFile(std::move(state));
}

bool OutputFile::write(std::string_view text) {
    if (text.size() >= kBufferBytes) { // needs no buffer
        m_state->flush();
        m_state->send(text);
    } else {
        m_state->buffer += text;
        if (m_state->buffer.size() >= kBufferBytes) {
            m_state->flush();
        }
    }
    return m_state->errorCode == 0;
}

Failure OutputFile::close() {
    m_state->flush();
    if (!m_state->temporary.empty() && m_state->errorCode == 0 && ::fsync(m_state->descriptor) != 0) {
        m_state->fail(errno);
    }
    m_state->closeDescriptor();
    return m_state->failure();
}

Failure OutputFile::publish() {
    if (m_state->errorCode == 0 && !m_state->temporary.empty()) {
        if (::rename(m_state->temporary.c_str(), m_state->target.c_str()) != 0) {
            m_state->fail(errno);
        } else {
            m_state->temporary.clear();
        }
    }
    m_state->isPublished = m_state->errorCode == 0;
    return m_state->failure();
}

Failure OutputFile::commit() {
    if (Failure failure = close()) {
        return failure;
    }
    return publish();
}

Failure publishTogether(std::vector<OutputFile>& files) {
    Failure failure;
    for (OutputFile& file : files) {
        file.m_state->keepBackup();
        failure = file.publish();
        if (failure) {
            break;
        }
    }
    for (OutputFile& file : files) {
        if (failure) {
            file.m_state->putBack();
        }
        file.m_state->dropBackup();
    }
    return failure;
}

Failure writeFile(const std::string& path, std::string_view text) {
    Result<OutputFile> file = OutputFile::open(path);
    if (!file) {
        return file.error();
    }
    file.value().write(text);
    return file.value().commit();
}

} // namespace diptych
