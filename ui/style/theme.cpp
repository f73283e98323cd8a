#include "ui/style/theme.h"

#include "ui/style/fonts.h"
#include "ui/style/window_style.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFile>
#include <QToolTip>

// Resources of a static library are registered by hand; Q_INIT_RESOURCE cannot stand in a namespace.
static void registerStyleResources() {
    Q_INIT_RESOURCE(diptych_window);
}

namespace diptych {

namespace {

constexpr auto kPortalService = "org.freedesktop.portal.Desktop";
constexpr auto kPortalPath = "/org/freedesktop/portal/desktop";
constexpr auto kPortalSettings = "org.freedesktop.portal.Settings";
constexpr auto kAppearance = "org.freedesktop.appearance";
constexpr auto kColorScheme = "color-scheme";
constexpr uint kPreferDark = 1;

struct NamedColor {
    const char* name;
    QColor color;
};

} // namespace

QPalette makePalette(const Tokens& t) {
    QPalette palette;
    palette.setColor(QPalette::Window, t.window);
    palette.setColor(QPalette::WindowText, t.text);
    palette.setColor(QPalette::Base, t.surface);
    palette.setColor(QPalette::AlternateBase, t.surface);
    palette.setColor(QPalette::Text, t.text);
    palette.setColor(QPalette::PlaceholderText, t.text3);
    palette.setColor(QPalette::Button, t.surface);
    palette.setColor(QPalette::ButtonText, t.text);
    palette.setColor(kDimmedRole, t.text2);
    palette.setColor(QPalette::Highlight, t.selection);
    palette.setColor(QPalette::HighlightedText, t.text);
    palette.setColor(QPalette::ToolTipBase, t.surface);
    palette.setColor(QPalette::ToolTipText, t.text);
    palette.setColor(QPalette::Link, t.text);
    palette.setColor(QPalette::LinkVisited, t.text);
    palette.setColor(QPalette::Light, t.surface);
    palette.setColor(QPalette::Midlight, t.hairline);
    palette.setColor(QPalette::Mid, t.border);
    palette.setColor(QPalette::Dark, t.border);
    palette.setColor(QPalette::Shadow, t.border);
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
        palette.setColor(QPalette::Disabled, role, t.text3);
    }
    return palette;
}

QString makeStyleSheet(const Tokens& t) {
    registerStyleResources();
    QFile file(QStringLiteral(":/style/diptych.qss"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QString sheet = QString::fromUtf8(file.readAll());
    // Longer names first: @text2 must not become the colour of @text followed by a 2.
    const NamedColor colors[] = {
        {"@selection", t.selection}, {"@hairline", t.hairline}, {"@surface", t.surface},
        {"@window", t.window},       {"@border", t.border},     {"@text2", t.text2},
        {"@text3", t.text3},         {"@text", t.text},         {"@fillA", t.fill.a},
        {"@fillB", t.fill.b},
    };
    for (const NamedColor& entry : colors) {
        sheet.replace(QLatin1String(entry.name), entry.color.name());
    }
    return sheet;
}

Theme::Theme(QApplication& application, QObject* parent) : QObject(parent), m_application(application) {
    m_systemIsDark = tokensOf(application.palette()).isDark;
}

const Tokens& Theme::tokens() const {
    const bool isDark = m_choice == ThemeChoice::Dark || (m_choice == ThemeChoice::System && m_systemIsDark);
    return isDark ? darkTokens() : lightTokens();
}

void Theme::choose(ThemeChoice choice) {
    m_choice = choice;
    if (choice == ThemeChoice::System) {
        watchPortal();
    }
    apply();
}

void Theme::apply() {
    const Tokens& wanted = tokens();
    if (m_applied == &wanted) {
        return;
    }
    if (!m_applied) {
        m_application.setStyle(new WindowStyle);
        m_application.setFont(textFont(fontsize::kBody));
        QToolTip::setFont(textFont(fontsize::kTable));
    }
    m_applied = &wanted;
    m_application.setPalette(makePalette(wanted));
    QToolTip::setPalette(makePalette(wanted));
    m_application.setStyleSheet(makeStyleSheet(wanted));
    emit changed();
}

void Theme::watchPortal() {
    // Without an address libdbus would start a bus of its own.
    if (m_isWatching || qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS")) {
        return;
    }
    m_isWatching = true;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(QLatin1String(kPortalService), QLatin1String(kPortalPath), QLatin1String(kPortalSettings),
                QStringLiteral("SettingChanged"), this,
                SLOT(portalSettingChanged(QString, QString, QDBusVariant)));
    QDBusMessage question =
        QDBusMessage::createMethodCall(QLatin1String(kPortalService), QLatin1String(kPortalPath),
                                       QLatin1String(kPortalSettings), QStringLiteral("Read"));
    question << QLatin1String(kAppearance) << QLatin1String(kColorScheme);
    auto* const watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* finished) {
        const QDBusPendingReply<QVariant> reply = *finished;
        finished->deleteLater();
        if (!reply.isError()) {
            takePortalScheme(reply.value());
        }
    });
}

void Theme::portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group == QLatin1String(kAppearance) && key == QLatin1String(kColorScheme)) {
        takePortalScheme(value.variant());
    }
}

void Theme::takePortalScheme(const QVariant& value) {
    QVariant scheme = value;
    while (scheme.canConvert<QDBusVariant>()) { // Read wraps its answer twice
        scheme = scheme.value<QDBusVariant>().variant();
    }
    if (scheme.canConvert<uint>()) {
        m_systemIsDark = scheme.toUInt() == kPreferDark;
        apply();
    }
}

} // namespace diptych
