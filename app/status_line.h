#pragma once
// The line at the foot of the window: how much is aligned, and what the times are. GUI thread.

#include "ui/session/view_state.h"

#include <QString>
#include <QWidget>

class QLabel;

namespace diptych {

class ComparisonSession;

/// Both texts for what the session is doing; pure but for reading the session.
struct StatusTexts {
    QString left;
    QString right;
};
[[nodiscard]] StatusTexts statusTextsOf(const ComparisonSession& session, Page page, bool perStep);

class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);
    void setTexts(const StatusTexts& texts);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_left;
    QLabel* m_right;
};

} // namespace diptych
