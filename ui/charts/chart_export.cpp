#include "ui/charts/chart_export.h"

#include <QFileDialog>
#include <QImage>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QWidget>

#include <optional>

namespace diptych {

namespace {

constexpr qreal kPrintScale = 2;

/// Writes a picture to an open file; false when it cannot.
using PictureWriter = bool (*)(QWidget& chart, QIODevice& file);

/// Replaces the file whole or not at all; says why when it could not.
std::optional<QString> saveWhole(QWidget& chart, const QString& path, PictureWriter write) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && write(chart, file) && file.commit()) {
        return std::nullopt;
    }
    return file.errorString();
}

bool writePng(QWidget& chart, QIODevice& file) {
    QImage image(chart.size() * kPrintScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kPrintScale);
    image.fill(chart.palette().base().color());
    chart.render(&image);
    return image.save(&file, "PNG");
}

bool writeSvg(QWidget& chart, QIODevice& file) {
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(chart.size());
    generator.setViewBox(chart.rect());
    QPainter painter;
    if (!painter.begin(&generator)) {
        return false;
    }
    chart.render(&painter);
    return painter.end();
}

void sayFailure(QWidget& chart, const QString& path, const QString& reason) {
    auto* const box = new QMessageBox(QMessageBox::Warning, QWidget::tr("The picture was not saved"),
                                      QWidget::tr("%1 could not be written: %2").arg(path, reason),
                                      QMessageBox::Ok, &chart);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void askAndSave(QWidget& chart, const QString& proposal, const QString& filter, PictureWriter write) {
    const QString path =
        QFileDialog::getSaveFileName(&chart, QWidget::tr("Save the chart"), proposal, filter);
    if (path.isEmpty()) {
        return;
    }
    if (const std::optional<QString> reason = saveWhole(chart, path, write)) {
        sayFailure(chart, path, *reason);
    }
}

} // namespace

void addPictureActions(QMenu& menu, QWidget& chart, const QString& name) {
    menu.addAction(QWidget::tr("Save as PNG…"), &chart, [&chart, name] {
        askAndSave(chart, name + QStringLiteral(".png"), QWidget::tr("PNG pictures (*.png)"), writePng);
    });
    menu.addAction(QWidget::tr("Save as SVG…"), &chart, [&chart, name] {
        askAndSave(chart, name + QStringLiteral(".svg"), QWidget::tr("SVG pictures (*.svg)"), writeSvg);
    });
}

bool savePng(QWidget& chart, const QString& path) {
    return !saveWhole(chart, path, writePng);
}

bool saveSvg(QWidget& chart, const QString& path) {
    return !saveWhole(chart, path, writeSvg);
}

} // namespace diptych
