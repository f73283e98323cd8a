#include "ui/pages/welcome_texts.h"

#include "ui/style/number_format.h"
#include "ui/style/sentence.h"

#include <QFileInfo>

#include <algorithm>

namespace diptych {

namespace {

QString fromText(const std::string& text) {
    return QString::fromStdString(text);
}

const TraceMetadata* metadataOf(const TraceSlot& slot) {
    if (slot.trace) {
        return &slot.trace->metadata;
    }
    return slot.facts ? &slot.facts->metadata : nullptr;
}

/// A value that the file may still tell, or that it lacks.
FactLine factLine(const QString& label, const QString& value, bool isLoaded) {
    if (!value.isEmpty()) {
        return {label, value, true};
    }
    return {label, isLoaded ? notInTrace() : QStringLiteral("known after loading"), false};
}

QString sizeTextOf(const TraceSlot& slot) {
    const std::uint64_t bytes = slot.trace ? slot.trace->fileBytes : slot.facts ? slot.facts->fileBytes : 0;
    if (bytes == 0) {
        return {};
    }
    const QString compression = slot.facts ? fromText(slot.facts->compression) : QString();
    const QString size = formatBytes(bytes);
    return compression.isEmpty() ? size : QStringLiteral("%1 (%2)").arg(size, compression);
}

QString stacksTextOf(const TraceSlot& slot) {
    if (slot.trace) {
        return slot.trace->metadata.hasStacks ? QStringLiteral("present") : notInTrace();
    }
    return slot.facts && slot.facts->hasStacks ? QStringLiteral("present") : QString();
}

QString stepsTextOf(const AnalyzedTrace& analysis) {
    const std::size_t steps = analysis.steps.steps.size();
    return steps == 0 ? QStringLiteral("none found")
                      : formatCount(steps) + QLatin1Char(' ') +
                            QStringLiteral("(by %1)").arg(
                                QString::fromUtf8(stepSourceName(analysis.steps.source).data())
                                    .replace(QLatin1Char('_'), QLatin1Char(' ')));
}

std::uint64_t kernelsOf(const Trace& trace) {
    std::uint64_t kernels = 0;
    for (const ActivityKind kind : trace.gpu.kind) {
        kernels += kind == ActivityKind::Kernel;
    }
    return kernels;
}

/// "3.9 of about 5.5 million": the unit once, where both have it.
QString roundCountOf(std::uint64_t count, std::uint64_t whole) {
    const QString unit = QChar(0x00A0) + QStringLiteral("million");
    QString part = formatRoundCount(count);
    const QString all = formatRoundCount(whole);
    if (part.endsWith(unit) && all.endsWith(unit)) {
        part.chop(unit.size());
    }
    return QStringLiteral("%1 of about %2").arg(part, all);
}

QString rankTextOf(const TraceMetadata& metadata) {
    if (!metadata.rank) {
        return {};
    }
    const QString rank = QString::number(*metadata.rank);
    return metadata.worldSize ? QStringLiteral("%1 of %2").arg(rank).arg(*metadata.worldSize) : rank;
}

} // namespace

QString fileNameOf(const TraceSlot& slot) {
    return slot.path == QLatin1String("-") ? QStringLiteral("standard input")
                                           : QFileInfo(slot.path).fileName();
}

QString gpuNameOf(const TraceSlot& slot) {
    const TraceMetadata* const metadata = metadataOf(slot);
    return metadata && metadata->gpu ? fromText(*metadata->gpu) : QString();
}

QString platformTextOf(const TraceMetadata& metadata) {
    QStringList parts;
    if (!metadata.runtimeVersion.empty()) {
        parts << fromText(metadata.runtimeVersion);
    } else if (metadata.platform != Platform::Unknown) {
        parts << QString::fromUtf8(platformName(metadata.platform).data());
    }
    if (!metadata.torchVersion.empty()) {
        parts << QStringLiteral("PyTorch %1").arg(fromText(metadata.torchVersion));
    }
    if (const QString rank = rankTextOf(metadata); !rank.isEmpty()) {
        parts << QStringLiteral("rank %1").arg(rank);
    }
    return parts.join(QStringLiteral(", "));
}

std::vector<FactLine> factsOf(const TraceSlot& slot) {
    const TraceMetadata* const metadata = metadataOf(slot);
    const bool isLoaded = slot.trace != nullptr;
    std::vector<FactLine> lines;
    lines.push_back(factLine(QStringLiteral("GPU"), gpuNameOf(slot), isLoaded));
    lines.push_back(
        factLine(QStringLiteral("Platform"), metadata ? platformTextOf(*metadata) : QString(), isLoaded));
    lines.push_back(factLine(QStringLiteral("Size"), sizeTextOf(slot), isLoaded));
    if (metadata && !metadata->recordedAt.empty()) {
        lines.push_back({QStringLiteral("Recorded"), fromText(metadata->recordedAt), true});
    }
    lines.push_back(factLine(QStringLiteral("Python stacks"), stacksTextOf(slot), isLoaded));
    lines.push_back(factLine(QStringLiteral("Kernels"),
                             isLoaded ? formatCount(kernelsOf(*slot.trace)) : QString(), isLoaded));
    lines.push_back(factLine(QStringLiteral("Steps"), slot.analysis ? stepsTextOf(*slot.analysis) : QString(),
                             slot.analysis != nullptr));
    return lines;
}

std::vector<FactLine> loadingFactsOf(const TraceSlot& slot) {
    const TraceMetadata* const metadata = metadataOf(slot);
    std::vector<FactLine> lines;
    lines.push_back(
        factLine(QStringLiteral("Platform"), metadata ? platformTextOf(*metadata) : QString(), false));
    lines.push_back(factLine(QStringLiteral("Size"), sizeTextOf(slot), false));
    lines.push_back(factLine(QStringLiteral("Python stacks"), stacksTextOf(slot), false));
    lines.push_back({QStringLiteral("Kernels so far"), formatCount(slot.progress.kernels), true});
    return lines;
}

LoadingTexts loadingTextsOf(const TraceSlot& slot) {
    constexpr double kSecondsBeforeGuessing = 0.5;
    const Progress& progress = slot.progress;
    LoadingTexts texts;
    const bool isReading = progress.stage == Stage::ReadEvents;
    texts.fraction = progress.bytesTotal == 0 ? -1
                                              : std::min(1.0, static_cast<double>(progress.bytesRead) /
                                                                  static_cast<double>(progress.bytesTotal));
    texts.percent = texts.fraction < 0 ? formatBytes(progress.bytesRead)
                                       : QString::number(static_cast<int>(texts.fraction * 100)) +
                                             QChar(0x00A0) + QLatin1Char('%');
    texts.bytes = progress.bytesTotal == 0 ? QStringLiteral("size unknown")
                                           : formatBytesOf(progress.bytesRead, progress.bytesTotal);
    texts.events = formatRoundCount(progress.events);
    if (slot.secondsLoading < kSecondsBeforeGuessing || progress.events == 0) {
        return texts;
    }
    const auto rate = static_cast<double>(progress.events) / slot.secondsLoading;
    texts.rate = QStringLiteral("%1 events/s").arg(formatRoundCount(static_cast<std::uint64_t>(rate)));
    if (texts.fraction > 0 && isReading) {
        const double left = slot.secondsLoading / texts.fraction - slot.secondsLoading;
        texts.timeLeft = QStringLiteral("%1 left").arg(formatSeconds(left));
        const auto whole = static_cast<std::uint64_t>(static_cast<double>(progress.events) / texts.fraction);
        texts.events = roundCountOf(progress.events, whole);
    }
    return texts;
}

FailureTexts failureTextsOf(const TraceSlot& slot) {
    if (slot.state == SlotState::Cancelled || !slot.error) {
        return {QStringLiteral("Loading was cancelled"), QStringLiteral("Nothing was kept."), {}};
    }
    QString reason = asSentence(slot.error->reason);
    if (slot.error->byteOffset) {
        reason.chop(1);
        reason += QStringLiteral(", at byte %1 of the decompressed text.")
                      .arg(formatCount(*slot.error->byteOffset));
    }
    return {QStringLiteral("This trace cannot be loaded"), reason, asSentence(slot.error->remedy)};
}

std::vector<QString> salvageOf(const TraceSlot& slot) {
    std::vector<QString> lines;
    if (!slot.trace) {
        return lines;
    }
    for (const Diagnostic& diagnostic : slot.trace->diagnostics) {
        if (diagnostic.severity == Severity::Loss) {
            lines.push_back(asSentence(diagnostic.message));
        }
    }
    return lines;
}

} // namespace diptych
