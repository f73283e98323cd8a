#include "ui/dialogs/notes_dialog.h"

#include "tests/support/test_program.h"
#include "tests/ui/page_picture.h"
#include "ui/session/comparison_session.h"
#include "ui/session/view_state.h"
#include "ui/views/note_box.h"

#include <QListWidget>
#include <QTest>

using namespace diptych;

namespace {

const NotePlace kPair{NoteTarget::Pair, QStringLiteral("layer 14/9")};

struct Fixture {
    ComparisonSession session;
    ViewState viewState;
    NotesDialog dialog{&session, &viewState};

    Fixture() { dialog.show(); }
    void type(const QString& text) const { dialog.box()->setPlainText(text); }
};

} // namespace

class TestNotesDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::useTestSettings(); }

    void placesAreWhereTheUserIsAndWhereNotesAre() {
        Fixture fixture;
        QCOMPARE(fixture.dialog.list()->count(), 1); // the comparison
        fixture.viewState.setLayer(QStringLiteral("layer 14"));
        fixture.viewState.setPair(kPair.id);
        QCOMPARE(fixture.dialog.list()->count(), 3);
        fixture.session.notes().write({kPair, QStringLiteral("slow\nvery"), {}});
        fixture.viewState.setPair(QStringLiteral("layer 3/1"));
        fixture.viewState.setLayer(QStringLiteral("layer 3"));
        QCOMPARE(fixture.dialog.list()->count(), 4);
        QCOMPARE(fixture.dialog.list()->item(1)->text(), QStringLiteral("Pair layer 14/9: slow"));
    }

    void whatIsTypedIsInTheNotesAtOnce() {
        Fixture fixture;
        fixture.type(QStringLiteral("second run"));
        QCOMPARE(fixture.session.notes().textAt({}), QStringLiteral("second run"));
        fixture.dialog.showPlace(kPair);
        QCOMPARE(fixture.dialog.box()->toPlainText(), QString());
        fixture.type(QStringLiteral("slow"));
        QCOMPARE(fixture.session.notes().textAt(kPair), QStringLiteral("slow"));
        QCOMPARE(fixture.session.notes().textAt({}), QStringLiteral("second run"));
        fixture.session.notes().undo();
        QCOMPARE(fixture.dialog.box()->toPlainText(), QString());
        fixture.session.notes().redo();
        QCOMPARE(fixture.session.notes().textAt(kPair), QStringLiteral("slow"));
        fixture.type(QString());
        QCOMPARE(fixture.session.notes().all().size(), std::size_t(1));
    }

    void twoBoxesShowTheSameNote() {
        Fixture fixture;
        NoteBox other(&fixture.session.notes());
        other.setPlace(kPair, {}, QString());
        fixture.dialog.showPlace(kPair);
        fixture.type(QStringLiteral("slow"));
        QCOMPARE(other.toPlainText(), QStringLiteral("slow"));
        other.setPlainText(QStringLiteral("slow?"));
        QCOMPARE(fixture.dialog.box()->toPlainText(), QStringLiteral("slow?"));
    }

    void aPlaceIsShownInTheWindow() {
        Fixture fixture;
        fixture.session.notes().write({kPair, QStringLiteral("slow"), {}});
        fixture.dialog.showPlace(kPair);
        emit fixture.dialog.list()->itemActivated(fixture.dialog.list()->currentItem());
        QCOMPARE(fixture.viewState.pair(), kPair.id);
        QCOMPARE(fixture.viewState.layer(), QStringLiteral("layer 14"));
        QCOMPARE(fixture.viewState.page(), Page::Layers);
    }

    void withoutNotesNothingCanBeWritten() {
        NoteBox box(nullptr);
        QVERIFY(!box.isEnabled());
        box.setPlace(kPair, {}, QString());
        QCOMPARE(box.toPlainText(), QString());
    }

    void pictures_data() {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void pictures() {
        QFETCH(bool, isDark);
        const test::ThemeScope theme(isDark);
        Fixture fixture;
        fixture.session.notes().write({{}, QStringLiteral("Second run, clocks locked"), {}});
        fixture.session.notes().write(
            {kPair,
             QStringLiteral("The tile is too small for batch 64.\nTry the tuned table."),
             {QStringLiteral(
                  "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT64x96x128_MI16x16x1_SN_LDSB1_AFC0"),
              QStringLiteral(
                  "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x128x64_warpgroupsize1x1x1")}});
        fixture.dialog.showPlace(kPair);
        QVERIFY(test::savePagePicture(fixture.dialog, QSize(720, 420), QStringLiteral("notes"), isDark));
    }
};

DIPTYCH_TEST(TestNotesDialog)
#include "tst_notes_dialog.moc"
