#pragma once
// Sections: where in the model a kernel belongs. Every activity of the compared device is in exactly one
// section instance: prologue, a layer, between layer groups, epilogue, outside steps, or the whole. Plain
// values. Source: SEMANTICS, "Layers and sections".

#include "core/base/ids.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace diptych {

enum class LayerSource : std::uint8_t { None, Modules, Repetition, Correlation };

/// Names as in the JSON output: "modules", "repetition", "correlation", "none".
[[nodiscard]] std::string_view layerSourceName(LayerSource source);

/// Where layers found by repetition are cut. A comparison whose sides disagree asks for one of the fixed
/// modes.
enum class CutMode : std::uint8_t {
    Auto, ///< before the normalization, or after it where the first layer tells that the model is post-norm
    BeforeNorm,
    AfterNorm,
};

enum class SectionKind : std::uint8_t {
    Whole, ///< no layers: the whole step, or the whole trace
    Prologue,
    Layer,
    Between, ///< after one layer group and before the next
    Epilogue,
    Earlier, ///< of a pass that is cut off at the start of the recording
    Later,   ///< of a pass that is cut off at its end
    Outside, ///< outside steps
};

/// Whether sections of that kind are layers, those of a cut-off pass among them.
[[nodiscard]] constexpr bool isLayerKind(SectionKind kind) {
    return kind == SectionKind::Layer || kind == SectionKind::Earlier || kind == SectionKind::Later;
}

/// A place in the model; all steps share it. The name is unique within a trace and equal on both sides of a
/// comparison for places that stand against each other.
struct Section {
    SectionKind kind = SectionKind::Whole;
    std::uint32_t group = 0; ///< layer group, for Layer, Between, Earlier and Later
    std::uint32_t layer = 0; ///< index within the group, for Layer, Earlier and Later
    std::uint32_t type = 0;  ///< layer type within the group: equal for layers of equal operation sequence
    std::string name;        ///< "prologue", "layer 14", "encoder layer 3", "epilogue", "outside steps"
};

/// One section in one step: the activities `sequence[begin, end)`.
struct SectionInstance {
    SectionId section;
    StepId step; ///< invalid: outside steps, or there are none
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

struct LayerGroup {
    std::string name;         ///< module class, or "layer"
    std::uint32_t layers = 0; ///< in one complete pass
    std::uint32_t types = 0;
};

struct Sections {
    LayerSource source = LayerSource::None;
    bool cutAfterNorm = false; ///< layers found by repetition are cut after the normalization (CutMode)
    std::vector<LayerGroup> groups;
    std::vector<Section> sections;
    std::vector<SectionInstance> instances;
    std::vector<ActivityId>
        sequence; ///< every activity of the device once, grouped by instance, each in order of work
    std::vector<std::uint32_t>
        instanceOf; ///< by ActivityId: index into instances; kNoInstance: of another device

    static constexpr std::uint32_t kNoInstance = 0xFFFFFFFF;
};

} // namespace diptych
