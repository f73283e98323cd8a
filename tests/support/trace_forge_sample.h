#pragma once
// The sample comparison that ships with the program: Qwen2 7B decoding on two GPUs of each vendor, with
// differences such as one meets. resources/sample holds what these options write; a test holds the two equal.

#include "core/base/side.h"
#include "tests/support/trace_forge.h"

namespace diptych::test {

[[nodiscard]] ForgeOptions sampleOptions(Side side);
/// "qwen2_7b_decode.mi300x.json.gz"
[[nodiscard]] std::string sampleFileName(Side side);

} // namespace diptych::test
