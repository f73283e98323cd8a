#pragma once
// One line of text in which a gap has its arrow and colour: "A 286.0 µs, B 163.8 µs  ▲ +122.2 µs". GUI
// thread.

#include "core/base/nanoseconds.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace diptych {

class FigureLabel : public QWidget {
    Q_OBJECT

public:
    struct Part {
        QString text;
        std::optional<Nanoseconds> gapNs{}; ///< colours the text by its sign
        bool isBold = false;
        bool isDimmed = false;
    };

    explicit FigureLabel(int pixelSize, QWidget* parent = nullptr);

    void setParts(std::vector<Part> parts);
    /// All parts as plain text.
    [[nodiscard]] QString text() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_pixelSize;
    std::vector<Part> m_parts;
};

} // namespace diptych
