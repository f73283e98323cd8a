#pragma once
// Analysed traces sketched as words, for tests of the alignment: every kernel, class and section is chosen by
// the test, no rule table and no layer finder decides. Deterministic, free of Qt.

#include "core/analysis/analyzed_trace.h"
#include "core/compare/alignment.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace diptych::test {

/// One side. A line is a step; in it sections are parted by '|' and written "NAME: WORDS" with NAME prologue,
/// "layer N", "earlier N", epilogue, whole or outside. A word is KIND[@NAME][~MODULE[:OP]][=MICROSECONDS];
/// its kernel is called NAME, else KIND_VENDOR. A KIND is gemm, splitk, attn, combine, norm, addnorm, rope,
/// ropekv, kv, act, silu, copy, add, mul, pow, mean, rsqrt, neg, cat, softmax, route, experts, finalize,
/// comm, quant, embed, prep, sample or other. Kernels of one OP that stand together in one module are
/// launched by one call of it.
[[nodiscard]] std::shared_ptr<const AnalyzedTrace> sketchTrace(std::string_view text,
                                                               std::string_view vendor);

/// Both sides whole, with everything selected.
struct SketchedSides {
    SketchedSides(std::string_view a, std::string_view b, std::string_view vendorA = "amd",
                  std::string_view vendorB = "nv");
    SketchedSides(std::shared_ptr<const AnalyzedTrace> a, std::shared_ptr<const AnalyzedTrace> b);

    [[nodiscard]] ComparedSides sides() const {
        return {{traces.a.get(), traces.b.get()}, {&selections.a, &selections.b}};
    }

    PerSide<std::shared_ptr<const AnalyzedTrace>> traces;
    PerSide<Selection> selections;
};

/// The pairs, one a line: "layer 0: gemm + splitk | gemm", a dash for the side that has nothing. Kernels of a
/// pair that occurs several times are those of its first instance.
[[nodiscard]] std::vector<std::string> printPairs(const SketchedSides& sides, const Alignment& alignment);

} // namespace diptych::test
