#include "core/parse/event_chunk.h"

namespace diptych {

namespace {

template <class... Columns>
void clearAll(Columns&... columns) {
    (columns.clear(), ...);
}

} // namespace

std::size_t LaunchConfigHash::operator()(const LaunchConfig& config) const {
    std::size_t hash = 0;
    const auto mix = [&hash](std::int64_t value) {
        hash = (hash ^ static_cast<std::size_t>(value)) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 32;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        mix(config.grid[i]);
        mix(config.block[i]);
    }
    mix(config.registersPerThread);
    mix(config.sharedMemoryBytes);
    mix(static_cast<std::int64_t>(config.occupancyPercent * 1024.0F));
    return hash;
}

void EventChunk::clear() {
    maps.reset();
    texts.reset();
    clearAll(newTexts, newThreads, newConfigs, gpu, launches, ops, frames, spans, loose, labels,
             byOtherCategory);
    events = 0;
    complete = 0;
    byKnownCategory = {};
    notes.clear();
}

} // namespace diptych
