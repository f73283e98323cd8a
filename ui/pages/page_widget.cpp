#include "ui/pages/page_widget.h"

namespace diptych {

PageWidget::PageWidget(Page page, QWidget* parent) : QWidget(parent), m_page(page) {}

std::optional<std::uint64_t> PageWidget::countOf(const Comparison& /*comparison*/) const {
    return {};
}

void PageWidget::setComparison(std::shared_ptr<const Comparison> comparison) {
    if (m_comparison && !m_isStale && !isVisible()) { // what was built of the one before lets it go
        m_comparison.reset();
        showComparison();
    }
    m_comparison = std::move(comparison);
    m_isStale = true;
    if (isVisible()) {
        showIfNeeded();
    }
}

void PageWidget::showEvent(QShowEvent* event) {
    showIfNeeded();
    QWidget::showEvent(event);
}

void PageWidget::showIfNeeded() {
    if (m_isStale) {
        m_isStale = false;
        showComparison();
    }
}

} // namespace diptych
