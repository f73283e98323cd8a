#include "tests/support/trace_forge.h"

#include "tests/support/test_program.h"
#include "tests/support/trace_forge_sample.h"

#include <QFileInfo>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <algorithm>
#include <map>
#include <set>

using namespace diptych;
using namespace diptych::test;
using Json = nlohmann::json;

namespace {

/// A time of the file in nanoseconds; doubles hold the forge's 16 digits.
Nanoseconds nanoseconds(const Json& microseconds) {
    return Nanoseconds(std::llround(microseconds.get<double>() * 1000));
}

struct Interval {
    Nanoseconds startNs;
    Nanoseconds endNs;
    std::string name;
};

Interval intervalOf(const Json& event) {
    const Nanoseconds start = nanoseconds(event["ts"]);
    return {start, start + nanoseconds(event["dur"]), event["name"]};
}

bool holds(const Interval& outer, Nanoseconds time) {
    return outer.startNs <= time && time <= outer.endNs;
}

/// What the file says, sorted for the questions of the tests.
struct ReadBack {
    Json document;
    std::vector<Json> kernels;
    std::vector<Json> copies;
    std::map<std::int64_t, Json> launches; ///< by correlation
    std::vector<Interval> steps;
    std::vector<Interval> layers;
    std::vector<Interval> frames;
    std::map<std::string, std::int64_t> events;
};

ReadBack readBack(const std::string& text) {
    ReadBack read;
    read.document = Json::parse(text);
    for (const Json& event : read.document["traceEvents"]) {
        if (event["ph"] != "X") {
            continue;
        }
        const std::string category = event["cat"];
        ++read.events[category];
        if (category == "kernel") {
            read.kernels.push_back(event);
        } else if (category == "gpu_memcpy" || category == "gpu_memset") {
            read.copies.push_back(event);
        } else if (category == "cuda_runtime" || category == "cuda_driver") {
            read.launches[event["args"]["correlation"].get<std::int64_t>()] = event;
        } else if (category == "user_annotation") {
            read.steps.push_back(intervalOf(event));
        } else if (category == "python_function") {
            read.frames.push_back(intervalOf(event));
            if (read.frames.back().name.find("DecoderLayer_") != std::string::npos) {
                read.layers.push_back(read.frames.back());
            }
        }
    }
    return read;
}

std::map<std::string, ForgeOptions> cases() {
    std::map<std::string, ForgeOptions> cases;
    cases["AMD, eager"] = amdOptions(qwen2Model(4));
    cases["NVIDIA, eager"] = nvidiaOptions(qwen2Model(4));
    cases["AMD, graph"] = cases["AMD, eager"];
    cases["AMD, graph"].graph = true;
    cases["NVIDIA, graph, side stream"] = cases["NVIDIA, eager"];
    cases["NVIDIA, graph, side stream"].graph = true;
    cases["NVIDIA, graph, side stream"].model.sideCopies = 5;
    cases["mixture of experts"] = amdOptions(qwen3MoeModel(4));
    cases["tensor parallel, NCCL"] = cases["NVIDIA, eager"];
    cases["tensor parallel, NCCL"].model.tensorParallel = 2;
    cases["tensor parallel, NCCL"].library.usesNccl = true;
    cases["prefill and decode"] = cases["AMD, eager"];
    cases["prefill and decode"].steps = {{2, 512, 0}, {0, 0, 8}, {1, 256, 7}, {0, 0, 8}};
    cases["training"] = cases["NVIDIA, eager"];
    cases["training"].model.engine = Engine::Training;
    cases["training"].model.tensorParallel = 2;
    cases["training"].library.decomposes = true;
    cases["training"].marks = StepMarks::ProfilerSteps;
    cases["no steps, no stacks"] = cases["AMD, eager"];
    cases["no steps, no stacks"].marks = StepMarks::None;
    cases["no steps, no stacks"].stacks = false;
    cases["from before the recording"] = cases["NVIDIA, eager"];
    cases["from before the recording"].kernelsBeforeRecording = 30;
    cases["lost and stray kernels"] = cases["AMD, eager"];
    cases["lost and stray kernels"].dropRate = 0.1;
    cases["lost and stray kernels"].insertRate = 0.1;
    cases["metadata behind the events"] = cases["AMD, eager"];
    cases["metadata behind the events"].metadataLast = true;
    cases["split-K, decomposed"] = cases["AMD, eager"];
    cases["split-K, decomposed"].library.splitsGemms = true;
    cases["split-K, decomposed"].library.decomposes = true;
    return cases;
}

Nanoseconds sumOf(const ForgeTruth& truth, Operation operation, int part = -1) {
    Nanoseconds sum = 0;
    int ordinal = 0;
    for (const ForgedActivity& kernel : truth.kernels) {
        if (kernel.operations.contains(operation)) {
            sum += part < 0 || part == ordinal ? kernel.durationNs : 0;
            ++ordinal;
        }
    }
    return sum;
}

std::int64_t countOf(const ForgeTruth& truth, Operation operation) {
    return std::count_if(truth.kernels.begin(), truth.kernels.end(),
                         [&](const ForgedActivity& kernel) { return kernel.operations.contains(operation); });
}

/// Up to one byte more than expected, so that a longer file is seen.
std::string readGzip(const std::string& path, std::size_t expectedBytes) {
    std::string text(expectedBytes + 1, '\0');
    const gzFile file = gzopen(path.c_str(), "rb");
    const int read = file ? gzread(file, text.data(), unsigned(text.size())) : 0;
    if (file) {
        gzclose(file);
    }
    text.resize(std::size_t(std::max(0, read)));
    return text;
}

void addCases() {
    QTest::addColumn<QString>("name");
    for (const auto& [name, options] : cases()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

ForgeOptions currentCase() {
    QFETCH(QString, name);
    return cases().at(name.toStdString());
}

} // namespace

class TestTraceForge : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fileAgreesWithTruth_data() { addCases(); }
    void fileAgreesWithTruth() {
        const ForgedTrace trace = forgeTrace(currentCase());
        const ReadBack read = readBack(trace.text);
        const ForgeTruth& truth = trace.truth;
        QCOMPARE(read.kernels.size(), truth.kernels.size());
        QCOMPARE(read.copies.size(), truth.copies.size());
        QVERIFY(read.events == truth.events);
        QCOMPARE(qint64(trace.text.size()), qint64(truth.textBytes));
        Nanoseconds sum = 0;
        std::int64_t unlinked = 0;
        for (std::size_t index = 0; index < read.kernels.size(); ++index) {
            const Json& event = read.kernels[index];
            const ForgedActivity& kernel = truth.kernels[index];
            QCOMPARE(event["name"].get<std::string>(), truth.nameOf(kernel));
            QCOMPARE(nanoseconds(event["ts"]), kernel.startNs);
            QCOMPARE(nanoseconds(event["dur"]), kernel.durationNs);
            QCOMPARE(event["args"]["correlation"].get<std::uint32_t>(), kernel.correlation);
            QCOMPARE(event["args"]["stream"].get<int>(), kernel.stream);
            sum += kernel.durationNs;
            unlinked += read.launches.count(kernel.correlation) == 0 ? 1 : 0;
        }
        QCOMPARE(sum, truth.kernelSumNs);
        QCOMPARE(unlinked, truth.unlinked);
        Nanoseconds byCategory = 0;
        for (const auto& [category, ns] : truth.categorySumNs) {
            byCategory += ns;
        }
        QCOMPARE(byCategory, truth.kernelSumNs);
    }

    void launchesLieInTheirStepAndLayer_data() { addCases(); }
    void launchesLieInTheirStepAndLayer() {
        const ForgeOptions options = currentCase();
        const ForgedTrace trace = forgeTrace(options);
        const ReadBack read = readBack(trace.text);
        if (options.marks != StepMarks::None) {
            QCOMPARE(read.steps.size(), options.steps.size());
        }
        std::int64_t inLayers = 0;
        for (const ForgedActivity& kernel : trace.truth.kernels) {
            const auto launch = read.launches.find(kernel.correlation);
            if (launch == read.launches.end()) {
                QCOMPARE(kernel.step, -1);
                continue;
            }
            const Nanoseconds at = nanoseconds(launch->second["ts"]);
            QVERIFY(at <= kernel.startNs);
            if (options.marks != StepMarks::None) {
                QVERIFY(holds(read.steps[std::size_t(kernel.step)], at));
                QCOMPARE(read.steps[std::size_t(kernel.step)].name,
                         trace.truth.steps[std::size_t(kernel.step)].name);
            }
            const bool showsLayer =
                options.stacks && !options.graph && launch->second["tid"] == launch->second["pid"];
            const auto layer = std::find_if(read.layers.begin(), read.layers.end(),
                                            [&](const Interval& frame) { return holds(frame, at); });
            if (showsLayer && kernel.layer >= 0) {
                QVERIFY(layer != read.layers.end());
                QCOMPARE(std::stoi(layer->name.substr(layer->name.rfind('_') + 1)), kernel.layer);
                ++inLayers;
            } else if (showsLayer) {
                QVERIFY(layer == read.layers.end());
            }
        }
        QCOMPARE(inLayers > 0, options.stacks && !options.graph);
    }

    void framesNest_data() { addCases(); }
    void framesNest() {
        ReadBack read = readBack(forgeTrace(currentCase()).text);
        std::sort(read.frames.begin(), read.frames.end(), [](const Interval& x, const Interval& y) {
            return x.startNs != y.startNs ? x.startNs < y.startNs : x.endNs > y.endNs;
        });
        std::vector<Nanoseconds> ends;
        for (const Interval& frame : read.frames) {
            while (!ends.empty() && ends.back() <= frame.startNs) {
                ends.pop_back();
            }
            QVERIFY2(ends.empty() || frame.endNs <= ends.back(), frame.name.c_str());
            ends.push_back(frame.endNs);
        }
    }

    void modulesRunOncePerStep() {
        const ForgeOptions options = amdOptions(qwen2Model(4));
        const ReadBack read = readBack(forgeTrace(options).text);
        QCOMPARE(read.layers.size(), options.steps.size() * 4);
    }

    void streamsRunOneKernelAtATime_data() { addCases(); }
    void streamsRunOneKernelAtATime() {
        const ForgedTrace trace = forgeTrace(currentCase());
        std::map<int, Nanoseconds> ends;
        for (const ForgedActivity& kernel : trace.truth.kernels) {
            QVERIFY(kernel.startNs >= ends[kernel.stream]);
            ends[kernel.stream] = kernel.startNs + kernel.durationNs;
        }
    }

    void graphOwnsThePass() {
        ForgeOptions options = amdOptions(qwen2Model(4));
        options.graph = true;
        const ForgedTrace trace = forgeTrace(options);
        const ReadBack read = readBack(trace.text);
        std::map<std::int32_t, std::set<std::uint32_t>> correlations;
        for (const ForgedActivity& kernel : trace.truth.kernels) {
            if (kernel.layer >= 0) {
                correlations[kernel.step].insert(kernel.correlation);
                QCOMPARE(read.launches.at(kernel.correlation)["name"].get<std::string>(),
                         std::string("hipGraphLaunch"));
            }
        }
        QCOMPARE(correlations.size(), options.steps.size());
        for (const auto& [step, owners] : correlations) {
            QCOMPARE(owners.size(), std::size_t(1));
        }
    }

    void isDeterministic() {
        ForgeOptions options = nvidiaOptions(qwen2Model(2));
        const ForgedTrace first = forgeTrace(options);
        QCOMPARE(forgeTrace(options).text, first.text);
        options.seed = 77;
        QVERIFY(forgeTrace(options).text != first.text);
    }

    void unplantedSidesStandTogether_data() {
        QTest::addColumn<bool>("experts");
        QTest::newRow("dense") << false;
        QTest::newRow("experts") << true;
    }
    void unplantedSidesStandTogether() {
        QFETCH(bool, experts);
        const ForgedModel model = experts ? qwen3MoeModel(3) : qwen2Model(3);
        ForgeOptions a = amdOptions(model);
        ForgeOptions b = nvidiaOptions(model);
        a.library.activationKernels = 3;
        b.library.fusesRotaryWithKvWrite = true;
        b.library.fusesAddIntoNorm = false;
        a.steps = b.steps = decodeSteps(1, 4);
        const ForgeTruth left = forgeTrace(a).truth;
        const ForgeTruth right = forgeTrace(b).truth;
        const auto hasPartner = [](const ForgedActivity& kernel, const ForgeTruth& others) {
            return std::any_of(
                others.kernels.begin(), others.kernels.end(),
                [&](const ForgedActivity& candidate) { return standTogether(kernel, candidate); });
        };
        for (const ForgedActivity& kernel : left.kernels) {
            QVERIFY2(hasPartner(kernel, right), left.nameOf(kernel).c_str());
        }
        for (const ForgedActivity& kernel : right.kernels) {
            QVERIFY2(hasPartner(kernel, left), right.nameOf(kernel).c_str());
        }
    }

    void plantsDifferences() {
        ForgeOptions options = amdOptions(qwen2Model(4));
        options.noise = 0;
        options.steps = decodeSteps(2, 8);
        const ForgeTruth plain = forgeTrace(options).truth;
        options.differences = {
            slow(Operation::DownGemm, 2),
            split(Operation::GateUpGemm, 2),
            insertAfter(Operation::Rotary, "planted_copy", "memory", 4000).inLayers(1, 2),
            removeKernels(Operation::KvWrite).inLayers(3, 3),
            renameKernels(Operation::OutputGemm, "renamed_gemm"),
            fuse({Operation::PostAdd, Operation::PostNorm, Operation::Activation}, "never", "fused",
                 1), // not neighbours
            fuse({Operation::DownGemm, Operation::Activation}, "act_gemm", "gemm", 9000).inLayers(0, 0),
            setDuration(Operation::LmHead, 320000),
        };
        const ForgeTruth planted = forgeTrace(options).truth;
        const std::vector<std::int64_t> expected{8, 8, 4, 2, 8, 0, 2, 2};
        QCOMPARE(planted.planted.size(), expected.size());
        for (std::size_t index = 0; index < expected.size(); ++index) {
            QVERIFY2(planted.planted[index].occurrences == expected[index], std::to_string(index).c_str());
        }
        QCOMPARE(countOf(planted, Operation::GateUpGemm), 2 * countOf(plain, Operation::GateUpGemm));
        QCOMPARE(countOf(planted, Operation::Planted), std::int64_t(4));
        QCOMPARE(countOf(planted, Operation::KvWrite), std::int64_t(6));
        QCOMPARE(sumOf(planted, Operation::LmHead), Nanoseconds(640000));
        const auto called = [&](const char* name) {
            return std::count_if(
                planted.kernels.begin(), planted.kernels.end(),
                [&](const ForgedActivity& kernel) { return planted.nameOf(kernel) == name; });
        };
        QCOMPARE(called("renamed_gemm"), std::ptrdiff_t(8));
        QCOMPARE(called("act_gemm"), std::ptrdiff_t(2));
        QCOMPARE(called("never"), std::ptrdiff_t(0));
        const Nanoseconds inLayer0 = 2 * 9000;
        const Nanoseconds plainDown = sumOf(plain, Operation::DownGemm) / 8;
        QVERIFY(std::abs(sumOf(planted, Operation::DownGemm) - inLayer0 - 6 * 2 * plainDown) <= 6 * 40);
    }

    void swapsNeighbours() {
        ForgeOptions options = amdOptions(qwen2Model(2));
        options.steps = decodeSteps(1, 8);
        options.differences = {swapWithNext(Operation::Rotary)};
        const ForgeTruth truth = forgeTrace(options).truth;
        const auto positionOf = [&](Operation operation) {
            return std::find_if(
                       truth.kernels.begin(), truth.kernels.end(),
                       [&](const ForgedActivity& kernel) { return kernel.operations.contains(operation); }) -
                   truth.kernels.begin();
        };
        QCOMPARE(positionOf(Operation::Rotary), positionOf(Operation::KvWrite) + 1);
    }

    void earlierKernelsEndAPass() {
        const ForgeOptions options = cases().at("from before the recording");
        const ForgeTruth truth = forgeTrace(options).truth;
        QCOMPARE(truth.unlinked, std::int64_t(30));
        QCOMPARE(truth.kernels.front().step, -1);
        QCOMPARE(truth.kernels[29].layer, kEpilogue);
        QCOMPARE(truth.kernels[30].step, 0);
    }

    void writesGzip() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("trace.json.gz")).toStdString();
        const ForgeOptions options = amdOptions(qwen2Model(2));
        const ForgeTruth truth = forgeTraceFile(options, path);
        QVERIFY(readGzip(path, std::size_t(truth.textBytes)) == forgeTrace(options).text);
        QVERIFY(forgeTraceFile(options, "/nonexistent/trace.json").kernels.empty());
    }

    void sampleIsWhatTheForgeWrites_data() {
        QTest::addColumn<int>("side");
        QTest::newRow("A") << int(Side::A);
        QTest::newRow("B") << int(Side::B);
    }
    void sampleIsWhatTheForgeWrites() {
        QFETCH(int, side);
        const std::string path =
            std::string(DIPTYCH_SOURCE_DIR "/resources/sample/") + sampleFileName(Side(side));
        const std::string expected = forgeTrace(sampleOptions(Side(side))).text;
        QVERIFY2(readGzip(path, expected.size()) == expected, "cmake --build build/release --target sample");
        QVERIFY(QFileInfo(QString::fromStdString(path)).size() < 175 * 1024);
    }

    void phasesAreAnnotated_data() {
        QTest::addColumn<int>("engine");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QStringList>("phases");
        QTest::newRow("vLLM") << int(Engine::Vllm)
                              << QStringList{"execute_context_2(512)_generation_0(0)",
                                             "execute_context_0(0)_generation_8(8)",
                                             "execute_context_1(256)_generation_7(7)"}
                              << QStringList{"prefill", "decode", "mixed"};
        QTest::newRow("SGLang") << int(Engine::Sglang)
                                << QStringList{"step[EXTEND bs=2 toks=512]", "step[DECODE bs=8]",
                                               "step[EXTEND bs=1 toks=256]"}
                                << QStringList{"prefill", "decode", "prefill"};
    }
    void phasesAreAnnotated() {
        QFETCH(int, engine);
        ForgeOptions options = amdOptions(qwen2Model(1));
        options.model.engine = Engine(engine);
        options.steps = {{2, 512, 0}, {0, 0, 8}, {1, 256, 7}};
        const ForgeTruth truth = forgeTrace(options).truth;
        QStringList names;
        QStringList phases;
        for (const ForgedStepTruth& step : truth.steps) {
            names << QString::fromStdString(step.name);
            phases << QString::fromStdString(step.phase);
        }
        QTEST(names, "names");
        QTEST(phases, "phases");
    }
};

DIPTYCH_TEST(TestTraceForge)
#include "tst_trace_forge.moc"
