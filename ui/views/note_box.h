#pragma once
// The note at one place, to read and write. What is typed is in the notes at once; an edit ends when the box
// loses the focus or shows another place. GUI thread.

#include "ui/session/notes.h"

#include <QPlainTextEdit>

namespace diptych {

class NoteBox : public QPlainTextEdit {
    Q_OBJECT

public:
    /// `notes` may be null, then nothing can be written.
    explicit NoteBox(Notes* notes, QWidget* parent = nullptr);

    /// Shows the note at a place; `names` are what stands there now.
    void setPlace(const NotePlace& place, const PerSide<QString>& names, const QString& placeholder);
    [[nodiscard]] const NotePlace& place() const { return m_place; }

protected:
    void focusOutEvent(QFocusEvent* event) override;

private:
    void showNote();
    void writeNote();

    Notes* m_notes;
    NotePlace m_place;
    PerSide<QString> m_names;
    bool m_isQuiet = false; ///< the text changes by program
};

} // namespace diptych
