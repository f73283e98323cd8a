#pragma once
// Names of kernels as traces of AMD GPUs hold them, by library, with the class that each has to get.

#include "tests/core/analysis/named_kernel.h"

#include <array>

namespace diptych::test {

inline constexpr std::array<NamedKernel, 153> kAmdKernels{{
    // rocBLAS, hipBLASLt, Tensile
    {"rocBLAS, hipBLASLt, Tensile",
     "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x256x64_MI16x16x1_CMS_SN_LDSB1_AFC1_AFEM1_AFEM1_"
     "ASEM1_CLR1",
     "Dense GEMM", "gemm"},
    {"rocBLAS, hipBLASLt, Tensile",
     "Cijk_Ailk_Bjlk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x16x32_MI16x16x1_SN_LDSB1_AFC1", "Dense GEMM",
     "gemm"},
    {"rocBLAS, hipBLASLt, Tensile",
     "Cijk_Alik_Bljk_F8BS_BH_Bias_HA_S_SAB_SAV_UserArgs_MT256x256x128_MI16x16x1", "Dense GEMM", "gemm"},
    {"rocBLAS, hipBLASLt, Tensile",
     "Cijk_Ailk_Bljk_HHS_BH_MT128x128x32_MI32x32x8x1_SE_1LDSB0_APM1_ABV0_ACED0_AF0EM8_AF1EM1", "Dense GEMM",
     "gemm"},
    {"rocBLAS, hipBLASLt, Tensile", "Cijk_Ailk_Bljk_SB_MT64x64x16_SE_APM1_GSU4_GSUASB", "Dense GEMM", "gemm"},
    {"rocBLAS, hipBLASLt, Tensile",
     "Custom_Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_NTD_SK3_UserArgs_MT256x256x64_MI16x16x1_shortname0_gfx950",
     "Dense GEMM", "gemm"},
    {"rocBLAS, hipBLASLt, Tensile", "Cijk_Alik_Bljk_HHS_BH_MT256x256x64_MI16x16x1_gfx942.kd", "Dense GEMM",
     "gemm"},
    {"rocBLAS, hipBLASLt, Tensile", "Cijk_D_SB_BiasS_HAS_ScaleAlphaVec_PostGSU4_VW4", "GEMM Split-K Reduce",
     "gemm"},
    {"rocBLAS, hipBLASLt, Tensile", "Cijk_SB_Bias_PostGSU8_VW2", "GEMM Split-K Reduce", "gemm"},
    {"rocBLAS, hipBLASLt, Tensile",
     "void rocblas_gemvt_kernel<false, 256, float, float const*, float*>(int, int, float)", "Dense GEMM",
     "gemm"},
    {"rocBLAS, hipBLASLt, Tensile",
     "void rocblas_gemvn_kernel<64, 16, long, float, float const*, float*>(int, int)", "Dense GEMM", "gemm"},
    {"rocBLAS, hipBLASLt, Tensile",
     "void rocblas_dot_kernel_inc1<256, 8, float, float const*, float>(int, float const*)", "Dense GEMM",
     "gemm"},
    {"rocBLAS, hipBLASLt, Tensile", "void rocblas_dot_kernel_reduce<256, float>(int, float*)",
     "GEMM Split-K Reduce", "gemm"},
    {"rocBLAS, hipBLASLt, Tensile",
     "void wvSplitK_hf_sml_<__hip_bfloat16, 64, 2, 16, 8, 2, 4>(int, int, int, int, int, int, __hip_bfloat16 "
     "const*)",
     "Dense GEMM", "gemm"},
    {"rocBLAS, hipBLASLt, Tensile",
     "void wvSplitKQ_hf_sml_<__hip_bfloat16, c10::Float8_e4m3fnuz, 64, 2, 16, 16, 2, 1>(int, int, int)",
     "Dense GEMM", "gemm"},
    {"rocBLAS, hipBLASLt, Tensile", "void wvSpltK_hf_<c10::Half, 64, 2, 16, 8, 2, 1>(int, int, int)",
     "Dense GEMM", "gemm"},
    {"rocBLAS, hipBLASLt, Tensile", "void LLGemm1_kernel<c10::Half, 4>(float4 const*, float4 const*)",
     "Dense GEMM", "gemm"},
    {"rocBLAS, hipBLASLt, Tensile", "hgemm_bf16_16x64x128_5_SPK8_W1x2x1_BLDS1_TN_AS1_0", "Dense GEMM",
     "gemm"},
    // Composable Kernel and ck_tile
    {"Composable Kernel and ck_tile",
     "void "
     "ck::kernel_gemm_xdl_cshuffle_v3<ck::GridwiseGemm_xdl_cshuffle_v3<ck::tensor_layout::gemm::RowMajor> "
     ">(int)",
     "Dense GEMM", "gemm"},
    {"Composable Kernel and ck_tile",
     "void "
     "ck::kernel_gemm_xdl_cshuffle_v3_multi_d_blockscale_b_preshuffle<ck::GridwiseGemmMultiD_blockscale_xdl_"
     "cshuffle_v3_b_preshuffle<ck::tensor_layout::gemm::RowMajor> >(int)",
     "Dense GEMM", "gemm"},
    {"Composable Kernel and ck_tile",
     "void "
     "ck::kernel_gemm_xdl_cshuffle_v3<ck::GridwiseGemmMultiD_ABScale_xdl_cshuffle_v3<ck::tensor_layout::gemm:"
     ":RowMajor, ck::Tuple<>, ck::f8_fnuz_t> >(int)",
     "Dense GEMM", "gemm"},
    {"Composable Kernel and ck_tile",
     "void ck::kernel_batched_gemm_multi_d_xdl<ck::GridwiseGemmMultipleD_xdl_cshuffle<short> >(int)",
     "Dense GEMM", "gemm"},
    {"Composable Kernel and ck_tile",
     "void ck::kernel_moe_gemm<ck::GridwiseMoeGemmBlockScale<ck::tensor_layout::gemm::RowMajor, "
     "ck::f8_fnuz_t> >(int)",
     "MoE GEMM", "moe"},
    {"Composable Kernel and ck_tile",
     "void ck::kernel_moe_gemm<ck::GridwiseMoeGemm<ck::tensor_layout::gemm::RowMajor, unsigned short, "
     "(ck::BlockGemmPipelineScheduler)0, (ck::BlockGemmPipelineVersion)0, 1, false, true, false, true, int, "
     "unsigned short>, true, (ck::InMemoryDataOperationEnum)0, 2>(int)",
     "MoE GEMM+SwiGLU", "moe"},
    {"Composable Kernel and ck_tile",
     "void ck::kernel_moe_gemm<ck::GridwiseMoeGemm<ck::tensor_layout::gemm::RowMajor, unsigned short, "
     "(ck::BlockGemmPipelineScheduler)0, (ck::BlockGemmPipelineVersion)0, 0, false, false, true, true, int, "
     "unsigned short>, true, (ck::InMemoryDataOperationEnum)0, 2>(int)",
     "MoE GEMM", "moe"},
    {"Composable Kernel and ck_tile",
     "void ck::kernel_moe_gemm_2lds<ck::GridwiseMoeGemm<ck::tensor_layout::gemm::RowMajor> >(int)",
     "MoE GEMM", "moe"},
    {"Composable Kernel and ck_tile",
     "void ck::kernel_moe_mxgemm_2lds<ck::GridwiseMoeGemmMX_BPreshuffle<ck::tensor_layout::gemm::RowMajor> "
     ">(int)",
     "MoE GEMM", "moe"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, ck_tile::MoeFlatmmKernel<ck_tile::Gemm1DPartitioner>, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "MoE GEMM", "moe"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, ck_tile::FusedMoeGemmKernel<ck_tile::FusedMoeGemmPipeline>, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "MoE GEMM", "moe"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, ck_tile::GroupedGemmKernel<ck_tile::GemmSpatiallyLocalTilePartitioner>, void "
     "const*>(void const*)",
     "MoE GEMM", "moe"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<2, ck_tile::MoeSortingMultiPhaseKernel_P23<ck_tile::MoeSortingProblemMp<int, "
     "float, unsigned char> >, ck_tile::Kargs>(ck_tile::Kargs)",
     "MoE Routing", "moe"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, ck_tile::MoeSortingKernel<ck_tile::MoeSortingProblemEx<int, float> >, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "MoE Routing", "moe"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<2, ck_tile::FmhaFwdKernel<ck_tile::BlockFmhaPipelineQRKSVSAsync<int> >, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "Attention", "attention"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<2, ck_tile::FmhaFwdSplitKVKernel<ck_tile::BlockFmhaFwdSplitKVPipelineQRKSVS<int> "
     ">, ck_tile::Kargs>(ck_tile::Kargs)",
     "Attention", "attention"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<2, "
     "ck_tile::FmhaFwdSplitKVCombineKernel<ck_tile::BlockFmhaSplitKVCombinePipeline<int> >, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "Attention (Reduce)", "attention"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<256, 1, ck_tile::FmhaBwdDQDKDVKernel<ck_tile::BlockFmhaBwdPipeline<int> >, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "Attention (Backward)", "attention"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<64, 2, ck_tile::FmhaBwdOGradDotOKernel<ck_tile::BlockFmhaBwdOGradDotO<int> >, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "Attention (Backward)", "attention"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<256, 1, ck_tile::FmhaBwdConvertQGradKernel<int>, ck_tile::Kargs>(ck_tile::Kargs)",
     "Attention (Backward)", "attention"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, ck_tile::UnifiedAttentionKernel<ck_tile::UnifiedAttentionPipeline<int> >, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "Attention", "attention"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, "
     "ck_tile::Rmsnorm2dFwd<ck_tile::Rmsnorm2dFwdPipelineOnePass<ck_tile::Rmsnorm2dFwdTraits<true, "
     "(ck_tile::Rmsnorm2dFusedAddEnum)0, (ck_tile::Rmsnorm2dFusedQuantEnum)0> > >, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "RMSNorm", "normalization"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, "
     "ck_tile::Rmsnorm2dFwd<ck_tile::Rmsnorm2dFwdPipelineOnePass<ck_tile::Rmsnorm2dFwdTraits<true, "
     "(ck_tile::Rmsnorm2dFusedAddEnum)1, (ck_tile::Rmsnorm2dFusedQuantEnum)0> > >, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "Add+RMSNorm", "normalization"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, "
     "ck_tile::Rmsnorm2dFwd<ck_tile::Rmsnorm2dFwdPipelineOnePass<ck_tile::Rmsnorm2dFwdTraits<true, "
     "(ck_tile::Rmsnorm2dFusedAddEnum)1, (ck_tile::Rmsnorm2dFusedQuantEnum)2> > >, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "Add+RMSNorm+Quant", "normalization"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, ck_tile::Layernorm2dFwd<ck_tile::Layernorm2dFwdTraits<true, "
     "(ck_tile::Layernorm2dFusedAddEnum)0, (ck_tile::Layernorm2dFusedQuantEnum)0> >, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "LayerNorm", "normalization"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, ck_tile::Layernorm2dFwd<ck_tile::Layernorm2dFwdTraits<true, "
     "(ck_tile::Layernorm2dFusedAddEnum)1, (ck_tile::Layernorm2dFusedQuantEnum)0> >, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "Add+LayerNorm", "normalization"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, ck_tile::GemmKernel<ck_tile::GemmTile1DPartitioner>, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "Dense GEMM", "gemm"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, ck_tile::FlatmmKernel<ck_tile::FlatmmPipeline>, "
     "ck_tile::Kargs>(ck_tile::Kargs)",
     "Dense GEMM", "gemm"},
    {"Composable Kernel and ck_tile",
     "void ck_tile::kentry<1, ck_tile::BatchedTransposeKernel<int>, ck_tile::Kargs>(ck_tile::Kargs)",
     "Copy/Memory", "memory"},
    {"Composable Kernel and ck_tile",
     "void "
     "ck::tensor_operation::device::kernel_grouped_conv_fwd_xdl_cshuffle_v3<ck::GridwiseGemmMultiD_xdl_"
     "cshuffle_v3<int> >(int)",
     "Convolution", "convolution"},
    {"Composable Kernel and ck_tile",
     "void ck::kernel_batched_gemm_xdlops_bwd_weight<ck::GridwiseGemm_bk0mk1<int> >(int)", "Convolution",
     "convolution"},
    // AITER
    {"AITER",
     "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi64ELi8ELb0ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_diiiiiiib",
     "RMSNorm", "normalization"},
    {"AITER",
     "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb1ELb0ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_"
     "diiiiiiib",
     "Add+RMSNorm", "normalization"},
    {"AITER",
     "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb1ELb1ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_"
     "diiiiiiib",
     "Add+RMSNorm+Quant", "normalization"},
    {"AITER",
     "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb0ELb1ELb1ELi1EEEvPT0_PT_PfS4_S4_S4_"
     "diiiiiiib",
     "RMSNorm+Quant", "normalization"},
    {"AITER", "_ZN5aiter59fmoe_stage1_bf16_pertokenFp8_blockscale_g1u1_32x128_3tg_pf3E", "MoE GEMM+SwiGLU",
     "moe"},
    {"AITER", "_ZN5aiter50fmoe_bf16_pertokenMXfp4_g1u1_flat_novs_silu_16x128E", "MoE GEMM+SwiGLU", "moe"},
    {"AITER", "_ZN5aiter42fp8gemm_bf16_blockscale_BpreShuffle_32x128E", "Dense GEMM", "gemm"},
    {"AITER", "_ZN5aiter33f4gemm_bf16_per1x32Fp4_tn_256x256E", "Dense GEMM", "gemm"},
    {"AITER", "_ZN5aiter32fmha_fwd_hd192_hd128_bf16_causalE", "Attention", "attention"},
    {"AITER", "aiter::fmha_fwd_hd192_hd128_bf16_causal_group", "Attention", "attention"},
    {"AITER", "aiter::fmha_bwd_hd128_bf16_causal_a32_psskddv", "Attention (Backward)", "attention"},
    {"AITER", "_ZN5aiter42pa_bf16_pertokenFp8_gqa10_1tg_4w_mtp3_msk1E", "Attention (Decode)", "attention"},
    {"AITER", "_ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE", "Attention (Decode)", "attention"},
    {"AITER", "aiter::mla_dec_stage1_bf16_a16w16_subQ16_mqa16", "Attention (Decode)", "attention"},
    {"AITER", "_ZN5aiter38mla_a8w8_qh16_qseqlen1_gqaratio16_v3_psE", "Attention (Decode)", "attention"},
    {"AITER", "void kn_mla_reduce_v1_ps<MlaReduceKernelV1Traits<512, 16, 1> >(MlaReduceKernelV1Params)",
     "Attention (Reduce)", "attention"},
    {"AITER", "_fwd_kernel_stage2_asm", "Attention (Reduce)", "attention"},
    {"AITER",
     "void aiter::dynamic_per_group_scaled_quant_kernel<std::bfloat16_t, ck_tile::fp4x2_t, "
     "32>(ck_tile::fp4x2_t*, float*)",
     "Quantization", "quantization"},
    {"AITER", "_ZN5aiter37dynamic_per_group_scaled_quant_kernelIDF16bDB8_Li32EEEvPT0_PfPKT_PKfiliibPKii",
     "Quantization", "quantization"},
    {"AITER",
     "void aiter::dynamic_per_token_scaled_quant_kernel<std::bfloat16_t, _BitInt(8)>(_BitInt(8)*, float*)",
     "Quantization", "quantization"},
    {"AITER", "void aiter::grouped_topk_opt_sort_kernel<std::bfloat16_t, 8, true>(std::bfloat16_t*)",
     "MoE Routing", "moe"},
    {"AITER",
     "void aiter::grouped_topk_kernel<c10::BFloat16, float __vector(4), 1, true, true, "
     "false>(c10::BFloat16*)",
     "MoE Routing", "moe"},
    {"AITER", "void aiter::topk_softmax_kernel<float, 8, 128>(float*)", "MoE Routing", "moe"},
    {"AITER", "_fused_mxfp4_quant_moe_sort_kernel", "MoE Routing+Quant", "moe"},
    {"AITER", "_moe_mxfp4_sort_kernel", "MoE Routing+Quant", "moe"},
    {"AITER", "void aiter::act_and_mul_kernel<std::bfloat16_t, &(aiter::silu_kernel)>(std::bfloat16_t*)",
     "SwiGLU", "activation"},
    {"AITER", "void aiter::scaled_act_and_mul_kernel<std::bfloat16_t>(std::bfloat16_t*)", "SwiGLU",
     "activation"},
    {"AITER",
     "void aiter::cross_device_reduce_1stage<__hip_bfloat16, 8>(aiter::RankData*, aiter::RankSignals)",
     "All-reduce", "communication"},
    {"AITER", "void aiter::reduce_scatter_cross_device_store<__hip_bfloat16, 8>(aiter::RankData*)",
     "Reduce-scatter", "communication"},
    {"AITER", "void aiter::allreduce_fusion_kernel_2stage_rmsnorm<__hip_bfloat16, 8>(aiter::RankData*)",
     "All-reduce+Add+RMSNorm", "communication"},
    {"AITER", "void aiter::kn_entry_2c_sbhd_cached_indirect_inplace<aiter::OpCachedFwd>(int)", "Rotary",
     "rope"},
    {"AITER", "_gemm_a8w8_blockscale_kernel_GROUP_K_128_GROUP_N_128", "Dense GEMM", "gemm"},
    {"AITER", "_batched_gemm_a16wfp4_kernel_BLOCK_SIZE_M_4_BLOCK_SIZE_N_32_BLOCK_SIZE_K_128", "Dense GEMM",
     "gemm"},
    {"AITER", "_gemm_afp4wfp4_reduce_kernel_BLOCK_SIZE_M_16", "GEMM Split-K Reduce", "gemm"},
    {"AITER", "_fused_rms_fp8_group_quant_kernel", "RMSNorm+Quant", "normalization"},
    {"AITER", "_fused_qk_rope_reshape_and_cache_kernel", "Rotary+KV Cache", "rope"},
    {"AITER", "void aiter::fuse_qk_rope_concat_and_cache_mla_kernel<__hip_bfloat16>(int)", "Rotary+KV Cache",
     "rope"},
    {"AITER", "void aiter::concat_and_cache_mla_kernel<__hip_bfloat16>(__hip_bfloat16*)", "KV Cache",
     "memory"},
    {"AITER", "void aiter::reshape_and_cache_with_per_token_quant_kernel<__hip_bfloat16>(int)", "KV Cache",
     "memory"},
    {"AITER",
     "_ZN7sgl_hip10activation18act_and_mul_kernelI14__hip_bfloat16TnPFT_RKS3_EXadL_Z4siluIS2_ES3_S5_EEEEvPS3_"
     "PS4_i",
     "SwiGLU", "activation"},
    // AOTriton and Triton attention
    {"AOTriton and Triton attention", "attn_fwd", "Attention", "attention"},
    {"AOTriton and Triton attention", "attn_fwd.kd", "Attention", "attention"},
    {"AOTriton and Triton attention", "bwd_kernel_dk_dv", "Attention (Backward)", "attention"},
    {"AOTriton and Triton attention", "bwd_kernel_dq", "Attention (Backward)", "attention"},
    {"AOTriton and Triton attention", "bwd_preprocess", "Attention (Backward)", "attention"},
    {"AOTriton and Triton attention", "bwd_kernel_fuse", "Attention (Backward)", "attention"},
    {"AOTriton and Triton attention", "kernel_unified_attention_2d", "Attention (Prefill)", "attention"},
    {"AOTriton and Triton attention", "kernel_unified_attention_3d", "Attention (Decode)", "attention"},
    {"AOTriton and Triton attention", "reduce_segments", "Attention (Reduce)", "attention"},
    {"AOTriton and Triton attention", "_v4_csa_attention_pool_bwd_kernel", "Attention (Backward)",
     "attention"},
    {"AOTriton and Triton attention", "_v4_attention_fwd_kernel", "Attention", "attention"},
    // MIOpen
    {"MIOpen", "igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x128x32_wt32x32x8_ws1x1_wr2x2", "Convolution",
     "convolution"},
    {"MIOpen", "igemm_wrw_gtcx3_nhwc_bf16_bx0_ex1_bt256x128x32_wt32x32x8", "Convolution", "convolution"},
    {"MIOpen", "miopenSp3AsmConv_v30_3_1_gfx9_fp32_f2x3_stride1", "Convolution", "convolution"},
    {"MIOpen", "miopenGcnAsmConv1x1U", "Convolution", "convolution"},
    {"MIOpen", "naive_conv_ab_nonpacked_fwd_nchw_float_double_float", "Convolution", "convolution"},
    {"MIOpen", "Im2d2Col", "Convolution", "convolution"},
    {"MIOpen", "MIOpenBatchNormFwdTrainSpatial", "BatchNorm", "normalization"},
    {"MIOpen", "MIOpenBatchNormBwdSpatialDX", "BatchNorm", "normalization"},
    {"MIOpen", "MIOpenPoolingReduction", "Pooling", "reduce"},
    {"MIOpen", "mloPoolingForwardNaive", "Pooling", "reduce"},
    {"MIOpen", "SubTensorOpWithScalar1d", "Layout (Conv)", "convolution"},
    {"MIOpen", "Op2dTensorLite", "Layout (Conv)", "convolution"},
    {"MIOpen", "batched_transpose_32x32_half", "Layout (Conv)", "convolution"},
    {"MIOpen", "MIOpenSoftmax", "Softmax", "reduce"},
    // RCCL, custom collectives
    {"RCCL, custom collectives", "ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)", "Collective",
     "communication"},
    {"RCCL, custom collectives", "ncclDevKernel_Generic(ncclDevComm*, channelMasks, ncclWork*)", "Collective",
     "communication"},
    {"RCCL, custom collectives", "ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", "All-reduce",
     "communication"},
    {"RCCL, custom collectives",
     "void vllm::cross_device_reduce_2stage<__hip_bfloat16, 8>(vllm::RankData*, vllm::RankSignals)",
     "All-reduce", "communication"},
    {"RCCL, custom collectives",
     "void quickreduce::allreduce_prototype_twoshot<quickreduce::AllReduceTwoshot<half> >(half const*)",
     "All-reduce", "communication"},
    {"RCCL, custom collectives",
     "void primus_turbo::deep_ep::intranode::dispatch<8, 1024, true>(HIP_vector_type<int, 4u>*)",
     "All-to-all", "communication"},
    {"RCCL, custom collectives",
     "void primus_turbo::deep_ep::intranode::cached_notify_combine<8>(void**, int*)", "All-to-all",
     "communication"},
    {"RCCL, custom collectives",
     "void "
     "mori::moe::EpDispatchInterNodeKernel<hip_bfloat16>(mori::moe::EpDispatchCombineArgs<hip_bfloat16>)",
     "All-to-all", "communication"},
    // rocPRIM, hipCUB, runtime
    {"rocPRIM, hipCUB, runtime",
     "void "
     "rocprim::ROCPRIM_400200_NS::detail::trampoline_kernel<rocprim::ROCPRIM_400200_NS::detail::wrapped_scan_"
     "config<rocprim::ROCPRIM_400200_NS::default_config, long> >(int)",
     "Scan", "reduce"},
    {"rocPRIM, hipCUB, runtime",
     "void "
     "rocprim::ROCPRIM_400000_NS::detail::partition_kernel<(rocprim::ROCPRIM_400000_NS::detail::select_"
     "method)0, true>(int)",
     "Gather/Scatter", "memory"},
    {"rocPRIM, hipCUB, runtime", "void rocprim::detail::radix_sort_onesweep_kernel<int, long>(int)",
     "Sorting", "sort"},
    {"rocPRIM, hipCUB, runtime", "void rocprim::detail::block_sort_kernel<256u, int>(int)", "Sorting",
     "sort"},
    {"rocPRIM, hipCUB, runtime", "void rocprim::detail::reduce_by_key_kernel<int>(int)", "Reduce", "reduce"},
    {"rocPRIM, hipCUB, runtime", "__amd_rocclr_copyBuffer", "Copy/Memory", "memory"},
    {"rocPRIM, hipCUB, runtime", "__amd_rocclr_copyBufferRect", "Copy/Memory", "memory"},
    {"rocPRIM, hipCUB, runtime", "__amd_rocclr_fillBufferAligned", "Copy/Memory", "memory"},
    {"rocPRIM, hipCUB, runtime", "__amd_rocclr_copyBuffer.kd", "Copy/Memory", "memory"},
    {"rocPRIM, hipCUB, runtime", "CopyDeviceToDevice", "Copy/Memory", "memory"},
    {"rocPRIM, hipCUB, runtime", "CopyHostToDevice", "Copy/Memory", "memory"},
    {"rocPRIM, hipCUB, runtime", "CopyDeviceToHost", "Copy/Memory", "memory"},
    {"rocPRIM, hipCUB, runtime", "FillBuffer", "Copy/Memory", "memory"},
    // vLLM, SGLang on ROCm
    {"vLLM, SGLang on ROCm",
     "void paged_attention_ll4mi_QKV_mfma16_kernel<0, __hip_bfloat16, __hip_bfloat16, "
     "(vllm::Fp8KVCacheDataType)0, 1, 128, 256, false, 8, 1, ck_tile::ComposedAttention<0u, false> "
     ">(__hip_bfloat16 const*)",
     "Attention (Decode)", "attention"},
    {"vLLM, SGLang on ROCm",
     "void paged_attention_ll4mi_reduce_kernel<__hip_bfloat16, __hip_bfloat16, 128, 128, 256, 3, "
     "false>(__hip_bfloat16*)",
     "Attention (Reduce)", "attention"},
    {"vLLM, SGLang on ROCm", "_matmul_ogs_NNT_bf16xbf16xmxfp4_32x256x128x1_swiglu", "MoE GEMM+SwiGLU", "moe"},
    {"vLLM, SGLang on ROCm", "_matmul_ogs_NNT_bf16xbf16xmxfp4_32x256x128x1", "MoE GEMM", "moe"},
    {"vLLM, SGLang on ROCm", "_combined_routing_compute", "MoE Routing", "moe"},
    {"vLLM, SGLang on ROCm", "_combined_routing_memset", "MoE Routing", "moe"},
    {"vLLM, SGLang on ROCm", "_topk_forward", "MoE Routing", "moe"},
    {"vLLM, SGLang on ROCm", "_sum_bitmatrix_rows", "MoE Routing", "moe"},
    {"vLLM, SGLang on ROCm", "_finalize_matmul", "MoE Finalize", "moe"},
    {"vLLM, SGLang on ROCm", "_reduce_grouped", "MoE Finalize", "moe"},
    // Transformer Engine on ROCm
    {"Transformer Engine on ROCm",
     "void "
     "transformer_engine::normalization::rmsnorm_fwd_general_kernel<transformer_engine::normalization::"
     "Kernel_traits<float> >(int)",
     "RMSNorm", "normalization"},
    {"Transformer Engine on ROCm",
     "void transformer_engine::normalization::rmsnorm_bwd_finalize_general_kernel<float>(int)",
     "RMSNorm Backward", "normalization"},
    {"Transformer Engine on ROCm", "void transformer_engine::fused_attn_rocm::remove_padding<float>(float*)",
     "Copy/Memory", "memory"},
    {"Transformer Engine on ROCm",
     "void multi_tensor_apply_kernel<TensorListMetadata<5, false>, "
     "transformer_engine::multi_tensor_adam::AdamFunctorMaster<float> >(long)",
     "Optimizer", "elementwise"},
    {"AITER", "_fused_rms_mxfp4_quant_kernel", "RMSNorm+Quant", "normalization"},
    {"AITER", "_fused_reduce_rms_mxfp4_quant_kernel", "RMSNorm+Quant", "normalization"},
    {"AITER", "lean_attention_persistent_kernel", "Attention", "attention"},
    {"MORI", "mori_dispatch_intranode_kernel", "All-to-all", "communication"},
}};

} // namespace diptych::test
