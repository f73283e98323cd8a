#include "ui/views/note_box.h"

namespace diptych {

NoteBox::NoteBox(Notes* notes, QWidget* parent) : QPlainTextEdit(parent), m_notes(notes) {
    setTabChangesFocus(true);
    setAccessibleName(tr("Note"));
    setEnabled(notes != nullptr);
    // Undo is that of all notes, or the two would disagree.
    setUndoRedoEnabled(false);
    connect(this, &QPlainTextEdit::textChanged, this, &NoteBox::writeNote);
    if (notes) {
        connect(notes, &Notes::changed, this, &NoteBox::showNote);
    }
}

void NoteBox::setPlace(const NotePlace& place, const PerSide<QString>& names, const QString& placeholder) {
    if (m_notes && !(place == m_place)) {
        m_notes->endEdit();
    }
    m_place = place;
    m_names = names;
    setPlaceholderText(placeholder);
    showNote();
}

void NoteBox::focusOutEvent(QFocusEvent* event) {
    QPlainTextEdit::focusOutEvent(event);
    if (m_notes) {
        m_notes->endEdit();
    }
}

void NoteBox::showNote() {
    const QString text = m_notes ? m_notes->textAt(m_place) : QString();
    if (text != toPlainText() && !(text.isEmpty() && toPlainText().trimmed().isEmpty() && hasFocus())) {
        m_isQuiet = true;
        setPlainText(text);
        m_isQuiet = false;
    }
}

void NoteBox::writeNote() {
    if (m_notes && !m_isQuiet) {
        m_notes->write({m_place, toPlainText(), m_names});
    }
}

} // namespace diptych
