#include "ui/session/notes.h"

#include <algorithm>

namespace diptych {

namespace {

auto findAt(std::vector<Note>& notes, const NotePlace& place) {
    return std::find_if(notes.begin(), notes.end(), [&](const Note& note) { return note.place == place; });
}

} // namespace

QString noteTargetName(NoteTarget target) {
    switch (target) {
    case NoteTarget::Comparison:
        return QStringLiteral("comparison");
    case NoteTarget::Layer:
        return QStringLiteral("layer");
    case NoteTarget::Pair:
        return QStringLiteral("pair");
    }
    return {};
}

NoteTarget noteTargetOf(const QString& name) {
    for (const NoteTarget target : {NoteTarget::Layer, NoteTarget::Pair}) {
        if (noteTargetName(target) == name) {
            return target;
        }
    }
    return NoteTarget::Comparison;
}

Notes::Notes(QObject* parent) : QObject(parent) {}

QString Notes::textAt(const NotePlace& place) const {
    const auto found =
        std::find_if(all().begin(), all().end(), [&](const Note& note) { return note.place == place; });
    return found == all().end() ? QString() : found->text;
}

void Notes::write(const Note& note) {
    std::vector<Note> notes = all();
    const auto found = findAt(notes, note.place);
    const bool isEmpty = note.text.trimmed().isEmpty();
    if (found == notes.end()) {
        if (isEmpty) {
            return;
        }
        notes.push_back(note);
    } else if (isEmpty) {
        notes.erase(found);
    } else {
        *found = note;
    }
    if (notes == all()) {
        return;
    }
    if (m_isEditing && m_editedPlace == note.place) {
        m_history.amend(std::move(notes));
    } else {
        m_history.push(std::move(notes));
    }
    m_isEditing = true;
    m_editedPlace = note.place;
    Q_EMIT changed();
}

void Notes::endEdit() {
    m_isEditing = false;
}

void Notes::undo() {
    m_isEditing = false;
    if (m_history.undo()) {
        Q_EMIT changed();
    }
}

void Notes::redo() {
    m_isEditing = false;
    if (m_history.redo()) {
        Q_EMIT changed();
    }
}

void Notes::reset(std::vector<Note> notes) {
    std::vector<Note> kept;
    for (Note& note : notes) {
        if (!note.text.trimmed().isEmpty() && findAt(kept, note.place) == kept.end()) {
            kept.push_back(std::move(note));
        }
    }
    m_isEditing = false;
    const bool isChanged = kept != all() || canUndo() || canRedo();
    m_history.reset(std::move(kept));
    if (isChanged) {
        Q_EMIT changed();
    }
}

void Notes::swapSides() {
    std::vector<Note> notes = all();
    for (Note& note : notes) {
        std::swap(note.names.a, note.names.b);
    }
    m_isEditing = false;
    m_history.amend(std::move(notes));
}

} // namespace diptych
