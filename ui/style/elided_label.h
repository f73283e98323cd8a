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

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void shorten();

    QString m_text;
};

} // namespace diptych
