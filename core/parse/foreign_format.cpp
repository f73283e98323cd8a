#include "core/parse/foreign_format.h"

#include "core/parse/event_repair.h"
#include "core/parse/polled_text.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

namespace diptych {

namespace {

constexpr std::size_t kMostNames = 4;

/// Names of an archive's members for a message: the first few, and how many there are.
class MemberList {
public:
    void add(std::string_view name) {
        ++m_count;
        if (m_count <= kMostNames) {
            m_names += (m_names.empty() ? "" : ", ") + repairText(name.substr(0, 200));
        }
    }
    [[nodiscard]] std::string text() const {
        const std::string more = m_count > kMostNames ? ", ..." : "";
        return std::to_string(m_count) + (m_count == 1 ? " member: " : " members: ") + m_names + more;
    }
    [[nodiscard]] std::size_t count() const { return m_count; }

private:
    std::string m_names;
    std::size_t m_count = 0;
};

Error archiveError(std::string_view kind, const MemberList& members) {
    return {ErrorCode::Archive,
            {},
            {},
            "this is a " + std::string(kind) + " archive" +
                (members.count() != 0 ? " with " + members.text() : ""),
            "Unpack it and open one of its traces"};
}

// ---- tar: 512-byte headers, each followed by its file, padded to 512

constexpr std::size_t kTarBlock = 512;
constexpr std::size_t kTarMagic = 257;

bool isTar(std::string_view begin) {
    return begin.size() >= kTarMagic + 5 && begin.substr(kTarMagic, 5) == "ustar";
}

std::string_view tarText(std::string_view header, std::size_t begin, std::size_t size) {
    const std::string_view field = header.substr(begin, size);
    return field.substr(0, field.find('\0'));
}

std::uint64_t tarSize(std::string_view header) {
    std::uint64_t size = 0;
    for (const char c : tarText(header, 124, 12)) {
        if (c >= '0' && c <= '7') {
            size = size * 8 + static_cast<std::uint64_t>(c - '0');
        }
    }
    return size;
}

void addTarMember(std::string_view header, MemberList& members) {
    const char type = header[156];
    if (type == '0' || type == '\0') {
        const std::string_view prefix = tarText(header, 345, 155);
        const std::string_view name = tarText(header, 0, 100);
        members.add(prefix.empty() ? std::string(name) : std::string(prefix) + '/' + std::string(name));
    }
}

/// What was read already, and then the rest.
class Joined {
public:
    Joined(std::string_view begin, ByteSource& rest) : m_begin(begin), m_rest(rest) {}

    [[nodiscard]] std::size_t read(char* to, std::size_t size) {
        const std::size_t known = std::min(size, m_begin.size());
        std::copy_n(m_begin.begin(), known, to);
        m_begin.remove_prefix(known);
        return known + (known < size ? m_rest.read(to + known, size - known) : 0);
    }

    /// False at the end of the data.
    [[nodiscard]] bool skip(std::uint64_t count) {
        std::vector<char> waste(std::size_t{64} * 1024);
        while (count != 0) {
            const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(count, waste.size()));
            if (read(waste.data(), wanted) < wanted) {
                return false;
            }
            count -= wanted;
        }
        return true;
    }

private:
    std::string_view m_begin;
    ByteSource& m_rest;
};

Error listTar(std::string_view begin, ByteSource& rest) {
    MemberList members;
    Joined archive(begin, rest);
    std::array<char, kTarBlock> block{};
    while (archive.read(block.data(), block.size()) == block.size()) {
        const std::string_view header(block.data(), block.size());
        if (!isTar(header)) {
            break;
        }
        addTarMember(header, members);
        if (!archive.skip((tarSize(header) + kTarBlock - 1) / kTarBlock * kTarBlock)) {
            break;
        }
    }
    return archiveError("tar", members);
}

// ---- zip: a directory at the end, one record a member

constexpr std::string_view kZipRecord = "PK\x01\x02";
constexpr std::size_t kZipRecordBytes = 46;

Error listZip(std::string_view begin, ByteSource& rest) {
    MemberList members;
    std::string text(begin);
    std::vector<char> more(std::size_t{1} << 20);
    for (std::size_t got = 1; got != 0;) {
        got = rest.read(more.data(), more.size());
        text.append(more.data(), got);
        std::size_t at = text.find(kZipRecord);
        for (; at != std::string::npos && at + kZipRecordBytes <= text.size();
             at = text.find(kZipRecord, at)) {
            const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
            const std::size_t length = byte(28) + 256U * byte(29);
            if (at + kZipRecordBytes + length > text.size()) {
                break;
            }
            const std::string_view name = std::string_view(text).substr(at + kZipRecordBytes, length);
            if (!name.empty() && name.back() != '/') {
                members.add(name);
            }
            at += kZipRecordBytes + length;
        }
        text.erase(0,
                   at != std::string::npos ? at : text.size() - std::min(text.size(), kZipRecord.size() - 1));
    }
    return archiveError("zip", members);
}

// ---- everything else

struct Foreign {
    std::string_view magic;
    std::string_view what;
    std::string_view remedy;
};

using namespace std::string_view_literals;

constexpr std::array kForeign{
    Foreign{"\xFD"
            "7zXZ"sv,
            "an xz-compressed file", "Unpack it with xz -d"},
    Foreign{"BZh"sv, "a bzip2-compressed file", "Unpack it with bzip2 -d"},
    Foreign{"\x04\x22\x4D\x18"sv, "an lz4-compressed file", "Unpack it with lz4 -d"},
    Foreign{"7z\xBC\xAF\x27\x1C"sv, "a 7-Zip archive", "Unpack it and open one of its traces"},
    Foreign{"Rar!"sv, "a RAR archive", "Unpack it and open one of its traces"},
    Foreign{"SQLite format 3"sv, "an SQLite database", "Export a Chrome trace in JSON and open that"},
    Foreign{"\xFF\xFE"sv, "text in UTF-16", "Save it as UTF-8"},
    Foreign{"\xFE\xFF"sv, "text in UTF-16", "Save it as UTF-8"},
    Foreign{"\x7F"
            "ELF"sv,
            "a program", "Open a trace that the PyTorch profiler exported"},
    Foreign{"%PDF"sv, "a PDF document", "Open a trace that the PyTorch profiler exported"},
    Foreign{"\x80\x02"sv, "a Python pickle", "Export a Chrome trace in JSON and open that"},
    Foreign{"\x80\x04"sv, "a Python pickle", "Export a Chrome trace in JSON and open that"},
};

/// A key of the outermost object and what it tells.
struct Sign {
    const char* key;
    const char* what;
};

constexpr std::array kSigns{
    Sign{"nodes", "it looks like an execution trace, which has no times"},
    Sign{"schema", "it looks like another kind of trace"},
    Sign{"ph", "it looks like a single event"},
    Sign{"stackFrames", "it looks like a CPU profile"},
    Sign{"nbformat", "it looks like a notebook"},
};

} // namespace

Failure explainForeignFormat(std::string_view begin, ByteSource& rest) {
    if (begin.starts_with("PK\x03\x04") || begin.starts_with("PK\x05\x06")) {
        return listZip(begin, rest);
    }
    if (isTar(begin)) {
        return listTar(begin, rest);
    }
    for (const Foreign& foreign : kForeign) {
        if (begin.starts_with(foreign.magic)) {
            return Error{ErrorCode::Archive,
                         {},
                         {},
                         "this is " + std::string(foreign.what),
                         std::string(foreign.remedy)};
        }
    }
    return std::nullopt;
}

Error explainJson(std::string_view text, bool isWhole, const CancelToken& cancel) {
    bool hasEvents = false;
    std::array<bool, kSigns.size()> hasSign{};
    const auto note = [&](int depth, nlohmann::json::parse_event_t event, const nlohmann::json& value) {
        if (depth == 1 && event == nlohmann::json::parse_event_t::key) {
            const std::string& key = value.get_ref<const std::string&>();
            hasEvents = hasEvents || key == "traceEvents";
            for (std::size_t i = 0; i < kSigns.size(); ++i) {
                hasSign[i] = hasSign[i] || key == kSigns[i].key;
            }
        }
        return depth == 0; // the keys tell enough
    };
    const PolledText polled(text, cancel);
    if (isWhole && nlohmann::json::parse(polled.begin(), polled.end(), note, false).is_discarded()) {
        return {ErrorCode::NotATrace,
                {},
                text.size(),
                "the JSON text is damaged or ends before any event",
                "Record the trace again"};
    }
    std::string reason = "valid JSON, but no traceEvents";
    if (hasEvents) {
        reason = "traceEvents is no list of events";
    }
    const auto sign = std::find(hasSign.begin(), hasSign.end(), true);
    if (sign != hasSign.end()) {
        reason += std::string(": ") + kSigns[static_cast<std::size_t>(sign - hasSign.begin())].what;
    }
    return {ErrorCode::NotATrace, {}, {}, reason, "Open the file that export_chrome_trace wrote"};
}

} // namespace diptych
