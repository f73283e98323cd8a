#pragma once
// .diptych files: which traces are compared, how, and where the user was; never figures of the traces. JSON
// of schema diptych.session/1. What a newer program wrote into a file and this one does not know survives
// reading and writing. Plain values and functions; any thread.

#include "core/base/result.h"
#include "ui/session/comparison_session.h"
#include "ui/session/notes.h"
#include "ui/session/view_state.h"

#include <QDateTime>
#include <QJsonObject>

#include <optional>
#include <vector>

namespace diptych {

/// A trace as it was when the session was saved.
struct SessionTrace {
    QString relativePath; ///< from the folder of the session file; "" where there is no such path
    QString absolutePath;
    std::int64_t bytes = -1; ///< on disk; -1: not told
    QDateTime modified;      ///< invalid: not told

    friend bool operator==(const SessionTrace&, const SessionTrace&) = default;
};

struct SessionContent {
    PerSide<SessionTrace> traces;
    SessionSelection selection;
    std::optional<RuleTable> rules; ///< empty: the built-in ones
    Page page = Page::Summary;
    QString operation;
    QString layer;
    QString pair;
    bool perStep = true;
    std::vector<Note> notes;
    QJsonObject asRead; ///< the whole file, for what this program does not know
};

/// Fails on what is no session, is damaged, or was written in a later format.
[[nodiscard]] Result<SessionContent> readSession(const QString& path);
/// Reads the text of a session whose file would lie at `path`.
[[nodiscard]] Result<SessionContent> parseSession(const QByteArray& text, const QString& path);

/// The file's text. Paths are made relative to the folder of `path`.
[[nodiscard]] QByteArray sessionText(const SessionContent& content, const QString& path);
/// Replaces the file whole or not at all.
[[nodiscard]] Failure writeSession(const SessionContent& content, const QString& path);

/// A trace on this disk, with its size and time.
[[nodiscard]] SessionTrace sessionTraceOf(const QString& path);

enum class TraceWhereabouts : std::uint8_t {
    Found,
    Changed, ///< there, but of another size or time
    Moved,   ///< neither place of the session has it, the session's own folder does
    Missing,
};

struct LocatedTrace {
    QString path; ///< to open; where it was expected when it is missing
    TraceWhereabouts whereabouts = TraceWhereabouts::Missing;
};

/// Looks beside the session file first, then at the absolute path, then for the name alone in the folder of
/// the session file.
[[nodiscard]] LocatedTrace locateTrace(const SessionTrace& trace, const QString& sessionPath);

} // namespace diptych
