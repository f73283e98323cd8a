#pragma once
// A line to filter a table with: icon, clear button, Escape clears. GUI thread.

#include <QLineEdit>

namespace diptych {

class FilterBox : public QLineEdit {
    Q_OBJECT

public:
    explicit FilterBox(const QString& placeholder, QWidget* parent = nullptr);

    /// As wide as that where there is room, narrower where there is not.
    void setWantedWidth(int width);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showIcon();

    QAction* m_icon = nullptr;
    int m_wantedWidth = 0; ///< 0: as any line
};

} // namespace diptych
