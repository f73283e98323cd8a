#pragma once
// One line of text that gives way: shortened to the width it has, in the middle unless told otherwise, the
// whole text in the tooltip. GUI thread.

#include "ui/style/text_role.h"

namespace diptych {

class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(TextRole role, QWidget* parent = nullptr);

    void setFullText(const QString& text);
    [[nodiscard]] const QString& fullText() const { return m_text; }

    /// What the tooltip says instead of the text, shortened or not.
    void setLongText(const QString& text);

    void setElideMode(Qt::TextElideMode mode);
    /// In less room than that a shortened text tells nothing: then there is none, but for the tooltip.
    void setLeastReadable(int width);
    /// The text gives way only down to this width, if it needs as much.
    void setLeastWidth(int width);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void shorten();

    QString m_text;
    QString m_longText;
    Qt::TextElideMode m_mode = Qt::ElideMiddle;
    int m_leastWidth = 0;
    int m_leastReadable = 0;
};

} // namespace diptych
