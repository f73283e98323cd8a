#include "ui/models/period_text.h"

#include "ui/style/number_format.h"

namespace diptych {

namespace {

QString stepCountText(std::size_t steps) {
    return formatCount(steps) + (steps == 1 ? QStringLiteral(" step") : QStringLiteral(" steps"));
}

} // namespace

QString comparedStepsText(const Comparison& comparison) {
    const std::size_t a = comparison.selection.a.steps.size();
    const std::size_t b = comparison.selection.b.steps.size();
    if (a == 0 || b == 0) {
        return {};
    }
    return a == b ? stepCountText(a) : QStringLiteral("%1 | %2").arg(formatCount(a), stepCountText(b));
}

QString unequalStepsText(const Comparison& comparison, bool perStep) {
    // It is what makes a gain be told per step after all.
    if (perStep || !comparison.tellsGainPerStep(false)) {
        return {};
    }
    return QStringLiteral("A has %1, B %2")
        .arg(stepCountText(comparison.selection.a.steps.size()),
             formatCount(comparison.selection.b.steps.size()));
}

QString withUnequalSteps(const QString& caption, const Comparison& comparison, bool perStep) {
    const QString unequal = unequalStepsText(comparison, perStep);
    if (unequal.isEmpty()) {
        return caption;
    }
    return caption.isEmpty() ? QStringLiteral("In all, ") + unequal
                             : caption + QStringLiteral("; in all, ") + unequal;
}

QString microsecondsOf(bool perStep) {
    return perStep ? QStringLiteral("µs per step") : QStringLiteral("µs in all");
}

} // namespace diptych
