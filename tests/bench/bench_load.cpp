// Loading measured against what else reads the same bytes in the same run: read() into a buffer that is used
// again, unpacking alone, Python's json.load. Prints figures and ratios; run on purpose:
//     bench_load [--no-python] FILE.json...
// Every figure is the best of five, measured in turns, each in a process of its own, so that peaks of memory
// are its own too.

#include "core/parse/byte_source.h"
#include "core/parse/load_trace.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
#include <zlib.h>
#include <zstd.h>

using namespace diptych;

namespace {

struct Cost {
    double seconds = 0;
    double peakMegabytes = 0;
};

double secondsOf(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Runs `work` in a child process.
Cost costOf(const std::function<void()>& work) {
    int ends[2];
    Cost cost;
    if (::pipe(ends) != 0) {
        return cost;
    }
    const pid_t child = ::fork();
    if (child == 0) {
        const double seconds = secondsOf(work);
        ::_exit(::write(ends[1], &seconds, sizeof seconds) == sizeof seconds ? 0 : 1);
    }
    ::close(ends[1]);
    if (::read(ends[0], &cost.seconds, sizeof cost.seconds) != sizeof cost.seconds) {
        std::fprintf(stderr, "a measurement failed\n");
    }
    ::close(ends[0]);
    rusage usage{};
    int status = 0;
    ::wait4(child, &status, 0, &usage);
    cost.peakMegabytes = static_cast<double>(usage.ru_maxrss) / 1024;
    return cost;
}

/// Other work on the machine only ever adds, and mostly for a while: all are measured in turns, and of each
/// the best counts.
std::vector<Cost> bestOf(const std::vector<std::function<void()>>& works) {
    constexpr int kTurns = 5;
    std::vector<Cost> best(works.size(), {std::numeric_limits<double>::max(), 0});
    for (int turn = 0; turn < kTurns; ++turn) {
        for (std::size_t i = 0; i < works.size(); ++i) {
            const Cost cost = costOf(works[i]);
            best[i].seconds = std::min(best[i].seconds, cost.seconds);
            best[i].peakMegabytes = std::max(best[i].peakMegabytes, cost.peakMegabytes);
        }
    }
    return best;
}

void readThrough(const std::string& path) {
    std::vector<char> buffer(std::size_t{4} << 20);
    const int file = ::open(path.c_str(), O_RDONLY);
    while (::read(file, buffer.data(), buffer.size()) > 0) {
    }
    ::close(file);
}

/// Reads and unpacks, and nothing else.
void unpackThrough(const std::string& path) {
    std::vector<char> buffer(std::size_t{4} << 20);
    auto file = openFileSource(path, {});
    auto text = file ? openTextSource(std::move(file).value()) : std::move(file);
    while (text && text.value()->read(buffer.data(), buffer.size()) == buffer.size()) {
    }
}

void load(const std::string& path, unsigned workers) {
    LoadOptions options;
    options.workers = workers;
    const auto loaded = loadTrace(path, options, {}, {});
    if (!loaded) {
        std::fprintf(stderr, "%s\n", describe(loaded.error()).c_str());
    } else { // kept to the process's end: nobody waits for it to be freed
        [[maybe_unused]] const auto* const kept = new std::shared_ptr<const Trace>(loaded.value());
    }
}

void loadTwice(const std::string& path) {
    std::jthread other([&] { load(path, 1); });
    load(path, 1);
}

void readFacts(const std::string& path) {
    if (const auto facts = readFirstFacts(path); !facts) {
        std::fprintf(stderr, "%s\n", describe(facts.error()).c_str());
    }
}

/// First facts of a pipe that another process fills.
void readFactsOfPipe(const std::string& path) {
    if (std::FILE* const pipe = ::popen(("cat '" + path + "'").c_str(), "r")) {
        readFacts("/dev/fd/" + std::to_string(::fileno(pipe)));
        ::pclose(pipe);
    }
}

/// json.load of Python in a process of its own, its start not counted; negative when there is no Python.
double loadByPython(const std::string& path) {
    const std::string command =
        "python3 -c \"import json,sys,time; f=open(sys.argv[1],'rb'); t=time.time(); json.load(f); "
        "print(time.time()-t)\" '" +
        path + "'";
    double seconds = -1;
    if (std::FILE* const pipe = ::popen(command.c_str(), "r")) {
        if (std::fscanf(pipe, "%lf", &seconds) != 1) {
            seconds = -1;
        }
        ::pclose(pipe);
    }
    return seconds;
}

/// A compressed copy beside the file, made when it is not there. Piece by piece: files are large.
std::string gzipped(const std::string& path) {
    const std::string packed = path + ".gz";
    if (!std::filesystem::exists(packed)) {
        std::ifstream in(path, std::ios::binary);
        std::vector<char> buffer(std::size_t{1} << 20);
        const gzFile out = ::gzopen(packed.c_str(), "wb6");
        while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), in.gcount() > 0) {
            ::gzwrite(out, buffer.data(), static_cast<unsigned>(in.gcount()));
        }
        ::gzclose(out);
    }
    return packed;
}

std::string zstandard(const std::string& path) {
    std::string packed = path + ".zst";
    if (!std::filesystem::exists(packed)) {
        std::ifstream in(path, std::ios::binary);
        std::ofstream out(packed, std::ios::binary);
        std::vector<char> buffer(std::size_t{8} << 20);
        std::vector<char> frame(ZSTD_compressBound(buffer.size()));
        while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), in.gcount() > 0) {
            const std::size_t size = ZSTD_compress(frame.data(), frame.size(), buffer.data(),
                                                   static_cast<std::size_t>(in.gcount()), 3);
            out.write(frame.data(), static_cast<std::streamsize>(size));
        }
    }
    return packed;
}

void printPacked(const char* name, const Cost& loading, const Cost& unpacking, const Cost& plain) {
    std::printf(
        "  load of %-4s, 2 workers %8.3f s               %.2f of the plain text, peak %.0f MB; unpacking "
        "alone %.3f s, %.2f\n",
        name, loading.seconds, loading.seconds / plain.seconds, loading.peakMegabytes, unpacking.seconds,
        unpacking.seconds / plain.seconds);
}

void measureLoads(const std::string& path, const std::string& gz, const std::string& zst, bool withPython) {
    const double megabytes = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
    const std::vector<Cost> costs =
        bestOf({[&] { readThrough(path); }, [&] { load(path, 2); }, [&] { load(path, 1); },
                [&] { loadTwice(path); }, [&] { load(gz, 2); }, [&] { unpackThrough(gz); },
                [&] { load(zst, 2); }, [&] { unpackThrough(zst); }});
    const Cost &reading = costs[0], &two = costs[1], &one = costs[2], &both = costs[3];
    std::printf("  read()                  %8.3f s  %6.0f MB/s\n", reading.seconds,
                megabytes / reading.seconds);
    std::printf("  load, 2 workers         %8.3f s  %6.0f MB/s   %.2f of the speed of read(), peak %.0f MB\n",
                two.seconds, megabytes / two.seconds, reading.seconds / two.seconds, two.peakMegabytes);
    std::printf("  load, 1 worker          %8.3f s  %6.0f MB/s   peak %.0f MB\n", one.seconds,
                megabytes / one.seconds, one.peakMegabytes);
    std::printf(
        "  two at once, 1 each     %8.3f s               %.2f of one with both workers, peak %.0f MB\n",
        both.seconds, both.seconds / two.seconds, both.peakMegabytes);
    printPacked(".gz", costs[4], costs[5], two);
    printPacked(".zst", costs[6], costs[7], two);
    if (const double python = withPython ? loadByPython(path) : -1; python > 0) {
        std::printf("  Python json.load        %8.3f s               %.1f times the load with 2 workers\n",
                    python, python / two.seconds);
    }
}

void measure(const std::string& path, bool withPython) {
    const std::string gz = gzipped(path);
    const std::string zst = zstandard(path);
    std::printf("%s (%.0f MB)\n", path.c_str(), static_cast<double>(std::filesystem::file_size(path)) / 1e6);
    const std::vector<Cost> facts = bestOf({[&] { readFacts(path); }, [&] { readFacts(gz); },
                                            [&] { readFacts(zst); }, [&] { readFactsOfPipe(path); }});
    std::printf("  first facts             plain %.1f ms, .gz %.1f ms, .zst %.1f ms, pipe %.1f ms\n",
                1e3 * facts[0].seconds, 1e3 * facts[1].seconds, 1e3 * facts[2].seconds,
                1e3 * facts[3].seconds);
    measureLoads(path, gz, zst, withPython);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
    ::setvbuf(stdout, nullptr, _IOLBF, 0); // nothing unwritten when a child is forked
    bool withPython = true;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--no-python") {
            withPython = false;
        } else {
            measure(argv[i], withPython);
        }
    }
    return 0;
}
