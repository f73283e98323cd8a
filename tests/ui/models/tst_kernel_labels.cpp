#include "ui/models/kernel_labels.h"

#include "tests/support/test_program.h"

#include <QTest>

using namespace diptych;

namespace {

QStringList list(std::initializer_list<const char*> texts) {
    QStringList result;
    for (const char* const text : texts) {
        result.append(QLatin1String(text));
    }
    return result;
}

} // namespace

class TestKernelLabels : public QObject {
    Q_OBJECT

private slots:
    void labels_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QStringList>("labels");
        QTest::newRow("short names are enough where they differ")
            << list({"void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*)", "attn_fwd"})
            << list({"rotary_embedding_kernel", "attn_fwd"});
        QTest::newRow("functors")
            << list({"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
                     "std::array<char*, 3ul>>(int, at::native::CUDAFunctor_add<float>, std::array<char*, "
                     "3ul>)",
                     "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<float, "
                     "float, float, at::native::binary_internal::MulFunctor<float>>, std::array<char*, "
                     "2ul>>(int)"})
            << list({"vectorized_elementwise_kernel<CUDAFunctor_add>",
                     "vectorized_elementwise_kernel<AUnaryFunctor>"});
        QTest::newRow("numbers") << list({"void reduce_kernel<512, 1>(int)",
                                          "void reduce_kernel<256, 1>(int)"})
                                 << list({"reduce_kernel<512>", "reduce_kernel<256>"});
        QTest::newRow("the argument that tells most")
            << list({"void k<float, 1>(int)", "void k<float, 2>(int)", "void k<half, 3>(int)"})
            << list({"k<1>", "k<2>", "k<3>"});
        QTest::newRow("two arguments where one is not enough")
            << list({"void k<float, 1>(int)", "void k<float, 2>(int)", "void k<half, 1>(int)"})
            << list({"k<float, 1>", "k<float, 2>", "k<half, 1>"});
        QTest::newRow("a word inside the argument")
            << list({"void k<ns::Op<float, ns::Add>>(int)", "void k<ns::Op<float, ns::Mul>>(int)"})
            << list({"k<Add>", "k<Mul>"});
        QTest::newRow("equal names stay equal")
            << list({"void reduce_kernel<512, Add>(int)", "void reduce_kernel<512, Add>(int)"})
            << list({"reduce_kernel", "reduce_kernel"});
        QTest::newRow("only parameters differ")
            << list({"void k<1>(int)", "void k<1>(float)"}) << list({"k", "k"});
        QTest::newRow("one without arguments") << list({"void k<7>(int)", "k"}) << list({"k<7>", "k"});
        QTest::newRow("broken brackets") << list({"void k<7, (int", "void k<8>(int)"}) << list({"k", "k"});
        QTest::newRow("none") << list({}) << list({});
    }
    void labels() {
        QFETCH(QStringList, names);
        QFETCH(QStringList, labels);
        std::vector<std::string> texts;
        for (const QString& name : names) {
            texts.push_back(name.toStdString());
        }
        const std::vector<KernelLabel> made = makeKernelLabels(texts);
        QStringList shown;
        for (const KernelLabel& label : made) {
            shown.append(label.text);
            QVERIFY(label.focus.start + label.focus.length <= label.text.size());
        }
        if (QByteArray(QTest::currentDataTag()) == "broken brackets") {
            QCOMPARE(shown.size(), 2); // whatever they are, they are there
            return;
        }
        QCOMPARE(shown, labels);
    }

    void whatTellsThemApartSurvivesShortening() {
        const std::vector<KernelLabel> labels =
            makeKernelLabels({"void a_kernel_with_a_long_name<4, ns::First<float>>(int)",
                              "void a_kernel_with_a_long_name<4, ns::Second<float>>(int)"});
        QVERIFY(shortenName(labels[0].text, labels[0].focus, 16).contains(QStringLiteral("First")));
        QVERIFY(shortenName(labels[1].text, labels[1].focus, 16).contains(QStringLiteral("Second")));
    }
};

DIPTYCH_TEST(TestKernelLabels)
#include "tst_kernel_labels.moc"
