#include "app/facts_band.h"

#include "ui/models/column_builders.h"
#include "ui/pages/welcome_texts.h"
#include "ui/session/view_state.h"
#include "ui/style/elided_label.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/style/tokens.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QPainter>

namespace diptych {

namespace {

constexpr int kFactsBadge = 16;

/// "ROCm 6.3 · PyTorch 2.6 · rank 0 of 2 · 1.84 GB".
QString platformFacts(const Trace& trace) {
    QString text = platformTextOf(trace.metadata);
    text.replace(QStringLiteral(", "), QStringLiteral(" · "));
    if (trace.fileBytes == 0) {
        return text;
    }
    return text.isEmpty() ? formatBytes(trace.fileBytes)
                          : text + QStringLiteral(" · ") + formatBytes(trace.fileBytes);
}

/// In all also what is outside the steps, as the time in the strip.
QString kernelsText(const Comparison& comparison, Side side, bool perStep) {
    const SelectedSide& selected = comparison.selection[side];
    const bool isPerStep = comparison.summary.perStep && perStep && !selected.steps.empty();
    const Coverage& coverage = comparison.coverage;
    const double count =
        isPerStep ? static_cast<double>(selected.kernels) / static_cast<double>(selected.steps.size())
                  : static_cast<double>(coverage.oneToOneKernels[side] + coverage.groupedKernels[side] +
                                        coverage.onlyKernels[side]);
    return formatMeanCount(count) + (count == 1.0 ? FactsBand::tr(" kernel") : FactsBand::tr(" kernels")) +
           (isPerStep ? FactsBand::tr(" per step") : QString());
}

} // namespace

FactsBand::FactsBand(ViewState* viewState, QWidget* parent) : QWidget(parent), m_viewState(viewState) {
    setObjectName(QStringLiteral("factsBand"));
    setFixedHeight(metrics::kFactsHeight);
    auto* const halves = new QHBoxLayout(this);
    halves->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 1);
    halves->setSpacing(metrics::kMargin);
    for (const Side side : kSides) {
        SideLabels& labels = m_sides[side];
        labels.file = new ElidedLabel(TextRole::Caption, this);
        labels.file->setForegroundRole(QPalette::WindowText);
        labels.facts = new ElidedLabel(TextRole::Caption, this);
        auto* const half = new QHBoxLayout;
        half->setSpacing(metrics::kUnit * 2);
        half->addWidget(new SideBadge(side, kFactsBadge, this));
        auto* const lines = new QVBoxLayout;
        lines->setSpacing(1);
        lines->addStretch(1);
        lines->addWidget(labels.file);
        lines->addWidget(labels.facts);
        lines->addStretch(1);
        half->addLayout(lines, 1);
        halves->addLayout(half, 1);
    }
    connect(viewState, &ViewState::perStepChanged, this, &FactsBand::showFacts);
}

void FactsBand::setComparison(std::shared_ptr<const Comparison> comparison) {
    m_comparison = std::move(comparison);
    showFacts();
}

void FactsBand::showFacts() {
    for (const Side side : kSides) {
        const AnalyzedTrace* const analyzed = m_comparison ? m_comparison->sides[side].get() : nullptr;
        const Trace* const trace = analyzed ? analyzed->trace.get() : nullptr;
        m_sides[side].file->setFullText(trace ? QFileInfo(QString::fromStdString(trace->path)).fileName()
                                              : QString());
        if (!trace) {
            m_sides[side].facts->setFullText({});
            continue;
        }
        const QString platform = platformFacts(*trace);
        const QString kernels = kernelsText(*m_comparison, side, m_viewState->perStep());
        m_sides[side].facts->setFullText(platform.isEmpty() ? kernels
                                                            : platform + QStringLiteral(" · ") + kernels);
    }
}

void FactsBand::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), tokens.surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens.hairline);
}

} // namespace diptych
