#include "tests/ui/comparison_fixture.h"

#include "core/compare/fusion_finder.h"
#include "core/compare/module_diff.h"
#include "core/compare/same_kernels.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace diptych::test {

namespace {

constexpr std::uint32_t kSteps = 20;
constexpr std::uint32_t kLayers = 28;

struct KernelSpec {
    std::string name;
    double us;
};

struct PositionSpec {
    std::string operation;
    std::string category;
    std::string role;
    PerSide<std::vector<KernelSpec>> kernels;
    double confidence;
    std::string reason;
    std::string cpuOp;
    std::string inputDims;
    std::string module;
};

const std::string kGemmA = "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_";
const std::string kGemmB = "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize";
const std::string kRms = "triton_red_fused_add_mean_mul_pow_rsqrt_1";

PositionSpec gemm(const std::string& role, const std::string& tileA, double usA, const std::string& tileB,
                  double usB, const std::string& dims, const std::string& module) {
    return {"Dense GEMM", "gemm",
            role,         {{{kGemmA + tileA, usA}}, {{kGemmB + tileB, usB}}},
            0.97,         "same module and CPU op",
            "aten::mm",   dims,
            module};
}

std::vector<PositionSpec> layerSpecs() {
    const PositionSpec norm{
        "RMSNorm",
        "normalization",
        "",
        {{{"aiter::add_rmsnorm_quant_kernel", 5.1}}, {{"triton_poi_fused_add_0", 2.6}, {kRms, 3.8}}},
        0.93,
        "same module; B runs the addition apart",
        "aten::rms_norm",
        "[[64, 3584], [3584]]",
        "Qwen2RMSNorm"};
    const PositionSpec allReduce{
        "All-reduce",
        "communication",
        "",
        {{{"ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)", 17.6}},
         {{"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 8.8}}},
        0.95,
        "same collective at the same place",
        "c10d::allreduce_",
        "[[64, 3584]]",
        "RowParallelLinear"};
    return {
        norm,
        gemm("QKV", "MT64x32x256_MI16x16x1_SN_LDSB1_AFC0_WG64_4_1", 17.6,
             "64x64x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas", 8.1,
             "[[64, 3584], [3584, 4608]]", "QKVParallelLinear"),
        {"Rotary",
         "rope",
         "",
         {{{"vllm::rotary_embedding_kernel<c10::BFloat16, true>", 5.2},
           {"vllm::reshape_and_cache_kernel<__hip_bfloat16>", 4.4}},
          {{"triton_poi_fused_index_put_3", 3.8}}},
         0.72,
         "same place, shared components: rotary, cache",
         "vllm::rotary_embedding",
         "[[64], [64, 3584]]",
         "RotaryEmbedding"},
        {"Copy/Memory",
         "memory",
         "",
         {{{"direct_copy_kernel_hip", 4.0}}, {}},
         0,
         "no counterpart on B",
         "aten::copy_",
         "[[64, 28, 128]]",
         "Attention"},
        {"Attention (Prepare)",
         "attention",
         "",
         {{}, {{"flash::prepare_varlen_num_blocks_kernel", 1.3}}},
         0,
         "no counterpart on A",
         "flash::fwd",
         "[[64, 28, 128]]",
         "Attention"},
        {"Attention (Decode)",
         "attention",
         "",
         {{{"attn_fwd", 58.6}},
          {{"pytorch_flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4>, false>", 36.9},
           {"pytorch_flash::flash_fwd_splitkv_combine_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4>, 4>",
            2.6}}},
         0.94,
         "same module; B combines the parts of split keys apart",
         "vllm::unified_attention",
         "[[64, 28, 128], [64, 4, 128]]",
         "Attention"},
        gemm("O", "MT32x32x256_MI16x16x1_SN_LDSB1_AFC0_WG64_4_1", 14.4,
             "64x32x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas", 6.4,
             "[[64, 3584], [3584, 3584]]", "RowParallelLinear"),
        allReduce,
        norm,
        gemm("gate/up", "MT64x96x128_MI16x16x1_SN_LDSB1_AFC0_WG64_4_1", 78.6,
             "64x128x64_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas", 45.6,
             "[[64, 3584], [3584, 18944]]", "MergedColumnParallelLinear"),
        {"SwiGLU",
         "activation",
         "",
         {{{"silu_kernel_hip", 4.3}, {"mul_bf16_kernel_hip", 4.5}, {"cast_bf16_kernel_hip", 3.6}},
          {{"triton_poi_fused_mul_silu_2", 4.6}}},
         0.48,
         "inferred: same place, same tensor shapes",
         "aten::silu",
         "[[64, 18944]]",
         "SiluAndMul"},
        gemm("down", "MT64x64x128_MI16x16x1_SN_LDSB1_AFC0_WG64_4_1", 45.4,
             "64x64x128_warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas", 24.1,
             "[[64, 9472], [9472, 3584]]", "RowParallelLinear"),
        allReduce,
    };
}

std::vector<PositionSpec> prologueSpecs() {
    return {{"Embedding",
             "other",
             "",
             {{{"indexSelectSmallIndex<c10::BFloat16, long>", 9.0}},
              {{"indexSelectSmallIndex<c10::BFloat16, long>", 6.0}}},
             0.99,
             "equal names",
             "aten::embedding",
             "[[152064, 3584], [64]]",
             "VocabParallelEmbedding"}};
}

std::vector<PositionSpec> epilogueSpecs() {
    return {gemm("LM head", "MT128x128x64_MI16x16x1_SN_LDSB1_AFC0_WG64_4_1", 318.0,
                 "128x128x64_warpgroupsize2x1x1_execute_segment_k_off_kernel__5x_cublas", 176.0,
                 "[[64, 3584], [3584, 152064]]", "ParallelLMHead"),
            {"Sampling",
             "sampling",
             "",
             {{{"topk_kernel_hip", 21.4},
               {"softmax_warp_forward", 16.1},
               {"cumsum_kernel_hip", 19.5},
               {"exponential_kernel_hip", 12.0},
               {"argmax_kernel_hip", 17.0}},
              {{"flashinfer::TopKTopPSamplingFromProbKernel", 28.0},
               {"softmax_warp_forward", 8.0},
               {"argmax_kernel_cuda", 12.0}}},
             0.66,
             "same place, shared component: sampling",
             "vllm::sample",
             "[[64, 152064]]",
             "Sampler"},
            {"Memcpy",
             "memory",
             "",
             {{{"Memcpy DtoH (Device -> Pageable)", 41.0}}, {{"Memcpy DtoH (Device -> Pageable)", 22.0}}},
             0.99,
             "equal names",
             "aten::_local_scalar_dense",
             "[[64]]",
             "Sampler"}};
}

/// Deterministic noise in -1..1, leaning to the right as durations do.
class Noise {
public:
    double next() {
        m_state = m_state * 6364136223846793005ULL + 1442695040888963407ULL;
        const double x = static_cast<double>(m_state >> 40U) / static_cast<double>(1U << 24U);
        return x < 0.93 ? (x - 0.465) * 1.6 : (x - 0.93) * 40;
    }

private:
    std::uint64_t m_state = 0x9E3779B97F4A7C15ULL;
};

/// Builds the trace of one side and remembers which activities belong to which pair.
class SideBuilder {
public:
    SideBuilder(Side side, Trace& trace) : m_side(side), m_trace(trace) {
        trace.ranks.push_back({0, "rank 0"});
        for (int i = 0; i < 3; ++i) {
            LaunchConfig config;
            config.grid = {side == Side::A ? 296 : 148, 1, 1 + i};
            config.block = {side == Side::A ? 256 : 384, 1, 1};
            config.sharedMemoryBytes = side == Side::A ? 32'768 : 201'318;
            if (side == Side::B) {
                config.registersPerThread = 168 - 40 * i;
                config.occupancyPercent = 19;
            }
            trace.launchConfigs.push_back(config);
        }
    }

    ActivityId add(const PositionSpec& spec, const KernelSpec& kernel, std::size_t which, std::uint32_t step,
                   const std::string& section) {
        GpuActivities& gpu = m_trace.gpu;
        const ActivityId id(gpu.size());
        const auto ns = static_cast<Nanoseconds>(kernel.us * 1000 * (1 + 0.04 * m_noise.next()));
        gpu.kind.push_back(spec.operation == "Memcpy" ? ActivityKind::Memcpy : ActivityKind::Kernel);
        gpu.name.push_back(m_trace.strings.intern(kernel.name));
        m_now += step == m_step ? 1'400 : 300'000;
        m_step = step;
        gpu.startNs.push_back(m_now);
        gpu.durationNs.push_back(ns);
        m_now += ns;
        gpu.correlation.push_back(static_cast<std::int64_t>(id.index()) + 1);
        gpu.externalId.push_back(kAbsentNumber);
        gpu.device.push_back(0);
        gpu.stream.push_back(7);
        gpu.rank.push_back(0);
        gpu.config.push_back(LaunchConfigId(which % 3));
        gpu.fault.push_back(TimeFault::None);
        gpu.launch.push_back(LaunchId());
        gpu.op.push_back(opOf(spec));
        gpu.outermostOp.push_back(gpu.op.back());
        gpu.frame.push_back(FrameId());
        gpu.stack.push_back(stackOfSpec(spec, section));
        gpu.modulePath.push_back(m_trace.strings.intern(modulePathOf(spec, section)));
        return id;
    }

    [[nodiscard]] Nanoseconds nowNs() const { return m_now; }

private:
    static std::string modulePathOf(const PositionSpec& spec, const std::string& section) {
        std::string path = "Qwen2ForCausalLM_0/Qwen2Model_0";
        if (section.rfind("layer ", 0) == 0) {
            path += "/Qwen2DecoderLayer_" + section.substr(6);
        }
        return path + "/" + spec.module + "_0";
    }

    OpId opOf(const PositionSpec& spec) {
        const std::string key = spec.cpuOp + spec.inputDims;
        const auto found = m_ops.find(key);
        if (found != m_ops.end()) {
            return found->second;
        }
        CpuOps& ops = m_trace.ops;
        const OpId id(ops.size());
        ops.name.push_back(m_trace.strings.intern(spec.cpuOp));
        ops.startNs.push_back(0);
        ops.durationNs.push_back(0);
        ops.thread.push_back(ThreadId());
        ops.externalId.push_back(kAbsentNumber);
        ops.inputDims.push_back(m_trace.strings.intern(spec.inputDims));
        ops.inputTypes.push_back(m_trace.strings.intern("[\"c10::BFloat16\", \"c10::BFloat16\"]"));
        ops.callStack.push_back(StringId());
        ops.parent.push_back(OpId());
        m_ops.emplace(key, id);
        return id;
    }

    StackId child(StackId parent, const std::string& frame) {
        const auto key = std::make_pair(parent, frame);
        const auto found = m_stacks.find(key);
        if (found != m_stacks.end()) {
            return found->second;
        }
        const StackId id(m_trace.stacks.size());
        m_trace.stacks.parent.push_back(parent);
        m_trace.stacks.frame.push_back(m_trace.strings.intern(frame));
        m_stacks.emplace(key, id);
        return id;
    }

    StackId stackOfSpec(const PositionSpec& spec, const std::string& section) {
        const bool inLayer = section.rfind("layer ", 0) == 0;
        StackId stack = child({}, "vllm/v1/worker/gpu_model_runner.py(1370): execute_model");
        stack = child(stack, "vllm/model_executor/models/qwen2.py(412): forward");
        stack = child(stack, "nn.Module: Qwen2Model_0");
        stack = child(stack, "torch/nn/modules/module.py(1739): _wrapped_call_impl");
        stack = child(stack, "torch/nn/modules/module.py(1750): _call_impl");
        stack = child(stack, "vllm/model_executor/models/qwen2.py(318): forward");
        if (inLayer) {
            stack = child(stack, "nn.Module: Qwen2DecoderLayer_" + section.substr(6));
            stack = child(stack, "vllm/model_executor/models/qwen2.py(241): forward");
        }
        stack = child(stack, "nn.Module: " + spec.module + "_0");
        stack = child(stack, "torch/nn/modules/module.py(1750): _call_impl");
        stack = child(stack, "vllm/model_executor/layers/linear.py(474): apply");
        const std::string library =
            m_side == Side::A ? "<built-in method hip_mm>" : "<built-in method cublas_mm>";
        return child(stack, library);
    }

    Side m_side;
    Trace& m_trace;
    Noise m_noise;
    Nanoseconds m_now = 1'000'000;
    std::uint32_t m_step = 0;
    std::map<std::string, OpId> m_ops;
    std::map<std::pair<StackId, std::string>, StackId> m_stacks;
};

struct SectionSpec {
    std::string name;
    std::vector<PositionSpec> positions;
};

std::vector<SectionSpec> sampleSections() {
    std::vector<SectionSpec> sections{{"prologue", prologueSpecs()}};
    for (std::uint32_t layer = 0; layer < kLayers; ++layer) {
        std::vector<PositionSpec> specs = layerSpecs();
        for (PositionSpec& spec : specs) { // layers differ a little
            for (const Side side : kSides) {
                for (KernelSpec& kernel : spec.kernels[side]) {
                    kernel.us *= 1 + 0.004 * static_cast<double>((layer * 7 + 3) % 11) - 0.02;
                }
            }
        }
        sections.push_back({"layer " + std::to_string(layer), std::move(specs)});
    }
    sections.push_back({"epilogue", epilogueSpecs()});
    return sections;
}

std::vector<NameShare> sharesOf(const Trace& trace, const std::vector<ActivityId>& activities) {
    std::vector<NameShare> shares;
    for (const ActivityId id : activities) {
        const std::string name(trace.text(trace.gpu.name[id.index()]));
        auto share =
            std::find_if(shares.begin(), shares.end(), [&](const NameShare& s) { return s.name == name; });
        if (share == shares.end()) {
            share = shares.insert(shares.end(), NameShare{name});
        }
        ++share->count;
        share->totalNs += trace.gpu.durationNs[id.index()];
        ++share->insideStepsCount;
        share->insideStepsNs += trace.gpu.durationNs[id.index()];
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const NameShare& x, const NameShare& y) { return x.totalNs > y.totalNs; });
    return shares;
}

/// Sums of `perInstance` kernels each.
DurationStats instanceStats(const Trace& trace, const std::vector<ActivityId>& activities,
                            std::size_t perInstance) {
    std::vector<Nanoseconds> sums;
    for (std::size_t i = 0; perInstance > 0 && i + perInstance <= activities.size(); i += perInstance) {
        Nanoseconds sum = 0;
        for (std::size_t j = 0; j < perInstance; ++j) {
            sum += trace.gpu.durationNs[activities[i + j].index()];
        }
        sums.push_back(sum);
    }
    DurationStats stats = durationStats(sums);
    stats.stepNs = divideRounded(stats.totalNs, kSteps);
    return stats;
}

void finishPair(KernelPair& pair, const PerSide<const Trace*>& traces) {
    for (const Side side : kSides) {
        pair.names[side] = sharesOf(*traces[side], pair.activities[side]);
        pair.stats[side] = instanceStats(*traces[side], pair.activities[side], pair.kernels[side]);
    }
    pair.ratio = ratioOf(pair.stats.a.meanNs, pair.stats.b.meanNs);
    pair.gapNs = gapOf(pair.stats, true);
    pair.sameKernel =
        !pair.names.a.empty() && !pair.names.b.empty() && pair.names.a[0].name == pair.names.b[0].name;
}

/// Pairs and both traces, steps outermost so that the activities stand in order of work.
void addWork(Comparison& comparison, PerSide<Trace>& traces) {
    const std::vector<SectionSpec> sections = sampleSections();
    for (const SectionSpec& section : sections) {
        for (std::uint32_t position = 0; position < section.positions.size(); ++position) {
            const PositionSpec& spec = section.positions[position];
            KernelPair pair;
            pair.id = section.name + "/" + std::to_string(position);
            pair.layer = section.name;
            pair.position = position;
            pair.operation = spec.operation;
            pair.category = spec.category;
            pair.role = spec.role;
            pair.confidence = spec.confidence;
            pair.reason = spec.reason;
            pair.kernels = {static_cast<std::uint32_t>(spec.kernels.a.size()),
                            static_cast<std::uint32_t>(spec.kernels.b.size())};
            comparison.pairs.push_back(std::move(pair));
        }
    }
    for (const Side side : kSides) {
        SideBuilder builder(side, traces[side]);
        for (std::uint32_t step = 0; step < kSteps; ++step) {
            std::size_t pair = 0;
            for (const SectionSpec& section : sections) {
                for (const PositionSpec& spec : section.positions) {
                    for (std::size_t which = 0; which < spec.kernels[side].size(); ++which) {
                        comparison.pairs[pair].activities[side].push_back(
                            builder.add(spec, spec.kernels[side][which], which, step, section.name));
                    }
                    ++pair;
                }
            }
        }
        comparison.pairOf[side].resize(traces[side].gpu.size());
    }
    for (std::size_t i = 0; i < comparison.pairs.size(); ++i) {
        finishPair(comparison.pairs[i], {&traces.a, &traces.b});
        for (const Side side : kSides) {
            for (const ActivityId id : comparison.pairs[i].activities[side]) {
                comparison.pairOf[side][id.index()] = PairId(i);
            }
        }
    }
}

void addOperations(Comparison& comparison, const PerSide<const Trace*>& traces) {
    struct Work {
        std::string category;
        PerSide<std::vector<ActivityId>> activities;
        PerSide<std::string> cpuOp;
    };
    std::map<std::string, Work> work;
    for (const KernelPair& pair : comparison.pairs) {
        Work& entry = work[pair.operation];
        entry.category = pair.category;
        for (const Side side : kSides) {
            const auto& own = pair.activities[side];
            entry.activities[side].insert(entry.activities[side].end(), own.begin(), own.end());
            if (!own.empty()) {
                const Trace& trace = *traces[side];
                entry.cpuOp[side] = trace.text(trace.ops.name[trace.gpu.op[own[0].index()].index()]);
            }
        }
    }
    for (const auto& [operation, entry] : work) {
        OperationRow row;
        row.operation = operation;
        row.category = entry.category;
        row.phases = {Phase::Decode};
        row.cpuOp = entry.cpuOp;
        for (const Side side : kSides) {
            row.stats[side] = instanceStats(*traces[side], entry.activities[side], 1);
            row.names[side] = sharesOf(*traces[side], entry.activities[side]);
        }
        row.presence = row.stats.a.count == 0   ? Presence::OnlyB
                       : row.stats.b.count == 0 ? Presence::OnlyA
                                                : Presence::Both;
        row.ratio = ratioOf(row.stats.a.meanNs, row.stats.b.meanNs);
        row.gapNs = gapOf(row.stats, true);
        row.status = row.gapNs > 50'000    ? Status::Slower
                     : row.gapNs < -50'000 ? Status::Faster
                                           : Status::Similar;
        comparison.operations.push_back(std::move(row));
    }
    std::stable_sort(
        comparison.operations.begin(), comparison.operations.end(),
        [](const OperationRow& x, const OperationRow& y) { return std::abs(x.gapNs) > std::abs(y.gapNs); });
}

void addSelectionAndSummary(Comparison& comparison, const PerSide<std::shared_ptr<AnalyzedTrace>>& sides) {
    for (const Side side : kSides) {
        SelectedSide& selected = comparison.selection[side];
        for (std::uint32_t step = 0; step < kSteps; ++step) {
            selected.steps.push_back(StepId(step));
            sides[side]->steps.steps.push_back({"step[DECODE bs=64] " + std::to_string(step), Phase::Decode});
        }
        selected.kernels = sides[side]->trace->gpu.size();
        for (const Nanoseconds ns : sides[side]->trace->gpu.durationNs) {
            selected.totalNs += ns;
        }
        selected.stepsNs = selected.totalNs;
        selected.stepNs = divideRounded(selected.totalNs, kSteps);
        selected.stepWallNs = *selected.stepNs + (side == Side::A ? 789'000 : 217'600);
        comparison.summary.ns[side] = *selected.stepNs;
    }
    Summary& summary = comparison.summary;
    summary.perStep = true;
    summary.gapNs = summary.ns.a - summary.ns.b;
    summary.ratio = ratioOf(summary.ns.a, summary.ns.b);
    for (OperationRow& row : comparison.operations) {
        row.share = static_cast<double>(row.gapNs) / static_cast<double>(summary.gapNs);
    }
    summary.dominantOperation = comparison.operations[0].operation;
    summary.dominantShare = comparison.operations[0].share;
    summary.verdict =
        "A needs 8.6 ms per step where B needs 4.9 ms (1.75x slower); 58 % of the gap is Dense GEMM.";
}

void addLayers(Comparison& comparison) {
    std::map<std::string, std::size_t> rowOf;
    for (std::uint32_t i = 0; i < comparison.pairs.size(); ++i) {
        const KernelPair& pair = comparison.pairs[i];
        const auto [found, isNew] = rowOf.try_emplace(pair.layer, comparison.layers.size());
        if (isNew) {
            comparison.layers.emplace_back();
            comparison.layers.back().layer = pair.layer;
            comparison.layers.back().group = pair.layer.rfind("layer ", 0) == 0 ? "Qwen2DecoderLayer" : "";
        }
        LayerRow& row = comparison.layers[found->second];
        row.pairs.push_back(i);
        for (const Side side : kSides) {
            row.kernels[side] += pair.kernels[side];
            row.ns[side] = row.ns[side].value_or(0) + pair.stats[side].stepNs.value_or(0);
        }
    }
    for (LayerRow& row : comparison.layers) {
        row.gapNs = *row.ns.a - *row.ns.b;
        row.ratio = ratioOf(row.ns.a, row.ns.b);
        row.status = Status::Slower;
    }
}

void addAttribution(Comparison& comparison) {
    for (const OperationRow& row : comparison.operations) {
        comparison.attribution.push_back({row.operation,
                                          {row.stats.a.stepNs.value_or(0), row.stats.b.stepNs.value_or(0)},
                                          row.gapNs,
                                          row.share});
    }
    std::stable_sort(comparison.attribution.begin(), comparison.attribution.end(),
                     [](const AttributionRow& x, const AttributionRow& y) { return x.gapNs > y.gapNs; });
}

void addComposition(Comparison& comparison) {
    for (const Side side : kSides) {
        CompositionSide& parts = comparison.composition[side];
        parts.perStep = true;
        for (const OperationRow& row : comparison.operations) {
            const Nanoseconds ns = row.stats[side].stepNs.value_or(0);
            (row.category == "communication" ? parts.exposedCommunicationNs
             : row.operation == "Memcpy"     ? parts.exposedCopyNs
                                             : parts.computeNs) += ns;
        }
        parts.sumNs = parts.computeNs + parts.exposedCommunicationNs + parts.exposedCopyNs;
        parts.idleNs = side == Side::A ? 789'000 : 217'600;
        parts.idleLaunchBoundNs = parts.idleNs * 2 / 3;
        parts.idleWaitingNs = parts.idleNs - parts.idleLaunchBoundNs;
        parts.wallNs = parts.sumNs + parts.idleNs;
        parts.steps = kSteps;
        CompositionSide& inAll = comparison.compositionInAll[side];
        inAll = parts;
        inAll.perStep = false;
        for (Nanoseconds CompositionSide::*const member :
             {&CompositionSide::wallNs, &CompositionSide::sumNs, &CompositionSide::computeNs,
              &CompositionSide::exposedCommunicationNs, &CompositionSide::exposedCopyNs,
              &CompositionSide::idleNs, &CompositionSide::idleLaunchBoundNs,
              &CompositionSide::idleWaitingNs}) {
            inAll.*member *= kSteps;
        }
    }
}

void addFindings(Comparison& comparison) {
    struct Sum {
        Nanoseconds gapNs = 0;
        std::vector<std::uint32_t> pairs;
    };
    std::map<std::string, Sum> sums;
    for (std::uint32_t i = 0; i < comparison.pairs.size(); ++i) {
        const KernelPair& pair = comparison.pairs[i];
        Sum& sum = sums[pair.operation + "|" + pair.role];
        sum.gapNs += pair.gapNs;
        sum.pairs.push_back(i);
    }
    for (const auto& [key, sum] : sums) {
        const KernelPair& first = comparison.pairs[sum.pairs[0]];
        FindingRow row;
        row.mark = first.presence() != Presence::Both   ? Mark::Missing
                   : first.kernels.a != first.kernels.b ? Mark::Fusion
                                                        : Mark::Improve;
        row.operation = first.operation;
        row.sentence = (first.role.empty() ? "" : first.role + " ") + first.operation + " takes longer on " +
                       (sum.gapNs > 0 ? "A than on B" : "B than on A");
        row.occurrencesPerStep = static_cast<double>(sum.pairs.size());
        row.gapNs = sum.gapNs;
        row.names = first.names;
        row.pairs = sum.pairs;
        (sum.gapNs > 0 ? comparison.findings : comparison.ahead).push_back(std::move(row));
    }
    for (auto* list : {&comparison.findings, &comparison.ahead}) {
        std::stable_sort(list->begin(), list->end(), [](const FindingRow& x, const FindingRow& y) {
            return std::abs(x.gapNs) > std::abs(y.gapNs);
        });
    }
}

void addCoverage(Comparison& comparison) {
    Coverage& coverage = comparison.coverage;
    for (const KernelPair& pair : comparison.pairs) {
        for (const Side side : kSides) {
            const Nanoseconds ns = pair.stats[side].stepNs.value_or(0);
            coverage.totalNs[side] += ns;
            if (pair.presence() != Presence::Both) {
                coverage.onlyKernels[side] += pair.kernels[side];
                coverage.onlyNs[side] += ns;
                continue;
            }
            coverage.matchedNs[side] += ns;
            (pair.confidence >= 0.9   ? coverage.exactNs
             : pair.confidence >= 0.6 ? coverage.ruleNs
                                      : coverage.inferredNs)[side] += ns;
            const bool isOneToOne = pair.kernels.a == 1 && pair.kernels.b == 1;
            (isOneToOne ? coverage.oneToOneKernels : coverage.groupedKernels)[side] += pair.kernels[side];
            (isOneToOne ? coverage.oneToOneNs : coverage.groupedNs)[side] += ns;
        }
    }
}

void addDiagnostics(Comparison& comparison) {
    comparison.diagnostics.push_back({"kernels-outside-steps", Severity::Warning, 463, std::nullopt,
                                      "463 kernels from before the first step are in no per-step figure",
                                      Side::A});
    comparison.diagnostics.push_back({"launches-without-kernel", Severity::Warning, 12, std::nullopt,
                                      "12 launches have no kernel in the file", Side::B});
    comparison.diagnostics.push_back({"no-registers", Severity::Info, 1, std::nullopt,
                                      "The trace does not tell registers per thread", Side::A});
}

/// What the core makes of pairs: fusion, same kernels, modules; launch counts by hand, since the sample has
/// no launches of many kernels.
void addPairTables(Comparison& comparison) {
    PerSide<Selection> selections;
    for (const Side side : kSides) {
        selections[side].figures = comparison.selection[side];
        const std::size_t count = comparison.sides[side]->trace->gpu.size();
        selections[side].isSelected.assign(count, 1);
        selections[side].isInSteps.assign(count, comparison.selection[side].steps.empty() ? 0 : 1);
    }
    const ComparedSides sides{{comparison.sides.a.get(), comparison.sides.b.get()},
                              {&selections.a, &selections.b}};
    FusionResult fusion = findFusions(sides, comparison.pairs, {});
    comparison.fusion = std::move(fusion.rows);
    comparison.fusionTally = fusion.tally;
    comparison.sameKernels = findSameKernels(sides, comparison.pairs);
    comparison.modules = diffModules(sides, comparison.pairs, {});
    comparison.launchCounts = {
        {kSteps, kSteps},
        kSteps,
        {{"Elementwise",
          {1680, 560},
          {84, 28},
          {6'944'000, 2'576'000},
          {1680, 560},
          {6'944'000, 2'576'000},
          2.7,
          20,
          "A runs 3 where B runs 1"},
         {"Copy/Memory", {560, 0}, {28, 0}, {2'240'000, 0}, {560, 0}, {2'240'000, 0}, std::nullopt, 20, ""}}};
}

std::shared_ptr<Comparison> buildSample() {
    auto comparison = std::make_shared<Comparison>();
    PerSide<Trace> traces;
    traces.a.path = "/data/qwen2-7b_mi300x_tp2.json.gz";
    traces.b.path = "/data/qwen2-7b_h100_tp2.json.gz";
    traces.a.metadata.platform = Platform::Amd;
    traces.b.metadata.platform = Platform::Nvidia;
    traces.a.metadata.gpu = "AMD Instinct MI300X";
    traces.b.metadata.gpu = "NVIDIA H100 80GB HBM3";
    addWork(*comparison, traces);
    PerSide<std::shared_ptr<AnalyzedTrace>> sides;
    for (const Side side : kSides) {
        sides[side] = std::make_shared<AnalyzedTrace>();
        sides[side]->trace = std::make_shared<const Trace>(std::move(traces[side]));
        sides[side]->names = sides[side]->trace->gpu.name;
        comparison->sides[side] = sides[side];
    }
    addOperations(*comparison, {sides.a->trace.get(), sides.b->trace.get()});
    addSelectionAndSummary(*comparison, sides);
    addLayers(*comparison);
    addAttribution(*comparison);
    addComposition(*comparison);
    addFindings(*comparison);
    addCoverage(*comparison);
    addDiagnostics(*comparison);
    addPairTables(*comparison);
    return comparison;
}

} // namespace

std::shared_ptr<const Comparison> servingSample() {
    static const std::shared_ptr<const Comparison> comparison = buildSample();
    return comparison;
}

std::shared_ptr<const Comparison> stepLessSample() {
    const auto comparison = std::make_shared<Comparison>(*servingSample());
    comparison->summary.perStep = false;
    for (const Side side : kSides) {
        comparison->selection[side].steps.clear();
        comparison->selection[side].stepNs.reset();
        comparison->summary.ns[side] = comparison->selection[side].totalNs;
        for (OperationRow& row : comparison->operations) {
            row.stats[side].stepNs.reset();
        }
    }
    comparison->summary.gapNs = comparison->summary.ns.a - comparison->summary.ns.b;
    for (OperationRow& row : comparison->operations) {
        row.gapNs = row.stats.a.totalNs - row.stats.b.totalNs;
    }
    addPairTables(*comparison);
    return comparison;
}

std::shared_ptr<const Comparison> unequalSample() {
    const auto comparison = std::make_shared<Comparison>(*servingSample());
    comparison->selection.b.steps.resize(kSteps - 5);
    return comparison;
}

std::shared_ptr<const Comparison> emptySample() {
    const auto comparison = std::make_shared<Comparison>();
    for (const Side side : kSides) {
        auto analyzed = std::make_shared<AnalyzedTrace>();
        analyzed->trace = std::make_shared<const Trace>();
        comparison->sides[side] = analyzed;
    }
    return comparison;
}

std::shared_ptr<const Comparison> wideSample(int operations) {
    const auto comparison = std::make_shared<Comparison>(*emptySample());
    for (int i = 0; i < operations; ++i) {
        OperationRow row;
        row.operation =
            "Embedding+RMSNorm+GEMM+Quantization with a name that no column holds " + std::to_string(i);
        row.category = i % 2 == 0 ? "gemm" : "a category of the user's own";
        for (const Side side : kSides) {
            const Nanoseconds ns = 1'000'000'000LL * ((i * 7919 + (side == Side::A ? 3 : 11)) % 997);
            row.stats[side].count = static_cast<std::uint64_t>(1'000 * i + 1);
            row.stats[side].totalNs = ns;
            row.stats[side].meanNs = divideRounded(ns, row.stats[side].count);
            row.names[side] = {{std::string(400, 'k') + std::to_string(i), row.stats[side].count, ns}};
            comparison->selection[side].totalNs += ns;
        }
        row.gapNs = row.stats.a.totalNs - row.stats.b.totalNs;
        comparison->operations.push_back(std::move(row));
    }
    return comparison;
}

} // namespace diptych::test
