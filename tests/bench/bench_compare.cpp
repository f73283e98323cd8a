// Analysis and comparison measured against loading the same traces in the same run. Prints ratios; run on
// purpose:  bench_compare [--kernels N] [A B]   (without traces: forged ones, with stacks and without, of a
// million kernels, and a pair of 100,000 whose phase and rules change)

#include "core/compare/compare_traces.h"
#include "core/parse/load_trace.h"
#include "tests/support/trace_forge.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace diptych;
using namespace diptych::test;

namespace {

using TraceFile = std::shared_ptr<const Trace>;
using Analyzed = std::shared_ptr<const AnalyzedTrace>;

double secondsOf(const auto& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The best of three: other work on the machine only ever adds.
double best(const auto& work) {
    return std::min({secondsOf(work), secondsOf(work), secondsOf(work)});
}

TraceFile load(const std::string& path, unsigned workers) {
    LoadOptions options;
    options.workers = workers;
    auto loaded = loadTrace(path, options, {}, {});
    if (!loaded) {
        std::fprintf(stderr, "%s\n", describe(loaded.error()).c_str());
        std::exit(1);
    }
    return std::move(loaded).value();
}

Analyzed analyze(const TraceFile& trace, const KernelClassifier& rules) {
    return std::make_shared<const AnalyzedTrace>(std::move(analyzeTrace(trace, rules, {})).value());
}

void compare(const Analyzed& a, const Analyzed& b, PhaseFilter phase) {
    CompareOptions options;
    options.phase = phase;
    options.threads = std::thread::hardware_concurrency();
    if (!compareTraces(a, b, options)) {
        std::fprintf(stderr, "no comparison\n");
    }
}

void measure(const std::string& title, const PerSide<std::string>& paths) {
    const KernelClassifier& rules = KernelClassifier::builtIn();
    PerSide<TraceFile> traces;
    const double two = best([&] { traces.a = load(paths.a, 2); });
    const double one = best([&] { traces.a = load(paths.a, 1); });
    const double both = best([&] {
        std::jthread other([&] { traces.b = load(paths.b, 1); });
        traces.a = load(paths.a, 1);
    });
    PerSide<Analyzed> analyzed;
    const double analysis = best([&] { analyzed.a = analyze(traces.a, rules); });
    analyzed.b = analyze(traces.b, rules);
    const double comparison = best([&] { compare(analyzed.a, analyzed.b, PhaseFilter::All); });
    std::printf("%s: %zu and %zu activities\n", title.c_str(), traces.a->gpu.size(), traces.b->gpu.size());
    std::printf("  load, 2 workers   %7.3f s, 1 worker %.3f s, both traces %.3f s\n", two, one, both);
    std::printf("  steps, layers, classes %7.3f s   %5.1f %% of the load with 2 workers, %.1f %% with 1\n",
                analysis, 100 * analysis / two, 100 * analysis / one);
    std::printf("  comparison        %7.3f s   %5.1f %% of loading both\n", comparison,
                100 * comparison / both);
    std::fflush(stdout);
}

/// What a user waits for in the window when he changes the phase or the rules.
void measureChanges(const PerSide<std::string>& paths) {
    const PerSide<TraceFile> traces{load(paths.a, 2), load(paths.b, 2)};
    const KernelClassifier& rules = KernelClassifier::builtIn();
    const PerSide<Analyzed> analyzed{analyze(traces.a, rules), analyze(traces.b, rules)};
    const double phase = best([&] { compare(analyzed.a, analyzed.b, PhaseFilter::Decode); });
    RuleTable table = defaultRules();
    table.rules.insert(table.rules.begin(),
                       Rule{"Own", "own", "attn_fwd|FlashAttn", "", "", {}, false, false, ""});
    const double changed = best([&] {
        const KernelClassifier own = std::move(KernelClassifier::compile(table)).value();
        PerSide<Analyzed> again;
        {
            std::jthread other([&] { again.b = analyze(traces.b, own); });
            again.a = analyze(traces.a, own);
        }
        compare(again.a, again.b, PhaseFilter::All);
    });
    std::printf("changes of a loaded pair: %zu and %zu activities\n", traces.a->gpu.size(),
                traces.b->gpu.size());
    std::printf("  another phase     %7.0f ms\n  other rules       %7.0f ms\n", 1e3 * phase, 1e3 * changed);
    std::fflush(stdout);
}

/// Forged traces in a folder that goes away with the object.
class ForgedFiles {
public:
    ForgedFiles()
        : m_folder(std::filesystem::temp_directory_path() / ("bench_compare." + std::to_string(::getpid()))) {
        std::filesystem::create_directories(m_folder);
    }
    ~ForgedFiles() {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }
    ForgedFiles(const ForgedFiles&) = delete;
    ForgedFiles& operator=(const ForgedFiles&) = delete;

    [[nodiscard]] PerSide<std::string> make(int kernels, bool withStacks) const {
        PerSide<ForgeOptions> options{amdOptions(), nvidiaOptions()};
        PerSide<std::string> paths;
        for (const Side side : kSides) {
            constexpr int kKernelsPerStep = 330;
            options[side].steps = decodeSteps(std::max(1, kernels / kKernelsPerStep), 16);
            options[side].stacks = options[side].cpuOps = withStacks;
            paths[side] = (m_folder / (std::string(sideName(side)) + ".json")).string();
            static_cast<void>(forgeTraceFile(options[side], paths[side]));
        }
        return paths;
    }

private:
    std::filesystem::path m_folder;
};

} // namespace

int main(int argc, char** argv) {
    int kernels = 1'000'000;
    std::vector<std::string> paths;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--kernels" && i + 1 < argc) {
            kernels = std::atoi(argv[++i]);
        } else {
            paths.emplace_back(argv[i]);
        }
    }
    if (paths.size() == 2) {
        measure("given traces", {paths[0], paths[1]});
        measureChanges({paths[0], paths[1]});
        return 0;
    }
    const ForgedFiles files;
    measure("without stacks", files.make(kernels, false));
    measure("with stacks", files.make(kernels, true));
    measureChanges(files.make(std::min(kernels, 100'000), true));
    return 0;
}
