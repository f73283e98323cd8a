#include "app/sample_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

namespace diptych {

namespace {

constexpr PerSide<const char*> kNames{"qwen2_7b_decode.mi300x.json.gz", "qwen2_7b_decode.h100.json.gz"};

QString builtIn(Side side) {
    return QStringLiteral(":/sample/") + QLatin1String(kNames[side]);
}

std::optional<PerSide<QString>> filesIn(const QString& folder) {
    PerSide<QString> files;
    for (const Side side : kSides) {
        files[side] = QDir::cleanPath(folder + QLatin1Char('/') + QLatin1String(kNames[side]));
        if (!QFileInfo::exists(files[side])) {
            return {};
        }
    }
    return files;
}

QString installedFolder() {
    return QCoreApplication::applicationDirPath() + QStringLiteral("/../share/diptych/sample");
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Puts the built-in file there, unless it is there already. It comes whole or not at all, whoever else does
/// the same at this moment.
bool unpack(Side side, const QString& target) {
    const QByteArray content = contentOf(builtIn(side));
    if (contentOf(target) == content) {
        return true;
    }
    QSaveFile file(target);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit();
}

} // namespace

bool hasSample() {
    return QFileInfo::exists(builtIn(Side::A)) || filesIn(installedFolder()).has_value();
}

std::optional<PerSide<QString>> findSample() {
    if (auto installed = filesIn(installedFolder())) {
        return installed;
    }
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/sample");
    if (!hasSample() || !QDir().mkpath(folder)) {
        return {};
    }
    for (const Side side : kSides) {
        if (!unpack(side, folder + QLatin1Char('/') + QLatin1String(kNames[side]))) {
            return {};
        }
    }
    return filesIn(folder);
}

QString sampleDescription() {
    return QStringLiteral("MI300X and H100, decoding with a Qwen2 7B model");
}

} // namespace diptych
