#pragma once
// The verdict as one sentence: figures bold, the ratio with arrow and colour, the dominant operation as a
// link. Can be selected and copied as text. GUI thread.

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

    void setSummary(const Summary& summary);
    void copyText() const;

signals:
    void operationChosen(const QString& operation);

protected:
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void fill();

    Summary m_summary;
};

} // namespace diptych
