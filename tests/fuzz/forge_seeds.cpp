// forge_seeds FOLDER: what the fuzzers begin with, in FOLDER/NAME_OF_FUZZER: forged traces of both vendors,
// cut down to a few events of each kind; their events, one by one; their lists of events. And
// FOLDER/words.dict, the words that events are made of.

#include "core/parse/event_splitter.h"
#include "tests/core/parse/packed.h"
#include "tests/support/trace_forge.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

using namespace diptych;
using namespace diptych::test;

namespace {

constexpr std::size_t kOfAKind = 3; ///< events; a fuzzer is slow with large inputs

/// A trace in its three parts.
struct Seed {
    std::string head;
    std::vector<std::string> events;
    std::string tail;

    [[nodiscard]] std::string list(std::string_view comma = ",\n  ") const {
        std::string text;
        for (const std::string& event : events) {
            text += (text.empty() ? std::string_view() : comma);
            text += event;
        }
        return text;
    }
    [[nodiscard]] std::string text() const { return head + list() + tail; }
};

/// The text behind `key` up to the next quote; events of one kind have the same.
std::string_view valueOf(std::string_view event, std::string_view key) {
    const std::size_t place = event.find(key);
    if (place == std::string_view::npos) {
        return {};
    }
    const std::size_t begin = place + key.size();
    return event.substr(begin, event.find('"', begin) - begin);
}

Seed cutDown(std::string text) {
    constexpr std::string_view kOpening = "\"traceEvents\": [";
    const std::size_t begin = text.find(kOpening) + kOpening.size();
    const std::size_t size = text.size();
    text.append(kMaskBytes, ' ');
    std::vector<EventSpan> spans;
    const SplitResult split =
        EventSplitter().split(std::string_view(text).substr(0, size), begin, 0, true, spans);
    Seed seed{text.substr(0, begin), {}, text.substr(split.consumed, size - split.consumed)};
    std::map<std::string, std::size_t> kinds;
    for (const EventSpan& span : spans) {
        std::string event = text.substr(span.begin, span.end - span.begin);
        std::string kind(valueOf(event, "\"ph\": \""));
        kind += valueOf(event, "\"cat\": \"");
        if (++kinds[kind] <= kOfAKind) {
            seed.events.push_back(std::move(event));
        }
    }
    return seed;
}

std::vector<Seed> forgeSeeds() {
    std::vector<Seed> seeds;
    for (const auto& usual : {amdOptions(qwen2Model(1)), nvidiaOptions(qwen2Model(1))}) {
        ForgeOptions options = usual;
        options.steps = decodeSteps(1, 2);
        seeds.push_back(cutDown(forgeTrace(options).text));
        options.stacks = false;
        options.graph = true;
        options.metadataLast = true;
        options.marks = StepMarks::ProfilerSteps;
        options.kernelsBeforeRecording = 2;
        seeds.push_back(cutDown(forgeTrace(options).text));
    }
    return seeds;
}

class Corpus {
public:
    explicit Corpus(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    void add(const std::string& fuzzer, std::string_view bytes) {
        const std::filesystem::path folder = m_folder / fuzzer;
        std::filesystem::create_directories(folder);
        write(folder / ("seed_" + std::to_string(m_count++)), bytes);
    }
    void write(const std::filesystem::path& path, std::string_view bytes) {
        std::ofstream file(path, std::ios::binary);
        file << bytes;
        m_isWhole = m_isWhole && file.good();
    }
    [[nodiscard]] bool isWhole() const { return m_isWhole; }
    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }

private:
    std::filesystem::path m_folder;
    int m_count = 0;
    bool m_isWhole = true;
};

/// Whole files: as they are, packed, several in one, as a bare list, cut and with one character changed.
void addFiles(Corpus& corpus, const Seed& seed) {
    const std::string fuzzer = "fuzz_load";
    const std::string text = seed.text();
    corpus.add(fuzzer, text);
    corpus.add(fuzzer, gzip(text));
    corpus.add(fuzzer, gzip(text.substr(0, text.size() / 2)) + gzip(text.substr(text.size() / 2)));
    corpus.add(fuzzer, zstd(text));
    corpus.add(fuzzer, text + text);
    corpus.add(fuzzer, "[" + seed.list());
    corpus.add(fuzzer, text.substr(0, text.size() * 2 / 3));
    for (const char c : std::string("\"}],\\")) {
        std::string spoilt = text;
        spoilt[text.size() / 2] = c;
        corpus.add(fuzzer, spoilt);
    }
}

constexpr std::array kWords{"\"ph\"",
                            "\"X\"",
                            "\"B\"",
                            "\"E\"",
                            "\"M\"",
                            "\"cat\"",
                            "\"name\"",
                            "\"pid\"",
                            "\"tid\"",
                            "\"ts\"",
                            "\"dur\"",
                            "\"args\"",
                            "\"kernel\"",
                            "\"cpu_op\"",
                            "\"gpu_memcpy\"",
                            "\"cuda_runtime\"",
                            "\"Kernel\"",
                            "\"Runtime\"",
                            "\"stream 7\"",
                            "\"python_function\"",
                            "\"correlation\"",
                            "\"External id\"",
                            "\"stream\"",
                            "\"device\"",
                            "\"grid\"",
                            "\"block\"",
                            "\"Input Dims\"",
                            "\"Input type\"",
                            "\"Call stack\"",
                            "\"traceEvents\"",
                            "\"process_name\"",
                            "NaN",
                            "Infinity",
                            "null",
                            "\\u0000",
                            "\\ud800",
                            "1e309",
                            "-0.0005",
                            "18446744073709551616"};

/// As libFuzzer reads it: quotes and backslashes escaped.
std::string dictionary() {
    std::string text;
    for (const std::string_view word : kWords) {
        text += '"';
        for (const char c : word) {
            text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
        }
        text += "\"\n";
    }
    return text;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: forge_seeds FOLDER\n", stderr);
        return 2;
    }
    Corpus corpus(argv[1]);
    for (const Seed& seed : forgeSeeds()) {
        addFiles(corpus, seed);
        corpus.add("fuzz_event_splitter", seed.list());
        corpus.add("fuzz_event_splitter", seed.list(" ") + "]" + seed.tail);
        for (const std::string& event : seed.events) {
            corpus.add("fuzz_event_reader", event);
        }
    }
    corpus.write(corpus.folder() / "words.dict", dictionary());
    if (!corpus.isWhole()) {
        std::fprintf(stderr, "forge_seeds: cannot write to %s\n", argv[1]);
        return 1;
    }
    return 0;
}
