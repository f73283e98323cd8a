#include "ui/style/fonts.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QStringList>

namespace diptych {

namespace {

bool hasTabularDigits(const QString& family) {
    QFont font(family);
    font.setPixelSize(64);
    const QFontMetricsF metrics(font);
    const qreal width = metrics.horizontalAdvance(QLatin1Char('0'));
    for (char digit = '1'; digit <= '9'; ++digit) {
        if (qAbs(metrics.horizontalAdvance(QLatin1Char(digit)) - width) > 0.01) {
            return false;
        }
    }
    return true;
}

QString chooseTextFamily() {
    const QStringList installed = QFontDatabase::families();
    for (const char* const name : {"Liberation Sans", "Noto Sans", "DejaVu Sans"}) {
        const QString family = QLatin1String(name);
        if (installed.contains(family) && hasTabularDigits(family)) {
            return family;
        }
    }
    return QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
}

QString chooseMonoFamily() {
    const QStringList installed = QFontDatabase::families();
    for (const char* const name :
         {"JetBrains Mono", "DejaVu Sans Mono", "Liberation Mono", "Noto Sans Mono"}) {
        if (installed.contains(QLatin1String(name))) {
            return QLatin1String(name);
        }
    }
    return QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
}

QFont makeFont(const QString& family, int pixelSize, QFont::Weight weight) {
    QFont font(family);
    font.setPixelSize(pixelSize);
    font.setWeight(weight);
    return font;
}

} // namespace

QFont textFont(int pixelSize, QFont::Weight weight) {
    static const QString family = chooseTextFamily();
    return makeFont(family, pixelSize, weight);
}

QFont monoFont(int pixelSize, QFont::Weight weight) {
    static const QString family = chooseMonoFamily();
    QFont font = makeFont(family, pixelSize, weight);
    font.setStyleHint(QFont::Monospace);
    return font;
}

} // namespace diptych
