// Loading measured against what else reads the same bytes in the same run: read() into a buffer that is used
// again, and Python's json.load. Prints ratios; run on purpose:  bench_load FILE...   (a FILE.gz beside FILE
// is measured too)

#include "core/parse/load_trace.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace diptych;

namespace {

double secondsOf(const auto& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double readThrough(const std::string& path) {
    std::vector<char> buffer(std::size_t{4} << 20);
    return secondsOf([&] {
        const int file = ::open(path.c_str(), O_RDONLY);
        while (::read(file, buffer.data(), buffer.size()) > 0) {
        }
        ::close(file);
    });
}

double load(const std::string& path, unsigned workers) {
    return secondsOf([&] {
        LoadOptions options;
        options.workers = workers;
        const auto loaded = loadTrace(path, options, {}, {});
        if (!loaded) {
            std::fprintf(stderr, "%s\n", describe(loaded.error()).c_str());
        }
    });
}

double loadTwice(const std::string& path) {
    return secondsOf([&] {
        std::jthread other([&] { load(path, 1); });
        load(path, 1);
    });
}

/// json.load of Python in a process of its own, its start not counted; negative when there is no Python.
double loadByPython(const std::string& path) {
    const std::string command =
        "python3 -c \"import json,sys,time; f=open(sys.argv[1],'rb'); t=time.time(); json.load(f); "
        "print(time.time()-t)\" '" +
        path + "'";
    double seconds = -1;
    if (FILE* const pipe = ::popen(command.c_str(), "r")) {
        if (std::fscanf(pipe, "%lf", &seconds) != 1) {
            seconds = -1;
        }
        ::pclose(pipe);
    }
    return seconds;
}

/// The best of three: other work on the machine only ever adds.
double best(const auto& measure) {
    return std::min({measure(), measure(), measure()});
}

long peakMegabytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

void measure(const std::string& path, bool withPython) {
    const double megabytes = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
    const double reading = best([&] { return readThrough(path); });
    const double facts = best([&] { return secondsOf([&] { static_cast<void>(readFirstFacts(path)); }); });
    const double two = best([&] { return load(path, 2); });
    const long peak = peakMegabytes();
    const double one = best([&] { return load(path, 1); });
    const double both = best([&] { return loadTwice(path); });
    std::printf("%s (%.0f MB)\n", path.c_str(), megabytes);
    std::printf("  read()                 %8.3f s  %6.0f MB/s\n", reading, megabytes / reading);
    std::printf("  first facts            %8.3f s\n", facts);
    std::printf("  load, 2 workers        %8.3f s  %6.0f MB/s   %.2f of read(), peak %ld MB\n", two,
                megabytes / two, reading / two, peak);
    std::printf("  load, 1 worker         %8.3f s  %6.0f MB/s\n", one, megabytes / one);
    std::printf("  two traces, 1 each     %8.3f s               %.2f of one with both, peak %ld MB\n", both,
                both / two, peakMegabytes());
    if (std::filesystem::exists(path + ".gz")) {
        const double packed = best([&] { return load(path + ".gz", 2); });
        std::printf("  load of .gz, 2 workers %8.3f s               %.2f of plain\n", packed, packed / two);
    }
    if (const double python = withPython ? loadByPython(path) : -1; python > 0) {
        std::printf("  Python json.load       %8.3f s               %.1f times the load with 2 workers\n",
                    python, python / two);
    }
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
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
