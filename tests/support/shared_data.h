#pragma once
// Where the real traces lie that some tests read: beside the checkout, in ../shared. Tests skip where it is
// absent.

#include <string>

namespace diptych::test {

/// The path of a file below ../shared ("traces/bert_small.h100.json.gz"), or "" when it is not there.
[[nodiscard]] std::string sharedFile(const std::string& relative);

} // namespace diptych::test
