#pragma once
// The test programs: one a folder, of all of its tests. Each test is a Qt Test class in a file of its own,
// which ends in DIPTYCH_TEST(Class) and is chosen by the file's name: `core_base_tests tst_nanoseconds`, with
// the options of Qt Test behind it. CTest runs each in a process of its own. One thread.

#include <QtTest>

#include <memory>

namespace diptych::test {

/// Makes the test of `file` known to its program; `true`, for a variable to begin with.
bool registerTest(const char* file, std::unique_ptr<QObject> (*make)());

/// Runs the test that the first argument names. Exit status of Qt Test; 2 with the list of names if it names
/// none.
int runTest(int argc, char** argv);

} // namespace diptych::test

#define DIPTYCH_TEST(Class)                                                                                  \
    [[maybe_unused]] static const bool k##Class##Registered = diptych::test::registerTest(                   \
        __FILE__, [] { return std::unique_ptr<QObject>(std::make_unique<Class>()); });
