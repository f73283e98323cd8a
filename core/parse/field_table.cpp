#include "core/parse/field_table.h"

#include <type_traits>

namespace diptych {

namespace {

static_assert(std::is_same_v<Nanoseconds, std::int64_t>, "times are read as integers");

constexpr FieldSpec text(std::string_view key, Field field, std::string_view EventFields::*member,
                         ValueKind kind = ValueKind::Text) {
    FieldSpec spec{key, field, kind, {}};
    spec.text = member;
    return spec;
}

constexpr FieldSpec integer(std::string_view key, Field field, std::int64_t EventFields::*member,
                            ValueKind kind = ValueKind::Integer) {
    FieldSpec spec{key, field, kind, {}};
    spec.integer = member;
    return spec;
}

constexpr FieldSpec number(std::string_view key, Field field, double EventFields::*member) {
    FieldSpec spec{key, field, ValueKind::Number, {}};
    spec.number = member;
    return spec;
}

constexpr FieldSpec triple(std::string_view key, Field field,
                           std::array<std::int32_t, 3> EventFields::*member) {
    FieldSpec spec{key, field, ValueKind::Triple, {}};
    spec.triple = member;
    return spec;
}

constexpr std::array kEventFields{
    text("ph", Field::Phase, &EventFields::phase),
    text("cat", Field::Category, &EventFields::category),
    text("name", Field::Name, &EventFields::name),
    text("pid", Field::Process, &EventFields::process, ValueKind::Identity),
    text("tid", Field::Thread, &EventFields::thread, ValueKind::Identity),
    integer("ts", Field::Start, &EventFields::startNs, ValueKind::Time),
    integer("dur", Field::Duration, &EventFields::durationNs, ValueKind::Time),
    FieldSpec{"args", Field::Args, ValueKind::Args, {}},
};

constexpr std::array kArgFields{
    integer("correlation", Field::Correlation, &EventFields::correlation),
    integer("External id", Field::ExternalId, &EventFields::externalId),
    integer("external id", Field::ExternalId, &EventFields::externalId),
    integer("device", Field::Device, &EventFields::device),
    integer("stream", Field::Stream, &EventFields::stream),
    triple("grid", Field::Grid, &EventFields::grid),
    triple("block", Field::Block, &EventFields::block),
    integer("registers per thread", Field::Registers, &EventFields::registersPerThread),
    integer("shared memory", Field::SharedMemory, &EventFields::sharedMemoryBytes),
    number("est. achieved occupancy %", Field::Occupancy, &EventFields::occupancyPercent),
    text("Input Dims", Field::InputDims, &EventFields::inputDims, ValueKind::Array),
    text("Input type", Field::InputTypes, &EventFields::inputTypes, ValueKind::Array),
    text("Call stack", Field::CallStack, &EventFields::callStack),
    text("name", Field::ArgName, &EventFields::argName),
    text("labels", Field::ArgLabels, &EventFields::argLabels),
};

template <std::size_t Count>
const FieldSpec* find(const std::array<FieldSpec, Count>& specs, std::string_view key) {
    for (const FieldSpec& spec : specs) {
        if (spec.key == key) {
            return &spec;
        }
    }
    return nullptr;
}

} // namespace

const FieldSpec* findField(std::string_view key, bool isArg) {
    return isArg ? find(kArgFields, key) : find(kEventFields, key);
}

} // namespace diptych
