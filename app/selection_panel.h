#pragma once
// What is compared: phase, steps and device of each side, per step or total. Opens below the strip, so that
// it covers nothing of the page that it changes; every change is handed to the session (or the view state) at
// once. Follows the session; GUI thread.

#include "ui/models/selection_choices.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace diptych {

class ElidedLabel;
class SegmentedSwitch;
class ViewState;

class SelectionPanel : public QWidget {
    Q_OBJECT

public:
    SelectionPanel(ComparisonSession* session, ViewState* viewState, QWidget* parent);

    /// Shows it, with the focus in it.
    void open();

    [[nodiscard]] SegmentedSwitch* phaseSwitch() const { return m_phase; }
    [[nodiscard]] SegmentedSwitch* periodSwitch() const { return m_period; }
    [[nodiscard]] QSpinBox* firstStep(Side side) const { return m_sides[side].first; }
    [[nodiscard]] QSpinBox* lastStep(Side side) const { return m_sides[side].last; }
    [[nodiscard]] QCheckBox* leaveOutFirst(Side side) const { return m_sides[side].leaveOut; }
    [[nodiscard]] QComboBox* deviceBox(Side side) const { return m_sides[side].device; }
    [[nodiscard]] QPushButton* resetButton() const { return m_reset; }

Q_SIGNALS:
    void opened(bool isOpen);
    /// Closed while the focus was in it.
    void left();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct SideParts {
        ElidedLabel* name = nullptr;
        QSpinBox* first = nullptr;
        QSpinBox* last = nullptr;
        ElidedLabel* phases = nullptr;
        QCheckBox* leaveOut = nullptr;
        QComboBox* device = nullptr;
        std::shared_ptr<const AnalyzedTrace> listed; ///< whose devices the box holds
        std::vector<DeviceOption> devices;
    };

    [[nodiscard]] QHBoxLayout* makeWhole();
    void addSide(QGridLayout& grid, int row, Side side);
    [[nodiscard]] QHBoxLayout* makeSteps(Side side);
    void connectWhole();
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
