#pragma once
// A backend whose jobs wait until the test lets them go, so that every order of events can be made. A file is
// what its name says: "slow..." waits for release(), "stubborn..." does so and ignores a cancel, "bad..."
// fails; all others are there at once. "four..." has four decode steps, the first of them slow.

#include "ui/session/session_backend.h"

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace diptych::test {

class FakeBackend {
public:
    [[nodiscard]] SessionBackend functions() {
        SessionBackend backend;
        backend.readFirstFacts = [](const std::string& path) -> Result<FirstFacts> {
            FirstFacts facts;
            facts.fileBytes = 1000;
            facts.metadata.gpu = "GPU of " + path;
            return facts;
        };
        backend.loadTrace = [this](const std::string& path, const LoadOptions& options,
                                   const CancelToken& cancel, const ProgressSink& progress) {
            return load(path, options, cancel, progress);
        };
        backend.analyzeTrace = [this](std::shared_ptr<const Trace> trace, const KernelClassifier&,
                                      const AnalysisOptions& options, const CancelToken&,
                                      const ProgressSink&) -> Result<AnalyzedTrace> {
            ++analyses;
            if (options.rank) {
                return Error{ErrorCode::NoSuchSelection, trace->path, {}, "The trace has no such rank", {}};
            }
            AnalyzedTrace analyzed;
            analyzed.trace = std::move(trace);
            for (int i = 0; i < 4 && analyzed.trace->path.find("four") != std::string::npos; ++i) {
                Step step;
                step.phase = Phase::Decode;
                step.gpuNs = i == 0 ? 400 : 100;
                analyzed.steps.steps.push_back(step);
            }
            analyzed.options = options;
            return analyzed;
        };
        backend.compareTraces = [this](std::shared_ptr<const AnalyzedTrace> a,
                                       std::shared_ptr<const AnalyzedTrace> b, const CompareOptions& options,
                                       const CancelToken&, const ProgressSink&) {
            return compare(std::move(a), std::move(b), options);
        };
        return backend;
    }

    /// Lets all loads of that file, under way and to come, go on.
    void release(const std::string& path) {
        const std::lock_guard lock(m_mutex);
        m_released.insert(path);
    }

    [[nodiscard]] std::vector<unsigned> workers(const std::string& path) const {
        const std::lock_guard lock(m_mutex);
        const auto found = m_workers.find(path);
        return found == m_workers.end() ? std::vector<unsigned>{} : found->second;
    }

    std::atomic<int> loads{0};
    std::atomic<int> loadsEnded{0};
    std::atomic<int> analyses{0};
    std::atomic<int> comparisons{0};
    std::atomic<bool> holdComparisons{false};

private:
    bool isReleased(const std::string& path) const {
        const std::lock_guard lock(m_mutex);
        return m_released.count(path) != 0;
    }

    Result<std::shared_ptr<const Trace>> load(const std::string& path, const LoadOptions& options,
                                              const CancelToken& cancel, const ProgressSink& progress) {
        ++loads;
        {
            const std::lock_guard lock(m_mutex);
            m_workers[path].push_back(options.workers);
        }
        const auto result = wait(path, cancel, progress);
        ++loadsEnded;
        return result;
    }

    Result<std::shared_ptr<const Trace>> wait(const std::string& path, const CancelToken& cancel,
                                              const ProgressSink& progress) const {
        const bool isStubborn = path.find("stubborn") != std::string::npos;
        const bool isSlow = isStubborn || path.find("slow") != std::string::npos;
        Progress state;
        state.bytesTotal = 1000;
        while (isSlow && !isReleased(path)) {
            if (cancel.isCancelled() && !isStubborn) {
                return Error{ErrorCode::Cancelled, path, {}, "Cancelled", {}};
            }
            state.bytesRead = 500;
            ++state.events;
            progress(state);
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        if (path.find("bad") != std::string::npos) {
            return Error{ErrorCode::NotJson, path, 17, "The file is not JSON", "Choose another"};
        }
        auto trace = std::make_shared<Trace>();
        trace->path = path;
        trace->fileBytes = 1000;
        return std::shared_ptr<const Trace>(std::move(trace));
    }

    Result<std::shared_ptr<const Comparison>> compare(std::shared_ptr<const AnalyzedTrace> a,
                                                      std::shared_ptr<const AnalyzedTrace> b,
                                                      const CompareOptions& options) {
        ++comparisons;
        while (holdComparisons) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        if (options.phase == PhaseFilter::Prefill) {
            return Error{ErrorCode::NoSuchSelection, {}, {}, "Neither side has a prefill step", {}};
        }
        auto comparison = std::make_shared<Comparison>();
        comparison->sides = {std::move(a), std::move(b)};
        comparison->options = options;
        return std::shared_ptr<const Comparison>(std::move(comparison));
    }

    mutable std::mutex m_mutex;
    std::set<std::string> m_released;
    std::map<std::string, std::vector<unsigned>> m_workers;
};

} // namespace diptych::test
