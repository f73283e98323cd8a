#include "app/settings.h"

#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMainWindow>
#include <QSplitter>

#include <algorithm>

namespace diptych {

namespace {

constexpr std::size_t kMostRecents = 8;
constexpr auto kTheme = "theme";
constexpr auto kFolder = "lastFolder";
constexpr auto kRecents = "recents";
constexpr auto kRecentSessions = "recent_sessions";
constexpr auto kOperationGap = "thresholds/operationGapNs";
constexpr auto kLayerGap = "thresholds/layerGapNs";
constexpr auto kLayerRatio = "thresholds/layerRatio";
constexpr auto kImproveRatio = "thresholds/improveRatio";
constexpr auto kCountRatio = "thresholds/countRatio";
constexpr Nanoseconds kMostGapNs = 1'000'000'000'000;
constexpr double kMostRatio = 1000;
constexpr auto kGeometry = "window/geometry";
constexpr auto kState = "window/state";

QString keyOf(const QString& place, const QObject& object, const char* kind) {
    return QStringLiteral("layout/%1/%2/%3").arg(QLatin1String(kind), place, object.objectName());
}

/// A header has no name of its own, its table has.
QString tableNameOf(const QHeaderView& header) {
    const QWidget* const table = header.parentWidget();
    return table && header.orientation() == Qt::Horizontal ? table->objectName() : QString();
}

bool isSameFiles(const RecentComparison& x, const RecentComparison& y) {
    return x.traces.a.path == y.traces.a.path && x.traces.b.path == y.traces.b.path;
}

QString keyOf(Side side, const char* field) {
    return QString::fromLatin1(sideName(side)).toLower() + QLatin1String(field);
}

RecentComparison readRecent(const QJsonObject& row) {
    RecentComparison recent;
    for (const Side side : kSides) {
        recent.traces[side] = {row[keyOf(side, "Path")].toString(), row[keyOf(side, "Gpu")].toString()};
    }
    if (const QJsonValue ratio = row[QLatin1String("ratio")]; ratio.isDouble()) {
        recent.ratio = ratio.toDouble();
    }
    recent.opened = QDateTime::fromString(row[QLatin1String("opened")].toString(), Qt::ISODateWithMs);
    return recent;
}

QJsonObject writeRecent(const RecentComparison& recent) {
    QJsonObject row;
    for (const Side side : kSides) {
        row[keyOf(side, "Path")] = recent.traces[side].path;
        row[keyOf(side, "Gpu")] = recent.traces[side].gpu;
    }
    if (recent.ratio) {
        row[QLatin1String("ratio")] = *recent.ratio;
    }
    row[QLatin1String("opened")] = recent.opened.toString(Qt::ISODateWithMs);
    return row;
}

} // namespace

Settings::Settings() = default;

Settings::Settings(const QString& file) : m_settings(file, QSettings::IniFormat) {}

ThemeChoice Settings::theme() const {
    const QString name = m_settings.value(QLatin1String(kTheme)).toString();
    return name == QLatin1String("light")  ? ThemeChoice::Light
           : name == QLatin1String("dark") ? ThemeChoice::Dark
                                           : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice) {
    QString name;
    switch (choice) {
    case ThemeChoice::System:
        name = QStringLiteral("system");
        break;
    case ThemeChoice::Light:
        name = QStringLiteral("light");
        break;
    case ThemeChoice::Dark:
        name = QStringLiteral("dark");
        break;
    }
    m_settings.setValue(QLatin1String(kTheme), name);
}

Thresholds Settings::thresholds() const {
    Thresholds thresholds;
    const auto gapAt = [this](const char* key) -> std::optional<Nanoseconds> {
        bool isNumber = false;
        const qlonglong ns = m_settings.value(QLatin1String(key)).toLongLong(&isNumber);
        return isNumber && ns >= 0 && ns <= kMostGapNs ? std::optional<Nanoseconds>(ns) : std::nullopt;
    };
    const auto readRatio = [this](const char* key, double& ratio) {
        bool isNumber = false;
        const double value = m_settings.value(QLatin1String(key)).toDouble(&isNumber);
        if (isNumber && value >= 1 && value <= kMostRatio) { // not a number is neither
            ratio = value;
        }
    };
    thresholds.operationGapNs = gapAt(kOperationGap);
    thresholds.layerGapNs = gapAt(kLayerGap).value_or(thresholds.layerGapNs);
    readRatio(kLayerRatio, thresholds.layerRatio);
    readRatio(kImproveRatio, thresholds.improveRatio);
    readRatio(kCountRatio, thresholds.countRatio);
    return thresholds;
}

void Settings::setThresholds(const Thresholds& thresholds) {
    if (thresholds.operationGapNs) {
        m_settings.setValue(QLatin1String(kOperationGap), static_cast<qlonglong>(*thresholds.operationGapNs));
    } else {
        m_settings.remove(QLatin1String(kOperationGap));
    }
    m_settings.setValue(QLatin1String(kLayerGap), static_cast<qlonglong>(thresholds.layerGapNs));
    m_settings.setValue(QLatin1String(kLayerRatio), thresholds.layerRatio);
    m_settings.setValue(QLatin1String(kImproveRatio), thresholds.improveRatio);
    m_settings.setValue(QLatin1String(kCountRatio), thresholds.countRatio);
}

QString Settings::lastFolder() const {
    return m_settings.value(QLatin1String(kFolder)).toString();
}

void Settings::setLastFolder(const QString& folder) {
    m_settings.setValue(QLatin1String(kFolder), folder);
}

std::vector<RecentComparison> Settings::recents() const {
    std::vector<RecentComparison> recents;
    const QByteArray text = m_settings.value(QLatin1String(kRecents)).toString().toUtf8();
    for (const auto& row : QJsonDocument::fromJson(text).array()) {
        RecentComparison recent = readRecent(row.toObject());
        const bool isWhole = !recent.traces.a.path.isEmpty() && !recent.traces.b.path.isEmpty();
        if (isWhole && recents.size() < kMostRecents) {
            recents.push_back(std::move(recent));
        }
    }
    return recents;
}

/// All rows in one value, taken from the file as it is now: another window may have written its own.
void Settings::addRecent(const RecentComparison& recent) {
    m_settings.sync();
    std::vector<RecentComparison> all = recents();
    all.erase(
        std::remove_if(all.begin(), all.end(), [&](const auto& each) { return isSameFiles(each, recent); }),
        all.end());
    all.insert(all.begin(), recent);
    all.resize(std::min(all.size(), kMostRecents));
    QJsonArray rows;
    for (const RecentComparison& each : all) {
        rows.append(writeRecent(each));
    }
    m_settings.setValue(QLatin1String(kRecents),
                        QString::fromUtf8(QJsonDocument(rows).toJson(QJsonDocument::Compact)));
    m_settings.sync();
}

QStringList Settings::recentSessions() const {
    return m_settings.value(QLatin1String(kRecentSessions)).toStringList();
}

void Settings::addRecentSession(const QString& path) {
    m_settings.sync();
    QStringList all = recentSessions();
    all.removeAll(path);
    all.prepend(path);
    m_settings.setValue(QLatin1String(kRecentSessions), all.mid(0, static_cast<qsizetype>(kMostRecents)));
}

void Settings::saveWindow(const QMainWindow& window) {
    m_settings.setValue(QLatin1String(kGeometry), window.saveGeometry());
    m_settings.setValue(QLatin1String(kState), window.saveState());
}

bool Settings::restoreWindow(QMainWindow& window) const {
    window.restoreState(m_settings.value(QLatin1String(kState)).toByteArray());
    return window.restoreGeometry(m_settings.value(QLatin1String(kGeometry)).toByteArray());
}

void Settings::saveLayout(const QString& place, const QWidget& root) {
    for (const QSplitter* const splitter : root.findChildren<QSplitter*>()) {
        if (!splitter->objectName().isEmpty()) {
            m_settings.setValue(keyOf(place, *splitter, "splitter"), splitter->saveState());
        }
    }
    for (const QHeaderView* const header : root.findChildren<QHeaderView*>()) {
        if (!tableNameOf(*header).isEmpty()) {
            m_settings.setValue(keyOf(place, *header->parentWidget(), "header"), header->saveState());
        }
    }
}

void Settings::saveSplitter(const QSplitter& splitter) {
    m_settings.setValue(keyOf(QStringLiteral("window"), splitter, "splitter"), splitter.saveState());
}

void Settings::restoreSplitter(QSplitter& splitter) const {
    splitter.restoreState(
        m_settings.value(keyOf(QStringLiteral("window"), splitter, "splitter")).toByteArray());
}

void Settings::restoreLayout(const QString& place, const QWidget& root) const {
    for (QSplitter* const splitter : root.findChildren<QSplitter*>()) {
        const QByteArray state = m_settings.value(keyOf(place, *splitter, "splitter")).toByteArray();
        if (!splitter->objectName().isEmpty() && !state.isEmpty()) {
            splitter->restoreState(state);
        }
    }
    for (QHeaderView* const header : root.findChildren<QHeaderView*>()) {
        if (tableNameOf(*header).isEmpty()) {
            continue;
        }
        const QByteArray state =
            m_settings.value(keyOf(place, *header->parentWidget(), "header")).toByteArray();
        if (!state.isEmpty()) {
            header->restoreState(state);
        }
    }
}

} // namespace diptych
