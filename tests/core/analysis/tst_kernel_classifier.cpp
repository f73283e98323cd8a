// The classes of kernel names: tables of real names by library, what CPU ops decide, tokens, components, and
// names and patterns that are hostile.

#include "core/analysis/kernel_classifier.h"

#include "core/analysis/pattern.h"
#include "tests/core/analysis/kernels_amd.h"
#include "tests/core/analysis/kernels_nvidia.h"
#include "tests/support/test_program.h"

#include <random>

using namespace diptych;

namespace {

KernelClass classOf(std::string_view name, std::string_view cpuOp = {},
                    Platform platform = Platform::Unknown) {
    return KernelClassifier::builtIn().classify(name, cpuOp, platform);
}

QString text(const std::string& bytes) {
    return QString::fromStdString(bytes);
}

QString componentsOf(const KernelClass& kernelClass) {
    QStringList names;
    for (std::size_t index = 0; index < kComponentCount; ++index) {
        const auto component = static_cast<Component>(index);
        if (kernelClass.components.contains(component)) {
            names << text(std::string(componentName(component)));
        }
    }
    return names.join(' ');
}

template <std::size_t Count>
void addRows(const std::array<test::NamedKernel, Count>& kernels, Platform platform) {
    for (const test::NamedKernel& kernel : kernels) {
        QTest::addRow("%s: %.80s", kernel.library, kernel.name)
            << QByteArray(kernel.name) << QString(kernel.operation) << QString(kernel.category)
            << static_cast<int>(platform);
    }
}

KernelClassifier compiled(std::string_view json) {
    Result<RuleTable> table = parseRules(json, "rules.json");
    if (!table) {
        qFatal("%s", describe(table.error()).c_str());
    }
    Result<KernelClassifier> classifier = KernelClassifier::compile(std::move(table).value());
    if (!classifier) {
        qFatal("%s", describe(classifier.error()).c_str());
    }
    return std::move(classifier).value();
}

/// A trace of kernels with these names, each launched in the CPU op of its place ("" = in none).
struct TinyTrace {
    void add(const char* name, const char* cpuOp, ActivityKind kind = ActivityKind::Kernel) {
        trace.gpu.kind.push_back(kind);
        trace.gpu.name.push_back(trace.strings.intern(name));
        OpId op;
        if (*cpuOp != '\0') {
            op = OpId(trace.ops.name.size());
            trace.ops.name.push_back(trace.strings.intern(cpuOp));
        }
        trace.gpu.op.push_back(op);
    }
    Trace trace;
};

} // namespace

class TestKernelClassifier : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void realNames_data();
    void realNames();
    void tokens_data();
    void tokens();
    void components_data();
    void components();
    void cpuOpsDecide_data();
    void cpuOpsDecide();
    void mangledAndDemangledAreOne_data();
    void mangledAndDemangledAreOne();
    void vendorsAreKept();
    void ownComponentsAreKept();
    void firstMatchWins();
    void runawayPatternsAreNamed();
    void hostileNamesAreClassified();
    void tracesAreClassified();
    void namesOnlyIgnoresCpuOps();
    void equalClassesAreShared();
};

void TestKernelClassifier::realNames_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("category");
    QTest::addColumn<int>("platform");
    addRows(test::kAmdKernels, Platform::Amd);
    addRows(test::kNvidiaKernels, Platform::Nvidia);
}

void TestKernelClassifier::realNames() {
    QFETCH(const QByteArray, name);
    QFETCH(const QString, operation);
    QFETCH(const QString, category);
    QFETCH(const int, platform);
    const KernelClass found = classOf(name.toStdString(), {}, static_cast<Platform>(platform));
    QCOMPARE(text(found.operation), operation);
    QCOMPARE(text(found.category), category);
    QVERIFY(!found.components.isEmpty());
    QVERIFY(text(found.token).startsWith(operation));
}

void TestKernelClassifier::tokens_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("token");
    const auto row = [](const char* token, const char* name) {
        QTest::addRow("%s: %.50s", token, name) << QByteArray(name) << QString(token);
    };
    row("Elementwise:mul",
        "void at::native::vectorized_elementwise_kernel<4, at::native::BinaryFunctor<float, float, "
        "float, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 3ul> >(int)");
    row("Elementwise:mul",
        "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<c10::BFloat16, "
        "float, float, at::native::binary_internal::MulFunctor<float> > >(int)");
    row("Elementwise:mul",
        "void at::native::vectorized_elementwise_kernel<4, at::native::MulScalarFunctor<float, "
        "float>, at::detail::Array<char*, 2> >(int)");
    row("Elementwise:add",
        "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float> >(int)");
    row("Elementwise:add", "void at::native::vectorized_elementwise_kernel<4, "
                           "at::native::CUDAFunctorOnSelf_add<c10::BFloat16> >(int)");
    row("Elementwise:rsqrt",
        "void at::native::vectorized_elementwise_kernel<4, "
        "at::native::rsqrt_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}, int>(int)");
    row("Elementwise:pow_tensor_scalar",
        "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
        "namespace)::pow_tensor_scalar_kernel_impl<float, float>(at::TensorIteratorBase&, "
        "float)::{lambda(float)#1}, "
        "int>(int)");
    row("Elementwise:neg", "void at::native::vectorized_elementwise_kernel<4, "
                           "at::native::neg_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}, int>(int)");
    row("Reduce:MeanOps", "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, "
                          "at::native::MeanOps<float> > >(int)");
    row("Copy/Memory:copy", "void at::native::vectorized_elementwise_kernel<4, "
                            "at::native::bfloat16tofloat32_copy_kernel_cuda(at::TensorIteratorBase&)::{"
                            "lambda(c10::BFloat16)#1} >(int)");
    row("Copy/Memory:copy",
        "void at::native::elementwise_kernel_manual_unroll<128, 8, "
        "at::native::gpu_kernel_impl_nocast<at::native::direct_copy_kernel_cuda(at::"
        "TensorIteratorBase&)::{lambda()#3}>(at::TensorIteratorBase&)::{lambda(int)#1}>(int)");
    row("Copy/Memory:copy", "__amd_rocclr_copyBuffer");
    row("Copy/Memory:copy", "CopyDeviceToDevice");
    row("Copy/Memory:copy", "Memcpy DtoD (Device -> Device)");
    row("Copy/Memory:HtoD", "Memcpy HtoD (Pageable -> Device)");
    row("Copy/Memory:HtoD", "CopyHostToDevice");
    row("Copy/Memory:DtoH", "Memcpy DtoH (Device -> Pinned)");
    row("Copy/Memory:fill", "Memset (Device)");
    row("Copy/Memory:fill", "__amd_rocclr_fillBufferAligned");
    row("Copy/Memory:fill",
        "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, int>(int)");
    row("Copy/Memory:CatArrayBatchedCopy",
        "void at::native::(anonymous namespace)::CatArrayBatchedCopy<at::native::(anonymous "
        "namespace)::OpaqueType<2u>, unsigned int, 3, 64, 64>(at::native::(anonymous "
        "namespace)::CatArrInputTensorMetadata<int>)");
    row("Activation:silu", "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
                           "namespace)::silu_kernel(at::TensorIteratorBase&)::{lambda()#1}, int>(int)");
    row("Activation:gelu", "void at::native::vectorized_elementwise_kernel<4, "
                           "at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
                           "at::native::GeluType)::{lambda()#2}, int>(int)");
    row("Triton Fused:add_clone", "triton_poi_fused_add_clone_17");
    row("Elementwise", "void at::native::elementwise_demo<8>(int)");
    row("Dense GEMM", "Cijk_Alik_Bljk_HHS_BH_MT256x256x64");
}

void TestKernelClassifier::tokens() {
    QFETCH(const QByteArray, name);
    QFETCH(const QString, token);
    QCOMPARE(text(classOf(name.toStdString()).token), token);
}

void TestKernelClassifier::components_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("components");
    QTest::addColumn<int>("role");
    QTest::addColumn<int>("helps");
    const auto row = [](const char* components, Role role, const char* name,
                        Component helps = Component::Other) {
        QTest::addRow("%.60s", name) << QByteArray(name) << QString(components) << static_cast<int>(role)
                                     << static_cast<int>(helps);
    };
    row("gemm", Role::Main, "Cijk_Alik_Bljk_HHS_BH_MT256x256x64");
    row("gemm", Role::Helper, "void cublasLt::splitKreduce_kernel<32, 16, int, float>(int)", Component::Gemm);
    row("gemm", Role::Helper, "void cublasLt::epilogue::impl::globalKernel<8, 32, float>(int)",
        Component::Gemm);
    row("attention", Role::Main, "attn_fwd");
    row("attention", Role::Helper, "reduce_segments", Component::Attention);
    row("moe_gemm", Role::Main, "fused_moe_kernel");
    row("moe_gemm activation", Role::Main, "_matmul_ogs_NNT_bf16xbf16xmxfp4_32x256x128x1_swiglu");
    row("moe_finalize", Role::Helper, "_reduce_grouped", Component::MoeGemm);
    row("moe_route", Role::Middle, "_topk_forward");
    row("quantization moe_route", Role::Middle, "_fused_mxfp4_quant_moe_sort_kernel");
    row("convolution", Role::Main, "miopenSp3AsmConv_v30_3_1_gfx9_fp32_f2x3_stride1");
    row("convolution", Role::Helper, "batched_transpose_32x32_half", Component::Convolution);
    row("communication", Role::Main, "ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)");
    row("communication norm add", Role::Main,
        "void "
        "flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<(flashinfer::trtllm_"
        "allreduce_fusion::AllReduceFusionPattern)1, __nv_bfloat16, 8>(int)");
    row("norm", Role::Middle, "void vllm::rms_norm_kernel<c10::BFloat16, 8, 2>(c10::BFloat16*)");
    row("norm add", Role::Middle, "fused_add_rms_norm_kernel");
    row("norm quantization add", Role::Middle,
        "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb1ELb1ELb1ELi1EEEvPT0_PT_Pf");
    row("norm", Role::Middle,
        "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi64ELi8ELb0ELb0ELb1ELi1EEEvPT0_PT_Pf");
    row("rope kv_cache", Role::Middle, "_fused_qk_rope_reshape_and_cache_kernel");
    row("rope", Role::Middle, "void flashinfer::BatchQKApplyRotaryPosIdsCosSinCacheKernel<true, 128u>(int)");
    row("kv_cache", Role::Middle, "set_mla_kv_buffer_kernel");
    row("index_prep", Role::Small, "create_flashinfer_kv_indices_triton");
    row("copy", Role::Small, "__amd_rocclr_copyBuffer");
    row("add elementwise", Role::Small,
        "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float> >(int)");
    row("optimizer", Role::Middle,
        "void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctor<float> >(long)");
    row("activation", Role::Middle, "triton_poi_fused_mul_silu_2");
    row("norm add", Role::Middle, "triton_red_fused_add_mean_mul_pow_rsqrt_0");
    row("norm", Role::Middle, "triton_red_fused_rms_norm_moe_forward_addmm_0");
    row("fused", Role::Middle, "triton_poi_fused_addmm_convolution_0");
    row("fused add", Role::Middle, "triton_poi_fused_add_addmm_0");
    row("embedding", Role::Middle, "triton_poi_fused_embedding_0");
    row("gemm activation", Role::Main, "triton_tem_fused_addmm_gelu_3");
    row("gemm", Role::Main, "ampere_bf16_s16816gemm_bf16_128x64_ldg8_relu_f2f_stages_64x4_tn");
    row("fused", Role::Middle, "mhc_post_tilelang_kernel");
    row("other", Role::Middle, "no_such_thing");
}

void TestKernelClassifier::components() {
    QFETCH(const QByteArray, name);
    QFETCH(const QString, components);
    QFETCH(const int, role);
    QFETCH(const int, helps);
    const KernelClass found = classOf(name.toStdString());
    QStringList expected = components.split(' ');
    QStringList actual = componentsOf(found).split(' ');
    expected.sort();
    actual.sort();
    QCOMPARE(actual.join(' '), expected.join(' '));
    QCOMPARE(static_cast<int>(found.role), role);
    QCOMPARE(static_cast<int>(found.helps), helps);
}

void TestKernelClassifier::cpuOpsDecide_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("cpuOp");
    QTest::addColumn<QString>("token");
    QTest::addColumn<bool>("byCpuOp");
    const auto row = [](const char* name, const char* cpuOp, const char* token, bool byCpuOp) {
        QTest::addRow("%s in %s", name, cpuOp)
            << QByteArray(name) << QByteArray(cpuOp) << QString(token) << byCpuOp;
    };
    const char* const launcher = "void at::native::elementwise_demo<8>(int)";
    row("main_kernel", "aten::mm", "Dense GEMM", true);
    row("main_kernel", "aten::relu", "Activation:relu", true);
    row("main_kernel", "aten::mul_", "Elementwise:mul", true);
    row("main_kernel", "aten::_flash_attention_forward", "Attention", true);
    row("main_kernel", "aten::native_layer_norm_backward", "LayerNorm Backward", true);
    row("main_kernel", "c10d::allreduce_", "All-reduce", true);
    row("main_kernel", "my_lib::thing", "Other", false);
    row("main_kernel", "", "Other", false);
    // A name that tells only the launcher.
    row(launcher, "aten::relu", "Activation:relu", true);
    row(launcher, "aten::mul", "Elementwise:mul", true);
    row(launcher, "aten::copy_", "Copy/Memory:copy", true);
    // ... is still no GEMM: it is a helper that the operator launches besides its own kernel.
    row(launcher, "aten::mm", "Elementwise", false);
    row(launcher, "aten::_flash_attention_forward", "Elementwise", false);
    // A name that tells more than the operator.
    row("Cijk_Alik_Bljk_demo", "aten::relu", "Dense GEMM", false);
    row("relu_demo", "aten::mm", "Activation", false);
    row("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float> >(int)",
        "aten::mul", "Elementwise:add", false);
}

void TestKernelClassifier::cpuOpsDecide() {
    QFETCH(const QByteArray, name);
    QFETCH(const QByteArray, cpuOp);
    QFETCH(const QString, token);
    QFETCH(const bool, byCpuOp);
    const KernelClass found = classOf(name.toStdString(), cpuOp.toStdString());
    QCOMPARE(text(found.token), token);
    QCOMPARE(found.byCpuOp, byCpuOp);
}

void TestKernelClassifier::mangledAndDemangledAreOne_data() {
    QTest::addColumn<QByteArray>("mangled");
    QTest::addColumn<QByteArray>("demangled");
    QTest::newRow("gemm") << QByteArray("_ZN4demo7Kernel2INS_6gemm_tEEEvT_NS_6ParamsE")
                          << QByteArray("void demo::Kernel2<demo::gemm_t>(demo::gemm_t, demo::Params)");
    QTest::newRow("norm")
        << QByteArray("_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi64ELi8ELb0ELb0ELb1ELi1EEEvPT0_")
        << QByteArray("void aiter::add_rmsnorm_quant_kernel<std::bfloat16_t, std::bfloat16_t, 64, 8, "
                      "false, false, true, 1>(std::bfloat16_t*)");
    QTest::newRow("cut norm")
        << QByteArray("_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi64ELi8ELb1ELb0ELb1ELi1EEEvPT0_PQ")
        << QByteArray("void aiter::add_rmsnorm_quant_kernel<std::bfloat16_t, std::bfloat16_t, 64, "
                      "8, true, false, true, 1>(std::bfloat16_t*)");
    QTest::newRow("relu") << QByteArray("_Z11relu_kernelIfEvPT_")
                          << QByteArray("void relu_kernel<float>(float*)");
    QTest::newRow("descriptor") << QByteArray("attn_fwd.kd") << QByteArray("attn_fwd");
}

void TestKernelClassifier::mangledAndDemangledAreOne() {
    QFETCH(const QByteArray, mangled);
    QFETCH(const QByteArray, demangled);
    QVERIFY(classOf(mangled.toStdString()) == classOf(demangled.toStdString()));
    QVERIFY(classOf(mangled.toStdString()).rule >= 0);
}

void TestKernelClassifier::vendorsAreKept() {
    const KernelClassifier classifier = compiled(R"({"schema": "diptych.rules/1", "rules": [
        {"operation": "A's", "category": "gemm", "pattern": "thing", "vendor": "AMD"},
        {"operation": "N's", "category": "gemm", "pattern": "thing", "vendor": "NVIDIA"},
        {"operation": "any", "category": "gemm", "pattern": "thing"}]})");
    QCOMPARE(text(classifier.classify("thing", "", Platform::Amd).operation), QString("A's"));
    QCOMPARE(text(classifier.classify("thing", "", Platform::Nvidia).operation), QString("N's"));
    QCOMPARE(classifier.classify("thing", "", Platform::Nvidia).rule, 1);
    QCOMPARE(text(classifier.classify("thing", "", Platform::Unknown).operation), QString("A's"));
}

void TestKernelClassifier::ownComponentsAreKept() {
    const KernelClassifier classifier = compiled(R"({"schema": "diptych.rules/1", "rules": [
        {"operation": "Block", "category": "mine", "pattern": "block", "components": ["norm", "gemm"]},
        {"operation": "RMSNorm+GEMM+SwiGLU", "category": "mine", "pattern": "plus"},
        {"category": "Dense GEMM", "pattern": "verbatim"},
        {"category": "mine", "pattern": "plain"}]})");
    QCOMPARE(componentsOf(classifier.classify("block", "", Platform::Unknown)), QString("gemm norm"));
    QCOMPARE(componentsOf(classifier.classify("plus", "", Platform::Unknown)),
             QString("gemm norm activation"));
    QCOMPARE(componentsOf(classifier.classify("verbatim", "", Platform::Unknown)), QString("gemm"));
    QCOMPARE(text(classifier.classify("verbatim", "", Platform::Unknown).category), QString("Dense GEMM"));
    QCOMPARE(componentsOf(classifier.classify("plain", "", Platform::Unknown)), QString("other"));
}

void TestKernelClassifier::firstMatchWins() {
    const KernelClassifier classifier = compiled(R"({"schema": "diptych.rules/1", "rules": [
        {"category": "one", "pattern": "ABC"}, {"category": "two", "pattern": "abcd"}, {"category": "three", "pattern": "."}]})");
    QCOMPARE(text(classifier.classify("xabcdx", "", Platform::Unknown).category), QString("one"));
    QCOMPARE(text(classifier.classify("XAbCx", "", Platform::Unknown).category), QString("one"));
    QCOMPARE(text(classifier.classify("bcd", "", Platform::Unknown).category), QString("three"));
    QCOMPARE(text(classifier.classify("", "", Platform::Unknown).category), QString("other"));
}

void TestKernelClassifier::runawayPatternsAreNamed() {
    const KernelClassifier classifier = compiled(R"({"schema": "diptych.rules/1", "rules": [
        {"category": "fine", "pattern": "fine"}, {"category": "mad", "pattern": "(a|aa)+[cd]$"},
        {"category": "after", "pattern": "aaa"}]})");
    const std::string name = std::string(400, 'a');
    QElapsedTimer timer;
    timer.start();
    const Result<KernelClass> found = classifier.tryClassify(name, "", Platform::Unknown);
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    QVERIFY(!found.isOk());
    const QString message = text(describe(found.error()));
    QVERIFY2(message.startsWith("rules.json: rule 2: the pattern runs away on the name 'aaa"),
             qPrintable(message));
    QCOMPARE(text(classifier.classify(name, "", Platform::Unknown).category), QString("after"));

    TinyTrace tiny;
    tiny.add(name.c_str(), "");
    const Result<Classification> classes = classifyTrace(tiny.trace, classifier, false);
    QVERIFY(!classes.isOk());
    QVERIFY(text(describe(classes.error())).contains("rule 2"));
}

void TestKernelClassifier::hostileNamesAreClassified() {
    const KernelClassifier& classifier = KernelClassifier::builtIn();
    std::vector<std::string> names{std::string("gemm\0kernel", 11), "\xff\xfe gemm \x80",
                                   std::string(1, '\0'), std::string(4U << 20U, 'n'),
                                   "_Z" + std::string(1U << 20U, 'N')};
    // Words of many patterns over and over: what makes a backtracking pattern slow.
    for (const char* const word :
         {"attn_", "flash", "moe_", "rms_norm", "mul_silu_", "nccl", "gemm.conv", "_a", "rope_",
          "triton_poi_fused_", "all_reduce", "chunk_", "kv_cache", "add_rmsnorm_quant_kernelI"}) {
        std::string name;
        while (name.size() < (64U << 10U)) {
            name += word;
        }
        names.push_back(name);
        names.push_back("triton_poi_fused_" + name);
    }
    std::mt19937 random(11);
    for (int round = 0; round < 500; ++round) {
        std::string name(random() % 300, '\0');
        for (char& c : name) {
            c = static_cast<char>(random());
        }
        names.push_back(name);
    }
    QElapsedTimer timer;
    timer.start();
    for (const std::string& name : names) {
        const Result<KernelClass> found = classifier.tryClassify(name, name, Platform::Amd);
        QVERIFY2(found.isOk(), found ? "" : describe(found.error()).c_str());
        QVERIFY(!found.value().operation.empty());
        QVERIFY(found.value().token.size() <= Pattern::kSearchedBytes + 64);
    }
    QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(text(classifier.classify(names[0], "", Platform::Amd).operation), QString("Dense GEMM"));
}

void TestKernelClassifier::tracesAreClassified() {
    TinyTrace tiny;
    tiny.add("gemm_demo", "aten::mm");
    tiny.add("main_kernel", "aten::relu");
    tiny.add("main_kernel", "aten::mm");
    tiny.add("main_kernel", "");
    tiny.add("__amd_rocclr_copyBuffer", "");
    tiny.add("gemm named copy", "", ActivityKind::Memcpy);
    tiny.add("Memset (Device)", "", ActivityKind::Memset);
    tiny.add("gemm named copy", "");
    Result<Classification> classes = classifyTrace(tiny.trace, KernelClassifier::builtIn(), false);
    QVERIFY(classes.isOk());
    QStringList found;
    QStringList transfers;
    for (std::size_t index = 0; index < tiny.trace.gpu.size(); ++index) {
        const KernelClass& kernelClass = classes.value().of(ActivityId(index));
        found << text(kernelClass.operation);
        transfers << (kernelClass.isTransfer ? "copy" : "-");
    }
    QCOMPARE(found, (QStringList{"Dense GEMM", "Activation", "Dense GEMM", "Other", "Copy/Memory",
                                 "Copy/Memory", "Copy/Memory", "Dense GEMM"}));
    QCOMPARE(transfers, (QStringList{"-", "-", "-", "-", "copy", "copy", "copy", "-"}));
}

void TestKernelClassifier::namesOnlyIgnoresCpuOps() {
    TinyTrace tiny;
    tiny.add("main_kernel", "aten::relu");
    Result<Classification> classes = classifyTrace(tiny.trace, KernelClassifier::builtIn(), true);
    QVERIFY(classes.isOk());
    QCOMPARE(text(classes.value().of(ActivityId(0)).operation), QString("Other"));
}

void TestKernelClassifier::equalClassesAreShared() {
    TinyTrace tiny;
    for (int index = 0; index < 3000; ++index) {
        tiny.add(("unknown_" + std::to_string(index)).c_str(), "");
        tiny.add(("gemm_" + std::to_string(index)).c_str(), "");
    }
    Result<Classification> classes = classifyTrace(tiny.trace, KernelClassifier::builtIn(), false);
    QVERIFY(classes.isOk());
    QCOMPARE(classes.value().classes.size(), std::size_t{2});
    QCOMPARE(text(classes.value().classes[0].operation), QString("Other"));
    QCOMPARE(classes.value().ofActivity[5999].index(), 1U);
}

DIPTYCH_TEST(TestKernelClassifier)
#include "tst_kernel_classifier.moc"
