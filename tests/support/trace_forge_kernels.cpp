#include "tests/support/trace_forge_kernels.h"

#include "tests/support/trace_forge_names.h"

#include <algorithm>
#include <cmath>

namespace diptych::test {

namespace {

/// A roofline: launch floor, memory bandwidth, matrix throughput. Round numbers of the two vendors' current
/// parts.
double operationNs(const LogicalOperation& operation, Vendor vendor) {
    const double bytesPerNs = vendor == Vendor::Amd ? 3600 : 2900;
    const double flopsPerNs = vendor == Vendor::Amd ? 550e3 : 600e3;
    const double floorNs = vendor == Vendor::Amd ? 3200 : 2100;
    return floorNs + std::max(operation.bytes / bytesPerNs, operation.flops / flopsPerNs);
}

LaunchShape shapeOf(const LogicalOperation& operation, const KernelSpec& spec, Vendor vendor) {
    LaunchShape shape;
    const auto groups = int(std::clamp(operation.bytes / 65536.0, 1.0, 65535.0));
    shape.grid = {groups, 1, 1};
    const bool matrix = spec.category == "gemm" || spec.category == "attention" || spec.category == "moe";
    if (matrix) {
        shape.block = {vendor == Vendor::Amd ? 256 : 384, 1, 1};
        shape.registers = 168;
        shape.sharedMemory = vendor == Vendor::Amd ? 65536 : 213248;
        shape.grid[0] = std::clamp(groups / 8, 1, 4096);
    } else if (spec.category == "normalization" || spec.category == "communication") {
        shape.block = {512, 1, 1};
        shape.registers = 40;
        shape.sharedMemory = 512;
    }
    return shape;
}

/// A residual add goes into the norm behind it where the library fuses the two.
bool fusesWithNext(const std::vector<LogicalOperation>& operations, std::size_t index,
                   const KernelLibrary& library) {
    const Operation operation = operations[index].operation;
    const bool isAdd = operation == Operation::InputAdd || operation == Operation::PostAdd ||
                       operation == Operation::FinalAdd;
    if (isAdd) {
        return library.fusesAddIntoNorm && !library.decomposes;
    }
    return operation == Operation::Rotary && library.fusesRotaryWithKvWrite && !library.decomposes;
}

KernelSpec specOf(const LogicalOperation& operation, const Part& part, const KernelLibrary& library) {
    KernelSpec spec;
    spec.operations = {operation.operation};
    spec.occurrence = operation.occurrence;
    spec.call = part.call;
    spec.type = part.call == LaunchCall::Memcpy   ? ActivityType::Memcpy
                : part.call == LaunchCall::Memset ? ActivityType::Memset
                                                  : ActivityType::Kernel;
    const bool nccl = part.name.rfind("nccl", 0) == 0;
    const bool apart = nccl && operation.operation != Operation::LogitsGather;
    spec.stream = operation.operation == Operation::SideCopies ? ForgedStream::Side
                  : apart                                      ? ForgedStream::Communication
                                                               : ForgedStream::Main;
    spec.name = part.name;
    spec.category = part.category;
    spec.meanNs = std::max<Nanoseconds>(
        900, Nanoseconds(std::llround(operationNs(operation, library.vendor) * part.share)));
    spec.bytes = std::int64_t(operation.bytes);
    spec.shape = shapeOf(operation, spec, library.vendor);
    spec.cpuOp = part.cpuOp.empty() ? operation.cpuOp : part.cpuOp;
    spec.inputDims = operation.inputDims;
    spec.inputTypes = operation.inputTypes;
    spec.frames = operation.frames;
    spec.onAutogradThread =
        operation.operation >= Operation::LmHeadBackward && operation.operation <= Operation::GradientReduce;
    return spec;
}

} // namespace

KernelLibrary usualLibrary(Vendor vendor) {
    KernelLibrary library;
    library.vendor = vendor;
    library.fusesRouting = vendor == Vendor::Nvidia;
    library.attention = vendor == Vendor::Amd ? AttentionForm::Single : AttentionForm::WithCombine;
    return library;
}

std::vector<KernelSpec> implementOperations(const std::vector<LogicalOperation>& operations,
                                            const KernelLibrary& library) {
    std::vector<KernelSpec> specs;
    OperationSet carried; // operations that the next kernel does too
    for (std::size_t index = 0; index < operations.size(); ++index) {
        const LogicalOperation& operation = operations[index];
        if (fusesWithNext(operations, index, library)) {
            carried |= {operation.operation};
            continue;
        }
        const bool withRotary = carried.contains(Operation::Rotary);
        std::vector<Part> parts = partsOf(operation, library, !carried.isEmpty() && !withRotary);
        if (withRotary) {
            parts = {fusedRotary(library)};
        }
        int ordinal = 0;
        for (const Part& part : parts) {
            KernelSpec& spec = specs.emplace_back(specOf(operation, part, library));
            spec.operations |= carried;
            spec.part = ordinal++;
        }
        carried = {};
    }
    return specs;
}

} // namespace diptych::test
