#include "app/status_line.h"

#include "ui/pages/welcome_texts.h"
#include "ui/session/comparison_session.h"
#include "ui/style/number_format.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"

#include <QHBoxLayout>
#include <QPainter>

namespace diptych {

namespace {

constexpr double kInferredBelow = 0.6;

/// Nothing has no part that is aligned.
QString matchedText(const Coverage& coverage, Side side) {
    return coverage.totalNs[side] == 0 ? notApplicable()
                                       : formatPercent(static_cast<double>(coverage.matchedNs[side]) /
                                                       static_cast<double>(coverage.totalNs[side]));
}

QString alignmentText(const Comparison& comparison) {
    const Coverage& coverage = comparison.coverage;
    if (coverage.totalNs.a == 0 && coverage.totalNs.b == 0) {
        return QStringLiteral("Nothing ran on a GPU");
    }
    const bool isAll = comparison.selection.a.everything && comparison.selection.b.everything;
    QString text = QStringLiteral("Aligned: A %1, B %2 of %3 GPU time")
                       .arg(matchedText(coverage, Side::A), matchedText(coverage, Side::B),
                            isAll ? QStringLiteral("all") : QStringLiteral("the selected"));
    std::uint64_t inferred = 0;
    for (const KernelPair& pair : comparison.pairs) {
        inferred += pair.presence() == Presence::Both && pair.confidence < kInferredBelow;
    }
    if (inferred != 0) {
        text +=
            QStringLiteral("      %1 inferred %2")
                .arg(formatCount(inferred), inferred == 1 ? QStringLiteral("pair") : QStringLiteral("pairs"));
    }
    return text;
}

QString stepsText(const Comparison& comparison) {
    const std::size_t a = comparison.selection.a.steps.size();
    const std::size_t b = comparison.selection.b.steps.size();
    if (a == b) {
        return formatCount(a) + (a == 1 ? QStringLiteral(" step") : QStringLiteral(" steps"));
    }
    return QStringLiteral("A %1 and B %2 steps").arg(formatCount(a), formatCount(b));
}

QString rankText(const Comparison& comparison) {
    QStringList parts;
    for (const Side side : kSides) {
        const auto& analyzed = comparison.sides[side];
        if (analyzed && analyzed->trace && analyzed->rank < analyzed->trace->ranks.size()) {
            parts << QString::fromStdString(analyzed->trace->ranks[analyzed->rank].label);
        }
    }
    parts.removeAll(QString());
    parts.removeDuplicates();
    return parts.isEmpty() ? QString() : QStringLiteral(", ") + parts.join(QStringLiteral(" and "));
}

/// What the figures of a page are of.
QString timesText(const Comparison& comparison, Page page, bool perStep) {
    const PerSide<SelectedSide>& selection = comparison.selection;
    const QString what = page == Page::Timeline ? QStringLiteral("Times as recorded, no means")
                         : comparison.summary.perStep && perStep
                             ? QStringLiteral("Times are means over %1").arg(stepsText(comparison))
                         : selection.a.everything && selection.b.everything
                             ? QStringLiteral("Sums are of the whole traces")
                             : QStringLiteral("Sums are of %1").arg(stepsText(comparison));
    return what + QStringLiteral("; GPU clock") + rankText(comparison);
}

QString loadingText(const ComparisonSession& session) {
    QStringList parts;
    for (const Side side : kSides) {
        if (session.slot(side).state == SlotState::Loading) {
            parts << QStringLiteral("%1 %2").arg(QLatin1String(sideName(side)),
                                                 loadingTextsOf(session.slot(side)).percent);
        }
    }
    return parts.isEmpty() ? QString() : QStringLiteral("Loading %1").arg(parts.join(QStringLiteral(", ")));
}

} // namespace

StatusTexts statusTextsOf(const ComparisonSession& session, Page page, bool perStep) {
    const QString stays = QStringLiteral("Traces stay on this machine");
    if (session.isComparing()) {
        return {QStringLiteral("Comparing…"), stays};
    }
    if (const QString loading = loadingText(session); !loading.isEmpty()) {
        return {loading, stays};
    }
    if (const auto comparison = session.comparison()) {
        return {alignmentText(*comparison), timesText(*comparison, page, perStep)};
    }
    return {session.comparisonError() ? QStringLiteral("No comparison") : QStringLiteral("Ready"), stays};
}

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent), m_left(makeLabel(TextRole::Header, {}, this)),
      m_right(makeLabel(TextRole::Header, {}, this)) {
    setFixedHeight(metrics::kStatusHeight);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::kUnit * 4, 1, metrics::kUnit * 4, 0);
    row->addWidget(m_left);
    row->addStretch();
    row->addWidget(m_right);
    m_left->setObjectName(QStringLiteral("statusLeft"));
    m_right->setObjectName(QStringLiteral("statusRight"));
}

void StatusLine::setTexts(const StatusTexts& texts) {
    m_left->setText(texts.left);
    m_right->setText(texts.right);
}

void StatusLine::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), tokens.window);
    painter.fillRect(QRect(0, 0, width(), 1), tokens.border);
}

} // namespace diptych
