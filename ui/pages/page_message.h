#pragma once
// What a page shows while there is no comparison: why, and what to do next. GUI thread.

#include "ui/session/comparison_session.h"
#include "ui/session/view_state.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace diptych {

class PageMessage : public QWidget {
    Q_OBJECT

public:
    PageMessage(const ComparisonSession* session, ViewState* viewState, QWidget* parent = nullptr);

    /// Says what the session waits for.
    void showSession();
    /// A message of the page's own, without a button.
    void showText(const QString& headline, const QString& text);

private:
    const ComparisonSession* m_session;
    QLabel* m_headline;
    QLabel* m_text;
    QPushButton* m_button;
};

} // namespace diptych
