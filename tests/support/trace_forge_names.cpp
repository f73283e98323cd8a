#include "tests/support/trace_forge_names.h"

#include <algorithm>

namespace diptych::test {

namespace {

constexpr const char* kDirectCopy =
    "void at::native::elementwise_kernel_manual_unroll<128, 8, at::native::gpu_kernel_impl_nocast<"
    "at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() const::"
    "{lambda()#12}::operator()() const::{lambda(c10::BFloat16)#1}>(at::TensorIteratorBase&)>";
constexpr const char* kDirectCopyNvidia =
    "void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<"
    "at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() "
    "const::{lambda()#12}::operator()() const::{lambda(c10::BFloat16)#1}>(at::TensorIteratorBase&)>";

std::string elementwise(const std::string& functor, int arrays = 2) {
    const std::string tail = functor + ", std::array<char*, " + std::to_string(arrays) + "ul>";
    return "void at::native::vectorized_elementwise_kernel<4, " + tail + " >(int, " + tail + ")";
}

std::string mulName() {
    return elementwise("at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, "
                       "at::native::binary_internal::MulFunctor<float> >",
                       3);
}
std::string addName() {
    return elementwise("at::native::CUDAFunctor_add<c10::BFloat16>", 3);
}
std::string siluName() {
    return elementwise("at::native::(anonymous "
                       "namespace)::silu_kernel(at::TensorIteratorBase&)::{lambda()#1}::operator()() const::"
                       "{lambda()#6}::operator()() const::{lambda(c10::BFloat16)#1}");
}
std::string powName() {
    return elementwise("at::native::(anonymous namespace)::pow_tensor_scalar_kernel_impl<float, "
                       "float>(at::TensorIteratorBase&, float)::"
                       "{lambda(float)#1}");
}
std::string meanName() {
    return "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, "
           "float, float, float>, unsigned int, "
           "float, 4> >(at::native::ReduceOp<float, at::native::MeanOps<float, float, float, float>, "
           "unsigned int, float, 4>)";
}
std::string rsqrtName() {
    return elementwise("at::native::rsqrt_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}::operator()() "
                       "const::{lambda()#2}::operator()() "
                       "const::{lambda(float)#1}");
}
std::string addScalarName() {
    return elementwise("at::native::CUDAFunctorOnSelf_add<float>");
}
std::string castName() {
    return elementwise("at::native::bfloat16_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda(float)#1}");
}
std::string negName() {
    return elementwise("at::native::neg_kernel_cuda(at::TensorIteratorBase&)::{lambda()#2}::operator()() "
                       "const::{lambda()#9}::operator()() "
                       "const::{lambda(c10::BFloat16)#1}");
}
std::string catName() {
    return "void at::native::(anonymous namespace)::CatArrayBatchedCopy<at::native::(anonymous "
           "namespace)::OpaqueType<2u>, unsigned int, 4, 64, "
           "64>(at::native::(anonymous namespace)::OpaqueType<2u>*, at::native::(anonymous "
           "namespace)::CatArrInputTensorMetadata<"
           "at::native::(anonymous namespace)::OpaqueType<2u>, unsigned int, 64, 64>, int, unsigned int)";
}

/// Tile sizes that depend on what the GEMM is for, as tuned libraries choose them.
struct Tile {
    int m;
    int n;
    int k;
};

Tile tileOf(const LogicalOperation& operation) {
    const bool wide = operation.flops > 4e11; // many tokens: large tiles
    switch (operation.operation) {
    case Operation::QkvGemm:
        return wide ? Tile{256, 128, 64} : Tile{64, 32, 256};
    case Operation::OutputGemm:
        return wide ? Tile{256, 192, 64} : Tile{32, 32, 256};
    case Operation::GateUpGemm:
        return wide ? Tile{256, 256, 64} : Tile{64, 96, 128};
    case Operation::DownGemm:
        return wide ? Tile{256, 224, 64} : Tile{64, 64, 128};
    case Operation::RouterGemm:
        return {16, 16, 512};
    case Operation::LmHead:
        return {128, 128, 64};
    default: // every other GEMM: the backward pass
        return {128, 256, 32};
    }
}

std::string text(int number) {
    return std::to_string(number);
}

Part gemm(const LogicalOperation& operation, const KernelLibrary& library) {
    const Tile tile = tileOf(operation);
    const std::string mn = text(tile.m) + "x" + text(tile.n);
    const std::string mnk = mn + "x" + text(tile.k);
    if (library.gemm == GemmLibrary::Triton) {
        return {"triton_tem_fused_mm_" + text(tile.m + tile.n), "gemm", 1, LaunchCall::Module, ""};
    }
    if (library.vendor == Vendor::Amd) {
        if (library.gemm == GemmLibrary::Other) {
            return {"void "
                    "ck::kernel_gemm_xdl_cshuffle_v3<ck::GridwiseGemm_xdl_cshuffle_v3<ck::tensor_layout::"
                    "gemm::RowMajor, "
                    "ck::tensor_layout::gemm::ColumnMajor, ck::tensor_layout::gemm::RowMajor, " +
                        text(tile.m) + ", " + text(tile.n) + ", " + text(tile.k) + "> >",
                    "gemm", 1, LaunchCall::Runtime, ""};
        }
        return {"Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT" + mnk +
                    "_MI16x16x1_SN_LDSB1_AFC1_AFEM1_AFEM1_ASEM1_CLR1_CADS0_DTVA0_"
                    "DTVB0_EPS0_FDSI0_GRPM1_GRVWA8_GRVWB8_GSUAMBSK_GLS0_ISA942_IU1_K1_LBSPPA512_LBSPPB512_"
                    "LPA16_LPB16_LRVW8_MIAV0_MIWT" +
                    text(tile.m / 16) + "_" + text(std::max(1, tile.n / 64)) +
                    "_MO40_NTn1_PGR2_PLR1_PKA1_SIA3_SS1_SU32_SVW4_TLDS1_WS64_WG64_4_1",
                "gemm", 1, LaunchCall::Module, ""};
    }
    if (library.gemm == GemmLibrary::Other) {
        return {"nvjet_tst_" + mn + "_64x" + text(std::max(3, 512 / tile.n)) + "_2x1_v_bz_TNT", "gemm", 1,
                LaunchCall::Module, ""};
    }
    return {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize" + mnk +
                "_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas",
            "gemm", 1, LaunchCall::Runtime, ""};
}

std::vector<Part> gemmParts(const LogicalOperation& operation, const KernelLibrary& library) {
    std::vector<Part> parts{gemm(operation, library)};
    const bool splits =
        operation.operation == Operation::QkvGemm || operation.operation == Operation::OutputGemm;
    if (library.splitsGemms && splits) {
        parts[0].share = 0.7;
        parts.push_back(library.vendor == Vendor::Amd
                            ? Part{"Cijk_BBS_PostGSU4_VW4", "gemm", 0.3, LaunchCall::Module, ""}
                            : Part{"void cublasLt::splitKreduce_kernel<32, 16, int, float, __nv_bfloat16, "
                                   "float, __nv_bfloat16, false, float, "
                                   "__nv_bfloat16, __nv_bfloat16, true, false, false, "
                                   "false>(cublasLt::cublasSplitKParams<float>, float const*, "
                                   "__nv_bfloat16 const*, float*, __nv_bfloat16*)",
                                   "gemm", 0.3, LaunchCall::Runtime, ""});
    }
    return parts;
}

std::vector<Part> attention(const LogicalOperation& operation, const KernelLibrary& library) {
    const bool prefill = operation.flops > 1e10;
    std::vector<Part> parts;
    if (library.attention == AttentionForm::PrepareAndCombine) {
        parts.push_back(
            {"flash::prepare_varlen_num_blocks_kernel(int, int, int, int const*, int const*, int*, bool)",
             "memory", 0.03, LaunchCall::Runtime, ""});
    }
    const bool combines = library.attention != AttentionForm::Single;
    if (library.vendor == Vendor::Amd) {
        if (prefill || !combines) {
            parts.push_back({"attn_fwd", "attention", 1, LaunchCall::Module, ""});
            return parts;
        }
        parts.push_back({"void paged_attention_ll4mi_QKV_mfma16_kernel<0, __hip_bfloat16, __hip_bfloat16, "
                         "(vllm::Fp8KVCacheDataType)0, 1, 128, 256, "
                         "false, 8, 1>(__hip_bfloat16 const*, __hip_bfloat16 const*, __hip_bfloat16 const*, "
                         "float, int const*)",
                         "attention", 0.85, LaunchCall::Runtime, ""});
        parts.push_back({"void paged_attention_ll4mi_reduce_kernel<__hip_bfloat16, __hip_bfloat16, 128, 128, "
                         "256, 3, false>(__hip_bfloat16*, "
                         "float const*, float const*, __hip_bfloat16 const*)",
                         "attention", 0.15, LaunchCall::Runtime, ""});
        return parts;
    }
    parts.push_back(
        {std::string("void "
                     "cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::"
                     "CollectiveMainloopFwdSm90<2, "
                     "cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, cute::tuple<cute::C<64>, cute::C<") +
             (prefill ? "128" : "64") +
             ">, cute::C<128> >, 128, cutlass::bfloat16_t, float, cutlass::arch::Sm90> > > "
             ">(flash::FlashAttnFwdParams)",
         "attention", combines ? 0.87 : 1, LaunchCall::Runtime, ""});
    if (combines) {
        parts.push_back({"void "
                         "cutlass::device_kernel<flash::enable_sm80_to_sm89<flash::FlashAttnFwdCombine<cute::"
                         "tuple<cute::C<16>, cute::C<64> >, 6, "
                         "256, 1, false, true, cutlass::bfloat16_t, float, cutlass::arch::Sm80> > "
                         ">(flash::FlashAttnFwdCombineParams)",
                         "attention", 0.1, LaunchCall::Runtime, ""});
    }
    return parts;
}

std::vector<Part> norm(const KernelLibrary& library, bool fusedAdd) {
    if (library.decomposes) {
        return {{castName(), "memory", 0.16, LaunchCall::Runtime, "aten::copy_"},
                {powName(), "elementwise", 0.16, LaunchCall::Runtime, "aten::pow"},
                {meanName(), "reduce", 0.14, LaunchCall::Runtime, "aten::mean"},
                {addScalarName(), "elementwise", 0.08, LaunchCall::Runtime, "aten::add"},
                {rsqrtName(), "elementwise", 0.08, LaunchCall::Runtime, "aten::rsqrt"},
                {mulName(), "elementwise", 0.14, LaunchCall::Runtime, "aten::mul"},
                {castName(), "memory", 0.12, LaunchCall::Runtime, "aten::copy_"},
                {mulName(), "elementwise", 0.12, LaunchCall::Runtime, "aten::mul"}};
    }
    if (library.vendor == Vendor::Amd) {
        return {{fusedAdd ? "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb1ELb0ELb1ELi1EEEvPT0_"
                            "PT_PfS4_S4_S4_diiiiiiib"
                          : "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb0ELb0ELb1ELi1EEEvPT0_"
                            "PT_PfS4_S4_S4_diiiiiiib",
                 "normalization", 1, LaunchCall::Runtime,
                 fusedAdd ? "aiter::rmsnorm2d_fwd_with_add" : "aiter::rms_norm"}};
    }
    return {{fusedAdd ? "std::enable_if<(((8)>(0)))&&vllm::_typeConvert<c10::BFloat16>::exists, void>::type "
                        "vllm::fused_add_rms_norm_kernel<c10::BFloat16, "
                        "8>(c10::BFloat16*, long, c10::BFloat16*, c10::BFloat16 const*, float, int, int)"
                      : "void vllm::rms_norm_kernel<c10::BFloat16, 8, 2>(c10::BFloat16*, c10::BFloat16 "
                        "const*, long, long, long, long, long, c10::BFloat16 "
                        "const*, float, int, int)",
             "normalization", 1, LaunchCall::Runtime, fusedAdd ? "_C::fused_add_rms_norm" : "_C::rms_norm"}};
}

std::vector<Part> rotary(const KernelLibrary& library) {
    if (library.decomposes) {
        return {{mulName(), "elementwise", 0.22, LaunchCall::Runtime, "aten::mul"},
                {negName(), "elementwise", 0.16, LaunchCall::Runtime, "aten::neg"},
                {catName(), "memory", 0.22, LaunchCall::Runtime, "aten::cat"},
                {mulName(), "elementwise", 0.22, LaunchCall::Runtime, "aten::mul"},
                {addName(), "elementwise", 0.18, LaunchCall::Runtime, "aten::add"}};
    }
    return {{"void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*, c10::BFloat16*, "
             "c10::BFloat16*, c10::BFloat16 const*, int, long, long, "
             "long, int, int, int)",
             "rope", 1, LaunchCall::Runtime, ""}};
}

std::vector<Part> activation(const KernelLibrary& library) {
    if (library.activationKernels == 1) {
        return {{library.vendor == Vendor::Amd
                     ? "_ZN7sgl_hip10activation18act_and_mul_kernelI14__hip_bfloat16TnPFT_RKS3_EXadL_"
                       "Z4siluIS2_ES3_S5_EEEEvPS3_PS4_i"
                     : "void vllm::act_and_mul_kernel<c10::BFloat16, &(c10::BFloat16 "
                       "vllm::silu_kernel<c10::BFloat16>(c10::BFloat16 const&)), "
                       "true>(c10::BFloat16*, c10::BFloat16 const*, int)",
                 "activation", 1, LaunchCall::Runtime, ""}};
    }
    std::vector<Part> parts{{siluName(), "activation", 0.38, LaunchCall::Runtime, "aten::silu"}};
    if (library.activationKernels > 2) {
        parts.push_back({library.vendor == Vendor::Amd ? kDirectCopy : kDirectCopyNvidia, "memory", 0.27,
                         LaunchCall::Runtime, "aten::copy_"});
    }
    parts.push_back({mulName(), "elementwise", 0.35, LaunchCall::Runtime, "aten::mul"});
    return parts;
}

std::vector<Part> allReduce(const KernelLibrary& library) {
    if (library.usesNccl) {
        return {{"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                 "communication", 1, LaunchCall::Runtime, "c10d::allreduce_"}};
    }
    if (library.vendor == Vendor::Amd) {
        return {{"void vllm::cross_device_reduce_2stage<__hip_bfloat16, 2>(vllm::RankData*, "
                 "vllm::RankSignals, vllm::Signal*, __hip_bfloat16*, int, int)",
                 "communication", 1, LaunchCall::Runtime, ""}};
    }
    return {{"void vllm::cross_device_reduce_1stage<__nv_bfloat16, 2>(vllm::RankData*, vllm::RankSignals, "
             "vllm::Signal*, __nv_bfloat16*, int, int)",
             "communication", 1, LaunchCall::Runtime, ""}};
}

std::vector<Part> routing(const KernelLibrary& library) {
    if (library.fusesRouting) {
        return {{"void "
                 "moe::dev::routing::routingCustom::routingIndicesDynBlockKernel<moe::dev::routing::"
                 "routingCustom::KernelParams<__nv_bfloat16, "
                 "__nv_bfloat16, 128, 8, "
                 "moe::dev::routing::TopKExpertSelect<moe::dev::routing::NoOpPreprocess> > >",
                 "moe", 1, LaunchCall::Runtime, ""}};
    }
    if (library.vendor == Vendor::Amd) {
        return {{"aiter::topksoftmax_4x128x8_bf16", "moe", 0.4, LaunchCall::Module, ""},
                {"void ck_tile::kentry<2, ck_tile::MoeSortingKernel<ck_tile::MoeSortingProblemEx<int, float, "
                 "2, true, false, false, true, 0> >, "
                 "ck_tile::MoeSortingKernel<ck_tile::MoeSortingProblemEx<int, float, 2, true, false, false, "
                 "true, 0> >::Kargs>",
                 "moe", 0.6, LaunchCall::Runtime, ""}};
    }
    return {{"void vllm::moe::topkGatingSoftmax<8, 128, 4, 16, int>(float const*, bool const*, float*, int, "
             "int*, int*, int, int, int)",
             "moe", 0.4, LaunchCall::Runtime, ""},
            {"void vllm::moe::moe_align_block_size_kernel<int>(int const*, int*, int*, int*, int, int, int, "
             "int, int*)",
             "moe", 0.6, LaunchCall::Runtime, ""}};
}

std::vector<Part> expert(const KernelLibrary& library, bool gateUp) {
    if (library.vendor == Vendor::Amd) {
        return {
            {std::string("void ck::kernel_moe_gemm<ck::GridwiseMoeGemm<ck::tensor_layout::gemm::RowMajor, "
                         "ck::tensor_layout::gemm::ColumnMajor, "
                         "ck::Tuple<ck::tensor_layout::gemm::RowMajor>, ck::tensor_layout::gemm::RowMajor, "
                         "unsigned short, unsigned short, float, ") +
                 (gateUp ? "ck::tensor_operation::element_wise::TypeConvertExpertWeight, true> >"
                         : "ck::tensor_operation::element_wise::MulABScaleExpertWeight, false> >"),
             "moe", 1, LaunchCall::Runtime, ""}};
    }
    return {{std::string("bmm_Bfloat16_Bfloat16Bfloat16_Fp32_t128x8x128u2_") + (gateUp ? "s6" : "s5") +
                 "_et128x8_m128x8x16_c1x1x1_16dp256b_rM_BN_transOut_"
                 "schPd2x1x2x3_bN_" +
                 (gateUp ? "ldgsts_ldgstsSf_rgTma_clmp_swiGlu_dynB_sm100f" : "rgTma_clmp_dynB_sm100f"),
             "moe", 1, LaunchCall::Module, ""}};
}

std::vector<Part> sampling(const KernelLibrary& library) {
    const Part cast{elementwise("at::native::bfloat16tofloat32_copy_kernel_cuda(at::TensorIteratorBase&)::{"
                                "lambda(c10::BFloat16)#1}"),
                    "memory", 0.3, LaunchCall::Runtime, "aten::copy_"};
    const Part scale{elementwise("at::native::AUnaryFunctor<float, float, float, "
                                 "at::native::binary_internal::MulFunctor<float> >"),
                     "elementwise", 0.2, LaunchCall::Runtime, "aten::div_"};
    const Part softmax{"void (anonymous namespace)::softmax_warp_forward<float, float, float, 10, true, "
                       "false>(float*, float const*, int, int, int, bool const*, int, bool)",
                       "reduce", 0.4, LaunchCall::Runtime, "aten::_softmax"};
    const Part pick{"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, "
                    "at::native::ArgMaxOps<float>, unsigned int, long, 4, 4> >(at::native::ReduceOp<float, "
                    "at::native::ArgMaxOps<float>, unsigned int, long, 4, 4>)",
                    "sampling", 0.5, LaunchCall::Runtime, "aten::argmax"};
    const Part advance{elementwise("at::native::CUDAFunctorOnSelf_add<long>"), "elementwise", 0.2,
                       LaunchCall::Runtime, "aten::add"};
    if (library.samplingKernels >= 5) {
        return {cast, scale, softmax, pick, advance};
    }
    return {cast, pick, advance};
}

std::vector<Part> indexPreparation(const KernelLibrary& library) {
    const Part arange{
        "void (anonymous namespace)::elementwise_kernel_with_index<int, "
        "at::native::arange_cuda_out(c10::Scalar const&, c10::Scalar const&, c10::Scalar const&, "
        "at::Tensor&)::{lambda()#1}::operator()() const::{lambda()#4}::operator()() "
        "const::{lambda(long)#1}>(int)",
        "memory", 1, LaunchCall::Runtime, "aten::arange"};
    const Part copy{library.vendor == Vendor::Amd ? kDirectCopy : kDirectCopyNvidia, "memory", 1,
                    LaunchCall::Runtime, "aten::copy_"};
    std::vector<Part> parts(std::size_t(std::max(1, library.indexKernels)), copy);
    parts[0] = arange;
    return parts;
}

std::vector<Part> optimizer() {
    return {8,
            Part{"void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous "
                 "namespace)::FusedOptimizerTensorListMetadata<4>, "
                 "at::native::(anonymous namespace)::FusedAdamMathFunctor<float, 4, "
                 "(at::native::ADAM_MODE)1, false> >",
                 "elementwise", 0.125, LaunchCall::Runtime, ""}};
}

std::vector<Part> embedding(const KernelLibrary& library) {
    return {{library.vendor == Vendor::Amd
                 ? "void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, long, "
                   "unsigned int, 2, 2, -2, true>(at::cuda::detail::TensorInfo<c10::BFloat16, unsigned int>)"
                 : "void at::native::(anonymous namespace)::indexSelectSmallIndex<c10::BFloat16, long, "
                   "unsigned int, 2, 2, -2>(at::cuda::detail::TensorInfo<c10::BFloat16, unsigned int>)",
             "memory", 1, LaunchCall::Runtime, ""}};
}

std::vector<Part> backward(const LogicalOperation& operation, const KernelLibrary& library) {
    switch (operation.operation) {
    case Operation::AttentionBackward:
        return {{library.vendor == Vendor::Amd
                     ? "attn_bwd"
                     : "void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<Flash_bwd_kernel_traits<128, 64, "
                       "128, 8, 4, 2, 2, false, false, "
                       "cutlass::bfloat16_t>, false, true, false>(Flash_bwd_params)",
                 "attention", 1, LaunchCall::Runtime, ""}};
    case Operation::NormBackward:
        return {{mulName(), "elementwise", 0.5, LaunchCall::Runtime, ""},
                {addName(), "elementwise", 0.5, LaunchCall::Runtime, ""}};
    default: // a weight's and an input's gradient
        break;
    }
    Part half = gemm(operation, library);
    half.share = 0.5;
    return {half, half};
}

std::vector<Part> one(const char* name, const char* category, LaunchCall call = LaunchCall::Runtime,
                      const char* cpuOp = "") {
    return {{name, category, 1, call, cpuOp}};
}

std::vector<Part> queryKeyNorm(const KernelLibrary& library) {
    if (library.vendor == Vendor::Nvidia) {
        return one("void (anonymous namespace)::fused_qknorm_warp<128l, true, __nv_bfloat16>((anonymous "
                   "namespace)::QKNormParams)",
                   "normalization");
    }
    std::vector<Part> parts = one("_ZN5aiter24add_rmsnorm_quant_"
                                  "kernelIDF16bDF16bLi64ELi8ELb0ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diiiiiiib",
                                  "normalization");
    parts[0].share = 0.5;
    parts.push_back(parts[0]);
    return parts;
}

std::vector<Part> keyValueWrite(const KernelLibrary& library) {
    return one(
        library.vendor == Vendor::Amd
            ? "void vllm::reshape_and_cache_flash_kernel<__hip_bfloat16, __hip_bfloat16, "
              "(vllm::Fp8KVCacheDataType)0>(__hip_bfloat16 const*, __hip_bfloat16 const*, __hip_bfloat16*)"
            : "void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, __nv_bfloat16, "
              "(vllm::Fp8KVCacheDataType)0>(__nv_bfloat16 const*, __nv_bfloat16 const*, __nv_bfloat16*)",
        "memory");
}

std::vector<Part> finalize(const KernelLibrary& library) {
    return one(
        library.vendor == Vendor::Amd
            ? "_finalize_matmul_scatter_bf16"
            : "void moe::dev::finalize::finalizeKernel<moe::dev::finalize::KernelParams<cutlass::bfloat16_t, "
              "cutlass::bfloat16_t, 4, true> >",
        "moe");
}

std::vector<Part> loss() {
    return one("void at::native::(anonymous namespace)::cunn_SoftMaxForward<8, c10::BFloat16, float, float, "
               "at::native::(anonymous namespace)::LogSoftMaxForwardEpilogue>(float*)",
               "reduce");
}

} // namespace

Part fusedRotary(const KernelLibrary& library) {
    if (library.vendor == Vendor::Amd) {
        return {"_fused_qk_rope_reshape_and_cache_kernel", "rope", 1.3, LaunchCall::Module,
                "vllm::fused_rope_and_kv_cache"};
    }
    return {"void (anonymous namespace)::fused_rope_store_kernel<true, 128l, true, __nv_bfloat16, long, "
            "16u>((anonymous namespace)::FusedRopeStoreParams)",
            "rope", 1.3, LaunchCall::Runtime, "vllm::fused_rope_and_kv_cache"};
}

std::vector<Part> partsOf(const LogicalOperation& operation, const KernelLibrary& library, bool addIsFused) {
    switch (operation.operation) {
    case Operation::TokenUpload:
        return one("Memcpy HtoD (Pinned -> Device)", "memory", LaunchCall::Memcpy);
    case Operation::TokenDownload:
        return one("Memcpy DtoH (Device -> Pinned)", "memory", LaunchCall::Memcpy);
    case Operation::IndexPreparation:
        return indexPreparation(library);
    case Operation::Embedding:
        return embedding(library);
    case Operation::EmbeddingReduce:
    case Operation::AttentionReduce:
    case Operation::MlpReduce:
        return allReduce(library);
    case Operation::GradientReduce:
        return one("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                   "communication");
    case Operation::LogitsGather:
        return one("ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "communication");
    case Operation::InputAdd:
    case Operation::PostAdd:
    case Operation::FinalAdd:
        return {{addName(), "elementwise", 1, LaunchCall::Runtime, ""}};
    case Operation::InputNorm:
    case Operation::PostNorm:
    case Operation::FinalNorm:
        return norm(library, addIsFused);
    case Operation::QueryKeyNorm:
        return queryKeyNorm(library);
    case Operation::Rotary:
        return rotary(library);
    case Operation::KvWrite:
        return keyValueWrite(library);
    case Operation::Attention:
        return attention(operation, library);
    case Operation::QkvGemm:
    case Operation::OutputGemm:
    case Operation::GateUpGemm:
    case Operation::DownGemm:
    case Operation::RouterGemm:
    case Operation::LmHead:
        return gemmParts(operation, library);
    case Operation::Activation:
        return activation(library);
    case Operation::ExpertRouting:
        return routing(library);
    case Operation::ExpertGateUp:
        return expert(library, true);
    case Operation::ExpertDown:
        return expert(library, false);
    case Operation::ExpertFinalize:
        return finalize(library);
    case Operation::SideCopies:
        return {{negName(), "elementwise", 1, LaunchCall::Runtime, "aten::neg"}};
    case Operation::Sampling:
        return sampling(library);
    case Operation::Loss:
        return loss();
    case Operation::LmHeadBackward:
    case Operation::MlpBackward:
    case Operation::NormBackward:
    case Operation::AttentionBackward:
    case Operation::ProjectionBackward:
        return backward(operation, library);
    case Operation::Optimizer:
        return optimizer();
    case Operation::Planted:
        break;
    }
    return {};
}

} // namespace diptych::test
