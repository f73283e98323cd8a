#include "ui/report/report_notes.h"

#include <QStringList>

namespace diptych {

namespace {

/// "layer 14"; "layer 14/7: kernel of A, kernel of B".
QString placeText(const Note& note) {
    if (note.place.target != NoteTarget::Pair) {
        return note.place.id;
    }
    QStringList names;
    for (const Side side : kSides) {
        if (!note.names[side].isEmpty()) {
            names.append(note.names[side]);
        }
    }
    return names.isEmpty() ? note.place.id
                           : note.place.id + QStringLiteral(": ") + names.join(QStringLiteral(", "));
}

} // namespace

std::vector<ReportNote> reportNotes(const std::vector<Note>& notes) {
    std::vector<ReportNote> printed;
    for (const NoteTarget target : {NoteTarget::Comparison, NoteTarget::Layer, NoteTarget::Pair}) {
        for (const Note& note : notes) {
            if (note.place.target == target) {
                printed.push_back({placeText(note).toStdString(), note.text.toStdString()});
            }
        }
    }
    return printed;
}

} // namespace diptych
