#pragma once
// What is compared: phase, steps and device of each side, per step or total. Floats below its button in the
// strip; every change is handed to the session (or the view state) at once. Follows the session. Owned by the
// strip; GUI thread.

#include "ui/models/selection_choices.h"

#include <QFrame>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace diptych {

class SegmentedSwitch;
class ViewState;

class SelectionPanel : public QFrame {
    Q_OBJECT

public:
    SelectionPanel(ComparisonSession* session, ViewState* viewState, QWidget* parent);

    /// Opens below the widget, its right edge at that of the widget.
    void openBelow(const QWidget& anchor);

    [[nodiscard]] SegmentedSwitch* phaseSwitch() const { return m_phase; }
    [[nodiscard]] SegmentedSwitch* periodSwitch() const { return m_period; }
    [[nodiscard]] QSpinBox* firstStep(Side side) const { return m_sides[side].first; }
    [[nodiscard]] QSpinBox* lastStep(Side side) const { return m_sides[side].last; }
    [[nodiscard]] QCheckBox* leaveOutFirst(Side side) const { return m_sides[side].leaveOut; }
    [[nodiscard]] QComboBox* deviceBox(Side side) const { return m_sides[side].device; }
    [[nodiscard]] QPushButton* resetButton() const { return m_reset; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct SideParts {
        QLabel* name = nullptr;
        QWidget* steps = nullptr;
        QSpinBox* first = nullptr;
        QSpinBox* last = nullptr;
        QLabel* of = nullptr;
        QLabel* phases = nullptr;
        QCheckBox* leaveOut = nullptr;
        QComboBox* device = nullptr;
        std::shared_ptr<const AnalyzedTrace> listed; ///< whose devices the box holds
        std::vector<DeviceOption> devices;
    };

    void addSide(QGridLayout& grid, int column, Side side);
    void connectSide(Side side);
    void showSession();
    void showSide(Side side, const SideChoices& choices);
    void showSteps(Side side, const SideChoices& choices);
    void showDevices(Side side);
    void takeSteps(Side side);
    void reset();
    [[nodiscard]] PerSide<SideChoices> choices() const;

    ComparisonSession* m_session;
    ViewState* m_viewState;
    SegmentedSwitch* m_phase;
    SegmentedSwitch* m_period;
    QLabel* m_periodRemark;
    QPushButton* m_reset;
    PerSide<SideParts> m_sides;
};

} // namespace diptych
