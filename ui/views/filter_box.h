#pragma once
// A line to filter a table with: icon, clear button, Escape clears. GUI thread.

#include <QLineEdit>

namespace diptych {

class FilterBox : public QLineEdit {
    Q_OBJECT

public:
    explicit FilterBox(const QString& placeholder, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showIcon();

    QAction* m_icon = nullptr;
};

} // namespace diptych
