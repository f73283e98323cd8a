#pragma once
// Layers: a pair of bars a layer, and the chosen layer's aligned pairs as two mirrored columns with ribbons.
// Layer and pair stand in the view state, by id. GUI thread.

#include "ui/models/pair_items.h"
#include "ui/pages/page_widget.h"

class QHBoxLayout;
class QLabel;
class QStackedLayout;
class QPushButton;

namespace diptych {

class ComparisonSession;
class ElidedLabel;
class FigureLabel;
class LayerChart;
class Notes;
class PageMessage;
class PairFooter;
class PairView;
class SegmentedSwitch;

class LayersPage : public PageWidget {
    Q_OBJECT

public:
    LayersPage(ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    [[nodiscard]] std::optional<std::uint64_t> countOf(const Comparison& comparison) const override;

    [[nodiscard]] LayerChart* chart() const { return m_chart; }
    [[nodiscard]] PairView* pairs() const { return m_pairs; }
    [[nodiscard]] FigureLabel* sums() const { return m_sums; }
    [[nodiscard]] FigureLabel* layerTitle() const { return m_layerTitle; }
    [[nodiscard]] ElidedLabel* layerNote() const { return m_layerNote; }
    [[nodiscard]] PairFooter* footer() const { return m_footer; }
    [[nodiscard]] SegmentedSwitch* filter() const { return m_filter; }
    [[nodiscard]] SegmentedSwitch* grouping() const { return m_grouping; }

protected:
    void showComparison() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeHeader();
    QWidget* makeUpperPart();
    QWidget* makeLowerPart();
    void fillSectionsMenu();
    void showBars();
    void showSums();
    void showFigures();
    void showLayer();
    void placeSums();
    void showFooter(const LayerRow& layer);
    void showLayerNote(const LayerRow& layer);
    void followLayer();
    void followPair();
    [[nodiscard]] const LayerRow* chosenLayer() const;
    [[nodiscard]] bool isPerStep() const;
    [[nodiscard]] QString periodText() const;

    ViewState* m_viewState;
    const Notes* m_notes; ///< the session's; may be null
    QStackedLayout* m_stack;
    PageMessage* m_message;
    FigureLabel* m_sums = nullptr;
    FigureLabel* m_outside = nullptr;
    QHBoxLayout* m_headLine = nullptr;
    QWidget* m_sumsLine = nullptr; ///< for the sums, where the first line has no room
    QPushButton* m_sections = nullptr;
    SegmentedSwitch* m_grouping = nullptr;
    LayerChart* m_chart = nullptr;
    QLabel* m_noLayers = nullptr;
    FigureLabel* m_layerTitle = nullptr;
    ElidedLabel* m_layerNote = nullptr;
    SegmentedSwitch* m_filter = nullptr;
    PairView* m_pairs = nullptr;
    PairFooter* m_footer = nullptr;
};

} // namespace diptych
