#include "core/export/wall_time.h"

#include <array>

namespace diptych {

namespace {

struct PartOfComposition {
    WallTimePart part;
    std::string_view name;
    Nanoseconds CompositionSide::*ns;
};

constexpr std::array<PartOfComposition, 9> kParts{{
    {WallTimePart::Compute, "compute", &CompositionSide::computeNs},
    {WallTimePart::ExposedCommunication, "exposed_communication", &CompositionSide::exposedCommunicationNs},
    {WallTimePart::ExposedCopies, "exposed_copy", &CompositionSide::exposedCopyNs},
    {WallTimePart::Idle, "idle", &CompositionSide::idleNs},
    {WallTimePart::Wall, "wall", &CompositionSide::wallNs},
    {WallTimePart::IdleLaunchBound, "idle_launch_bound", &CompositionSide::idleLaunchBoundNs},
    {WallTimePart::IdleWaiting, "idle_waiting", &CompositionSide::idleWaitingNs},
    {WallTimePart::Overlap, "overlap", &CompositionSide::overlapNs},
    {WallTimePart::Sum, "sum", &CompositionSide::sumNs},
}};

} // namespace

std::string_view wallTimePartName(WallTimePart part) {
    return kParts[static_cast<std::size_t>(part)].name;
}

std::vector<WallTimeRow> wallTimeRows(const PerSide<CompositionSide>& composition) {
    std::vector<WallTimeRow> rows;
    for (const PartOfComposition& part : kParts) {
        WallTimeRow row;
        row.part = part.part;
        for (const Side side : kSides) {
            row.ns[side] = composition[side].*part.ns;
            if (part.part <= WallTimePart::Wall && composition[side].wallNs > 0) {
                row.share[side] =
                    static_cast<double>(row.ns[side]) / static_cast<double>(composition[side].wallNs);
            }
        }
        rows.push_back(row);
    }
    return rows;
}

} // namespace diptych
