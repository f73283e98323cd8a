#pragma once
// The vendors' kernel libraries: which kernels, named as on real machines, do a logical operation, how long
// they take there and how they are launched.

#include "core/base/nanoseconds.h"
#include "tests/support/trace_forge_model.h"

#include <array>
#include <string>
#include <vector>

namespace diptych::test {

enum class Vendor : std::uint8_t { Amd, Nvidia };

/// Who names the GEMMs: the vendor's usual library, its other one, or Triton.
enum class GemmLibrary : std::uint8_t { Usual, Other, Triton };
enum class AttentionForm : std::uint8_t { Single, WithCombine, PrepareAndCombine };

/// How a side's software does the work. `usualLibrary` has what one commonly meets.
struct KernelLibrary {
    Vendor vendor = Vendor::Amd;
    GemmLibrary gemm = GemmLibrary::Usual;
    AttentionForm attention = AttentionForm::Single;
    bool fusesAddIntoNorm = true;
    bool fusesRotaryWithKvWrite = false;
    bool fusesRouting = false; ///< top-k and sort in one kernel
    bool splitsGemms = false;  ///< QKV and output projections are split-K with a reduce kernel behind
    bool decomposes = false;   ///< eager PyTorch: norms and rotary of elementwise kernels
    bool usesNccl = false;     ///< all-reduce by NCCL on a stream of its own, not by a custom kernel
    int activationKernels = 1; ///< 1: act-and-mul; 2: silu, mul; 3: silu, copy, mul
    int samplingKernels = 3;   ///< 3 or 5
    int indexKernels = 4;
};

[[nodiscard]] KernelLibrary usualLibrary(Vendor vendor);

enum class ActivityType : std::uint8_t { Kernel, Memcpy, Memset };
enum class ForgedStream : std::uint8_t { Main, Communication, Side };
/// The call that launches; its spelling is the vendor's.
enum class LaunchCall : std::uint8_t { Runtime, Module, Memcpy, Memset };

struct LaunchShape {
    std::array<int, 3> grid{1, 1, 1};
    std::array<int, 3> block{256, 1, 1};
    int registers = 32;
    int sharedMemory = 0;
};

/// One GPU activity of a section, before noise and time are put on it.
struct KernelSpec {
    OperationSet operations;
    int occurrence = 0;
    int part = 0; ///< ordinal among the kernels of its operation
    ActivityType type = ActivityType::Kernel;
    ForgedStream stream = ForgedStream::Main;
    LaunchCall call = LaunchCall::Runtime;
    std::string name;
    std::string category; ///< that the kernel ought to be given: "gemm", "normalization", ...
    Nanoseconds meanNs = 0;
    std::int64_t bytes = 0; ///< of copies and fills
    LaunchShape shape;
    std::string cpuOp; ///< "": launched outside any op
    std::string inputDims;
    std::string inputTypes;
    std::vector<std::string> frames;
    bool onAutogradThread = false;
};

/// The kernels of a section's operations, in order.
[[nodiscard]] std::vector<KernelSpec> implementOperations(const std::vector<LogicalOperation>& operations,
                                                          const KernelLibrary& library);

} // namespace diptych::test
