#pragma once
// A piece of a page that stays together: things drawn from its own upper left corner, and how high it is.
// With the strokes and texts that all pieces of the report are made of. Any thread.

#include "core/base/side.h"
#include "ui/report/paper.h"

#include <QStringList>

#include <optional>

namespace diptych {

struct Tokens;

/// How a text lies to the x that it is given.
enum class PaperAlign : std::uint8_t { Left, Right, Center };

struct PaperStyle {
    PaperFont font;
    QColor color;
};

class PaperBlock {
public:
    std::vector<PaperItem> items;
    qreal height = 0;
    QString anchor; ///< "" or what page numbers may ask for

    /// One line; returns its width.
    qreal text(qreal x, qreal baseline, const QString& text, const PaperStyle& style,
               PaperAlign align = PaperAlign::Left);
    /// Lines below each other, the first with its baseline there; returns the last baseline.
    qreal lines(qreal x, qreal baseline, const QStringList& lines, const PaperStyle& style, qreal leading);
    void pageNumber(qreal right, qreal baseline, const QString& of, const PaperStyle& style);
    void rule(qreal left, qreal right, qreal y, const QColor& color, qreal width = 0.5,
              Qt::PenStyle style = Qt::SolidLine);
    void upright(qreal x, qreal top, qreal bottom, const QColor& color, qreal width = 0.5);
    void box(const QRectF& area, const QColor& fill, const QColor& frame = {}, qreal radius = 0,
             Qt::PenStyle frameStyle = Qt::SolidLine);
    /// Diagonal strokes inside the area.
    void hatch(const QRectF& area, const QColor& color, qreal distance = 3.5, qreal width = 1.1);
    void badge(const QRectF& square, Side side, const Tokens& tokens);
    /// A word in a frame; returns its width.
    qreal mark(qreal x, qreal middle, const QString& word, const Tokens& tokens);
    /// Another block inside this one.
    void add(const PaperBlock& other, qreal x, qreal y);
};

/// Lines no wider than `width`; breaks between words, and inside what is too long for a line. With more than
/// `mostLines` the last one is shortened in the middle.
[[nodiscard]] QStringList wrapPaperText(const QString& text, const PaperFont& font, qreal width,
                                        int mostLines);
/// One line no wider than `width`, shortened in the middle around `focus`.
[[nodiscard]] QString fitPaperText(const QString& text, const PaperFont& font, qreal width,
                                   qsizetype focusStart = 0, qsizetype focusLength = 0);
/// One line no wider than `width`; of a path the folders nearest to the root go first.
[[nodiscard]] QString fitPaperPath(const QString& text, const PaperFont& font, qreal width);

} // namespace diptych
