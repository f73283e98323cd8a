// forge_trace: writes a forged trace to a file. For benchmarks, for trying the program without a GPU, and for
// the sample comparison (--sample FOLDER).

#include "tests/support/trace_forge.h"
#include "tests/support/trace_forge_sample.h"

#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>

using namespace diptych;
using namespace diptych::test;

namespace {

constexpr const char* kHelp = R"(forge_trace [options] FILE.json[.gz]
forge_trace --sample FOLDER

  --vendor amd|nvidia      which machine (amd)
  --engine vllm|sglang|training
  --layers N               layers of the model (28)
  --experts                a mixture of experts (Qwen3 30B) instead of a dense model (Qwen2 7B)
  --tensor-parallel N      GPUs of the model (1)
  --steps N                decode steps (3)
  --prefill N              prefill steps before them (0)
  --batch N                requests a step (16)
  --kernels N              as many steps as it takes to reach N kernels
  --early N                kernels from before the recording (0)
  --seed N                 another seed, other noise (1)
  --graph                  one graph launch a step
  --no-stacks              without Python frames
  --no-flows               without arrows from launch to kernel
)";

struct Request {
    ForgeOptions options;
    int decode = 3;
    int prefill = 0;
    int batch = 16;
    long long kernels = 0;
    std::string file;
    std::string sampleFolder;
};

std::optional<long long> numberOf(std::string_view text) {
    long long value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc{} && result.ptr == text.data() + text.size() && value >= 0
               ? std::optional(value)
               : std::nullopt;
}

bool setModel(Request& request, std::string_view option, std::string_view value) {
    ForgedModel& model = request.options.model;
    if (option == "--vendor" && (value == "amd" || value == "nvidia")) {
        request.options.library = usualLibrary(value == "amd" ? Vendor::Amd : Vendor::Nvidia);
    } else if (option == "--engine" && value == "vllm") {
        model.engine = Engine::Vllm;
    } else if (option == "--engine" && value == "sglang") {
        model.engine = Engine::Sglang;
    } else if (option == "--engine" && value == "training") {
        model.engine = Engine::Training;
    } else {
        return false;
    }
    return true;
}

bool setNumber(Request& request, std::string_view option, std::string_view value) {
    const std::optional<long long> number = numberOf(value);
    if (!number) {
        return false;
    }
    if (option == "--layers") {
        request.options.model.layers = int(*number);
    } else if (option == "--tensor-parallel") {
        request.options.model.tensorParallel = std::max(1, int(*number));
    } else if (option == "--steps") {
        request.decode = int(*number);
    } else if (option == "--prefill") {
        request.prefill = int(*number);
    } else if (option == "--batch") {
        request.batch = std::max(1, int(*number));
    } else if (option == "--kernels") {
        request.kernels = *number;
    } else if (option == "--early") {
        request.options.kernelsBeforeRecording = int(*number);
    } else if (option == "--seed") {
        request.options.seed = std::uint64_t(*number);
    } else {
        return false;
    }
    return true;
}

bool setFlag(Request& request, std::string_view option) {
    if (option == "--graph") {
        request.options.graph = true;
    } else if (option == "--no-stacks") {
        request.options.stacks = false;
    } else if (option == "--no-flows") {
        request.options.flows = false;
    } else if (option == "--experts") {
        const Engine engine = request.options.model.engine;
        request.options.model = qwen3MoeModel();
        request.options.model.engine = engine;
    } else {
        return false;
    }
    return true;
}

std::optional<Request> parse(int count, char** arguments) {
    Request request;
    request.options = amdOptions();
    for (int index = 1; index < count; ++index) {
        const std::string_view option = arguments[index];
        const std::string_view value = index + 1 < count ? arguments[index + 1] : "";
        if (setFlag(request, option)) {
            continue;
        }
        if (option == "--sample" && !value.empty()) {
            request.sampleFolder = value;
            ++index;
        } else if (setModel(request, option, value) || setNumber(request, option, value)) {
            ++index;
        } else if (option.substr(0, 2) != "--" && request.file.empty()) {
            request.file = option;
        } else {
            return std::nullopt;
        }
    }
    return request.file.empty() == request.sampleFolder.empty() ? std::nullopt : std::optional(request);
}

std::vector<ForgedStep> stepsOf(const Request& request) {
    std::vector<ForgedStep> steps = prefillSteps(request.prefill, 4, 2048);
    int decode = request.decode;
    if (request.kernels > 0) {
        ForgeOptions one = request.options;
        one.steps = decodeSteps(1, request.batch);
        const auto perStep = (long long)(forgeTrace(one, [](std::string_view) {}).kernels.size());
        decode = int((request.kernels + perStep - 1) / std::max(1LL, perStep));
    }
    const std::vector<ForgedStep> decoding = decodeSteps(decode, request.batch);
    steps.insert(steps.end(), decoding.begin(), decoding.end());
    return steps;
}

int write(const ForgeOptions& options, const std::string& path) {
    const ForgeTruth truth = forgeTraceFile(options, path);
    if (truth.textBytes == 0) {
        std::fprintf(stderr, "forge_trace: cannot write %s\n", path.c_str());
        return 1;
    }
    std::printf("%s: %zu steps, %zu kernels, %lld bytes of JSON\n", path.c_str(), truth.steps.size(),
                truth.kernels.size(), (long long)(truth.textBytes));
    return 0;
}

} // namespace

int main(int count, char** arguments) {
    std::optional<Request> request = parse(count, arguments);
    if (!request) {
        std::fputs(kHelp, stderr);
        return 2;
    }
    if (!request->sampleFolder.empty()) {
        int failed = 0;
        for (const Side side : kSides) {
            failed |= write(sampleOptions(side), request->sampleFolder + "/" + sampleFileName(side));
        }
        return failed;
    }
    request->options.steps = stepsOf(*request);
    return write(request->options, request->file);
}
