#pragma once
// What pages of figures have alike: a head with the title or tabs, a caption and what the page is steered by;
// the parts below it; and, while there is nothing to show, a message in place of all. GUI thread.

#include "ui/pages/page_widget.h"

class QHBoxLayout;
class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace diptych {

class ComparisonSession;
class ElidedLabel;
class FilterBox;
class PageMessage;
class PeriodSwitch;

class PageFrame : public PageWidget {
    Q_OBJECT

protected:
    PageFrame(Page page, ComparisonSession* session, ViewState* viewState, QWidget* parent);

    // The head, from left to right.
    void setTitle(const QString& title);
    void setTitle(QWidget* title);
    void addToHead(QWidget* widget);
    FilterBox* addFilter(const QString& placeholder, int width = 220);
    PeriodSwitch* addPeriodSwitch();

    // Below the head, downwards.
    void addPart(QWidget* part, int stretch = 0);
    /// Two parts with a movable border, remembered under that name; the upper one has `percent` of the height
    /// at first. The parts are made by then and need no parent.
    void addParts(const QString& name, QWidget* upper, QWidget* lower, int percent);
    /// A remark in small type; returned where its text is to change.
    QLabel* addFootnote(const QString& text);

    /// The content of the page, or the message in its place.
    void showContent(bool isShown);
    void setCaption(const QString& text);

    [[nodiscard]] PageMessage* message() const { return m_message; }
    [[nodiscard]] ViewState* viewState() const { return m_viewState; }

private:
    void makeHead(QWidget* content);

    ViewState* m_viewState;
    QStackedLayout* m_stack;
    PageMessage* m_message;
    QVBoxLayout* m_column = nullptr;
    QHBoxLayout* m_head = nullptr;
    ElidedLabel* m_caption = nullptr;
};

} // namespace diptych
