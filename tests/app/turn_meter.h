#pragma once
// Measures how long the window's thread is busy at a stretch: an application that times every event which the
// event loop delivers. Processor time tells what the program does, whatever else the machine runs; elapsed
// time tells also where it waits. GUI thread.

#include <QApplication>
#include <QString>

#include <vector>

namespace diptych::test {

/// The longest event of one phase.
struct LongestTurn {
    QString phase;
    double cpuMs = 0;
    double elapsedMs = 0; ///< of the event with most processor time
    QString event;        ///< "QMetaCallEvent 43 to diptych::MainWindow"
    int events = 0;       ///< delivered in the phase
    double worstElapsedMs = 0;
};

class MeteredApplication : public QApplication {
    Q_OBJECT

public:
    MeteredApplication(int& argc, char** argv);

    /// What follows is another phase.
    void beginPhase(const QString& name);
    [[nodiscard]] const std::vector<LongestTurn>& phases() const { return m_phases; }
    [[nodiscard]] LongestTurn longest() const;

    bool notify(QObject* receiver, QEvent* event) override;

private:
    std::vector<LongestTurn> m_phases;
    int m_depth = 0; ///< events are delivered within others
};

/// Walks a window over the traces at two paths: loads, compares, opens every page, chooses, sorts, pans the
/// timeline, swaps. False when the traces cannot be compared.
[[nodiscard]] bool walkWindow(MeteredApplication& application, const QString& a, const QString& b);

} // namespace diptych::test
