// The pair of real traces that matters most, two vendors' graph replays of one model with experts, held
// against groups of kernels that were written down by hand: as recorded, with kernels lost and added, without
// launches, and with any one kernel's name unknown.

#include "core/compare/compare_traces.h"
#include "core/parse/load_trace.h"
#include "tests/support/sanitized.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <set>

using namespace diptych;
using namespace diptych::test;

namespace {

using Json = nlohmann::json;

std::string unpacked(const std::string& path) {
    std::string text;
    const gzFile file = gzopen(path.c_str(), "rb");
    std::vector<char> buffer(1U << 20U);
    for (int bytes = 0;
         file != nullptr && (bytes = gzread(file, buffer.data(), unsigned(buffer.size()))) > 0;) {
        text.append(buffer.data(), std::size_t(bytes));
    }
    gzclose(file);
    return text;
}

bool isKernel(const Json& event) {
    return event.value("cat", "") == "kernel";
}

/// Where in the model a kernel of the replay stands; layer -1: it belongs to no layer.
struct ReplayPlace {
    int layer = -1;
    int position = -1;
};

/// One side of the pair as events, each kernel with its place: changed and loaded as often as needed.
class ReplayFile {
public:
    ReplayFile() = default;
    ReplayFile(const std::string& path, const Json& spec, int layers) : m_json(Json::parse(unpacked(path))) {
        std::map<std::int64_t, std::vector<std::size_t>> ofCorrelation;
        Json& events = m_json["traceEvents"];
        m_places.resize(events.size());
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (isKernel(events[i])) {
                ofCorrelation[events[i]["args"].value("correlation", std::int64_t{0})].push_back(i);
            }
        }
        const auto largest =
            std::max_element(ofCorrelation.begin(), ofCorrelation.end(),
                             [](const auto& x, const auto& y) { return x.second.size() < y.second.size(); });
        m_replay = largest->second;
        std::stable_sort(m_replay.begin(), m_replay.end(), [&](std::size_t x, std::size_t y) {
            return events[x]["ts"].get<double>() < events[y]["ts"].get<double>();
        });
        const auto first = spec["first"].get<std::size_t>();
        const auto period = spec["period"].get<std::size_t>();
        for (std::size_t k = first; k < first + period * std::size_t(layers); ++k) {
            m_places[m_replay[k]] = {int((k - first) / period), int((k - first) % period)};
        }
    }

    /// 1 % of the replay's kernels lost, as many added: copies of others at places of others.
    void damage(std::uint32_t seed) {
        std::mt19937 random(seed);
        Json& events = m_json["traceEvents"];
        const std::size_t count = std::max<std::size_t>(1, m_replay.size() / 100);
        for (std::size_t i = 0; i < count; ++i) {
            m_lost.insert(m_replay[random() % m_replay.size()]);
            const std::size_t place = random() % m_replay.size();
            Json stray = events[m_replay[random() % m_replay.size()]];
            while (isNear(stray["name"], place)) {
                stray = events[m_replay[random() % m_replay.size()]];
            }
            const Json& before = events[m_replay[place]];
            stray["ts"] = before["ts"].get<double>() + before["dur"].get<double>();
            events.push_back(stray);
            m_places.emplace_back();
        }
    }
    void removeLaunches() {
        const Json& events = m_json["traceEvents"];
        for (std::size_t i = 0; i < events.size(); ++i) {
            const std::string category = events[i].value("cat", "");
            if (category == "cuda_runtime" || category == "cuda_driver" || category == "hip_runtime") {
                m_lost.insert(i);
            }
        }
    }
    /// The names of the replay's kernels.
    [[nodiscard]] std::set<std::string> names() const {
        std::set<std::string> names;
        for (const std::size_t i : m_replay) {
            names.insert(m_json["traceEvents"][i]["name"].get<std::string>());
        }
        return names;
    }
    void forget(const std::string& name) {
        for (Json& event : m_json["traceEvents"]) {
            if (isKernel(event) && event["name"] == name) {
                event["name"] = "an_unheard_of_thing";
            }
        }
    }

    struct Loaded {
        std::shared_ptr<const AnalyzedTrace> analyzed;
        std::vector<ReplayPlace> places; ///< by ActivityId
    };
    [[nodiscard]] Loaded load() const {
        Json copy = m_json;
        Json events = Json::array();
        std::vector<ReplayPlace> ofKernel;
        for (std::size_t i = 0; i < m_json["traceEvents"].size(); ++i) {
            if (m_lost.count(i) == 0) {
                events.push_back(m_json["traceEvents"][i]);
                if (isKernel(events.back())) {
                    ofKernel.push_back(m_places[i]);
                }
            }
        }
        copy["traceEvents"] = std::move(events);
        Loaded loaded;
        const auto trace = loadTraceFromMemory(copy.dump(), {});
        if (!trace) {
            return loaded;
        }
        auto analyzed = analyzeTrace(trace.value(), KernelClassifier::builtIn(), {});
        loaded.analyzed = std::make_shared<const AnalyzedTrace>(std::move(analyzed).value());
        std::size_t kernel = 0;
        for (std::size_t i = 0; i < trace.value()->gpu.size(); ++i) {
            const bool hasPlace = trace.value()->gpu.kind[i] == ActivityKind::Kernel;
            loaded.places.push_back(hasPlace ? ofKernel[kernel++] : ReplayPlace{});
        }
        return loaded;
    }

private:
    /// Whether a kernel of that name runs within half a layer: nobody tells a copy beside it from itself.
    [[nodiscard]] bool isNear(const Json& name, std::size_t place) const {
        constexpr std::size_t kHalfLayer = 8;
        const std::size_t end = std::min(m_replay.size(), place + kHalfLayer);
        for (std::size_t i = place - std::min(place, kHalfLayer); i < end; ++i) {
            if (m_json["traceEvents"][m_replay[i]]["name"] == name) {
                return true;
            }
        }
        return false;
    }

    Json m_json;
    std::vector<ReplayPlace> m_places; ///< by event
    std::vector<std::size_t> m_replay; ///< events of the graph launch, by time
    std::set<std::size_t> m_lost;
};

/// Shares of the time of the kernels in groups, in percent.
struct Tally {
    double whole = 0;  ///< all kernels of the group, and no other of its layer, are one pair
    double core = 0;   ///< the longest kernels of both sides are in one pair
    QByteArray missed; ///< groups whose longest kernels are not
};

class Scorer {
public:
    Scorer(const Json& groups, const PerSide<ReplayFile::Loaded>& loaded, const Comparison& comparison)
        : m_groups(groups), m_loaded(loaded), m_comparison(comparison) {
        for (const Side side : kSides) {
            for (std::size_t i = 0; i < loaded[side].places.size(); ++i) {
                const ReplayPlace& place = loaded[side].places[i];
                if (place.layer >= 0) {
                    m_at[side][{place.layer, place.position}] = ActivityId(i);
                }
            }
        }
    }

    Tally total() {
        for (int layer = 0; layer < m_groups["layers"].get<int>(); ++layer) {
            for (const Json& group : m_groups["groups"]) {
                addGroup(layer, group);
            }
        }
        return {100 * m_whole / m_total, 100 * m_core / m_total, m_missed};
    }

private:
    [[nodiscard]] double ns(Side side, ActivityId id) const {
        return double(m_loaded[side].analyzed->trace->gpu.durationNs[id.index()]);
    }

    void addGroup(int layer, const Json& group) {
        PerSide<std::set<ActivityId>> members;
        PerSide<ActivityId> longest;
        double time = 0;
        std::set<PairId> pairs;
        for (const Side side : kSides) {
            for (const Json& position : group[side == Side::A ? "a" : "b"]) {
                const auto found = m_at[side].find({layer, position.get<int>()});
                if (found == m_at[side].end()) {
                    continue; // lost
                }
                const ActivityId id = found->second;
                members[side].insert(id);
                pairs.insert(m_comparison.pairOf[side][id.index()]);
                time += ns(side, id);
                const bool isLonger = !longest[side].isValid() || ns(side, id) > ns(side, longest[side]);
                longest[side] = isLonger ? id : longest[side];
            }
        }
        if (!longest.a.isValid() || !longest.b.isValid()) {
            return;
        }
        m_total += time;
        const PairId pair = m_comparison.pairOf.a[longest.a.index()];
        const bool isCore = pair == m_comparison.pairOf.b[longest.b.index()];
        m_core += isCore ? time : 0;
        if (!isCore) {
            m_missed += "\nlayer " + QByteArray::number(layer) + ' ' +
                        group["work"].get<std::string>().c_str() + ": " +
                        m_comparison.pairs[pair.index()].id.c_str() + " and " +
                        m_comparison.pairs[m_comparison.pairOf.b[longest.b.index()].index()].id.c_str();
        }
        m_whole += pairs.size() == 1 && hasNoOther(*pairs.begin(), layer, members) ? time : 0;
    }

    [[nodiscard]] bool hasNoOther(PairId pair, int layer,
                                  const PerSide<std::set<ActivityId>>& members) const {
        for (const Side side : kSides) {
            for (const ActivityId id : m_comparison.pairs[pair.index()].activities[side]) {
                if (m_loaded[side].places[id.index()].layer == layer && members[side].count(id) == 0) {
                    return false;
                }
            }
        }
        return true;
    }

    const Json& m_groups;
    const PerSide<ReplayFile::Loaded>& m_loaded;
    const Comparison& m_comparison;
    PerSide<std::map<std::pair<int, int>, ActivityId>> m_at;
    double m_total = 0;
    double m_whole = 0;
    double m_core = 0;
    QByteArray m_missed;
};

} // namespace

class TestExpertReplays : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void asRecorded();
    void kernelsLostAndAdded_data();
    void kernelsLostAndAdded();
    void launchesRemoved();
    void oneNameUnknown_data();
    void oneNameUnknown();

private:
    [[nodiscard]] const std::optional<PerSide<ReplayFile>>& files() const { return m_files; }
    [[nodiscard]] Tally scoreOf(const PerSide<ReplayFile>& files) const {
        const PerSide<ReplayFile::Loaded> loaded{files.a.load(), files.b.load()};
        const auto result = compareTraces(loaded.a.analyzed, loaded.b.analyzed, {});
        return result ? Scorer(m_groups, loaded, *result.value()).total() : Tally{};
    }

    Json m_groups;
    std::optional<PerSide<ReplayFile>> m_files;
};

void TestExpertReplays::initTestCase() {
    const std::string base = "traces/sglang_qwen3_30b_moe_decode";
    const std::string groups = sharedFile(base + ".groups.json");
    if (groups.empty()) {
        QSKIP("the real traces are not there");
    }
    m_groups = Json::parse(std::ifstream(groups));
    const int layers = m_groups["layers"].get<int>();
    m_files.emplace(
        PerSide<ReplayFile>{ReplayFile(sharedFile(base + ".mi300x.json.gz"), m_groups["a"], layers),
                            ReplayFile(sharedFile(base + ".b300.json.gz"), m_groups["b"], layers)});
}

void TestExpertReplays::asRecorded() {
    const Tally tally = scoreOf(*files());
    QCOMPARE(tally.whole, 100.0);
    QCOMPARE(tally.core, 100.0);
}

void TestExpertReplays::kernelsLostAndAdded_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < (kIsSanitized ? 2 : 12); ++seed) {
        QTest::addRow("%d", seed) << seed;
    }
}

void TestExpertReplays::kernelsLostAndAdded() {
    QFETCH(int, seed);
    PerSide<ReplayFile> damaged = *files();
    damaged.a.damage(std::uint32_t(seed));
    damaged.b.damage(std::uint32_t(seed) + 100);
    const Tally tally = scoreOf(damaged);
    const QByteArray told = "whole " + QByteArray::number(tally.whole) + ", core " +
                            QByteArray::number(tally.core) + tally.missed;
    QVERIFY2(tally.core >= 99 && tally.whole >= 95, told.constData());
}

void TestExpertReplays::launchesRemoved() {
    PerSide<ReplayFile> bare = *files();
    bare.a.removeLaunches();
    bare.b.removeLaunches();
    const Tally tally = scoreOf(bare);
    QCOMPARE(tally.whole, 100.0);
    QCOMPARE(tally.core, 100.0);
}

void TestExpertReplays::oneNameUnknown_data() {
    QTest::addColumn<int>("side");
    QTest::addColumn<QString>("name");
    std::size_t names = 0;
    for (const Side side : kSides) {
        for (const std::string& name : m_files ? (*m_files)[side].names() : std::set<std::string>{}) {
            if (kIsSanitized && ++names % 12 != 0) {
                continue;
            }
            QTest::addRow("%s %.60s %zu", sideName(side), name.c_str(), std::hash<std::string>{}(name) % 1000)
                << static_cast<int>(side) << QString::fromStdString(name);
        }
    }
}

void TestExpertReplays::oneNameUnknown() {
    QFETCH(int, side);
    QFETCH(QString, name);
    PerSide<ReplayFile> changed = *files();
    changed[static_cast<Side>(side)].forget(name.toStdString());
    const Tally tally = scoreOf(changed);
    QVERIFY2(tally.core >= 94, QByteArray::number(tally.core).constData());
}

DIPTYCH_TEST(TestExpertReplays)
#include "tst_expert_replays.moc"
