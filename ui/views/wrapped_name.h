#pragma once
// A kernel name over several lines, broken behind its signs where it can be, else anywhere, since names have
// no spaces. One of very many lines is folded: a click, Space or Return shows all of it, up to 8,000
// characters. Ctrl+C and the context menu copy the whole. GUI thread.

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

    /// Whether the name has so many lines that some are hidden unless it is unfolded.
    [[nodiscard]] bool canFold() const;
    [[nodiscard]] bool isUnfolded() const { return m_isUnfolded; }
    void setUnfolded(bool isUnfolded);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QString m_name;
    bool m_isUnfolded = false;
};

} // namespace diptych
