#include "tests/support/trace_forge.h"

#include <zlib.h>

#include <cstdio>

namespace diptych::test {

namespace {

Difference differenceOf(Difference::Kind kind, OperationSet operations) {
    Difference difference;
    difference.kind = kind;
    difference.operations = operations;
    return difference;
}

} // namespace

Difference Difference::inLayers(int first, int last) const {
    Difference copy = *this;
    copy.firstLayer = first;
    copy.lastLayer = last;
    return copy;
}

Difference fuse(OperationSet operations, std::string name, std::string category, Nanoseconds durationNs) {
    Difference difference = differenceOf(Difference::Kind::Fuse, operations);
    difference.name = std::move(name);
    difference.category = std::move(category);
    difference.durationNs = durationNs;
    return difference;
}

Difference split(Operation operation, int parts) {
    Difference difference = differenceOf(Difference::Kind::Split, {operation});
    difference.parts = parts;
    return difference;
}

Difference insertAfter(Operation operation, std::string name, std::string category, Nanoseconds durationNs) {
    Difference difference = differenceOf(Difference::Kind::Insert, {operation});
    difference.name = std::move(name);
    difference.category = std::move(category);
    difference.durationNs = durationNs;
    return difference;
}

Difference removeKernels(Operation operation) {
    return differenceOf(Difference::Kind::Remove, {operation});
}

Difference swapWithNext(Operation operation) {
    return differenceOf(Difference::Kind::SwapWithNext, {operation});
}

Difference renameKernels(Operation operation, std::string name) {
    Difference difference = differenceOf(Difference::Kind::Rename, {operation});
    difference.name = std::move(name);
    return difference;
}

Difference slow(Operation operation, double factor) {
    Difference difference = differenceOf(Difference::Kind::Slow, {operation});
    difference.factor = factor;
    return difference;
}

Difference setDuration(Operation operation, Nanoseconds durationNs, int part) {
    Difference difference = differenceOf(Difference::Kind::SetDuration, {operation});
    difference.durationNs = durationNs;
    difference.part = part;
    return difference;
}

bool standTogether(const ForgedActivity& a, const ForgedActivity& b) {
    return a.layer == b.layer && a.occurrence == b.occurrence && a.operations.meets(b.operations) &&
           !a.operations.contains(Operation::Planted);
}

ForgedTrace forgeTrace(const ForgeOptions& options) {
    ForgedTrace trace;
    trace.truth = forgeTrace(options, [&](std::string_view piece) { trace.text.append(piece); });
    return trace;
}

ForgeTruth forgeTraceFile(const ForgeOptions& options, const std::string& path) {
    const bool gzip = path.size() > 3 && path.compare(path.size() - 3, 3, ".gz") == 0;
    bool failed = false;
    ForgeTruth truth;
    if (gzip) {
        const gzFile file = gzopen(path.c_str(), "wb9");
        failed = file == nullptr;
        if (!failed) {
            truth = forgeTrace(options, [&](std::string_view piece) {
                failed = failed || gzwrite(file, piece.data(), unsigned(piece.size())) != int(piece.size());
            });
            failed = gzclose(file) != Z_OK || failed;
        }
    } else {
        std::FILE* const file = std::fopen(path.c_str(), "wb");
        failed = file == nullptr;
        if (!failed) {
            truth = forgeTrace(options, [&](std::string_view piece) {
                failed = failed || std::fwrite(piece.data(), 1, piece.size(), file) != piece.size();
            });
            failed = std::fclose(file) != 0 || failed;
        }
    }
    return failed ? ForgeTruth{} : truth;
}

ForgeOptions amdOptions(const ForgedModel& model) {
    ForgeOptions options;
    options.model = model;
    options.library = usualLibrary(Vendor::Amd);
    return options;
}

ForgeOptions nvidiaOptions(const ForgedModel& model) {
    ForgeOptions options;
    options.model = model;
    options.library = usualLibrary(Vendor::Nvidia);
    options.seed = 2;
    return options;
}

} // namespace diptych::test
