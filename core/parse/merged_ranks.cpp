#include "core/parse/merged_ranks.h"

#include "core/parse/json_scan.h"
#include "core/parse/number_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace diptych {

namespace {

constexpr std::size_t kMostRanks = 0xFFFF;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool isLetter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}
bool isJoint(char c) {
    return c == ' ' || c == '_' || c == '-' || c == '=' || c == '#';
}

/// Where "WORD 3", "Word_3" or "word3" that begins at `at` ends; `at` when it does not stand there.
std::size_t skipNumbered(std::string_view text, std::size_t at, std::string_view word) {
    std::size_t end = at;
    for (const char c : word) {
        if (end >= text.size() || lower(text[end]) != c) {
            return at;
        }
        ++end;
    }
    if (end < text.size() && isJoint(text[end])) {
        ++end;
    }
    const std::size_t digits = end;
    while (end < text.size() && json::isDigit(text[end])) {
        ++end;
    }
    return end == digits || (end < text.size() && isLetter(text[end])) ? at : end;
}

/// "rank 3" anywhere, with the node where one stands at the beginning: "node1/rank3".
std::string_view rankWordIn(std::string_view text) {
    constexpr std::string_view kWord = "rank";
    for (std::size_t at = 0; at + kWord.size() < text.size(); ++at) {
        const std::size_t end = at != 0 && isLetter(text[at - 1]) ? at : skipNumbered(text, at, kWord);
        if (end != at) {
            const bool hasNode = skipNumbered(text, 0, "node") != 0 || skipNumbered(text, 0, "host") != 0;
            return hasNode ? text.substr(0, end) : text.substr(at, end - at);
        }
    }
    return {};
}

/// Places in a grid of ranks at the beginning: "TP0-PP1", "DP_01 TP_3", "worker 2", "r5:".
std::string_view gridPlaceOf(std::string_view text) {
    constexpr std::array<std::string_view, 9> kAxes{"tp", "dp",   "pp",     "ep", "cp",
                                                    "sp", "fsdp", "worker", "r"};
    std::size_t place = 0;
    std::size_t end = 0;
    for (bool found = true; found;) {
        found = false;
        for (const std::string_view axis : kAxes) {
            const std::size_t next = skipNumbered(text, place, axis);
            if (next != place) {
                found = true;
                end = next;
                place = next < text.size() && (isJoint(text[next]) || text[next] == ',') ? next + 1 : next;
                break;
            }
        }
    }
    return text.substr(0, end);
}

/// The rank before a process's own number: "3:100", "3/100".
std::string_view numberBefore(std::string_view text) {
    const std::size_t end = text.find_first_of(":/");
    const bool isPair =
        end != std::string_view::npos && end != 0 && end + 1 < text.size() &&
        std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), json::isDigit);
    return isPair ? text.substr(0, end) : std::string_view{};
}

/// The rank's number, when the label holds one number and no more: "TP01", "rank 3".
std::optional<std::int64_t> numberIn(std::string_view label) {
    const auto first = std::find_if(label.begin(), label.end(), json::isDigit);
    const auto last = std::find_if_not(first, label.end(), json::isDigit);
    if (first == label.end() || std::find_if(last, label.end(), json::isDigit) != label.end()) {
        return std::nullopt;
    }
    return integerOf({first, last});
}

struct Naming {
    std::vector<RankInfo> ranks;
    std::unordered_map<StringId, std::uint16_t> ofProcess; ///< those that are missing say nothing
};

/// Ranks in the order in which their processes first occur. `labelOf` gives a process's label or "".
template <class LabelOf>
Naming nameBy(const Trace& trace, const LabelOf& labelOf) {
    Naming naming;
    std::unordered_map<std::string_view, std::size_t> numbers;
    for (const Thread& thread : trace.threads) {
        const std::string_view label = labelOf(thread.process);
        if (label.empty() || naming.ofProcess.contains(thread.process)) {
            continue;
        }
        const auto [number, isNew] = numbers.try_emplace(label, naming.ranks.size());
        naming.ofProcess[thread.process] = static_cast<std::uint16_t>(std::min(number->second, kMostRanks));
        if (isNew) {
            naming.ranks.push_back({numberIn(label), std::string(label)});
        }
    }
    return naming;
}

Naming nameByTexts(const Trace& trace) {
    return nameBy(trace, [&](StringId process) { return rankLabelOf(trace.text(process)); });
}

/// By what processes are called; "" for those that no name or label gives a rank.
Naming nameByLabels(const Trace& trace, const std::vector<ProcessLabel>& labels) {
    std::unordered_map<StringId, std::string_view> ofProcess;
    for (const ProcessLabel& label : labels) {
        if (const std::string_view rank = rankLabelOf(trace.text(label.text)); !rank.empty()) {
            ofProcess.try_emplace(label.process, rank);
        }
    }
    return nameBy(trace, [&](StringId process) {
        const auto found = ofProcess.find(process);
        return found == ofProcess.end() ? std::string_view{} : found->second;
    });
}

Naming nameByNumbers(const Trace& trace) {
    return nameBy(trace, [&](StringId process) { return numberBefore(trace.text(process)); });
}

/// Which processes made a launch call with a correlation.
class LaunchesByCorrelation {
public:
    LaunchesByCorrelation(const Trace& trace, CancelPoll& poll) {
        const Launches& launches = trace.launches;
        for (std::size_t row = 0; row < launches.size(); ++row) {
            poll();
            const std::int64_t correlation = launches.correlation[row];
            if (correlation != 0 && correlation != kAbsentNumber && launches.thread[row].isValid()) {
                m_calls.push_back({correlation, trace.threads[launches.thread[row].index()].process,
                                   launches.startNs[row]});
            }
        }
        std::stable_sort(m_calls.begin(), m_calls.end(), [&poll](const Call& x, const Call& y) {
            poll();
            return std::tie(x.correlation, x.process) < std::tie(y.correlation, y.process);
        });
        const auto isSame = [](const Call& x, const Call& y) {
            return x.correlation == y.correlation && x.process == y.process;
        };
        m_calls.erase(std::unique(m_calls.begin(), m_calls.end(), isSame), m_calls.end());
    }

    /// Calls `visit(process, startNs)` for the first call of each process.
    template <class Visit>
    void forEach(std::int64_t correlation, const Visit& visit) const {
        auto call =
            std::lower_bound(m_calls.begin(), m_calls.end(), correlation,
                             [](const Call& x, std::int64_t number) { return x.correlation < number; });
        for (; call != m_calls.end() && call->correlation == correlation; ++call) {
            visit(call->process, call->startNs);
        }
    }

private:
    struct Call {
        std::int64_t correlation;
        StringId process;
        Nanoseconds startNs;
    };

    std::vector<Call> m_calls;
};

bool doSeveralProcessesLaunch(const Trace& trace, CancelPoll& poll) {
    StringId first;
    for (const ThreadId thread : trace.launches.thread) {
        poll();
        const StringId process = thread.isValid() ? trace.threads[thread.index()].process : first;
        first = first.isValid() ? first : process;
        if (process != first) {
            return true;
        }
    }
    return false;
}

/// Every process that launched a GPU activity is a rank.
Naming nameByLaunching(const Trace& trace, const LaunchesByCorrelation& launches, CancelPoll& poll) {
    std::unordered_map<StringId, std::string> ofProcess;
    for (const std::int64_t correlation : trace.gpu.correlation) {
        launches.forEach(correlation, [&](StringId process, Nanoseconds) {
            poll();
            std::string& label = ofProcess[process];
            label = label.empty() ? "process " + std::string(trace.text(process)) : label;
        });
    }
    Naming naming = nameBy(trace, [&](StringId process) {
        const auto found = ofProcess.find(process);
        return found == ofProcess.end() ? std::string_view{} : std::string_view(found->second);
    });
    for (RankInfo& rank : naming.ranks) {
        rank.rank.reset(); // that is the process's number
    }
    return naming;
}

/// Tools that merge traces without texts add a multiple of a power of ten to all process numbers of a rank.
/// Where every process that launches or is a GPU fits that, the multiples are the ranks.
void nameByOffsets(const Trace& trace, const std::vector<ThreadId>& gpuThread, Naming& naming) {
    constexpr std::int64_t kMostDevices = 1000;
    std::unordered_set<StringId> gpus;
    for (const ThreadId thread : gpuThread) {
        gpus.insert(trace.threads[thread.index()].process);
    }
    for (std::int64_t unit = 1'000'000'000; unit >= kMostDevices; unit /= 10) {
        std::map<std::int64_t, std::uint16_t> rankOf;
        bool fits = true;
        for (const auto& [process, rank] : naming.ofProcess) {
            const auto number = integerOf(trace.text(process));
            fits = fits && number && *number >= 0 && rankOf.try_emplace(*number / unit, rank).second;
        }
        Naming wider = naming;
        for (const StringId gpu : gpus) {
            const auto number = integerOf(trace.text(gpu));
            const auto rank = number ? rankOf.find(*number / unit) : rankOf.end();
            fits = fits && rank != rankOf.end() && *number % unit < kMostDevices;
            wider.ofProcess.try_emplace(gpu, fits ? rank->second : std::uint16_t{0});
        }
        if (fits) {
            for (const auto& [number, rank] : rankOf) {
                wider.ranks[rank] = {number, "rank " + std::to_string(number)};
            }
            naming = std::move(wider);
            return;
        }
    }
}

/// How the activities of a GPU process and the launches of a rank fit together.
struct Fit {
    std::uint64_t alone = 0;   ///< activities that only this rank can have launched
    std::uint64_t matches = 0; ///< activities that it can have launched
    std::uint64_t early = 0;   ///< of these, such that begin before their launch
};

/// Where the activities belong whose processes say no rank.
class Attribution {
public:
    Attribution(Trace& trace, const std::vector<ThreadId>& gpuThread, const Naming& naming,
                const LaunchesByCorrelation& launches, CancelPoll& poll)
        : m_trace(trace), m_gpuThread(gpuThread), m_naming(naming), m_launches(launches), m_poll(poll) {}

    void run() {
        measure();
        settleProcesses();
        for (std::size_t row = 0; row < m_trace.gpu.size(); ++row) {
            m_poll();
            m_trace.gpu.rank[row] = rankOf(row);
        }
    }

private:
    [[nodiscard]] StringId processOf(std::size_t row) const {
        return m_trace.threads[m_gpuThread[row].index()].process;
    }

    /// Calls `visit(rank, startNs)` for the ranks that made a call with the activity's correlation.
    template <class Visit>
    void forEachRank(std::size_t row, const Visit& visit) {
        m_launches.forEach(m_trace.gpu.correlation[row], [&](StringId process, Nanoseconds startNs) {
            m_poll();
            const auto found = m_naming.ofProcess.find(process);
            if (found != m_naming.ofProcess.end()) {
                visit(found->second, startNs);
            }
        });
    }

    void measure() {
        for (std::size_t row = 0; row < m_trace.gpu.size(); ++row) {
            m_poll();
            const StringId process = processOf(row);
            if (m_naming.ofProcess.contains(process)) {
                continue;
            }
            const auto [found, isNew] = m_fits.try_emplace(process);
            if (isNew) {
                m_order.push_back(process);
            }
            std::map<std::uint16_t, Fit>& fits = found->second;
            Fit* only = nullptr;
            std::size_t count = 0;
            forEachRank(row, [&](std::uint16_t rank, Nanoseconds startNs) {
                only = &fits[rank];
                ++only->matches;
                only->early += m_trace.gpu.startNs[row] < startNs ? 1 : 0;
                ++count;
            });
            if (count == 1) {
                ++only->alone;
            }
        }
    }

    /// Each GPU process gets the rank that fits best. Where all numbers occur in all ranks nothing tells but
    /// the order of the file: tools write the processes of a rank together.
    void settleProcesses() {
        std::vector<bool> isTaken(m_naming.ranks.size(), false);
        std::size_t firstFree = 0;
        for (const StringId process : m_order) {
            std::size_t best = std::min(firstFree, isTaken.size() - 1);
            auto bestKey = std::tuple(std::uint64_t{0}, std::uint64_t{0}, false);
            for (const auto& [rank, fit] : m_fits.at(process)) {
                const auto key = std::tuple(fit.alone, fit.matches - fit.early, !isTaken[rank]);
                if (key > bestKey) {
                    bestKey = key;
                    best = rank;
                }
            }
            isTaken[best] = true;
            while (firstFree < isTaken.size() && isTaken[firstFree]) {
                ++firstFree;
            }
            m_best[process] = static_cast<std::uint16_t>(best);
        }
    }

    [[nodiscard]] std::uint16_t rankOf(std::size_t row) {
        const auto known = m_naming.ofProcess.find(processOf(row));
        if (known != m_naming.ofProcess.end()) {
            return known->second;
        }
        const std::uint16_t best = m_best.at(processOf(row));
        std::optional<std::uint16_t> first;
        bool fitsBest = false;
        forEachRank(row, [&](std::uint16_t rank, Nanoseconds) {
            first = first ? first : rank;
            fitsBest = fitsBest || rank == best;
        });
        return fitsBest || !first ? best : *first;
    }

    Trace& m_trace;
    const std::vector<ThreadId>& m_gpuThread;
    const Naming& m_naming;
    const LaunchesByCorrelation& m_launches;
    CancelPoll& m_poll;
    std::vector<StringId> m_order; ///< GPU processes as they first occur
    std::unordered_map<StringId, std::map<std::uint16_t, Fit>> m_fits;
    std::unordered_map<StringId, std::uint16_t> m_best;
};

} // namespace

std::string_view rankLabelOf(std::string_view process) {
    if (!process.empty() && process.front() == '[') {
        const std::size_t close = process.find(']');
        return close == std::string_view::npos ? std::string_view{} : process.substr(1, close - 1);
    }
    const std::string_view word = rankWordIn(process);
    return word.empty() ? gridPlaceOf(process) : word;
}

void settleRanks(Trace& trace, const std::vector<ThreadId>& gpuThread,
                 const std::vector<ProcessLabel>& labels, CancelPoll& poll) {
    trace.gpu.rank.assign(trace.gpu.size(), 0);
    Naming naming = nameByTexts(trace);
    if (naming.ranks.size() < 2) {
        naming = nameByLabels(trace, labels);
    }
    if (naming.ranks.size() < 2) {
        naming = nameByNumbers(trace);
    }
    if (naming.ranks.size() < 2 && !doSeveralProcessesLaunch(trace, poll)) {
        trace.ranks.assign(1, RankInfo{});
        return;
    }
    const LaunchesByCorrelation launches(trace, poll);
    if (naming.ranks.size() < 2) {
        naming = nameByLaunching(trace, launches, poll);
        nameByOffsets(trace, gpuThread, naming);
    }
    if (naming.ranks.size() < 2) {
        trace.ranks.assign(1, RankInfo{});
        return;
    }
    for (Thread& thread : trace.threads) {
        const auto found = naming.ofProcess.find(thread.process);
        thread.rank = found == naming.ofProcess.end() ? std::uint16_t{0} : found->second;
    }
    Attribution(trace, gpuThread, naming, launches, poll).run();
    trace.ranks = std::move(naming.ranks);
}

} // namespace diptych
