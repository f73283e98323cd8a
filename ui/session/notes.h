#pragma once
// What the user wrote about a comparison: a text per kernel pair, per layer, or about the whole. Lives in the
// session, is read by pages and reports and kept by session files; every change can be undone. GUI thread.

#include "core/base/side.h"
#include "ui/session/undo_history.h"

#include <QObject>
#include <QString>

#include <vector>

namespace diptych {

enum class NoteTarget : std::uint8_t { Comparison, Layer, Pair };

/// "comparison", "layer", "pair": as in session files.
[[nodiscard]] QString noteTargetName(NoteTarget target);
/// The target of that name; Comparison for an unknown one.
[[nodiscard]] NoteTarget noteTargetOf(const QString& name);

/// What a note is attached to, by ids that survive a new comparison of the same traces.
struct NotePlace {
    NoteTarget target = NoteTarget::Comparison;
    QString id; ///< KernelPair::id, section name, or "" for the comparison

    friend bool operator==(const NotePlace&, const NotePlace&) = default;
};

struct Note {
    NotePlace place;
    QString text;           ///< never empty
    PerSide<QString> names; ///< what stood at the place when it was written: the main kernels of a pair

    friend bool operator==(const Note&, const Note&) = default;
};

class Notes : public QObject {
    Q_OBJECT

public:
    explicit Notes(QObject* parent = nullptr);

    /// In the order in which they were first written; at most one a place.
    [[nodiscard]] const std::vector<Note>& all() const { return m_history.current(); }
    /// The text at a place, or "".
    [[nodiscard]] QString textAt(const NotePlace& place) const;

    /// Writes, changes or, with an empty text, removes the note at a place. Edits of one place that follow
    /// each other are undone together until endEdit().
    void write(const Note& note);
    /// The next write at the same place is an edit of its own.
    void endEdit();

    [[nodiscard]] bool canUndo() const { return m_history.canUndo(); }
    [[nodiscard]] bool canRedo() const { return m_history.canRedo(); }
    void undo();
    void redo();

    /// Takes notes from a session file, or none for other traces: what was there is gone and cannot be
    /// undone. Notes without text and second ones at a place are left out.
    void reset(std::vector<Note> notes);
    /// The sides were exchanged.
    void swapSides();

Q_SIGNALS:
    void changed();

private:
    UndoHistory<std::vector<Note>> m_history;
    bool m_isEditing = false;
    NotePlace m_editedPlace;
};

} // namespace diptych
