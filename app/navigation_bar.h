#pragma once
// The list of pages at the left: icon, name, count. Up and Down move, Ctrl+digit comes from the actions. GUI
// thread.

#include "app/page_registry.h"

#include <QAbstractButton>
#include <QWidget>

#include <map>
#include <optional>

namespace diptych {

class NavigationButton : public QAbstractButton {
    Q_OBJECT

public:
    NavigationButton(const QString& title, const QString& icon, QWidget* parent);
    void setCount(std::optional<std::uint64_t> count);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_icon;
    QString m_count;
};

class NavigationBar : public QWidget {
    Q_OBJECT

public:
    explicit NavigationBar(const std::vector<PageEntry>& pages, QWidget* parent = nullptr);

    void setPage(Page page);
    void setCount(Page page, std::optional<std::uint64_t> count);

signals:
    void pageChosen(diptych::Page page);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::map<Page, NavigationButton*> m_buttons;
    std::map<Page, Page> m_tabs; ///< pages without a button, to those whose tabs they are
};

} // namespace diptych
