#pragma once
// All notes of the comparison: those written, and the places at which one can be written now. GUI thread.

#include "ui/session/notes.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QPushButton;

namespace diptych {

class ComparisonSession;
class NoteBox;
class ViewState;

class NotesDialog : public QDialog {
    Q_OBJECT

public:
    NotesDialog(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] QListWidget* list() const { return m_list; }
    [[nodiscard]] NoteBox* box() const { return m_box; }
    /// Chooses a place, which is listed from now on.
    void showPlace(const NotePlace& place);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void fill();
    void showChosen();
    void goThere();
    [[nodiscard]] std::vector<NotePlace> places() const;
    [[nodiscard]] PerSide<QString> namesAt(const NotePlace& place) const;
    [[nodiscard]] NotePlace chosenPlace() const;

    ComparisonSession* m_session;
    ViewState* m_viewState;
    NotePlace m_wanted;
    QListWidget* m_list = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_names = nullptr;
    NoteBox* m_box = nullptr;
    QPushButton* m_goThere = nullptr;
    QPushButton* m_undo = nullptr;
    QPushButton* m_redo = nullptr;
};

} // namespace diptych
