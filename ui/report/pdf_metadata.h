#pragma once
// Adds to a finished PDF what QPdfWriter of Qt 6.4 cannot write: bookmarks, author, subject, and an
// identifier that depends on the pages alone. Pure; any thread.

#include "core/base/result.h"
#include "ui/report/paper.h"

#include <QByteArray>
#include <QDateTime>

#include <string>

namespace diptych {

[[nodiscard]] Result<std::string> addPdfMetadata(const QByteArray& pdf, const PaperDocument& document,
                                                 const QDateTime& created);

} // namespace diptych
