#include "ui/views/segmented_switch.h"

#include "ui/style/fonts.h"
#include "ui/style/tokens.h"

#include <QButtonGroup>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>

namespace diptych {

namespace {

constexpr int kSegmentMargin = 12;

/// One of the joined buttons; only the outer corners are round.
class Segment : public QAbstractButton {
public:
    Segment(const QString& text, bool isFirst, bool isLast, QWidget* parent)
        : QAbstractButton(parent), m_isFirst(isFirst), m_isLast(isLast) {
        setText(text);
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    [[nodiscard]] QSize sizeHint() const override {
        const QFontMetrics fontMetrics(textFont(fontsize::kBody, QFont::Bold));
        return {fontMetrics.horizontalAdvance(text()) + 2 * kSegmentMargin, metrics::kButtonHeight};
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        const Tokens& tokens = tokensOf(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        // The frame reaches beyond the inner edges, so that neighbours share one line.
        const QRectF frame = QRectF(rect()).adjusted(m_isFirst ? 0.5 : -8, 0.5, m_isLast ? -0.5 : 8, -0.5);
        QPainterPath path;
        path.addRoundedRect(frame, metrics::kRadius, metrics::kRadius);
        painter.fillPath(path, isChecked() || underMouse() ? tokens.selection : tokens.surface);
        painter.setPen(hasFocus() ? tokens.text : tokens.border);
        painter.drawPath(path);
        if (!m_isFirst) {
            painter.drawLine(QPointF(0.5, 1), QPointF(0.5, height() - 1));
        }
        painter.setFont(textFont(fontsize::kBody, isChecked() ? QFont::Bold : QFont::Normal));
        painter.setPen(isEnabled() ? tokens.text : tokens.text3);
        painter.drawText(rect(), Qt::AlignCenter, text());
    }

private:
    bool m_isFirst;
    bool m_isLast;
};

} // namespace

SegmentedSwitch::SegmentedSwitch(const QStringList& texts, QWidget* parent)
    : QWidget(parent), m_group(new QButtonGroup(this)) {
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (qsizetype i = 0; i < texts.size(); ++i) {
        auto* const segment = new Segment(texts[i], i == 0, i + 1 == texts.size(), this);
        m_group->addButton(segment, static_cast<int>(i));
        layout->addWidget(segment);
    }
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCurrent(0);
    connect(m_group, &QButtonGroup::idClicked, this, &SegmentedSwitch::chosen);
}

int SegmentedSwitch::current() const {
    return m_group->checkedId();
}

void SegmentedSwitch::setCurrent(int index) {
    if (QAbstractButton* button = m_group->button(index)) {
        button->setChecked(true);
    }
}

void SegmentedSwitch::setObstacle(int index, const QString& obstacle) {
    if (QAbstractButton* button = m_group->button(index)) {
        button->setEnabled(obstacle.isEmpty());
        button->setToolTip(obstacle);
        button->setAccessibleDescription(obstacle);
    }
}

} // namespace diptych
