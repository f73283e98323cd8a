#pragma once
// The user's notes as the report prints them. Pure.

#include "core/export/report_document.h"
#include "ui/session/notes.h"

#include <vector>

namespace diptych {

/// Those on the comparison first, then on layers, then on pairs; within each in the order they were written.
[[nodiscard]] std::vector<ReportNote> reportNotes(const std::vector<Note>& notes);

} // namespace diptych
