#include "app/strip_side.h"

#include "ui/models/side_names.h"
#include "ui/pages/welcome_texts.h"
#include "ui/style/elided_label.h"
#include "ui/style/name_format.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/style/text_role.h"
#include "ui/style/theme.h"
#include "ui/style/tokens.h"

#include <QFileInfo>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kStripBadge = 18;
constexpr int kWidestSide = 470;
constexpr int kLeastGpu = 120;
constexpr int kLeastFile = 60;

} // namespace

StripSide::StripSide(Side side, QWidget* parent)
    : QWidget(parent), m_side(side), m_gpuLabel(new ElidedLabel(TextRole::Section, this)),
      m_file(new ElidedLabel(TextRole::Caption, this)), m_figure(makeLabel(TextRole::Title, {}, this)),
      m_unit(makeLabel(TextRole::Header, {}, this)) {
    setMaximumWidth(kWidestSide);
    setObjectName(QStringLiteral("strip%1").arg(QLatin1String(sideName(side))));
    m_file->setLeastReadable(kLeastFile);
    layOut();
}

void StripSide::showComparison(const Comparison& comparison, bool perStep) {
    const auto& analyzed = comparison.sides[m_side];
    const Trace* const trace = analyzed ? analyzed->trace.get() : nullptr;
    const SelectedSide& selected = comparison.selection[m_side];
    const bool isPerStep = comparison.summary.perStep && perStep && !selected.steps.empty();
    showTrace(trace && trace->metadata.gpu ? QString::fromStdString(*trace->metadata.gpu) : QString(),
              trace ? QFileInfo(QString::fromStdString(trace->path)).fileName() : QString());
    const Nanoseconds ns = isPerStep ? comparison.summary.ns[m_side] : selected.totalNs;
    showHeadline(formatMilliseconds(ns), isPerStep ? tr("ms/step") : tr("ms total"));
}

void StripSide::showSlot(const TraceSlot& slot) {
    showTrace(gpuNameOf(slot), fileNameOf(slot));
    showHeadline(notApplicable(), QString());
}

void StripSide::setFiguresStale(bool areStale) {
    m_figure->setForegroundRole(areStale ? kDimmedRole : QPalette::WindowText);
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

void StripSide::layOut() {
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::kMargin, 0, metrics::kUnit * 4, 1);
    row->setSpacing(metrics::kUnit * 2);
    row->addWidget(new SideBadge(m_side, kStripBadge, this));
    row->addSpacing(2);
    row->addWidget(m_gpuLabel);
    row->addWidget(m_file);
    row->addStretch(1);
    row->addWidget(m_figure);
    row->addWidget(m_unit);
}

void StripSide::showTrace(const QString& gpu, const QString& file) {
    m_gpu = gpu.isEmpty() ? file : gpu;
    m_shortGpu = gpu.isEmpty() ? file : shortDeviceName(gpu.toStdString());
    m_fileName = gpu.isEmpty() ? QString() : file;
    m_file->setFullText(withoutTraceEnding(m_fileName));
    m_file->setLongText(m_fileName);
    fitGpu();
}

void StripSide::showHeadline(const QString& figure, const QString& unit) {
    m_figure->setText(figure);
    m_unit->setText(unit);
    setAccessibleName(
        tr("Trace %1: %2, %3, %4 %5").arg(QLatin1String(sideName(m_side)), m_gpu, m_fileName, figure, unit));
}

/// The whole name of the GPU where there is room for it and the file, else the part of it that people say;
/// the file in what is left.
void StripSide::fitGpu() {
    const int fixed = metrics::kMargin + metrics::kUnit * 16 + kStripBadge + m_figure->sizeHint().width() +
                      m_unit->sizeHint().width();
    const QFontMetrics fontMetrics(m_gpuLabel->font());
    const int forFile = m_fileName.isEmpty() ? 0 : kLeastFile;
    const bool fits = this->width() - fixed >= fontMetrics.horizontalAdvance(m_gpu) + 2 + forFile;
    const QString shown = fits ? m_gpu : m_shortGpu;
    const int width = fontMetrics.horizontalAdvance(shown) + 2;
    m_file->setVisible(this->width() - fixed - width >= kLeastFile);
    m_gpuLabel->setLeastWidth(fits ? width : std::min(width, kLeastGpu));
    m_gpuLabel->setFullText(shown);
    if (!fits) {
        m_gpuLabel->setToolTip(m_gpu);
    }
}

} // namespace diptych
