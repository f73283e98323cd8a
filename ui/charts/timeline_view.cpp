#include "ui/charts/timeline_view.h"

#include "ui/charts/chart_export.h"
#include "ui/models/pair_items.h"
#include "ui/style/number_format.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include <cmath>

namespace diptych {

namespace {

constexpr double kZoomStep = 1.25;
constexpr double kPanShare = 0.12; ///< of the window, by a key
constexpr double kWheelStep = 120;

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

TimelineView::TimelineView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline of both sides"));
    setAttribute(Qt::WA_OpaquePaintEvent);
}

QSize TimelineView::sizeHint() const {
    return {900, 520};
}

QSize TimelineView::minimumSizeHint() const {
    return {480, 300};
}

double TimelineView::middle() const {
    return m_scene.layout().plotLeft + m_scene.layout().plotWidth / 2;
}

void TimelineView::zoomBy(double factor) {
    change([&](TimelineScene& scene) { scene.zoom(factor, middle()); });
}

void TimelineView::fit() {
    change([](TimelineScene& scene) { scene.fit(); });
}

/// What a screen reader says.
void TimelineView::describe() {
    const KernelPair* const pair = m_scene.pair();
    QString text = tr("from %1 to %2")
                       .arg(formatDuration(m_scene.window().fromNs), formatDuration(m_scene.window().toNs));
    if (pair) {
        text += tr("; chosen: %1, %2").arg(pairTitle(*pair), QString::fromStdString(pair->layer));
    }
    setAccessibleDescription(text);
}

void TimelineView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    m_counts = paintTimeline(painter, m_scene, size(), tokensOf(palette()), hasFocus());
}

void TimelineView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_scene.setSize(size());
}

void TimelineView::wheelEvent(QWheelEvent* event) {
    const QPoint turned = event->angleDelta();
    const bool isSideways =
        std::abs(turned.x()) > std::abs(turned.y()) || event->modifiers().testFlag(Qt::ShiftModifier);
    if (isSideways) {
        const double amount = std::abs(turned.x()) > std::abs(turned.y()) ? turned.x() : turned.y();
        change([&](TimelineScene& scene) {
            scene.pan(-amount / kWheelStep * kPanShare * scene.layout().plotWidth);
        });
    } else {
        change([&](TimelineScene& scene) {
            scene.zoom(std::pow(kZoomStep, -turned.y() / kWheelStep), event->position().x());
        });
    }
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_scene.hasContent()) {
        return;
    }
    m_pressed = m_last = event->position();
    m_isMoved = false;
    m_drag = m_scene.layout().overviewArea().adjusted(-4, -4, 4, 4).contains(m_pressed) ? Drag::Overview
                                                                                        : Drag::Pan;
    if (m_drag == Drag::Overview) {
        moveOverviewTo(m_pressed.x());
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag == Drag::None) {
        return;
    }
    const QPointF position = event->position();
    m_isMoved = m_isMoved || (position - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (m_drag == Drag::Overview) {
        moveOverviewTo(position.x());
    } else if (m_isMoved) {
        setCursor(Qt::ClosedHandCursor);
        change([&](TimelineScene& scene) { scene.pan(m_last.x() - position.x()); });
        m_last = position;
    }
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
    const bool isClick = m_drag == Drag::Pan && !m_isMoved && event->button() == Qt::LeftButton;
    m_drag = Drag::None;
    unsetCursor();
    if (isClick) {
        click(event->position());
    }
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto hit = m_scene.hitAt(event->position());
    if (!hit) {
        return;
    }
    if (hit->kind == TimelineRowKind::Stream) {
        const QString pair = m_scene.pairAt(*hit);
        if (!pair.isEmpty()) {
            Q_EMIT pairOpened(pair);
        }
        return;
    }
    const TimelineLane& lane = m_scene.timeline()->sides[hit->side].rows[hit->row].lane;
    const Nanoseconds origin = m_scene.originNs(hit->side);
    change([&](TimelineScene& scene) { // a band fills the window
        scene.setWindow({lane.items()[hit->item].startNs - origin, lane.shownEndNs(hit->item) - origin});
    });
}

void TimelineView::click(const QPointF& position) {
    const auto hit = m_scene.hitAt(position);
    if (!hit) {
        return;
    }
    if (hit->kind == TimelineRowKind::Sections) {
        const TimelineRow& row = m_scene.timeline()->sides[hit->side].rows[hit->row];
        Q_EMIT layerChosen(row.keys[row.lane.items()[hit->item].id]);
    } else if (const QString pair = m_scene.pairAt(*hit); !pair.isEmpty()) {
        Q_EMIT pairChosen(pair);
    }
}

void TimelineView::moveOverviewTo(double x) {
    const Nanoseconds at = m_scene.overviewScale().timeAt(x);
    const TimelineWindow window = m_scene.window();
    const Nanoseconds from = at - window.spanNs() / 2;
    change([&](TimelineScene& scene) { scene.setWindow({from, from + window.spanNs()}); });
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
    const bool withShift = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto pan = [this](double share) {
        change([share](TimelineScene& scene) { scene.pan(share * scene.layout().plotWidth); });
    };
    const auto step = [this](int direction) {
        const QString pair = m_scene.neighbourPair(direction);
        if (!pair.isEmpty()) {
            Q_EMIT pairChosen(pair);
        }
    };
    switch (event->key()) {
    case Qt::Key_Left:
        withShift ? step(-1) : pan(-kPanShare);
        return;
    case Qt::Key_Right:
        withShift ? step(1) : pan(kPanShare);
        return;
    case Qt::Key_PageUp:
        pan(-1);
        return;
    case Qt::Key_PageDown:
        pan(1);
        return;
    case Qt::Key_Home:
        pan(-1e9);
        return;
    case Qt::Key_End:
        pan(1e9);
        return;
    case Qt::Key_Up:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(1 / kZoomStep);
        return;
    case Qt::Key_Down:
    case Qt::Key_Minus:
        zoomBy(kZoomStep);
        return;
    case Qt::Key_0:
        fit();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_scene.pair()) {
            Q_EMIT pairOpened(QString::fromStdString(m_scene.pair()->id));
        }
        return;
    default: // other keys are the base class's
        QWidget::keyPressEvent(event);
    }
}

void TimelineView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void TimelineView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void TimelineView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    if (const auto hit = m_scene.hitAt(event->pos()); hit && hit->kind == TimelineRowKind::Stream) {
        menu.addAction(tr("Copy the kernel's name"), this, [this, hit = *hit] {
            const std::uint32_t id =
                m_scene.timeline()->sides[hit.side].rows[hit.row].lane.items()[hit.item].id;
            const AnalyzedTrace& side = *m_scene.comparison()->sides[hit.side];
            QApplication::clipboard()->setText(fromView(side.trace->text(side.names[id])));
        });
        menu.addSeparator();
    }
    menu.addAction(tr("Zoom in"), this, [this] { zoomBy(1 / kZoomStep); });
    menu.addAction(tr("Zoom out"), this, [this] { zoomBy(kZoomStep); });
    menu.addAction(tr("Fit"), this, &TimelineView::fit);
    menu.addSeparator();
    addPictureActions(menu, *this, QStringLiteral("timeline"));
    menu.exec(event->globalPos());
}

bool TimelineView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tooltipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

QString TimelineView::kernelText(const TimelineHit& hit) const {
    const Comparison& comparison = *m_scene.comparison();
    const AnalyzedTrace& side = *comparison.sides[hit.side];
    const std::uint32_t id = m_scene.timeline()->sides[hit.side].rows[hit.row].lane.items()[hit.item].id;
    const GpuActivities& gpu = side.trace->gpu;
    QStringList lines;
    const PairId pairId =
        id < comparison.pairOf[hit.side].size() ? comparison.pairOf[hit.side][id] : PairId();
    if (pairId.isValid()) {
        const KernelPair& pair = comparison.pairs[pairId.index()];
        const auto mean = [&](Side which) { return formatMicroseconds(pair.stats[which].meanNs); };
        lines.append(
            pair.presence() == Presence::Both
                ? tr("%1: mean %2 µs on A, %3 µs on B").arg(pairTitle(pair), mean(Side::A), mean(Side::B))
                : tr("%1: without counterpart, mean %2 µs")
                      .arg(pairTitle(pair), mean(pair.kernels.a > 0 ? Side::A : Side::B)));
    } else {
        lines.append(QString::fromStdString(side.classes.of(ActivityId(id)).operation) +
                     tr(", not selected"));
    }
    const Nanoseconds start = gpu.startNs[id] - m_scene.originNs(hit.side);
    lines.append(tr("%1: %2 µs, from %3 µs")
                     .arg(QLatin1String(sideName(hit.side)), formatMicroseconds(gpu.durationNs[id]),
                          formatMicroseconds(start)));
    if (hit.kind == TimelineRowKind::Suspects) {
        lines.append(tr("Its time is suspect and counts in no sum"));
    }
    lines.append(fromView(side.trace->text(side.names[id])));
    return lines.join(QLatin1Char('\n'));
}

QString TimelineView::tooltipAt(const QPointF& position) const {
    const auto hit = m_scene.hitAt(position);
    if (!hit) {
        return {};
    }
    const TimelineRow& row = m_scene.timeline()->sides[hit->side].rows[hit->row];
    const LaneItem& item = row.lane.items()[hit->item];
    switch (hit->kind) {
    case TimelineRowKind::Steps:
    case TimelineRowKind::Sections:
    case TimelineRowKind::Modules:
        return tr("%1 on %2: %3 from first start to last end")
            .arg(row.labels[item.id], QLatin1String(sideName(hit->side)),
                 formatDuration(item.endNs - item.startNs));
    case TimelineRowKind::Suspects:
    case TimelineRowKind::Stream:
        return kernelText(*hit);
    }
    return {};
}

} // namespace diptych
