#include "ui/charts/chart_export.h"

#include "core/export/output_file.h"
#include "ui/views/window_notice.h"

#include <QBuffer>
#include <QFileDialog>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QSvgGenerator>
#include <QWidget>

namespace diptych {

namespace {

constexpr qreal kPrintScale = 2;

/// The picture's bytes; empty when it cannot be painted.
using PictureMaker = QByteArray (*)(QWidget& chart);

QByteArray pngOf(QWidget& chart) {
    QImage image(chart.size() * kPrintScale, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) {
        return {};
    }
    image.setDevicePixelRatio(kPrintScale);
    image.fill(chart.palette().base().color());
    chart.render(&image);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return image.save(&buffer, "PNG") ? buffer.data() : QByteArray();
}

QByteArray svgOf(QWidget& chart) {
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(chart.size());
    generator.setViewBox(chart.rect());
    QPainter painter;
    if (!painter.begin(&generator)) {
        return {};
    }
    chart.render(&painter);
    return painter.end() ? buffer.data() : QByteArray();
}

Failure save(const QByteArray& picture, const QString& path) {
    const std::string file = path.toStdString();
    return picture.isEmpty() ? Failure(Error{ErrorCode::CannotWrite,
                                             file,
                                             {},
                                             "the picture cannot be painted",
                                             "Make the window smaller, and try again"})
                             : writeFile(file, {picture.constData(), std::size_t(picture.size())});
}

void askAndSave(QWidget& chart, const QString& proposal, const QString& filter, PictureMaker make) {
    const QString path =
        QFileDialog::getSaveFileName(&chart, QWidget::tr("Save the chart"), proposal, filter);
    if (path.isEmpty()) {
        return;
    }
    if (const Failure failure = save(make(chart), path)) {
        tellWindow(chart, WindowNotice::Kind::Failure, QString::fromStdString(describe(*failure)));
    } else {
        tellWindow(chart, WindowNotice::Kind::Done, QWidget::tr("The picture was saved as %1").arg(path));
    }
}

} // namespace

void addPictureActions(QMenu& menu, QWidget& chart, const QString& name) {
    menu.addAction(QWidget::tr("Save as PNG…"), &chart, [&chart, name] {
        askAndSave(chart, name + QStringLiteral(".png"), QWidget::tr("PNG pictures (*.png)"), pngOf);
    });
    menu.addAction(QWidget::tr("Save as SVG…"), &chart, [&chart, name] {
        askAndSave(chart, name + QStringLiteral(".svg"), QWidget::tr("SVG pictures (*.svg)"), svgOf);
    });
}

Failure savePng(QWidget& chart, const QString& path) {
    return save(pngOf(chart), path);
}

Failure saveSvg(QWidget& chart, const QString& path) {
    return save(svgOf(chart), path);
}

} // namespace diptych
