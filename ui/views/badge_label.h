#pragma once
// A word in a dashed frame: INFERRED. GUI thread.

#include <QWidget>

namespace diptych {

class BadgeLabel : public QWidget {
    Q_OBJECT

public:
    explicit BadgeLabel(const QString& text, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace diptych
