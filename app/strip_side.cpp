#include "app/strip_side.h"

#include "ui/models/column_builders.h"
#include "ui/models/side_names.h"
#include "ui/pages/welcome_texts.h"
#include "ui/style/elided_label.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/style/text_role.h"
#include "ui/style/theme.h"
#include "ui/style/tokens.h"

#include <QFileInfo>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kRowBadge = 18;
constexpr int kTallBadge = 24;
constexpr int kWidestSide = 470;
constexpr int kLeastGpu = 120;

/// "ROCm 6.3 · PyTorch 2.6 · rank 0 of 2 · 1.84 GB".
QString factsText(const Trace& trace) {
    QString text = platformTextOf(trace.metadata);
    text.replace(QStringLiteral(", "), QStringLiteral(" · "));
    if (trace.fileBytes == 0) {
        return text;
    }
    return text.isEmpty() ? formatBytes(trace.fileBytes)
                          : text + QStringLiteral(" · ") + formatBytes(trace.fileBytes);
}

/// In all also what is outside the steps, as the time beside it.
QString kernelsText(const Comparison& comparison, Side side, bool perStep) {
    const SelectedSide& selected = comparison.selection[side];
    const Coverage& coverage = comparison.coverage;
    const double count =
        perStep ? static_cast<double>(selected.kernels) / static_cast<double>(selected.steps.size())
                : static_cast<double>(coverage.oneToOneKernels[side] + coverage.groupedKernels[side] +
                                      coverage.onlyKernels[side]);
    return formatMeanCount(count) + (count == 1.0 ? QStringLiteral(" kernel") : QStringLiteral(" kernels"));
}

} // namespace

StripSide::StripSide(Side side, QWidget* parent) : QWidget(parent), m_side(side) {
    setMaximumWidth(kWidestSide);
    setObjectName(QStringLiteral("strip%1").arg(QLatin1String(sideName(side))));
    makeRow();
    makeTall();
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_row.widget);
    column->addWidget(m_tall.widget);
    m_tall.widget->hide();
}

void StripSide::showComparison(const Comparison& comparison, bool perStep) {
    const auto& analyzed = comparison.sides[m_side];
    const Trace* const trace = analyzed ? analyzed->trace.get() : nullptr;
    const SelectedSide& selected = comparison.selection[m_side];
    const bool isPerStep = comparison.summary.perStep && perStep && !selected.steps.empty();
    showTrace(trace && trace->metadata.gpu ? QString::fromStdString(*trace->metadata.gpu) : QString(),
              trace ? QFileInfo(QString::fromStdString(trace->path)).fileName() : QString(),
              trace ? factsText(*trace) : QString());
    const Nanoseconds ns = isPerStep ? comparison.summary.ns[m_side] : selected.totalNs;
    showHeadline({formatMilliseconds(ns), isPerStep ? tr("ms/step") : tr("ms total"),
                  kernelsText(comparison, m_side, isPerStep)});
}

void StripSide::showSlot(const TraceSlot& slot) {
    showTrace(gpuNameOf(slot), fileNameOf(slot), slot.trace ? factsText(*slot.trace) : QString());
    showHeadline({notApplicable(), QString(), QString()});
}

void StripSide::setFiguresStale(bool areStale) {
    for (const Form* form : {&m_row, &m_tall}) {
        form->figure->setForegroundRole(areStale ? kDimmedRole : QPalette::WindowText);
    }
}

void StripSide::setTall(bool isTall) {
    m_isTall = isTall;
    m_row.widget->setVisible(!isTall);
    m_tall.widget->setVisible(isTall);
}

void StripSide::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), tokens.surface);
    painter.fillRect(QRect(0, 0, metrics::kSideEdge, height()), tokens.fill[m_side]);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), tokens.hairline);
}

void StripSide::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitGpu();
}

void StripSide::makeRow() {
    m_row.widget = new QWidget(this);
    m_row.gpu = new ElidedLabel(TextRole::Section, m_row.widget);
    m_row.file = new ElidedLabel(TextRole::Caption, m_row.widget);
    m_row.figure = makeLabel(TextRole::Title, {}, m_row.widget);
    m_row.unit = makeLabel(TextRole::Header, {}, m_row.widget);
    auto* const row = new QHBoxLayout(m_row.widget);
    row->setContentsMargins(metrics::kMargin, 0, metrics::kUnit * 4, 1);
    row->setSpacing(metrics::kUnit * 2);
    row->addWidget(new SideBadge(m_side, kRowBadge, m_row.widget));
    row->addSpacing(2);
    row->addWidget(m_row.gpu);
    row->addWidget(m_row.file);
    row->addStretch(1);
    row->addWidget(m_row.figure);
    row->addWidget(m_row.unit);
}

void StripSide::makeTall() {
    m_tall.widget = new QWidget(this);
    m_tall.gpu = new ElidedLabel(TextRole::Title, m_tall.widget);
    m_tall.file = new ElidedLabel(TextRole::Caption, m_tall.widget);
    m_tall.facts = new ElidedLabel(TextRole::Caption, m_tall.widget);
    m_tall.figure = makeLabel(TextRole::Total, {}, m_tall.widget);
    m_tall.unit = makeLabel(TextRole::Header, {}, m_tall.widget);
    m_tall.kernels = makeLabel(TextRole::Header, {}, m_tall.widget);
    auto* const row = new QHBoxLayout(m_tall.widget);
    row->setContentsMargins(metrics::kMargin, metrics::kUnit * 3, metrics::kUnit * 4, metrics::kUnit * 2);
    row->setSpacing(metrics::kUnit * 2);
    row->addWidget(new SideBadge(m_side, kTallBadge, m_tall.widget), 0, Qt::AlignTop);
    row->addSpacing(2);
    auto* const texts = new QVBoxLayout;
    texts->setSpacing(3);
    texts->addWidget(m_tall.gpu);
    texts->addWidget(m_tall.file);
    texts->addWidget(m_tall.facts);
    texts->addStretch(1);
    row->addLayout(texts, 1);
    auto* const figures = new QVBoxLayout;
    figures->setSpacing(2);
    figures->addWidget(m_tall.figure, 0, Qt::AlignRight);
    figures->addWidget(m_tall.unit, 0, Qt::AlignRight);
    figures->addWidget(m_tall.kernels, 0, Qt::AlignRight);
    figures->addStretch(1);
    row->addLayout(figures);
}

void StripSide::showTrace(const QString& gpu, const QString& file, const QString& facts) {
    m_gpu = gpu.isEmpty() ? file : gpu;
    m_shortGpu = gpu.isEmpty() ? file : shortDeviceName(gpu.toStdString());
    const QString shownFile = gpu.isEmpty() ? QString() : file;
    m_tall.gpu->setFullText(m_gpu);
    m_row.file->setFullText(shownFile);
    m_tall.file->setFullText(shownFile);
    m_tall.facts->setFullText(facts);
    fitGpu();
}

void StripSide::showHeadline(const Headline& headline) {
    m_row.figure->setText(headline.figure);
    m_row.unit->setText(headline.unit);
    m_tall.figure->setText(headline.figure);
    m_tall.unit->setText(QString(headline.unit).replace(QStringLiteral("/step"), tr(" per step")));
    m_tall.kernels->setText(headline.kernels);
    setAccessibleName(tr("Trace %1: %2, %3, %4 %5")
                          .arg(QLatin1String(sideName(m_side)), m_gpu, m_row.file->fullText(),
                               headline.figure, headline.unit));
}

/// The whole name of the GPU where there is room, else the part of it that people say.
void StripSide::fitGpu() {
    const int fixed = metrics::kMargin + metrics::kUnit * 14 + kRowBadge + m_row.figure->sizeHint().width() +
                      m_row.unit->sizeHint().width();
    const QFontMetrics fontMetrics(m_row.gpu->font());
    const bool fits = this->width() - fixed >= fontMetrics.horizontalAdvance(m_gpu) + 2;
    const QString shown = fits ? m_gpu : m_shortGpu;
    const int width = fontMetrics.horizontalAdvance(shown) + 2;
    m_row.gpu->setLeastWidth(fits ? width : std::min(width, kLeastGpu));
    m_row.gpu->setFullText(shown);
    if (!fits) {
        m_row.gpu->setToolTip(m_gpu);
    }
}

} // namespace diptych
