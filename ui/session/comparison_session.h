#pragma once
// Both traces and their comparison. Lives on the GUI thread, owns the jobs that load, analyse and compare on
// background threads, and publishes whole results: a page never sees half of one. Slots carry a generation
// number, so results of loads and comparisons that were replaced or cancelled are dropped. The destructor
// cancels and waits.

#include "core/compare/comparison.h"
#include "ui/session/session_backend.h"
#include "ui/session/trace_slot.h"

#include <QObject>

namespace diptych {

class Notes;

/// Everything that decides what a comparison shows, besides the traces.
struct SessionSelection {
    PhaseFilter phase = PhaseFilter::All;
    PerSide<std::optional<StepRange>> steps;
    PerSide<AnalysisOptions> analysis; ///< rank, device, repaired names
    Thresholds thresholds;
};

class ComparisonSession : public QObject {
    Q_OBJECT

public:
    explicit ComparisonSession(QObject* parent = nullptr);
    /// With other functions in the place of the core's, for tests.
    explicit ComparisonSession(SessionBackend backend, QObject* parent = nullptr);
    ~ComparisonSession() override;

    /// Starts loading a file into a side and replaces what was there; the other side is left alone. Another
    /// file than before forgets the steps, rank and device chosen for that side.
    void open(Side side, const QString& path);
    /// Opens both; paths may be equal.
    void openBoth(const QString& a, const QString& b);
    void reload(Side side);
    /// Cancels the load of a side; the slot becomes Cancelled, the other side goes on.
    void cancel(Side side);
    /// Empties a side.
    void close(Side side);
    /// Exchanges the sides, loads under way included, and compares again.
    void swapSides();
    /// Stops the comparison under way; comparisonError() then says so.
    void cancelComparison();
    /// Compares again, after a cancel.
    void compareAgain();

    /// Analyses again the sides whose options changed, and compares again; nothing is reloaded. The
    /// comparison shown stays until the new one is there.
    void setSelection(const SessionSelection& selection);
    /// Classifies and compares again with other rules, without reloading. A table with a broken pattern
    /// changes nothing: rulesRefused() tells why.
    void setRules(const RuleTable& rules);

    [[nodiscard]] const TraceSlot& slot(Side side) const;
    [[nodiscard]] const SessionSelection& selection() const;
    [[nodiscard]] const RuleTable& rules() const;
    /// The newest comparison, or null while there is none.
    [[nodiscard]] std::shared_ptr<const Comparison> comparison() const;
    /// Why there is no comparison although both sides are loaded.
    [[nodiscard]] const std::optional<Error>& comparisonError() const;
    [[nodiscard]] bool isComparing() const;
    /// What the user wrote about these traces; other files begin without.
    [[nodiscard]] Notes& notes() const;

signals:
    /// State, facts or trace of a side changed.
    void slotChanged(diptych::Side side);
    /// Progress of a load; at most ten times a second.
    void progressChanged(diptych::Side side);
    /// comparison(), comparisonError() or isComparing() changed.
    void comparisonChanged();
    void selectionChanged();
    void rulesChanged();
    /// setRules was given a table that cannot be used; `reason` is for people.
    void rulesRefused(const QString& reason);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace diptych
