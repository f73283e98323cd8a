#include "ui/charts/chart_export.h"

#include <QFileDialog>
#include <QImage>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QWidget>

namespace diptych {

namespace {

constexpr qreal kPrintScale = 2;

void sayFailure(QWidget& chart, const QString& path) {
    auto* const box =
        new QMessageBox(QMessageBox::Warning, QWidget::tr("The picture was not saved"),
                        QWidget::tr("%1 could not be written.").arg(path), QMessageBox::Ok, &chart);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void askAndSave(QWidget& chart, const QString& proposal, const QString& filter,
                bool (*save)(QWidget&, const QString&)) {
    const QString path =
        QFileDialog::getSaveFileName(&chart, QWidget::tr("Save the chart"), proposal, filter);
    if (!path.isEmpty() && !save(chart, path)) {
        sayFailure(chart, path);
    }
}

} // namespace

void addPictureActions(QMenu& menu, QWidget& chart, const QString& name) {
    menu.addAction(QWidget::tr("Save as PNG…"), &chart, [&chart, name] {
        askAndSave(chart, name + QStringLiteral(".png"), QWidget::tr("PNG pictures (*.png)"), savePng);
    });
    menu.addAction(QWidget::tr("Save as SVG…"), &chart, [&chart, name] {
        askAndSave(chart, name + QStringLiteral(".svg"), QWidget::tr("SVG pictures (*.svg)"), saveSvg);
    });
}

bool savePng(QWidget& chart, const QString& path) {
    QImage image(chart.size() * kPrintScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kPrintScale);
    image.fill(chart.palette().base().color());
    chart.render(&image);
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && image.save(&file, "PNG") && file.commit();
}

bool saveSvg(QWidget& chart, const QString& path) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return false;
    }
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(chart.size());
    generator.setViewBox(chart.rect());
    QPainter painter;
    if (!painter.begin(&generator)) {
        return false;
    }
    chart.render(&painter);
    painter.end();
    return file.commit();
}

} // namespace diptych
