#include "tests/support/test_program.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace diptych::test {

namespace {

struct RegisteredTest {
    std::string name;
    std::unique_ptr<QObject> (*make)();
};

/// Filled before main() begins, in whatever order the linker chose.
std::vector<RegisteredTest>& registeredTests() {
    static std::vector<RegisteredTest> tests;
    return tests;
}

std::string nameOf(std::string_view file) {
    const std::string_view base = file.substr(file.find_last_of('/') + 1);
    return std::string(base.substr(0, base.find('.')));
}

void printNames(const char* program) {
    std::vector<std::string> names;
    for (const RegisteredTest& test : registeredTests()) {
        names.push_back(test.name);
    }
    std::sort(names.begin(), names.end());
    std::fprintf(stderr, "usage: %s TEST [options of Qt Test]\n", program);
    for (const std::string& name : names) {
        std::fprintf(stderr, "  %s\n", name.c_str());
    }
}

} // namespace

bool registerTest(const char* file, std::unique_ptr<QObject> (*make)()) {
    registeredTests().push_back({nameOf(file), make});
    return true;
}

int runTest(int argc, char** argv) {
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    const std::vector<RegisteredTest>& tests = registeredTests();
    const auto test = std::find_if(tests.begin(), tests.end(),
                                   [wanted](const RegisteredTest& each) { return each.name == wanted; });
    if (test == tests.end()) {
        printNames(argv[0]);
        return 2;
    }
    // Settings and caches are named after the application: tests that run side by side share none.
    QCoreApplication::setApplicationName(QString::fromStdString(test->name));
    return QTest::qExec(test->make().get(), argc - 1, argv + 1);
}

} // namespace diptych::test
