#pragma once
// Timeline: one step (or the whole recording) of both sides on one time scale, with the ribbons of a layer,
// and below it the chosen pair's kernels. The rows are built on a worker when the page is first shown. GUI
// thread.

#include "core/base/cancel_token.h"
#include "ui/pages/page_widget.h"

class QComboBox;
class QLabel;
class QStackedLayout;

namespace diptych {

class ComparisonSession;
class DataTable;
class ElidedLabel;
class JobRunner;
class PageMessage;
struct Timeline;
class TimelineView;

class TimelinePage : public PageWidget {
    Q_OBJECT

public:
    TimelinePage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);
    ~TimelinePage() override;

    [[nodiscard]] TimelineView* view() const { return m_view; }
    [[nodiscard]] QComboBox* stepBox() const { return m_steps; }
    [[nodiscard]] QComboBox* layerBox() const { return m_layers; }
    [[nodiscard]] QComboBox* alignmentBox() const { return m_alignment; }
    [[nodiscard]] DataTable* facts() const { return m_facts; }
    /// Whether the rows of the newest comparison are still being built.
    [[nodiscard]] bool isBuilding() const { return m_buildJob != 0; }

protected:
    void showComparison() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeHeader();
    QWidget* makeFacts();
    void connectParts();
    void startBuilding();
    void takeTimeline(std::uint64_t number, std::shared_ptr<const Timeline> timeline);
    void fillSteps();
    void fillLayers();
    void showStep();
    void showLayer();
    void chooseLayer(const QString& layer);
    void showBeginning();
    void showPair(bool withReveal);
    void showFacts();
    [[nodiscard]] int bestStep() const;
    [[nodiscard]] QString layerToShow() const;

    ViewState* m_viewState;
    QStackedLayout* m_stack;
    PageMessage* m_message;
    ElidedLabel* m_caption = nullptr;
    QComboBox* m_steps = nullptr;
    QComboBox* m_alignment = nullptr;
    QComboBox* m_layers = nullptr;
    TimelineView* m_view = nullptr;
    QLabel* m_factsTitle = nullptr;
    QLabel* m_factsCaption = nullptr;
    DataTable* m_facts = nullptr;
    QWidget* m_factsPanel = nullptr;
    std::uint64_t m_buildJob = 0;
    CancelSource m_building;
    std::unique_ptr<JobRunner> m_jobs; ///< last: it waits for its work before anything else goes
};

} // namespace diptych
