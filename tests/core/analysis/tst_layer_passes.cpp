#include "core/analysis/layer_passes.h"

#include "tests/support/test_program.h"

using namespace diptych;

Q_DECLARE_METATYPE(std::vector<diptych::GroupShape>)

class TestLayerPasses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_data() {
        QTest::addColumn<std::vector<GroupShape>>("groups");
        QTest::addColumn<unsigned>("unit");
        QTest::addColumn<unsigned>("first");
        QTest::addColumn<unsigned>("passes");
        using Groups = std::vector<GroupShape>;
        const GroupShape decoder{24, 1};
        const GroupShape encoder{12, 2};
        QTest::newRow("none") << Groups{} << 0U << 0U << 0U;
        QTest::newRow("one") << Groups{decoder} << 1U << 0U << 1U;
        QTest::newRow("three equal") << Groups{decoder, decoder, decoder} << 1U << 0U << 3U;
        QTest::newRow("encoder and decoder") << Groups{encoder, decoder} << 2U << 0U << 1U;
        QTest::newRow("encoder and decoder twice")
            << Groups{encoder, decoder, encoder, decoder} << 2U << 0U << 2U;
        QTest::newRow("cut-off head") << Groups{{10, 1}, decoder} << 1U << 1U << 1U;
        QTest::newRow("cut-off head and tail") << Groups{{10, 1}, decoder, decoder, {3, 1}} << 1U << 1U << 2U;
        QTest::newRow("cut-off tail") << Groups{decoder, decoder, {3, 1}} << 1U << 0U << 2U;
        QTest::newRow("a break in one pass") << Groups{{20, 1}, {4, 1}} << 2U << 0U << 1U;
        QTest::newRow("two groups by turns")
            << Groups{decoder, encoder, decoder, encoder, decoder} << 2U << 0U << 2U;
        QTest::newRow("cut-off head of two groups") << Groups{{5, 1}, encoder, decoder} << 2U << 1U << 1U;
        QTest::newRow("a longer head is no part") << Groups{{30, 1}, decoder} << 2U << 0U << 1U;
        QTest::newRow("nothing repeats") << Groups{{3, 1}, {4, 2}, {5, 3}} << 3U << 0U << 1U;
    }
    void finds() {
        QFETCH(std::vector<GroupShape>, groups);
        QFETCH(unsigned, unit);
        QFETCH(unsigned, first);
        QFETCH(unsigned, passes);
        const PassPattern pattern = findPasses(groups);
        QCOMPARE(pattern.unit, unit);
        QCOMPARE(pattern.first, first);
        QCOMPARE(pattern.passes, passes);
    }
};

DIPTYCH_TEST(TestLayerPasses)
#include "tst_layer_passes.moc"
