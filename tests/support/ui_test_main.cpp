// The main function of the test programs of the window.

#include "tests/support/test_program.h"

#include <QApplication>

int main(int argc, char** argv) {
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    const QApplication application(argc, argv);
    return diptych::test::runTest(argc, argv);
}
