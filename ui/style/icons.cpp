#include "ui/style/icons.h"

#include "ui/style/tokens.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

// Resources of a static library are registered by hand; Q_INIT_RESOURCE cannot stand in a namespace.
static void registerResources() {
    Q_INIT_RESOURCE(diptych_window);
}

namespace diptych {

namespace {

constexpr int kIconSize = 16;

/// The SVG with its colour replaced: the files draw in "currentColor", which QtSvg takes for black.
QByteArray coloredSvg(const QString& name, const QColor& color) {
    registerResources();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return file.readAll().replace("currentColor", color.name(QColor::HexRgb).toLatin1());
}

/// Draws at whatever size and ratio is asked for, so that icons are sharp at 1.5x and 2x.
class TintedIconEngine : public QIconEngine {
public:
    explicit TintedIconEngine(QString name) : m_name(std::move(name)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
        const Tokens& tokens = tokensOf(QGuiApplication::palette());
        QSvgRenderer renderer(coloredSvg(m_name, mode == QIcon::Disabled ? tokens.border : tokens.text2));
        renderer.render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new TintedIconEngine(m_name); }

private:
    QString m_name;
};

} // namespace

QIcon themedIcon(const QString& name) {
    registerResources();
    if (!QFile::exists(QStringLiteral(":/icons/%1.svg").arg(name))) {
        return {};
    }
    return QIcon(new TintedIconEngine(name));
}

QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal devicePixelRatio) {
    QPixmap pixmap(QSize(size, size) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer(coloredSvg(name, color)).render(&painter, QRectF(0, 0, size, size));
    return pixmap;
}

IconLabel::IconLabel(const QString& name, QWidget* parent) : QWidget(parent), m_name(name) {
    setFixedSize(kIconSize, kIconSize);
}

void IconLabel::setIconName(const QString& name) {
    m_name = name;
    update();
}

void IconLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.drawPixmap(0, 0, iconPixmap(m_name, tokensOf(palette()).text2, kIconSize, devicePixelRatioF()));
}

} // namespace diptych
