// The main function of the test programs without a window.

#include "tests/support/test_program.h"

int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    return diptych::test::runTest(argc, argv);
}
