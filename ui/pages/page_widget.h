#pragma once
// What every page of the window is: a widget that shows one comparison. The window hands each new comparison
// to all pages; a hidden page keeps it and shows it when it comes up, so that only what is seen is built, and
// lets go what it had built of the one before: no page keeps a trace that the window has closed. GUI thread.

#include "core/compare/comparison.h"
#include "ui/session/view_state.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace diptych {

class PageWidget : public QWidget {
    Q_OBJECT

public:
    explicit PageWidget(Page page, QWidget* parent = nullptr);

    [[nodiscard]] Page page() const { return m_page; }

    /// The number beside the page's name in the navigation; empty: none. Cheap; also asked of hidden pages.
    [[nodiscard]] virtual std::optional<std::uint64_t> countOf(const Comparison& comparison) const;

    /// Takes the newest comparison, null when there is none.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    [[nodiscard]] const std::shared_ptr<const Comparison>& comparison() const { return m_comparison; }

protected:
    /// Rebuilds the page from comparison(). Null: holds nothing any more, at no cost. Called while the page
    /// is visible or comes up, once for each comparison; with null also when it is hidden.
    virtual void showComparison() = 0;

    /// Whether what the page shows is of comparison(): a hidden page holds a newer one until it comes up, and
    /// must not follow the view state with what it shows.
    [[nodiscard]] bool isUpToDate() const { return !m_isStale; }

    void showEvent(QShowEvent* event) override;

private:
    void showIfNeeded();

    Page m_page;
    std::shared_ptr<const Comparison> m_comparison;
    bool m_isStale = false;
};

} // namespace diptych
