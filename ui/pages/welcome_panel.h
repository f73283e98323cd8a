#pragma once
// One side on the welcome page: the head with badge and names, and below it the view that suits the slot. GUI
// thread.

#include "ui/session/trace_slot.h"

#include "core/base/side.h"

#include <QWidget>

class QLabel;
class QStackedLayout;

namespace diptych {

class DropView;
class ElidedLabel;
class FailureView;
class LoadedView;
class LoadingView;

class WelcomePanel : public QWidget {
    Q_OBJECT

public:
    explicit WelcomePanel(Side side, QWidget* parent = nullptr);

    void showSlot(const TraceSlot& slot);

signals:
    void chooseRequested();
    void cancelRequested();
    void retryRequested();
    void removeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showHead(const TraceSlot& slot);
    void showView(QWidget* view);

    Side m_side;
    ElidedLabel* m_name;
    ElidedLabel* m_note;
    QStackedLayout* m_views;
    DropView* m_drop;
    LoadingView* m_loading;
    LoadedView* m_loaded;
    FailureView* m_failure;
};

} // namespace diptych
