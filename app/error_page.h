#pragma once
// Stands in the place of a page when both traces are loaded and yet cannot be compared: why, and what to do.
// GUI thread.

#include "core/base/result.h"

#include <QWidget>

class QLabel;

namespace diptych {

class ErrorPage : public QWidget {
    Q_OBJECT

public:
    explicit ErrorPage(QWidget* parent = nullptr);
    void showError(const Error& error);

signals:
    void againRequested();
    void startPageRequested();

private:
    QLabel* m_headline;
    QLabel* m_reason;
    QLabel* m_remedy;
};

} // namespace diptych
