#include "tests/ui/page_picture.h"

#include "tests/ui/comparison_fixture.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QDir>
#include <QImage>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>
#include <QWidget>

namespace diptych::test {

namespace {

Theme& theme() {
    static Theme theme(*qApp);
    return theme;
}

bool hasTwoColors(const QImage& image) {
    const QRgb first = image.pixel(0, 0);
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixel(x, y) != first) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

void useTestSettings() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("diptych-tests"));
    QSettings().clear();
    theme().choose(ThemeChoice::Light);
}

ThemeScope::ThemeScope(bool isDark) {
    theme().choose(isDark ? ThemeChoice::Dark : ThemeChoice::Light);
}

void addPictureRows() {
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("content");
    // The page without strip, navigation and status line at 1440 x 900, 1100 x 700 and 4K.
    const QSize usual(1284, 808);
    QTest::newRow("sample light") << false << usual << "sample";
    QTest::newRow("sample dark") << true << usual << "sample";
    QTest::newRow("small") << false << QSize(944, 606) << "sample";
    QTest::newRow("4K") << false << QSize(3684, 2066) << "sample";
    QTest::newRow("no steps") << false << usual << "no_steps";
    QTest::newRow("empty") << false << usual << "empty";
    QTest::newRow("nothing") << false << usual << "nothing";
    QTest::newRow("wide") << true << usual << "wide";
}

std::shared_ptr<const Comparison> comparisonOf(const QString& content) {
    if (content == QStringLiteral("sample")) {
        return servingSample();
    }
    if (content == QStringLiteral("no_steps")) {
        return stepLessSample();
    }
    if (content == QStringLiteral("wide")) {
        return wideSample(60);
    }
    return content == QStringLiteral("empty") ? emptySample() : nullptr;
}

bool savePagePicture(QWidget& page, const QSize& size, const QString& name, bool isDark) {
    page.resize(size);
    page.show();
    page.setFocus();
    QTest::qWait(20);
    const QImage image = page.grab().toImage();
    const QString folder = qEnvironmentVariable("DIPTYCH_PICTURES");
    if (!folder.isEmpty()) {
        QDir().mkpath(folder);
        const QString file = QStringLiteral("%1/%2_%3%4.png")
                                 .arg(folder, name)
                                 .arg(size.width())
                                 .arg(isDark ? QStringLiteral("_dark") : QString());
        if (!image.save(file)) {
            return false;
        }
    }
    return hasTwoColors(image);
}

} // namespace diptych::test
