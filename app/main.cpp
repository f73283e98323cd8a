#include "app/command_line.h"
#include "app/compare_command.h"
#include "app/inspect_command.h"
#include "app/load_side.h"
#include "app/report_command.h"
#include "app/window_main.h"

#include <cstdio>
#include <string>
#include <vector>

namespace {

int status(diptych::ExitStatus exitStatus) {
    return static_cast<int>(exitStatus);
}

int print(const std::string& text) {
    return status(diptych::printText(text) ? diptych::ExitStatus::CannotWrite : diptych::ExitStatus::Done);
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const std::string first = arguments.empty() ? std::string() : arguments.front();
    const auto rest = [&] { return std::vector<std::string>(arguments.begin() + 1, arguments.end()); };
    if (first == "inspect") {
        return status(diptych::runInspect(rest()));
    }
    if (first == "compare") {
        return status(diptych::runCompare(rest(), diptych::writeReportOffscreen));
    }
    if (first == "--help" || first == "-h") {
        return print(diptych::generalHelp());
    }
    if (first == "--version") {
        return print("diptych " DIPTYCH_VERSION "\n");
    }
    if (first.size() > 1 && first.front() == '-') { // "-" is a trace on standard input
        std::fputs(diptych::generalHelp().c_str(), stderr);
        return status(diptych::ExitStatus::WrongUsage);
    }
    return diptych::runWindow(argc, argv);
}
