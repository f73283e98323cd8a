#pragma once
// The page without a comparison: two panels that take a trace each and show how it loads, the sample, and
// what was opened before. It asks; the window opens files. GUI thread.

#include "ui/pages/welcome_recents.h"
#include "ui/session/comparison_session.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace diptych {

class StageRow;
class WelcomePanel;

class WelcomePage : public QWidget {
    Q_OBJECT

public:
    explicit WelcomePage(ComparisonSession* session, QWidget* parent = nullptr);

    void setRecents(const std::vector<RecentComparison>& recents);
    /// What the sample is, in words; "" when there is none: the button is hidden.
    void setSample(const QString& description);

signals:
    void chooseRequested(diptych::Side side);
    void sampleRequested();
    void recentChosen(const QString& a, const QString& b);
    /// The comparison is there and the user wants to go back to it.
    void comparisonRequested();

private:
    [[nodiscard]] QWidget* makePanels();
    [[nodiscard]] QWidget* makeSampleRow();
    [[nodiscard]] QWidget* makeAfterwards();
    void connectPanel(Side side, WelcomePanel* panel);
    void showSide(Side side);
    void showHeadline();
    void showAfterwards();

    ComparisonSession* m_session;
    QLabel* m_headline;
    QLabel* m_explanation;
    QWidget* m_panelFrame = nullptr;
    PerSide<WelcomePanel*> m_panels;
    QWidget* m_sampleRow;
    QPushButton* m_sample;
    QLabel* m_sampleText;
    QLabel* m_next;
    QPushButton* m_show;
    QWidget* m_afterwards;
    StageRow* m_alignLayers;
    StageRow* m_alignKernels;
    QPushButton* m_cancelBoth;
    WelcomeRecents* m_recents = nullptr;
};

} // namespace diptych
