#pragma once
// Headers that almost every file of the window includes.

#include <QAbstractItemModel>
#include <QLabel>
#include <QLayout>
#include <QPainter>
#include <QString>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QWidget>
#include <QtCharts>

#include <memory>
#include <optional>
#include <string>
#include <vector>
