#include "core/parse/trace_keys.h"

#include <algorithm>
#include <array>

namespace diptych {

namespace {

constexpr std::array<std::string_view, 14> kEventKeys{
    "ph", "cat", "name", "pid", "tid", "ts", "dur", "args", "id", "s", "bp", "tts", "cname", "sf",
};

constexpr std::array<std::string_view, 45> kArgKeys{
    "External id",
    "external id",
    "correlation",
    "cbid",
    "device",
    "stream",
    "context",
    "queued",
    "grid",
    "block",
    "registers per thread",
    "shared memory",
    "blocks per SM",
    "warps per SM",
    "est. achieved occupancy %",
    "memory bandwidth (GB/s)",
    "bytes",
    "kind",
    "kernel",
    "Input Dims",
    "Input type",
    "Input Strides",
    "Concrete Inputs",
    "Ev Idx",
    "finished",
    "Record function id",
    "Sequence number",
    "Fwd thread id",
    "Python id",
    "Python parent id",
    "Python module id",
    "Call stack",
    "Module Hierarchy",
    "Trace name",
    "Trace iteration",
    "Profiler Event Index",
    "Collective name",
    "dtype",
    "Group size",
    "Process Group Name",
    "Process Group Description",
    "Process Group Ranks",
    "Total Allocated",
    "Total Reserved",
    "labels",
};

constexpr std::array<std::string_view, 13> kDocumentKeys{
    "schemaVersion", "deviceProperties",  "distributedInfo", "displayTimeUnit", "baseTimeNanoseconds",
    "traceName",     "trace_id",          "record_shapes",   "with_stack",      "profile_memory",
    "otherData",     "systemTraceEvents", "metadata",
};

template <std::size_t Count>
bool contains(const std::array<std::string_view, Count>& keys, std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

} // namespace

bool isEventKey(std::string_view key) {
    return contains(kEventKeys, key);
}
bool isArgKey(std::string_view key) {
    return contains(kArgKeys, key);
}
bool isDocumentKey(std::string_view key) {
    return contains(kDocumentKeys, key);
}

} // namespace diptych
