#pragma once
// One line of text that gives way: shortened in the middle to the width it has, the whole text in the
// tooltip. GUI thread.

#include "ui/style/text_role.h"

namespace diptych {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(TextRole role, QWidget* parent = nullptr);

    void setFullText(const QString& text);
    [[nodiscard]] const QString& fullText() const { return m_text; }

    /// The text gives way only down to this width, if it needs as much.
    void setLeastWidth(int width);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void shorten();

    QString m_text;
    int m_leastWidth = 0;
};

} // namespace diptych
