#include "ui/views/kernel_columns.h"

#include "ui/style/elided_label.h"
#include "ui/style/side_badge.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/data_table.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace diptych {

namespace {

constexpr int kHalvesSpacing = metrics::kUnit * 3;
constexpr int kDeviceBadgeSize = 16;

} // namespace

KernelColumns::KernelColumns(const QString& name, const QString& noneText, QWidget* parent)
    : QWidget(parent), m_title(makeLabel(TextRole::Section, {}, this)),
      m_footnote(makeLabel(TextRole::Caption, {}, this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(metrics::kMargin, metrics::kUnit * 3, metrics::kMargin, metrics::kUnit * 2);
    layout->setSpacing(metrics::kUnit * 2);
    auto* const titles = new QHBoxLayout;
    titles->setSpacing(metrics::kUnit * 3);
    titles->addWidget(m_title);
    titles->addWidget(makeLabel(TextRole::Caption, tr("choose a row to open its pair"), this), 1);
    layout->addLayout(titles);
    auto* const halves = new QHBoxLayout;
    halves->setSpacing(kHalvesSpacing);
    for (const Side side : kSides) {
        m_halves[side] = makeHalf(side, name, noneText);
        if (side == Side::B) {
            halves->addWidget(makeSeparator(Qt::Vertical, this));
        }
        halves->addWidget(m_halves[side].widget, 1);
    }
    layout->addLayout(halves, 1);
    m_footnote->setWordWrap(true);
    m_footnote->hide();
    layout->addWidget(m_footnote);
}

KernelColumns::Parts KernelColumns::makeHalf(Side side, const QString& name, const QString& noneText) {
    Parts half;
    half.widget = new QWidget(this);
    auto* const layout = new QVBoxLayout(half.widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics::kUnit);
    half.titles = new QBoxLayout(QBoxLayout::LeftToRight);
    half.titles->setSpacing(metrics::kUnit * 2);
    auto* const device = new QHBoxLayout;
    device->setSpacing(metrics::kUnit * 2);
    device->addWidget(new SideBadge(side, kDeviceBadgeSize, half.widget));
    half.device = makeLabel(TextRole::Section, {}, half.widget);
    device->addWidget(half.device, 1);
    half.titles->addLayout(device);
    half.caption = new ElidedLabel(TextRole::Caption, half.widget);
    half.caption->setElideMode(Qt::ElideRight);
    half.titles->addWidget(half.caption, 1);
    layout->addLayout(half.titles);
    half.detail = new ElidedLabel(TextRole::Caption, half.widget);
    half.detail->hide();
    layout->addWidget(half.detail);
    half.table = new DataTable(half.widget);
    half.table->setLeadingMargin(0);
    half.table->setEmptyTexts({}, noneText);
    half.table->view()->setName(name);
    half.table->view()->setAccessibleName(tr("Kernels of %1").arg(QLatin1String(sideName(side))));
    layout->addWidget(half.table, 1);
    connect(half.table->view(), &TableView::idChosen, this, &KernelColumns::pairChosen);
    return half;
}

void KernelColumns::setRowHeight(int height) {
    for (const Side side : kSides) {
        m_halves[side].table->setRowHeight(height);
    }
}

void KernelColumns::setDevices(const PerSide<QString>& devices) {
    for (const Side side : kSides) {
        m_halves[side].device->setText(
            devices[side].isEmpty() ? tr("Side %1").arg(QLatin1String(sideName(side))) : devices[side]);
    }
}

void KernelColumns::setKernels(const QString& title, const PerSide<Half>& halves) {
    m_title->setText(title);
    const bool hasDetail = !halves.a.detail.isEmpty() || !halves.b.detail.isEmpty();
    for (const Side side : kSides) {
        const Half& half = halves[side];
        const Parts& parts = m_halves[side];
        parts.widget->setVisible(half.table != nullptr);
        parts.caption->setFullText(half.caption);
        parts.detail->setFullText(half.detail);
        parts.detail->setVisible(hasDetail); // on both, or the tables would begin at different heights
        parts.table->setTable(half.table);
    }
    placeCaptions();
}

/// On both sides alike, or the tables would begin at different heights.
void KernelColumns::placeCaptions() {
    const int room = (width() - 2 * metrics::kMargin - 2 * kHalvesSpacing - 1) / 2;
    bool fits = true;
    for (const Side side : kSides) {
        const Parts& parts = m_halves[side];
        const int needed = kDeviceBadgeSize + parts.device->sizeHint().width() +
                           parts.caption->sizeHint().width() + metrics::kUnit * 4;
        fits &= needed <= room;
    }
    for (const Side side : kSides) {
        QBoxLayout& titles = *m_halves[side].titles;
        titles.setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
        titles.setSpacing(fits ? metrics::kUnit * 2 : 0);
    }
}

void KernelColumns::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeCaptions();
}

void KernelColumns::setFootnote(const QString& text) {
    m_footnote->setText(text);
    m_footnote->setVisible(!text.isEmpty());
}

void KernelColumns::showPair(const QString& pair) {
    for (const Side side : kSides) {
        m_halves[side].table->view()->showId(pair);
    }
}

} // namespace diptych
