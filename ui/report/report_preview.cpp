#include "ui/report/report_preview.h"

#include "ui/style/tokens.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kMargin = metrics::kMargin;
constexpr int kSpacing = 16;
constexpr int kWidest = 900;
constexpr int kNarrowest = 200;
constexpr std::size_t kMostPictures = 6;

} // namespace

ReportPreview::ReportPreview(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Preview of the report"));
    verticalScrollBar()->setSingleStep(40);
}

void ReportPreview::setDocument(std::shared_ptr<const PaperDocument> document) {
    m_document = std::move(document);
    m_pictures.clear();
    fitScrollBars();
    viewport()->update();
    Q_EMIT currentPageChanged(currentPage());
}

int ReportPreview::pageCount() const {
    return m_document ? static_cast<int>(m_document->pages.size()) : 0;
}

int ReportPreview::currentPage() const {
    const int middle = verticalScrollBar()->value() + viewport()->height() / 2;
    const int page = (middle - kMargin) / (pageSize().height() + kSpacing);
    return std::clamp(page, 0, std::max(0, pageCount() - 1));
}

void ReportPreview::showPage(int page) {
    verticalScrollBar()->setValue(topOf(page) - kMargin);
}

QSize ReportPreview::pageSize() const {
    const QSizeF extent = paperExtent(m_document ? m_document->size : PaperSize::A4);
    const int width = std::clamp(viewport()->width() - 2 * kMargin, kNarrowest, kWidest);
    return {width, qRound(width * extent.height() / extent.width())};
}

int ReportPreview::topOf(int page) const {
    return kMargin + page * (pageSize().height() + kSpacing);
}

void ReportPreview::fitScrollBars() {
    const int height = pageCount() == 0 ? 0 : topOf(pageCount()) - kSpacing + kMargin;
    QScrollBar& bar = *verticalScrollBar();
    const double place = bar.maximum() > 0 ? static_cast<double>(bar.value()) / bar.maximum() : 0;
    bar.setPageStep(viewport()->height());
    bar.setRange(0, std::max(0, height - viewport()->height()));
    bar.setValue(qRound(place * bar.maximum()));
}

/// Pages are painted once for a size; those far from what is seen are forgotten.
const QPixmap& ReportPreview::pictureOf(int page) {
    const auto known = m_pictures.find(page);
    if (known != m_pictures.end()) {
        return known->second;
    }
    if (m_pictures.size() >= kMostPictures) {
        const bool isFirstFarther =
            std::abs(m_pictures.begin()->first - page) > std::abs(m_pictures.rbegin()->first - page);
        m_pictures.erase(isFirstFarther ? m_pictures.begin() : std::prev(m_pictures.end()));
    }
    const qreal ratio = devicePixelRatioF();
    QPixmap picture(pageSize() * ratio);
    picture.fill(Qt::white); // paper is white in either theme
    QPainter painter(&picture);
    const qreal scale = picture.width() / (paperExtent(m_document->size).width() * kPaperUnits);
    painter.scale(scale, scale);
    paintPaper(painter, m_document->pages[static_cast<std::size_t>(page)]);
    painter.end();
    picture.setDevicePixelRatio(ratio);
    return m_pictures.emplace(page, std::move(picture)).first->second;
}

void ReportPreview::paintEvent(QPaintEvent* /*event*/) {
    const Tokens& tokens = tokensOf(palette());
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), tokens.window);
    const QSize size = pageSize();
    const int left = (viewport()->width() - size.width()) / 2;
    for (int page = 0; page < pageCount(); ++page) {
        const QRect area(QPoint(left, topOf(page) - verticalScrollBar()->value()), size);
        if (area.intersects(viewport()->rect())) {
            painter.drawPixmap(area.topLeft(), pictureOf(page));
            painter.setPen(tokens.border);
            painter.drawRect(area.adjusted(0, 0, -1, -1));
        }
    }
    if (hasFocus()) {
        painter.setPen(tokens.text);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
}

void ReportPreview::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    m_pictures.clear();
    fitScrollBars();
}

void ReportPreview::scrollContentsBy(int /*dx*/, int /*dy*/) {
    viewport()->update();
    Q_EMIT currentPageChanged(currentPage());
}

void ReportPreview::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Home:
        verticalScrollBar()->setValue(0);
        break;
    case Qt::Key_End:
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
        break;
    case Qt::Key_PageDown:
        showPage(std::min(pageCount() - 1, currentPage() + 1));
        break;
    case Qt::Key_PageUp:
        showPage(std::max(0, currentPage() - 1));
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void ReportPreview::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        viewport()->update();
    }
}

} // namespace diptych
