#pragma once
// One event of the file, field by field, as views into its text. Filled by the event reader, used up by the
// chunk writer before the next event is read; never kept.

#include "core/base/nanoseconds.h"
#include "core/model/columns.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace diptych {

/// Fields that an event may have. The first eight stand in the event itself, the others in its "args".
enum class Field : std::uint8_t {
    Phase,
    Category,
    Name,
    Process,
    Thread,
    Start,
    Duration,
    Args,
    Correlation,
    ExternalId,
    Device,
    Stream,
    Grid,
    Block,
    Registers,
    SharedMemory,
    Occupancy,
    InputDims,
    InputTypes,
    CallStack,
    ArgName,   ///< of process_name
    ArgLabels, ///< of process_labels
};

/// A set of fields.
class FieldSet {
public:
    [[nodiscard]] bool has(Field field) const { return (m_bits & bitOf(field)) != 0; }
    void add(Field field) { m_bits |= bitOf(field); }
    void remove(Field field) { m_bits &= ~bitOf(field); }
    /// The fields of "args", for an event whose "args" are replaced by a second one.
    void removeArgs() { m_bits &= bitOf(Field::Correlation) - 1; }
    /// The fields that only GPU activities have.
    void removeGpu() {
        for (const Field field : {Field::Device, Field::Stream, Field::Grid, Field::Block, Field::Registers,
                                  Field::SharedMemory, Field::Occupancy}) {
            remove(field);
        }
    }
    [[nodiscard]] bool isEmpty() const { return m_bits == 0; }

private:
    static constexpr std::uint32_t bitOf(Field field) {
        return std::uint32_t{1} << static_cast<unsigned>(field);
    }
    std::uint32_t m_bits = 0;
};

/// The number of a text among those that its reader knows; equal numbers are equal texts.
using TextNumber = std::uint32_t;
inline constexpr TextNumber kNoTextNumber = 0xFFFFFFFF;

/// A value counts only when its field is in `present`.
struct EventFields {
    FieldSet present;             ///< has a usable value
    FieldSet seen;                ///< the key occurs
    FieldSet unusable;            ///< has a value that is no value of its kind
    bool hasDuplicateKey = false; ///< the last one counts
    bool isEmpty = false;         ///< {}

    /// The number of the category among the known ones; set with `category` by whoever fills the fields.
    std::int16_t categoryNumber = -1;

    std::string_view phase;
    std::string_view category;
    std::string_view name;
    std::string_view process; ///< text, or the digits of a number
    std::string_view thread;
    Nanoseconds startNs = 0;
    Nanoseconds durationNs = 0;
    std::int64_t correlation = 0;
    std::int64_t externalId = 0;
    std::int64_t device = 0;
    std::int64_t stream = 0;
    std::array<std::int32_t, 3> grid{};
    std::array<std::int32_t, 3> block{};
    std::int64_t registersPerThread = 0;
    std::int64_t sharedMemoryBytes = 0;
    double occupancyPercent = 0;
    std::string_view inputDims;  ///< the JSON text of the array
    std::string_view inputTypes; ///< likewise
    std::string_view callStack;
    std::string_view argName;
    std::string_view argLabels;

    /// Set with the texts by whoever fills the fields.
    TextNumber nameNumber = kNoTextNumber;
    TextNumber inputDimsNumber = kNoTextNumber;
    TextNumber inputTypesNumber = kNoTextNumber;
};

} // namespace diptych
