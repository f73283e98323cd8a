#include "ui/style/icons.h"

#include "ui/style/tokens.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

// Resources of a static library are registered by hand; Q_INIT_RESOURCE cannot stand in a namespace.
static void registerResources() {
    Q_INIT_RESOURCE(diptych_window);
}

namespace diptych {

namespace {

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
    TintedIconEngine(QString name, QColor normal, QColor disabled)
        : m_name(std::move(name)), m_normal(normal), m_disabled(disabled) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
        QSvgRenderer renderer(coloredSvg(m_name, mode == QIcon::Disabled ? m_disabled : m_normal));
        renderer.render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override {
        return new TintedIconEngine(m_name, m_normal, m_disabled);
    }

private:
    QString m_name;
    QColor m_normal;
    QColor m_disabled;
};

} // namespace

QIcon themedIcon(const QString& name, const QPalette& palette) {
    registerResources();
    if (!QFile::exists(QStringLiteral(":/icons/%1.svg").arg(name))) {
        return {};
    }
    const Tokens& tokens = tokensOf(palette);
    return QIcon(new TintedIconEngine(name, tokens.text2, tokens.border));
}

QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal devicePixelRatio) {
    QPixmap pixmap(QSize(size, size) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer(coloredSvg(name, color)).render(&painter, QRectF(0, 0, size, size));
    return pixmap;
}

} // namespace diptych
