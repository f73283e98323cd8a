#include "app/trace_strip.h"

#include "app/find_box.h"
#include "ui/style/elided_label.h"
#include "ui/style/icons.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace diptych {

namespace {

constexpr int kBadgeSize = 18;
constexpr int kFindWidth = 164;
constexpr int kWidestSide = 470;
constexpr int kGpuWidth = 170; // the file name gives way first

struct Headline {
    QString figure;
    QString unit;
};

/// "9.31", "ms/step"; totals when the sides are not compared per step.
Headline headlineOf(const Comparison& comparison, Side side) {
    const Nanoseconds ns = comparison.summary.ns[side];
    return {formatMilliseconds(ns),
            comparison.summary.perStep ? QStringLiteral("ms/step") : QStringLiteral("ms total")};
}

} // namespace

StripSide::StripSide(Side side, QWidget* parent)
    : QWidget(parent), m_side(side), m_gpu(new ElidedLabel(TextRole::Section, this)),
      m_file(new ElidedLabel(TextRole::Caption, this)), m_figure(makeLabel(TextRole::Title, {}, this)),
      m_unit(makeLabel(TextRole::Header, {}, this)) {
    setMaximumWidth(kWidestSide);
    m_gpu->setLeastWidth(kGpuWidth);
    setObjectName(QStringLiteral("strip%1").arg(QLatin1String(sideName(side))));
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(metrics::kMargin, 0, metrics::kUnit * 4, 1);
    row->setSpacing(metrics::kUnit * 2);
    row->addWidget(new SideBadge(side, kBadgeSize, this));
    row->addSpacing(2);
    row->addWidget(m_gpu);
    row->addWidget(m_file);
    row->addStretch(1);
    row->addWidget(m_figure);
    row->addWidget(m_unit, 0);
}

void StripSide::showComparison(const Comparison& comparison) {
    const auto& analyzed = comparison.sides[m_side];
    const Trace* const trace = analyzed ? analyzed->trace.get() : nullptr;
    const QString file = trace ? QFileInfo(QString::fromStdString(trace->path)).fileName() : QString();
    const QString gpu =
        trace && trace->metadata.gpu ? QString::fromStdString(*trace->metadata.gpu) : QString();
    m_gpu->setFullText(gpu.isEmpty() ? file : gpu);
    m_file->setFullText(gpu.isEmpty() ? QString() : file);
    const Headline headline = headlineOf(comparison, m_side);
    m_figure->setText(headline.figure);
    m_unit->setText(headline.unit);
    setAccessibleName(QStringLiteral("Trace %1: %2, %3, %4 %5")
                          .arg(QLatin1String(sideName(m_side)), gpu, file, headline.figure, headline.unit));
}

void StripSide::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), tokens.surface);
    painter.fillRect(QRect(0, 0, metrics::kSideEdge, height()), tokens.fill[m_side]);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), tokens.hairline);
}

TraceStrip::TraceStrip(QMenu* exportMenu, QWidget* parent)
    : QWidget(parent), m_sides{new StripSide(Side::A, this), new StripSide(Side::B, this)},
      m_swap(new QToolButton(this)), m_find(new FindBox(parent, this)),
      m_export(new QPushButton(QStringLiteral("Export…"), this)) {
    setFixedHeight(metrics::kStripHeight);
    m_swap->setObjectName(QStringLiteral("stripSwap"));
    m_swap->setProperty("framed", true);
    m_swap->setIcon(themedIcon(QStringLiteral("swap")));
    m_swap->setToolTip(QStringLiteral("Swap A and B"));
    m_swap->setAccessibleName(m_swap->toolTip());
    m_find->setFixedWidth(kFindWidth);
    m_export->setObjectName(QStringLiteral("export"));
    m_export->setMenu(exportMenu);

    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, metrics::kUnit * 4, 1);
    row->setSpacing(0);
    row->addWidget(m_sides.a, 10);
    row->addSpacing(metrics::kUnit * 2);
    row->addWidget(m_swap);
    row->addSpacing(metrics::kUnit * 2);
    row->addWidget(m_sides.b, 10);
    row->addStretch();
    row->addSpacing(metrics::kUnit * 4);
    row->addWidget(m_find);
    row->addSpacing(metrics::kUnit * 2);
    row->addWidget(m_export);
    connect(m_swap, &QToolButton::clicked, this, &TraceStrip::swapRequested);
}

void TraceStrip::showComparison(const Comparison& comparison) {
    for (const Side side : kSides) {
        m_sides[side]->showComparison(comparison);
    }
}

void TraceStrip::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), tokens.window);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens.border);
}

} // namespace diptych
