#include "ui/session/notes.h"

#include "tests/support/test_program.h"

#include <QSignalSpy>
#include <QTest>

using namespace diptych;

namespace {

const NotePlace kPair{NoteTarget::Pair, QStringLiteral("layer 14/9")};
const NotePlace kLayer{NoteTarget::Layer, QStringLiteral("layer 14")};
const NotePlace kWhole{};

Note noteAt(const NotePlace& place, const QString& text) {
    return {place, text, {QStringLiteral("kernel of A"), QStringLiteral("kernel of B")}};
}

} // namespace

class TestNotes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPlaceHasOneNote() {
        Notes notes;
        QSignalSpy changed(&notes, &Notes::changed);
        notes.write(noteAt(kPair, QStringLiteral("slow")));
        notes.write(noteAt(kLayer, QStringLiteral("the first of its type")));
        notes.write(noteAt(kPair, QStringLiteral("slow: wrong tile")));
        QCOMPARE(notes.all().size(), std::size_t(2));
        QCOMPARE(notes.textAt(kPair), QStringLiteral("slow: wrong tile"));
        QCOMPARE(notes.textAt(kLayer), QStringLiteral("the first of its type"));
        QCOMPARE(notes.textAt(kWhole), QString());
        QCOMPARE(changed.count(), 3);
        notes.write(noteAt(kPair, QStringLiteral("slow: wrong tile")));
        QCOMPARE(changed.count(), 3); // nothing changed
    }

    void anEmptyTextRemoves() {
        Notes notes;
        notes.write(noteAt(kPair, QStringLiteral(" \n")));
        QVERIFY(notes.all().empty());
        QVERIFY(!notes.canUndo());
        notes.write(noteAt(kPair, QStringLiteral("slow")));
        notes.write(noteAt(kPair, QString()));
        QVERIFY(notes.all().empty());
    }

    void editsOfOnePlaceAreUndoneTogether() {
        Notes notes;
        notes.write(noteAt(kPair, QStringLiteral("s")));
        notes.write(noteAt(kPair, QStringLiteral("sl")));
        notes.write(noteAt(kPair, QStringLiteral("slow")));
        notes.endEdit();
        notes.write(noteAt(kPair, QStringLiteral("slow?")));
        notes.write(noteAt(kWhole, QStringLiteral("second run")));
        QCOMPARE(notes.all().size(), std::size_t(2));
        notes.undo();
        QCOMPARE(notes.textAt(kWhole), QString());
        QCOMPARE(notes.textAt(kPair), QStringLiteral("slow?"));
        notes.undo();
        QCOMPARE(notes.textAt(kPair), QStringLiteral("slow"));
        notes.undo();
        QVERIFY(notes.all().empty());
        QVERIFY(!notes.canUndo());
        notes.undo(); // nothing left
        notes.redo();
        QCOMPARE(notes.textAt(kPair), QStringLiteral("slow"));
        notes.write(noteAt(kPair, QStringLiteral("other")));
        QVERIFY(!notes.canRedo());
    }

    void aSessionFileBringsItsNotes() {
        Notes notes;
        notes.write(noteAt(kWhole, QStringLiteral("old")));
        QSignalSpy changed(&notes, &Notes::changed);
        notes.reset({noteAt(kPair, QStringLiteral("one")), noteAt(kPair, QStringLiteral("two")),
                     noteAt(kLayer, QString())});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(notes.all().size(), std::size_t(1));
        QCOMPARE(notes.textAt(kPair), QStringLiteral("one"));
        QVERIFY(!notes.canUndo());
        notes.reset(notes.all());
        QCOMPARE(changed.count(), 1);
    }

    void namesFollowTheirSides() {
        Notes notes;
        notes.write(noteAt(kPair, QStringLiteral("slow")));
        notes.swapSides();
        QCOMPARE(notes.all().front().names.a, QStringLiteral("kernel of B"));
        notes.undo();
        QVERIFY(notes.all().empty());
    }

    void targetsHaveNames() {
        for (const NoteTarget target : {NoteTarget::Comparison, NoteTarget::Layer, NoteTarget::Pair}) {
            QCOMPARE(noteTargetOf(noteTargetName(target)), target);
        }
        QCOMPARE(noteTargetOf(QStringLiteral("something newer")), NoteTarget::Comparison);
    }

    void theHistoryForgetsTheOldest() {
        UndoHistory<int> history(0);
        for (int i = 1; i <= 1000; ++i) {
            QVERIFY(history.push(i));
        }
        QVERIFY(!history.push(1000));
        QCOMPARE(history.current(), 1000);
        int undone = 0;
        while (history.undo()) {
            ++undone;
        }
        QVERIFY(undone > 50 && undone < 1000);
        QCOMPARE(history.current(), 1000 - undone);
    }
};

DIPTYCH_TEST(TestNotes)
#include "tst_notes.moc"
