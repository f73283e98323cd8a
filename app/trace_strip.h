#pragma once
// The strip above all pages: both traces with their headline figure, swap, what is compared, find and Export.
// Follows the session's selection; shows the comparison that the window gives it. GUI thread.

#include "app/strip_side.h"
#include "ui/models/selection_choices.h"

#include <QWidget>

class QMenu;
class QPushButton;
class QToolButton;

namespace diptych {

class FindBox;
class SelectionPanel;
class ViewState;

class TraceStrip : public QWidget {
    Q_OBJECT

public:
    /// `exportMenu` opens below the button Export; what is found floats over the parent.
    TraceStrip(ComparisonSession* session, ViewState* viewState, QMenu* exportMenu, QWidget* parent);

    /// Null: there is none, and what is known of the traces is shown.
    void showComparison(std::shared_ptr<const Comparison> comparison);
    [[nodiscard]] FindBox* findBox() const { return m_find; }
    /// Hidden at first; the window gives it its place below the strip.
    [[nodiscard]] SelectionPanel* selectionPanel() const { return m_panel; }
    [[nodiscard]] QPushButton* selectionButton() const { return m_selection; }
    /// Shown while a first step that is slow is among what is compared.
    [[nodiscard]] QToolButton* slowFirstStepButton() const { return m_slowFirst; }

signals:
    void swapRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void makeButtons(QMenu* exportMenu);
    void layOut();
    void toggleSelection();
    void showFigures();
    void showSelection();
    void showSlowFirstStep(const PerSide<SideChoices>& choices);
    void leaveOutSlowFirstSteps();
    [[nodiscard]] PerSide<SideChoices> choices() const;

    ComparisonSession* m_session;
    ViewState* m_viewState;
    std::shared_ptr<const Comparison> m_comparison;
    PerSide<StripSide*> m_sides;
    QToolButton* m_swap;
    QToolButton* m_slowFirst;
    QPushButton* m_selection;
    SelectionPanel* m_panel;
    FindBox* m_find;
    QPushButton* m_export;
};

} // namespace diptych
