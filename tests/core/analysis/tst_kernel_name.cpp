// Demangling and short names. The expected texts of names that c++filt understands are its own.

#include "core/analysis/kernel_name.h"

#include "tests/support/test_program.h"

#include <random>

using namespace diptych;

class TestKernelName : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void demangles_data();
    void demangles();
    void damagedNamesStayAsTheyAre_data();
    void damagedNamesStayAsTheyAre();
    void hostileNamesCostLittle();
    void randomDamageIsHarmless();
    void wordsOfDamagedNamesStandApart_data();
    void wordsOfDamagedNamesStandApart();
    void shortens_data();
    void shortens();
};

void TestKernelName::demangles_data() {
    QTest::addColumn<QByteArray>("mangled");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* tag, const char* mangled, const char* expected) {
        QTest::newRow(tag) << QByteArray(mangled) << QByteArray(expected);
    };
    row("no mangled name", "Cijk_Alik_Bljk_HB_MT64x64", "Cijk_Alik_Bljk_HB_MT64x64");
    row("kernel descriptor", "Cijk_Alik_Bljk_HB_MT64x64.kd", "Cijk_Alik_Bljk_HB_MT64x64");
    row("clone of a demangled name", "void f<int>(int) [clone .kd]", "void f<int>(int)");
    row("no parameters", "_Z4gemmv", "gemm()");
    row("namespace only", "_ZN5aiter18fmha_fwd_hd128_fp8E", "aiter::fmha_fwd_hd128_fp8");
    row("descriptor of a mangled name", "_ZN5aiter18fmha_fwd_hd128_fp8E.kd", "aiter::fmha_fwd_hd128_fp8");
    row("clones", "_Z1fv.isra.0.cold", "f() [clone .isra.0] [clone .cold]");
    row("template", "_ZN4demo7Kernel2INS_6gemm_tEEEvT_NS_6ParamsE",
        "void demo::Kernel2<demo::gemm_t>(demo::gemm_t, demo::Params)");
    row("bfloat16",
        "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi64ELi8ELb0ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diib",
        "void aiter::add_rmsnorm_quant_kernel<std::bfloat16_t, std::bfloat16_t, 64, 8, false, false, true, "
        "1>(std::bfloat16_t*, std::bfloat16_t*, float*, std::bfloat16_t*, std::bfloat16_t*, "
        "std::bfloat16_t*, double, int, int, bool)");
    row("half and 8 bits", "_Z1fIDF16_DB8_DU8_u6__bf16EvT_T0_T1_T2_",
        "void f<_Float16, _BitInt(8), unsigned _BitInt(8), __bf16>(_Float16, _BitInt(8), unsigned "
        "_BitInt(8), __bf16)");
    row("packs", "_ZN7ck_tile6kentryILi1ENS_4NormEJNS_5KargsEiEEEvDpT1_",
        "void ck_tile::kentry<1, ck_tile::Norm, ck_tile::Kargs, int>(ck_tile::Kargs, int)");
    row("empty pack", "_Z1fIJEEvDpT_", "void f<>()");
    row("pattern of a pack", "_Z1fIJidEEvDpRKT_", "void f<int, double>(int const&, double const&)");
    row("literals", "_Z1fILb1ELj3ELl4ELm5ELin6EL1E2EEvv", "void f<true, 3u, 4l, 5ul, -6, (E)2>()");
    row("nested templates", "_Z1fI1AI1BIiEEEvT_", "void f<A<B<int> > >(A<B<int> >)");
    row("anonymous namespace", "_ZN2at12_GLOBAL__N_16kernelEi", "at::(anonymous namespace)::kernel(int)");
    row("std", "_ZSt4moveIRiEONSt16remove_referenceIT_E4typeEOS2_",
        "std::remove_reference<int&>::type&& std::move<int&>(int&)");
    row("std substitutions", "_Z1fSt6vectorIiSaIiEESs",
        "f(std::vector<int, std::allocator<int> >, std::string)");
    row("function pointer", "_Z1fPFviEPPc", "f(void (*)(int), char**)");
    row("array reference", "_Z1fRA3_Ki", "f(int const (&) [3])");
    row("member function", "_ZNK1A1fEv", "A::f() const");
    row("member pointer", "_Z1fM1AFivE", "f(int (A::*)())");
    row("vector type", "_Z1fDv4_f", "f(float __vector(4))");
    row("qualifiers", "_Z1fPVKvPrc", "f(void const volatile*, char __restrict*)");
    row("lambda", "_ZZ1fvENKUlifE0_clEif", "f()::{lambda(int, float)#2}::operator()(int, float) const");
    row("lambda as argument", "_Z1gIZ1fvEUlvE_EvT_", "void g<f()::{lambda()#1}>(f()::{lambda()#1})");
    row("function as argument", "_Z1gIXadL_Z4siluRKfEEEvv", "void g<&(silu(float const&))>()");
    row("enable_if", "_Z1fILi8EENSt9enable_ifIXaagtT_Li0Esr1AIfE6existsEvE4typeEv",
        "std::enable_if<(((8)>(0)))&&A<float>::exists, void>::type f<8>()");
    row("constructor", "_ZN2ns1AIiEC1Ev", "ns::A<int>::A()");
    row("operator", "_ZplRK1AS1_", "operator+(A const&, A const&)");
}

void TestKernelName::demangles() {
    QFETCH(const QByteArray, mangled);
    QFETCH(const QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(demangle(mangled.toStdString())), expected);
}

void TestKernelName::damagedNamesStayAsTheyAre_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("prefix") << QByteArray("_Z");
    QTest::newRow("cut length") << QByteArray("_ZN5ait");
    QTest::newRow("length overflows") << QByteArray("_Z99999999999999999999a");
    QTest::newRow("substitution of nothing") << QByteArray("_Z1fS_");
    QTest::newRow("parameter of nothing") << QByteArray("_Z1fT_");
    QTest::newRow("table") << QByteArray("_ZTV1A");
    QTest::newRow("rest") << QByteArray("_ZN1AE!");
    QTest::newRow("zero byte") << QByteArray("_Z1\0v", 5);
    QTest::newRow("invalid UTF-8") << QByteArray("_Z\xff\xfe");
}

void TestKernelName::damagedNamesStayAsTheyAre() {
    QFETCH(const QByteArray, name);
    if (name == QByteArray("_Z1\0v", 5)) {
        QVERIFY(!demangle(name.toStdString()).empty()); // any byte may stand in a name
        return;
    }
    QCOMPARE(QByteArray::fromStdString(demangle(name.toStdString())), name);
}

void TestKernelName::hostileNamesCostLittle() {
    std::string doubling = "_Z1fI1AI1BES_IS1_S1_E";
    for (const char c : std::string("23456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
        doubling += std::string("S_IS") + c + "_S" + c + "_E";
    }
    std::string packs = "_Z1fIJ" + std::string(3000, 'i') + "EEv";
    for (int i = 0; i < 3000; ++i) {
        packs += "DpT_";
    }
    const std::vector<std::string> names{doubling + "Evv",
                                         packs,
                                         "_Z1f" + std::string(1U << 20U, 'P') + "v",
                                         "_Z" + std::string(1U << 20U, 'N'),
                                         "_Z1f" + std::string(1U << 20U, 'A'),
                                         std::string(4U << 20U, 'n'),
                                         "f<" + std::string(1U << 20U, '<'),
                                         "f(" + std::string(1U << 20U, '(')};
    QElapsedTimer timer;
    timer.start();
    for (const std::string& name : names) {
        QVERIFY(demangle(name).size() <= std::max<std::size_t>(name.size(), 1U << 17U));
        QVERIFY(shortName(name).size() <= name.size());
    }
    QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
}

void TestKernelName::randomDamageIsHarmless() {
    const std::string name =
        "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_8sequenceIJLi1ELi3072EEEENS_18Rmsnorm2dFwdTraits"
        "ILb1ELNS_21Rmsnorm2dFusedAddEnumE0EEEEEJNSM_5KargsEEEEvDpT1_";
    const std::string alphabet = "NSTIJEKPRLXZDpvi_0123456789csrtUlA";
    std::mt19937 random(7);
    for (int round = 0; round < 20000; ++round) {
        std::string damaged = name;
        for (int change = 0; change < 3; ++change) {
            const std::size_t place = 2 + random() % (damaged.size() - 2);
            if (random() % 2 == 0) {
                damaged[place] = alphabet[random() % alphabet.size()];
            } else {
                damaged.erase(place, 1 + random() % 4);
            }
        }
        QVERIFY(!shortName(demangle(damaged)).empty());
    }
}

void TestKernelName::wordsOfDamagedNamesStandApart_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("demangled") << QByteArray("void f<int>(int)") << QByteArray("void f<int>(int)");
    QTest::newRow("whole") << QByteArray("_ZN1A4gemmE") << QByteArray("A::gemm");
    QTest::newRow("cut") << QByteArray("_ZN7ck_tile6kentryILi256ENS_4Enum")
                         << QByteArray("Nck_tile kentry ILi256ENS_Enum ");
    QTest::newRow("enumerator") << QByteArray("_ZN1fILN2ns8FusedAddE1EE!")
                                << QByteArray("N1fILNns FusedAdd E1EE!");
    QTest::newRow("length too large") << QByteArray("_ZN99gemm") << QByteArray("N99gemm");
    QTest::newRow("huge length") << QByteArray("_ZN99999999999999999999gemm")
                                 << QByteArray("N99999999999999999999gemm");
    QTest::newRow("open literal") << QByteArray("_Z4gemmILi25") << QByteArray("gemm ILi25");
}

void TestKernelName::wordsOfDamagedNamesStandApart() {
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, words);
    QCOMPARE(QByteArray::fromStdString(searchableName(name.toStdString())), words);
}

void TestKernelName::shortens_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* expected) {
        QTest::newRow(QByteArray(name).left(60).constData()) << QByteArray(name) << QByteArray(expected);
    };
    row("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
        "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)",
        "vectorized_elementwise_kernel");
    row("void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, float>(int, float)",
        "vectorized_layer_norm_kernel");
    row("std::enable_if<(((8)>(0)))&&vllm::_typeConvert<c10::BFloat16>::exists, void>::type "
        "vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>(c10::BFloat16*, long)",
        "fused_add_rms_norm_kernel");
    row("void flashinfer::activation::act_and_mul_kernel<__nv_bfloat16, &(silu(float "
        "const&))>(__nv_bfloat16*)",
        "act_and_mul_kernel");
    row("unsigned int* ns::pick<(ns::Kind)1>(int)", "pick");
    row("Cijk_Alik_Bljk_HB_MT64x64", "Cijk_Alik_Bljk_HB_MT64x64");
    row("nvjet_tst_64x32_64x16_2x2_2cta_h_bz_splitK_TNT", "nvjet_tst_64x32_64x16_2x2_2cta_h_bz_splitK_TNT");
    row("triton_poi_fused_mul_silu_2", "triton_poi_fused_mul_silu_2");
    row("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*, unsigned long, ncclWork*)",
        "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    row("Memcpy HtoD (Pageable -> Device)", "Memcpy HtoD (Pageable -> Device)");
    row("Memset (Device)", "Memset (Device)");
    row("void ck_tile::kentry<1, ck_tile::FmhaFwdKernel<ck_tile::Pipeline<int> >, "
        "ck_tile::Kargs>(ck_tile::Kargs)",
        "kentry<FmhaFwdKernel>");
    row("void cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<int> > >(int)",
        "device_kernel<FlashAttnFwdSm90>");
    row("void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm>(int)",
        "Kernel2<cutlass_80_tensorop_bf16_s16816gemm>");
    row("f<int", "f<int");
    row("", "");
    row("_ZN5aiter99short", "aiter");
    row("a b c", "a b c");
    row("(", "(");
}

void TestKernelName::shortens() {
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(shortName(name.toStdString())), expected);
}

DIPTYCH_TEST(TestKernelName)
#include "tst_kernel_name.moc"
