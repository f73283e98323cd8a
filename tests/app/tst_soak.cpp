// A long day with the window: files are opened, swapped, reloaded, cancelled and closed at random, whole
// ones, damaged ones and one that grows. Short by itself; DIPTYCH_SOAK=500 tells how many actions a long run
// takes.

#include "app/main_window.h"

#include "app/actions.h"
#include "app/notice_bar.h"
#include "app/page_registry.h"
#include "app/settings.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_forge.h"
#include "ui/style/theme.h"

#include <QApplication>

#include <malloc.h>
#include <random>

using namespace diptych;

namespace {

constexpr int kShort = 40;
constexpr int kPatience = 60'000;

int actionCount() {
    bool isNumber = false;
    const int wished = qEnvironmentVariableIntValue("DIPTYCH_SOAK", &isNumber);
    return isNumber && wished > 0 ? wished : kShort;
}

/// Bytes in use on the heap, over all arenas.
std::size_t heapInUse() {
    malloc_trim(0);
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

/// Files of every kind that a user has.
class Folder {
public:
    Folder() {
        using namespace diptych::test;
        const QByteArray a = QByteArray::fromStdString(forgeTrace(amdOptions(qwen2Model(2))).text);
        const QByteArray b = QByteArray::fromStdString(forgeTrace(nvidiaOptions(qwen2Model(2))).text);
        m_text = a;
        write(path("a.json"), a);
        write(path("b.json"), b);
        write(path("cut.json"), b.left(b.size() * 2 / 3));
        QByteArray spoilt = a;
        for (qsizetype i = 1000; i < spoilt.size(); i += spoilt.size() / 50) {
            spoilt[i] = '"';
        }
        write(path("spoilt.json"), spoilt);
        write(path("empty.json"), {});
        write(path("other.json"), "{\"no\": \"trace\"}");
        grow();
    }

    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    [[nodiscard]] QString settings() const { return path("settings.ini"); }

    /// Appends a part, from the start again when it is whole.
    void grow() {
        m_grown = m_grown >= m_text.size() ? m_text.size() / 4 : m_grown + m_text.size() / 4;
        write(path("growing.json"), m_text.left(m_grown));
    }

    template <typename Generator>
    [[nodiscard]] QString any(Generator& random) const {
        static constexpr const char* kNames[] = {"a.json",       "b.json",      "a.json",     "b.json",
                                                 "cut.json",     "spoilt.json", "empty.json", "other.json",
                                                 "growing.json", "missing.json"};
        return path(kNames[random() % std::size(kNames)]);
    }

private:
    QTemporaryDir m_folder;
    QByteArray m_text;
    qsizetype m_grown = 0;
};

struct Desk {
    explicit Desk(const Folder& folder)
        : settings(folder.settings()), theme(*qobject_cast<QApplication*>(QCoreApplication::instance())),
          window(&session, &state, &settings, &theme) {
        window.show();
    }

    [[nodiscard]] bool isIdle() const {
        return session.slot(Side::A).state != SlotState::Loading &&
               session.slot(Side::B).state != SlotState::Loading && !session.isComparing();
    }

    void closeAll() {
        session.close(Side::A);
        session.close(Side::B);
    }

    Settings settings;
    Theme theme;
    ComparisonSession session;
    ViewState state;
    MainWindow window;
};

void act(Desk& desk, Folder& folder, std::mt19937& random) {
    const Side side = random() % 2 == 0 ? Side::A : Side::B;
    switch (random() % 9) {
    case 0:
    case 1:
        desk.window.openFiles(folder.any(random), folder.any(random));
        break;
    case 2:
        desk.window.openFile(side, folder.any(random));
        break;
    case 3:
        desk.session.swapSides();
        break;
    case 4:
        desk.session.reload(side);
        break;
    case 5:
        desk.session.cancel(side);
        break;
    case 6:
        desk.session.close(side);
        break;
    case 7:
        folder.grow();
        break;
    default:
        desk.window.openFiles(folder.path("a.json"), folder.path("b.json"));
        QTRY_VERIFY_WITH_TIMEOUT(desk.isIdle(), kPatience);
        QVERIFY(desk.session.comparison());
        desk.state.setPage(pageEntries()[random() % pageEntries().size()].page);
        break;
    }
    QTest::qWait(static_cast<int>(random() % 30));
}

/// The heap with nothing open.
std::size_t heapAtRest(Desk& desk) {
    desk.closeAll();
    if (!QTest::qWaitFor([&] { return desk.isIdle(); }, kPatience)) {
        return 0;
    }
    QTest::qWait(50); // what is deleted later is
    return heapInUse();
}

} // namespace

class TestSoak : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void actions();
};

void TestSoak::actions() {
    Folder folder;
    Desk desk(folder);
    std::mt19937 random(20261130);
    const int count = actionCount();
    for (const PageEntry& entry : pageEntries()) { // caches of fonts and icons are filled
        desk.window.openFiles(folder.path("a.json"), folder.path("b.json"));
        QTRY_VERIFY_WITH_TIMEOUT(desk.isIdle(), kPatience);
        desk.state.setPage(entry.page);
        QTest::qWait(20);
    }
    for (int i = 0; i < count / 4; ++i) {
        act(desk, folder, random);
    }
    const std::size_t before = heapAtRest(desk);
    for (int i = 0; i < count; ++i) {
        act(desk, folder, random);
    }
    QTRY_VERIFY_WITH_TIMEOUT(desk.isIdle(), kPatience);
    const std::size_t after = heapAtRest(desk);
    qInfo("%d actions: heap at rest %.2f MB, then %.2f MB", count, static_cast<double>(before) / 1e6,
          static_cast<double>(after) / 1e6);
    QVERIFY(before > 0 && after > 0);
    QVERIFY2(after <= before + before / 20, "the heap grows by more than a twentieth");

    desk.window.openFiles(folder.path("a.json"), folder.path("b.json")); // and it still works
    QTRY_VERIFY_WITH_TIMEOUT(desk.isIdle() && desk.session.comparison(), kPatience);
}

DIPTYCH_TEST(TestSoak)
#include "tst_soak.moc"
