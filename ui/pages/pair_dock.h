#pragma once
// The kernel-pair drill-down beside the pages: both kernels, why they are a pair, their statistics, launches,
// CPU ops, modules and Python stacks. Follows the pair of the view state. GUI thread.

#include "core/compare/comparison.h"
#include "ui/models/pair_facts.h"
#include "ui/session/view_state.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace diptych {

class ComparisonSession;
class PairFactGrid;
class HistogramChart;
class MatchLabel;
class NoteBox;
class SegmentedSwitch;
class SourcePreview;
class StackView;
class WrappedName;

class PairDock : public QWidget {
    Q_OBJECT

public:
    PairDock(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);
    ~PairDock() override;

    /// Takes the newest comparison, null when there is none.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    /// The pair shown, or null.
    [[nodiscard]] const KernelPair* pair() const;
    /// Goes to the pair before or after the one shown, in order of work.
    void step(int direction);

    [[nodiscard]] PairFactGrid* durations() const { return m_durations; }
    [[nodiscard]] StackView* stack() const { return m_stack; }
    [[nodiscard]] SourcePreview* source() const { return m_source; }
    [[nodiscard]] NoteBox* note() const { return m_note; }
    [[nodiscard]] HistogramChart* histogram() const { return m_histogram; }

    [[nodiscard]] QSize sizeHint() const override;

signals:
    /// The user wants the dock away.
    void closeRequested();
    void sourceRequested(const QString& file, int line);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct NameBlock;

    QWidget* makeHead();
    QWidget* makeBody();
    void addNames(QVBoxLayout& layout, QWidget* parent);
    void addDecision(QVBoxLayout& layout, QWidget* parent);
    void addFacts(QVBoxLayout& layout, QWidget* parent);
    void addStack(QVBoxLayout& layout, QWidget* parent);
    void addActions(QVBoxLayout& layout, QWidget* parent);
    void addNote(QVBoxLayout& layout, QWidget* parent);
    void showPair();
    void showNames();
    void showDecision(const KernelPair& pair);
    void showRules();
    void showContext();
    void showStack();
    void showNote(const KernelPair& pair);
    void fillPriorArtMenu();

    ComparisonSession* m_session;
    ViewState* m_viewState;
    std::shared_ptr<const Comparison> m_comparison;
    PairFacts m_facts;

    QWidget* m_body = nullptr;
    QLabel* m_hint = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    QPushButton* m_priorArt = nullptr;
    PerSide<std::unique_ptr<NameBlock>> m_names;
    MatchLabel* m_operation = nullptr;
    QLabel* m_reason = nullptr;
    QLabel* m_rules = nullptr;
    QLabel* m_place = nullptr;
    PairFactGrid* m_durations = nullptr;
    HistogramChart* m_histogram = nullptr;
    PairFactGrid* m_launch = nullptr;
    QLabel* m_cpuOpCaption = nullptr;
    PerSide<WrappedName*> m_cpuOps;
    QLabel* m_moduleCaption = nullptr;
    PerSide<WrappedName*> m_modules;
    SegmentedSwitch* m_stackSide = nullptr;
    QLabel* m_stackRemark = nullptr;
    StackView* m_stack = nullptr;
    SourcePreview* m_source = nullptr;
    NoteBox* m_note = nullptr;
};

} // namespace diptych
