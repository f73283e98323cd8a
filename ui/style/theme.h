#pragma once
// Gives the application its palette, font and style sheet, and keeps them in step with the desktop: the
// portal's colour scheme over D-Bus where there is one, else the lightness of the palette the program started
// with. Owned by the start of the window; GUI thread. Widgets need not know it: they follow palette changes.

#include "ui/style/tokens.h"

#include <QObject>
#include <QPalette>

class QApplication;
class QDBusPendingCallWatcher;
class QDBusVariant;

namespace diptych {

enum class ThemeChoice : std::uint8_t { System, Light, Dark };

/// The palette role that holds the colour of dimmed text (Tokens::text2): Qt has none for it.
inline constexpr QPalette::ColorRole kDimmedRole = QPalette::BrightText;

/// The palette of a theme; pure.
[[nodiscard]] QPalette makePalette(const Tokens& tokens);
/// The style sheet of a theme, its colours filled in.
[[nodiscard]] QString makeStyleSheet(const Tokens& tokens);

class Theme : public QObject {
    Q_OBJECT

public:
    /// Remembers the palette of the desktop, so it must exist before anything sets another. Applies nothing
    /// yet.
    explicit Theme(QApplication& application, QObject* parent = nullptr);

    void choose(ThemeChoice choice);
    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    [[nodiscard]] const Tokens& tokens() const;

signals:
    void changed();

private slots:
    void portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void watchPortal();
    void takePortalScheme(const QVariant& value);
    void apply();

    QApplication& m_application;
    ThemeChoice m_choice = ThemeChoice::System;
    bool m_systemIsDark = false;
    bool m_isWatching = false;
    const Tokens* m_applied = nullptr;
};

} // namespace diptych
