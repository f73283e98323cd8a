#include "ui/session/comparison_session.h"

#include "core/base/parallel.h"
#include "ui/session/job_runner.h"
#include "ui/session/notes.h"

#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <filesystem>

namespace diptych {

namespace {

constexpr int kProgressInterval = 100; // ms

/// Keeps a value alive and frees it on a background thread: giving back the memory of a large trace takes
/// longer than a frame, and any page may hold the last reference.
template <class T>
std::shared_ptr<const T> freedInBackground(std::shared_ptr<const T> value) {
    const T* const address = value.get();
    return std::shared_ptr<const T>(address, [value = std::move(value)](const T*) mutable {
        QThreadPool::globalInstance()->start([last = std::move(value)]() mutable { last.reset(); });
    });
}

bool isRegularFile(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

/// Everything the session knows of a side. It moves as one when the sides are swapped.
struct SideState {
    TraceSlot slot;
    JobHandle facts;
    JobHandle load;
    JobHandle analysis;
    QElapsedTimer clock;

    void cancelAll() {
        for (JobHandle* const job : {&facts, &load, &analysis}) {
            job->cancel.cancel();
            *job = {};
        }
    }
};

} // namespace

struct ComparisonSession::Private {
    Private(ComparisonSession& owner, SessionBackend functions)
        : session(owner), backend(std::move(functions)), rules(defaultRules()), runner(owner) {}

    ComparisonSession& session;
    SessionBackend backend;
    RuleTable rules;
    std::shared_ptr<const KernelClassifier> classifier; ///< null: the built-in one
    SessionSelection selection;
    Notes notes;
    PerSide<SideState> sides;
    JobHandle compile;
    JobHandle compare;
    std::shared_ptr<const Comparison> comparison;
    std::optional<Error> comparisonError;
    QTimer progressTimer;
    JobRunner runner; ///< last, so that it waits before anything else goes

    /// The side whose job of that kind has the number: none when the result is stale.
    std::optional<Side> sideOf(JobHandle SideState::*kind, JobNumber number) const {
        for (const Side side : kSides) {
            if ((sides[side].*kind).number == number) {
                return side;
            }
        }
        return {};
    }

    [[nodiscard]] unsigned workersFor(Side side, bool bothStart) const;
    void startLoad(Side side, const QString& path, unsigned workers);
    void startFacts(Side side, const std::string& path);
    void finishLoad(JobNumber number, Result<std::shared_ptr<const Trace>> result);
    void startAnalysis(Side side);
    void finishAnalysis(JobNumber number, Result<std::shared_ptr<const AnalyzedTrace>> result);
    void fail(Side side, const Error& error);
    void refuseSelection(Side side, const Error& error);
    void forgetSelectionOf(Side side);
    void endLoading(Side side, SlotState state);
    void dropComparison();
    void startComparison();
    void finishComparison(JobNumber number, Result<std::shared_ptr<const Comparison>> result);
    void finishCompile(JobNumber number, const RuleTable& table,
                       Result<std::shared_ptr<const KernelClassifier>> result);
    void takeProgress();
    void watchProgress();
};

unsigned ComparisonSession::Private::workersFor(Side side, bool bothStart) const {
    constexpr unsigned kMostWorkers = 8; // splitting and inflating feed no more
    const unsigned threads = hardwareThreads();
    const bool isShared = bothStart || sides[other(side)].load.isRunning();
    return std::clamp(isShared ? threads / 2 : threads, 1U, kMostWorkers);
}

void ComparisonSession::Private::startLoad(Side side, const QString& path, unsigned workers) {
    SideState& state = sides[side];
    if (state.slot.path != path) {
        forgetSelectionOf(side);
        if (!state.slot.path.isEmpty()) {
            notes.reset({});
        }
    }
    state.cancelAll();
    state.slot = {};
    state.slot.state = SlotState::Loading;
    state.slot.path = path;
    state.clock.start();
    dropComparison();

    const std::string file = path.toStdString();
    startFacts(side, file);
    LoadOptions options;
    options.workers = workers;
    state.load = runner.start(
        [load = backend.loadTrace, file, options](const CancelToken& cancel, const ProgressSink& progress) {
            return load(file, options, cancel, progress);
        },
        [this](JobNumber number, Result<std::shared_ptr<const Trace>> result) {
            finishLoad(number, std::move(result));
        });
    watchProgress();
}

/// Steps, rank and device were chosen in another file.
void ComparisonSession::Private::forgetSelectionOf(Side side) {
    AnalysisOptions options = selection.analysis[side];
    options.rank.reset();
    options.device.reset();
    if (selection.steps[side] || options != selection.analysis[side]) {
        selection.steps[side].reset();
        selection.analysis[side] = options;
        emit session.selectionChanged();
    }
}

void ComparisonSession::Private::startFacts(Side side, const std::string& path) {
    sides[side].facts = runner.start(
        [read = backend.readFirstFacts, path](const CancelToken&,
                                              const ProgressSink&) -> std::optional<FirstFacts> {
            if (!isRegularFile(path)) { // what is read of a pipe is gone for the load
                return {};
            }
            auto facts = read(path);
            return facts ? std::optional(std::move(facts).value()) : std::nullopt;
        },
        [this](JobNumber number, std::optional<FirstFacts> facts) {
            const auto found = sideOf(&SideState::facts, number);
            if (found && facts) {
                sides[*found].slot.facts = std::move(facts);
                emit session.slotChanged(*found);
            }
        });
}

void ComparisonSession::Private::finishLoad(JobNumber number, Result<std::shared_ptr<const Trace>> result) {
    const auto side = sideOf(&SideState::load, number);
    if (!side) {
        return;
    }
    SideState& state = sides[*side];
    state.slot.progress = state.load.progress->get();
    state.load = {};
    if (!result) {
        fail(*side, result.error());
        return;
    }
    state.slot.trace = freedInBackground(std::move(result).value());
    state.slot.progress.stage = Stage::FindSteps;
    startAnalysis(*side);
    emit session.slotChanged(*side);
}

void ComparisonSession::Private::startAnalysis(Side side) {
    SideState& state = sides[side];
    state.analysis.cancel.cancel();
    state.analysis = runner.start(
        [analyze = backend.analyzeTrace, trace = state.slot.trace, classifier = classifier,
         options = selection.analysis[side]](const CancelToken& cancel, const ProgressSink& progress)
            -> Result<std::shared_ptr<const AnalyzedTrace>> {
            const KernelClassifier& used = classifier ? *classifier : KernelClassifier::builtIn();
            auto result = analyze(trace, used, options, cancel, progress);
            if (!result) {
                return result.error();
            }
            return std::shared_ptr<const AnalyzedTrace>(
                std::make_shared<AnalyzedTrace>(std::move(result).value()));
        },
        [this](JobNumber number, Result<std::shared_ptr<const AnalyzedTrace>> result) {
            finishAnalysis(number, std::move(result));
        });
}

void ComparisonSession::Private::finishAnalysis(JobNumber number,
                                                Result<std::shared_ptr<const AnalyzedTrace>> result) {
    const auto side = sideOf(&SideState::analysis, number);
    if (!side) {
        return;
    }
    SideState& state = sides[*side];
    state.analysis = {};
    if (!result && state.slot.state == SlotState::Loaded) {
        refuseSelection(*side, result.error());
        return;
    }
    if (!result) {
        fail(*side, result.error());
        return;
    }
    state.slot.analysis = freedInBackground(std::move(result).value());
    if (state.slot.state != SlotState::Loaded) {
        endLoading(*side, SlotState::Loaded);
    }
    emit session.slotChanged(*side);
    startComparison();
}

void ComparisonSession::Private::fail(Side side, const Error& error) {
    if (error.code == ErrorCode::Cancelled) {
        endLoading(side, SlotState::Cancelled);
    } else {
        endLoading(side, SlotState::Failed);
        sides[side].slot.error = error;
    }
    sides[side].slot.trace.reset();
    sides[side].slot.analysis.reset();
    dropComparison();
    emit session.slotChanged(side);
}

/// The trace is fine, but what was asked of it is not: it stays loaded, and another selection can be made.
void ComparisonSession::Private::refuseSelection(Side side, const Error& error) {
    sides[side].slot.analysis.reset();
    dropComparison();
    comparisonError = error;
    emit session.slotChanged(side);
    emit session.comparisonChanged();
}

void ComparisonSession::Private::endLoading(Side side, SlotState state) {
    SideState& ended = sides[side];
    ended.slot.state = state;
    ended.slot.secondsLoading = static_cast<double>(ended.clock.elapsed()) / 1000;
    watchProgress();
}

void ComparisonSession::Private::dropComparison() {
    compare.cancel.cancel();
    compare = {};
    const bool hadAny = comparison || comparisonError;
    comparison.reset();
    comparisonError.reset();
    if (hadAny) {
        emit session.comparisonChanged();
    }
}

void ComparisonSession::Private::startComparison() {
    compare.cancel.cancel();
    compare = {};
    for (const Side side : kSides) {
        if (!sides[side].slot.analysis || sides[side].analysis.isRunning()) {
            return; // comes again when that side is ready
        }
    }
    CompareOptions options;
    options.phase = selection.phase;
    options.steps = selection.steps;
    options.thresholds = selection.thresholds;
    options.threads = hardwareThreads();
    compare = runner.start(
        [work = backend.compareTraces, a = sides.a.slot.analysis, b = sides.b.slot.analysis,
         options](const CancelToken& cancel, const ProgressSink& progress) {
            return work(a, b, options, cancel, progress);
        },
        [this](JobNumber number, Result<std::shared_ptr<const Comparison>> result) {
            finishComparison(number, std::move(result));
        });
    emit session.comparisonChanged();
}

void ComparisonSession::Private::finishComparison(JobNumber number,
                                                  Result<std::shared_ptr<const Comparison>> result) {
    if (number != compare.number) {
        return;
    }
    compare = {};
    comparison.reset();
    comparisonError.reset();
    if (result) {
        comparison = freedInBackground(std::move(result).value());
    } else {
        comparisonError = result.error();
    }
    emit session.comparisonChanged();
}

void ComparisonSession::Private::finishCompile(JobNumber number, const RuleTable& table,
                                               Result<std::shared_ptr<const KernelClassifier>> result) {
    if (number != compile.number) {
        return;
    }
    compile = {};
    if (!result) {
        emit session.rulesRefused(QString::fromStdString(describe(result.error())));
        return;
    }
    rules = table;
    classifier = std::move(result).value();
    for (const Side side : kSides) {
        if (sides[side].slot.trace) {
            startAnalysis(side);
        }
    }
    emit session.rulesChanged();
}

void ComparisonSession::Private::takeProgress() {
    for (const Side side : kSides) {
        SideState& state = sides[side];
        if (state.slot.state != SlotState::Loading) {
            continue;
        }
        if (state.load.isRunning()) {
            state.slot.progress = state.load.progress->get();
        } else if (state.analysis.isRunning()) {
            const Stage stage = state.analysis.progress->get().stage; // the figures stay those of the load
            state.slot.progress.stage = std::max(state.slot.progress.stage, stage);
        }
        state.slot.secondsLoading = static_cast<double>(state.clock.elapsed()) / 1000;
        emit session.progressChanged(side);
    }
}

void ComparisonSession::Private::watchProgress() {
    const bool isLoading = std::any_of(kSides.begin(), kSides.end(), [this](Side side) {
        return sides[side].slot.state == SlotState::Loading;
    });
    if (isLoading && !progressTimer.isActive()) {
        progressTimer.start(kProgressInterval);
    } else if (!isLoading) {
        progressTimer.stop();
    }
}

ComparisonSession::ComparisonSession(QObject* parent) : ComparisonSession(coreBackend(), parent) {}

ComparisonSession::ComparisonSession(SessionBackend backend, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(*this, std::move(backend))) {
    connect(&d->progressTimer, &QTimer::timeout, this, [this] { d->takeProgress(); });
}

ComparisonSession::~ComparisonSession() {
    d->compare.cancel.cancel();
    d->compile.cancel.cancel();
    for (const Side side : kSides) {
        d->sides[side].cancelAll();
    }
}

void ComparisonSession::open(Side side, const QString& path) {
    d->startLoad(side, path, d->workersFor(side, false));
    emit slotChanged(side);
}

void ComparisonSession::openBoth(const QString& a, const QString& b) {
    d->startLoad(Side::A, a, d->workersFor(Side::A, true));
    d->startLoad(Side::B, b, d->workersFor(Side::B, true));
    emit slotChanged(Side::A);
    emit slotChanged(Side::B);
}

void ComparisonSession::reload(Side side) {
    const QString path = d->sides[side].slot.path;
    if (!path.isEmpty()) {
        open(side, path);
    }
}

void ComparisonSession::cancel(Side side) {
    SideState& state = d->sides[side];
    if (state.slot.state != SlotState::Loading) {
        return;
    }
    state.cancelAll();
    state.slot.trace.reset();
    d->endLoading(side, SlotState::Cancelled);
    emit slotChanged(side);
}

void ComparisonSession::cancelComparison() {
    if (d->compare.isRunning()) {
        d->compare.cancel.cancel();
        d->compare = {};
        d->comparison.reset();
        d->comparisonError = Error{ErrorCode::Cancelled, {}, {}, "The comparison was cancelled", {}};
        emit comparisonChanged();
    }
}

void ComparisonSession::compareAgain() {
    d->startComparison();
}

void ComparisonSession::close(Side side) {
    SideState& state = d->sides[side];
    state.cancelAll();
    state.slot = {};
    d->notes.reset({});
    d->watchProgress();
    d->dropComparison();
    emit slotChanged(side);
}

void ComparisonSession::swapSides() {
    std::swap(d->sides.a, d->sides.b);
    std::swap(d->selection.steps.a, d->selection.steps.b);
    std::swap(d->selection.analysis.a, d->selection.analysis.b);
    d->notes.swapSides();
    // The old comparison has the sides the wrong way round: it goes before anything is told, the new one
    // follows.
    d->comparison.reset();
    d->comparisonError.reset();
    d->startComparison();
    emit slotChanged(Side::A);
    emit slotChanged(Side::B);
    emit selectionChanged();
    if (!d->compare.isRunning()) {
        emit comparisonChanged();
    }
}

void ComparisonSession::setSelection(const SessionSelection& selection) {
    const PerSide<AnalysisOptions> before = d->selection.analysis;
    d->selection = selection;
    for (const Side side : kSides) {
        if (d->sides[side].slot.trace && before[side] != selection.analysis[side]) {
            d->startAnalysis(side);
        }
    }
    emit selectionChanged();
    d->startComparison();
}

void ComparisonSession::setRules(const RuleTable& rules) {
    d->compile.cancel.cancel();
    d->compile = d->runner.start(
        [rules](const CancelToken&, const ProgressSink&) -> Result<std::shared_ptr<const KernelClassifier>> {
            auto compiled = KernelClassifier::compile(rules);
            if (!compiled) {
                return compiled.error();
            }
            return std::shared_ptr<const KernelClassifier>(
                std::make_shared<KernelClassifier>(std::move(compiled).value()));
        },
        [this, rules](JobNumber number, Result<std::shared_ptr<const KernelClassifier>> result) {
            d->finishCompile(number, rules, std::move(result));
        });
}

const TraceSlot& ComparisonSession::slot(Side side) const {
    return d->sides[side].slot;
}

const SessionSelection& ComparisonSession::selection() const {
    return d->selection;
}

const RuleTable& ComparisonSession::rules() const {
    return d->rules;
}

std::shared_ptr<const Comparison> ComparisonSession::comparison() const {
    return d->comparison;
}

const std::optional<Error>& ComparisonSession::comparisonError() const {
    return d->comparisonError;
}

Notes& ComparisonSession::notes() const {
    return d->notes;
}

bool ComparisonSession::isComparing() const {
    return d->compare.isRunning();
}

} // namespace diptych
