#pragma once
// A message that does not interrupt: an icon, a sentence, at most one button, and a cross. The newest
// replaces the one before. GUI thread.

#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;

namespace diptych {

class IconLabel;

class NoticeBar : public QWidget {
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { Done, Information, Failure };

    explicit NoticeBar(QWidget* parent = nullptr);

    void showNotice(Kind kind, const QString& text);
    /// With a button that does something and closes the bar.
    void showNotice(Kind kind, const QString& text, const QString& buttonText, std::function<void()> action);
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    IconLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_button;
    std::function<void()> m_action;
};

} // namespace diptych
