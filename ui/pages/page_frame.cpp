#include "ui/pages/page_frame.h"

#include "ui/pages/page_message.h"
#include "ui/pages/period_switch.h"
#include "ui/style/elided_label.h"
#include "ui/style/text_role.h"
#include "ui/style/tokens.h"
#include "ui/views/filter_box.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace diptych {

namespace {

constexpr int kFrameHeadHeight = 48;
constexpr int kLeastCaption = 80;

} // namespace

PageFrame::PageFrame(Page page, ComparisonSession* session, ViewState* viewState, QWidget* parent)
    : PageWidget(page, parent), m_viewState(viewState), m_stack(new QStackedLayout(this)),
      m_message(new PageMessage(session, viewState, this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const content = new QWidget(this);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    makeHead(content);
    m_stack->addWidget(m_message);
    m_stack->addWidget(content);
}

void PageFrame::makeHead(QWidget* content) {
    auto* const head = new QWidget(content);
    head->setFixedHeight(kFrameHeadHeight);
    m_head = new QHBoxLayout(head);
    m_head->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, 0);
    m_head->setSpacing(metrics::kUnit * 3);
    m_caption = new ElidedLabel(TextRole::Secondary, head);
    m_caption->setElideMode(Qt::ElideRight);
    m_caption->setLeastReadable(kLeastCaption);
    m_head->addWidget(m_caption, 1);
    m_column->addWidget(head);
}

void PageFrame::setTitle(const QString& title) {
    setTitle(makeLabel(TextRole::Title, title, this));
}

void PageFrame::setTitle(QWidget* title) {
    m_head->insertWidget(0, title);
}

void PageFrame::addToHead(QWidget* widget) {
    m_head->addWidget(widget);
}

FilterBox* PageFrame::addFilter(const QString& placeholder, int width) {
    auto* const filter = new FilterBox(placeholder, this);
    filter->setWantedWidth(width);
    addToHead(filter);
    return filter;
}

PeriodSwitch* PageFrame::addPeriodSwitch() {
    auto* const period = new PeriodSwitch(m_viewState, this);
    addToHead(period);
    return period;
}

void PageFrame::addPart(QWidget* part, int stretch) {
    m_column->addWidget(part, stretch);
}

void PageFrame::addParts(const QString& name, QWidget* upper, QWidget* lower, int percent) {
    auto* const parts = new QSplitter(Qt::Vertical, this);
    parts->setObjectName(name);
    parts->setChildrenCollapsible(false);
    parts->addWidget(upper);
    parts->addWidget(lower);
    parts->setStretchFactor(0, percent);
    parts->setStretchFactor(1, 100 - percent);
    parts->setSizes({20 * percent, 20 * (100 - percent)}); // shares
    addPart(parts, 1);
}

QLabel* PageFrame::addFootnote(const QString& text) {
    QLabel* const footnote = makeLabel(TextRole::Caption, text, this);
    footnote->setWordWrap(true);
    footnote->setContentsMargins(metrics::kMargin, 0, metrics::kMargin, metrics::kUnit * 3);
    addPart(footnote);
    return footnote;
}

void PageFrame::showContent(bool isShown) {
    m_stack->setCurrentIndex(isShown ? 1 : 0);
}

void PageFrame::setCaption(const QString& text) {
    m_caption->setFullText(text);
}

} // namespace diptych
