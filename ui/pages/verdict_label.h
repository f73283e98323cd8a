#pragma once
// The verdict as one sentence: figures bold, the ratio with arrow and colour, times and the dominant
// operation as links. Can be selected and copied as text. GUI thread.

#include "core/compare/comparison.h"

#include <QLabel>

namespace diptych {

/// The sentence as rich text in the colours of a theme; plain text where there is nothing to mark. Pure.
[[nodiscard]] QString verdictHtml(const Summary& summary, const QColor& slower, const QColor& faster,
                                  const QColor& text);

class VerdictLabel : public QLabel {
    Q_OBJECT

public:
    explicit VerdictLabel(QWidget* parent = nullptr);

    /// A summary without a sentence of its own gets one from its figures.
    void setSummary(const Summary& summary);
    [[nodiscard]] QString plainText() const;
    void copyText() const;

signals:
    /// A link was followed; "" is all operations together.
    void operationChosen(const QString& operation);

protected:
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void fill();

    Summary m_summary;
};

} // namespace diptych
