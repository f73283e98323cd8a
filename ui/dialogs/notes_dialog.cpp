#include "ui/dialogs/notes_dialog.h"

#include "ui/models/pair_choice.h"
#include "ui/models/pair_items.h"
#include "ui/session/comparison_session.h"
#include "ui/session/view_state.h"
#include "ui/style/name_format.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/note_box.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace diptych {

namespace {

constexpr QSize kNotesSize(720, 420);
constexpr int kNameCharacters = 80;

/// "Layer 14/9, All-reduce"; the id where the comparison has no such pair.
QString pairTitle(const Comparison* comparison, const QString& id) {
    const KernelPair* const pair = comparison ? pairOfId(*comparison, id) : nullptr;
    return pair ? QStringLiteral("%1/%2, %3")
                      .arg(sectionTitle(pair->layer))
                      .arg(pair->position)
                      .arg(QString::fromStdString(pair->operation))
                : NotesDialog::tr("Pair %1").arg(id);
}

QString titleOf(const Comparison* comparison, const NotePlace& place) {
    switch (place.target) {
    case NoteTarget::Comparison:
        return NotesDialog::tr("The comparison");
    case NoteTarget::Layer:
        return sectionTitle(place.id.toStdString());
    case NoteTarget::Pair:
        return pairTitle(comparison, place.id);
    }
    return {};
}

/// A place and the first line of its note.
QString lineOf(const QString& title, const QString& text) {
    const QString first = text.trimmed().section(QLatin1Char('\n'), 0, 0);
    return first.isEmpty() ? title : title + QStringLiteral(": ") + first;
}

} // namespace

NotesDialog::NotesDialog(ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : QDialog(parent), m_session(session), m_viewState(viewState) {
    setWindowTitle(tr("Notes"));
    resize(kNotesSize);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kMargin, metrics::kUnit * 4, metrics::kMargin, metrics::kUnit * 4);
    layout->setSpacing(metrics::kUnit * 3);
    auto* const parts = new QSplitter(Qt::Horizontal, this);
    parts->setChildrenCollapsible(false);
    m_list = new QListWidget(parts);
    m_list->setProperty("boxed", true);
    m_list->setAccessibleName(tr("Places with notes"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // long lines are shortened
    m_list->setTextElideMode(Qt::ElideRight);
    auto* const right = new QWidget(parts);
    auto* const column = new QVBoxLayout(right);
    column->setContentsMargins(metrics::kUnit * 3, 0, 0, 0);
    column->setSpacing(metrics::kUnit * 2);
    m_title = makeLabel(TextRole::Section, {}, right);
    column->addWidget(m_title);
    m_names = makeLabel(TextRole::Kernel, {}, right);
    m_names->setWordWrap(true);
    column->addWidget(m_names);
    m_box = new NoteBox(&session->notes(), right);
    column->addWidget(m_box, 1);
    parts->addWidget(m_list);
    parts->addWidget(right);
    parts->setSizes({300, 400}); // shares
    layout->addWidget(parts, 1);
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kUnit * 2);
    m_goThere = new QPushButton(tr("Show"), this);
    m_goThere->setToolTip(tr("Show the place in the window"));
    m_undo = new QPushButton(tr("Undo"), this);
    m_undo->setShortcut(QKeySequence::Undo);
    m_redo = new QPushButton(tr("Redo"), this);
    m_redo->setShortcut(QKeySequence::Redo);
    auto* const close = new QPushButton(tr("Close"), this);
    for (QPushButton* const button : {m_goThere, m_undo, m_redo, close}) {
        button->setAutoDefault(false);
        if (button == close) {
            buttons->addStretch(1);
        }
        buttons->addWidget(button);
    }
    layout->addLayout(buttons);
    connect(m_list, &QListWidget::currentRowChanged, this, &NotesDialog::showChosen);
    connect(m_list, &QListWidget::itemActivated, this, &NotesDialog::goThere);
    connect(m_goThere, &QPushButton::clicked, this, &NotesDialog::goThere);
    connect(m_undo, &QPushButton::clicked, this, [this] { m_session->notes().undo(); });
    connect(m_redo, &QPushButton::clicked, this, [this] { m_session->notes().redo(); });
    connect(close, &QPushButton::clicked, this, &QWidget::close);
    connect(&session->notes(), &Notes::changed, this, &NotesDialog::fill);
    connect(viewState, &ViewState::pairChanged, this, &NotesDialog::fill);
    connect(viewState, &ViewState::layerChanged, this, &NotesDialog::fill);
    fill();
}

void NotesDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    fill();
}

void NotesDialog::showPlace(const NotePlace& place) {
    m_wanted = place;
    fill();
}

/// Where there are notes, and where the user is.
std::vector<NotePlace> NotesDialog::places() const {
    std::vector<NotePlace> all{NotePlace()};
    const auto add = [&](const NotePlace& place) {
        if (std::find(all.begin(), all.end(), place) == all.end()) {
            all.push_back(place);
        }
    };
    for (const Note& note : m_session->notes().all()) {
        add(note.place);
    }
    if (!m_viewState->layer().isEmpty()) {
        add({NoteTarget::Layer, m_viewState->layer()});
    }
    if (!m_viewState->pair().isEmpty()) {
        add({NoteTarget::Pair, m_viewState->pair()});
    }
    add(m_wanted);
    return all;
}

/// When it is shown it is filled anew.
void NotesDialog::fill() {
    if (!isVisible()) {
        return;
    }
    const QSignalBlocker blocker(m_list);
    m_list->clear();
    const std::shared_ptr<const Comparison> comparison = m_session->comparison();
    for (const NotePlace& place : places()) {
        auto* const item = new QListWidgetItem(
            lineOf(titleOf(comparison.get(), place), m_session->notes().textAt(place)), m_list);
        item->setData(Qt::UserRole, static_cast<int>(place.target));
        item->setData(Qt::UserRole + 1, place.id);
        item->setToolTip(m_session->notes().textAt(place));
        if (place == m_wanted) {
            m_list->setCurrentItem(item);
        }
    }
    if (m_list->currentRow() < 0) {
        m_list->setCurrentRow(0);
    }
    m_undo->setEnabled(m_session->notes().canUndo());
    m_redo->setEnabled(m_session->notes().canRedo());
    showChosen();
}

NotePlace NotesDialog::chosenPlace() const {
    const QListWidgetItem* const item = m_list->currentItem();
    return item ? NotePlace{static_cast<NoteTarget>(item->data(Qt::UserRole).toInt()),
                            item->data(Qt::UserRole + 1).toString()}
                : NotePlace();
}

/// The main kernels of a pair: those of the comparison, else those that stood there when the note was
/// written.
PerSide<QString> NotesDialog::namesAt(const NotePlace& place) const {
    PerSide<QString> names;
    for (const Note& note : m_session->notes().all()) {
        if (note.place == place) {
            names = note.names;
        }
    }
    const auto comparison = m_session->comparison();
    if (!comparison || place.target != NoteTarget::Pair) {
        return names;
    }
    for (const KernelPair& pair : comparison->pairs) {
        if (QString::fromStdString(pair.id) == place.id) {
            for (const Side side : kSides) {
                names[side] = pair.names[side].empty()
                                  ? QString()
                                  : QString::fromStdString(pair.names[side].front().name);
            }
        }
    }
    return names;
}

void NotesDialog::showChosen() {
    m_wanted = chosenPlace();
    const PerSide<QString> names = namesAt(m_wanted);
    m_title->setText(titleOf(m_session->comparison().get(), m_wanted));
    QStringList lines;
    for (const Side side : kSides) {
        if (!names[side].isEmpty()) {
            lines.append(QStringLiteral("%1  %2").arg(
                QLatin1String(sideName(side)),
                shortenName(kernelLabel(names[side].toStdString()), kNameCharacters)));
        }
    }
    m_names->setText(lines.join(QLatin1Char('\n')));
    m_names->setVisible(!lines.isEmpty());
    m_box->setPlace(m_wanted, names, tr("Write a note"));
    m_goThere->setEnabled(m_wanted.target != NoteTarget::Comparison);
}

void NotesDialog::goThere() {
    const NotePlace place = chosenPlace();
    if (place.target == NoteTarget::Layer) {
        m_viewState->setLayer(place.id);
        m_viewState->setPage(Page::Layers);
    } else if (place.target == NoteTarget::Pair) {
        m_viewState->setPair(place.id); // first: a layer brings a pair of its own
        m_viewState->setLayer(place.id.section(QLatin1Char('/'), 0, -2));
        m_viewState->setPage(Page::Layers);
    }
}

} // namespace diptych
