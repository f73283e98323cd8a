#pragma once
// A whole kernel name over as many lines as it needs, broken anywhere, since names have no spaces. Ctrl+C and
// the context menu copy it. GUI thread.

#include <QWidget>

namespace diptych {

class WrappedName : public QWidget {
    Q_OBJECT

public:
    explicit WrappedName(QWidget* parent = nullptr);

    void setName(const QString& name);
    [[nodiscard]] const QString& name() const { return m_name; }

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QString m_name;
};

} // namespace diptych
