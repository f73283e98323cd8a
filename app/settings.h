#pragma once
// All that the window remembers between runs, in one place: geometry, theme, recent comparisons, the last
// folder, and the layout of every named splitter and table header. Owned by the start of the window; GUI
// thread.

#include "core/compare/comparison.h"
#include "ui/pages/welcome_recents.h"
#include "ui/style/theme.h"

#include <QSettings>

#include <vector>

class QMainWindow;
class QSplitter;

namespace diptych {

class Settings {
public:
    /// The user's own settings.
    Settings();
    /// Settings in that file, for tests.
    explicit Settings(const QString& file);

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);

    /// What cannot be used in the file is as by default.
    [[nodiscard]] Thresholds thresholds() const;
    void setThresholds(const Thresholds& thresholds);

    [[nodiscard]] QString lastFolder() const;
    void setLastFolder(const QString& folder);

    /// Newest first.
    [[nodiscard]] std::vector<RecentComparison> recents() const;
    /// Puts a comparison first; one of the same files leaves its place.
    void addRecent(const RecentComparison& recent);

    /// Session files, newest first.
    [[nodiscard]] QStringList recentSessions() const;
    void addRecentSession(const QString& path);

    void saveWindow(const QMainWindow& window);
    /// False when nothing was saved yet.
    bool restoreWindow(QMainWindow& window) const;

    /// Every splitter and header below `root` that has an object name, by `place` and that name.
    void saveLayout(const QString& place, const QWidget& root);
    void restoreLayout(const QString& place, const QWidget& root) const;
    /// One splitter of the window itself, by its object name.
    void saveSplitter(const QSplitter& splitter);
    void restoreSplitter(QSplitter& splitter) const;

private:
    mutable QSettings m_settings;
};

} // namespace diptych
