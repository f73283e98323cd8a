#include "ui/views/source_preview.h"

#include "ui/session/job_runner.h"
#include "ui/style/fonts.h"
#include "ui/style/tokens.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kSourceLineHeight = 16;
constexpr int kAround = 4; ///< lines before and after
constexpr int kInset = 6;

} // namespace

SourcePreview::SourcePreview(QWidget* parent) : QWidget(parent), m_jobs(std::make_unique<JobRunner>(*this)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Source of the frame"));
    setToolTip(tr("Double click opens the editor"));
    hide();
}

SourcePreview::~SourcePreview() = default;

void SourcePreview::showSource(const QString& recorded, int line) {
    m_recorded = recorded;
    m_line = line;
    m_job = 0;
    if (recorded.isEmpty() || line <= 0) {
        take(std::nullopt);
        return;
    }
    const QString path = mapSourcePath(recorded, readSourcePreferences().mappings);
    const JobHandle job = m_jobs->start(
        [path, line](const CancelToken&, const ProgressSink&) { return readExcerpt(path, line, kAround); },
        [this](JobNumber number, std::optional<SourceExcerpt> excerpt) {
            if (number == m_job) {
                take(std::move(excerpt));
            }
        });
    m_job = job.number;
}

void SourcePreview::take(std::optional<SourceExcerpt> excerpt) {
    m_job = 0;
    m_excerpt = std::move(excerpt);
    setVisible(m_excerpt.has_value());
    setAccessibleDescription(m_excerpt ? m_excerpt->lines.join(QLatin1Char('\n')) : QString());
    updateGeometry();
    update();
}

QSize SourcePreview::sizeHint() const {
    const int lines = m_excerpt ? static_cast<int>(m_excerpt->lines.size()) : 0;
    return {280, lines * kSourceLineHeight + 2 * kInset};
}

void SourcePreview::paintEvent(QPaintEvent* /*event*/) {
    if (!m_excerpt) {
        return;
    }
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(this);
    painter.setPen(QPen(tokens.hairline, 1));
    painter.setBrush(tokens.window);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setFont(monoFont(fontsize::kKernel));
    const QFontMetrics metrics = painter.fontMetrics();
    const int last = m_excerpt->firstLine + static_cast<int>(m_excerpt->lines.size()) - 1;
    const int numbers = metrics.horizontalAdvance(QString::number(last));
    const int left = kInset + numbers + 8;
    for (int i = 0; i < m_excerpt->lines.size(); ++i) {
        const int number = m_excerpt->firstLine + i;
        const QRect row(0, kInset + i * kSourceLineHeight, width(), kSourceLineHeight);
        const bool isMeant = number == m_excerpt->line;
        if (isMeant) {
            painter.fillRect(row.adjusted(1, 0, -1, 0), tokens.selection);
        }
        painter.setFont(monoFont(fontsize::kKernel, isMeant ? QFont::Bold : QFont::Normal));
        painter.setPen(tokens.text3);
        painter.drawText(QRect(kInset, row.top(), numbers, kSourceLineHeight),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
        painter.setPen(isMeant ? tokens.text : tokens.text2);
        const QString text = m_excerpt->lines[i];
        painter.drawText(QRect(left, row.top(), width() - left - kInset, kSourceLineHeight),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideRight, width() - left - kInset));
    }
}

void SourcePreview::mouseDoubleClickEvent(QMouseEvent* /*event*/) {
    Q_EMIT opened(m_recorded, m_line);
}

} // namespace diptych
