#pragma once
// Pages as lists of things to draw, in points (1/72 inch) from the upper left corner: what lies between the
// layout of a report and its painting. PDF and preview paint the same pages. Plain values, any thread.

#include <QColor>
#include <QLineF>
#include <QPainterPath>
#include <QRectF>
#include <QString>

#include <variant>
#include <vector>

class QFont;
class QPainter;

namespace diptych {

enum class PaperSize : std::uint8_t { A4, Letter };

/// Width and height in points.
[[nodiscard]] QSizeF paperExtent(PaperSize size);

struct PaperFont {
    qreal points = 9;
    bool isBold = false;
    bool isMono = false;
};

/// One line of text. With an anchor the text is the number of the page that bears it, set right-aligned at x.
struct PaperText {
    QPointF baseline;
    QString text;
    PaperFont font;
    QColor color;
    QString anchor;
};

struct PaperRule {
    QLineF line;
    QColor color;
    qreal width = 0.5;
    Qt::PenStyle style = Qt::SolidLine;
};

/// A filled or framed area.
struct PaperShape {
    QPainterPath path;
    QColor fill;  ///< invalid: none
    QColor frame; ///< invalid: none
    Qt::PenStyle frameStyle = Qt::SolidLine;
};

using PaperItem = std::variant<PaperText, PaperRule, PaperShape>;

struct PaperPage {
    std::vector<PaperItem> items;
};

/// Where a bookmark leads.
struct PaperBookmark {
    QString title;
    int page = 0;  ///< from 0
    qreal top = 0; ///< in points from the upper edge
    int depth = 0;
};

struct PaperDocument {
    PaperSize size = PaperSize::A4;
    QString title;
    QString author;
    QString subject;
    std::vector<PaperPage> pages;
    std::vector<PaperBookmark> bookmarks;
};

/// Painters of pages work in this many units a point, so that letters stand where the layout measured them:
/// fonts of whole pixels are as fine as that.
inline constexpr int kPaperUnits = 20;

/// The font in paper units.
[[nodiscard]] QFont paperFont(const PaperFont& font);
/// The width of a line of text in points.
[[nodiscard]] qreal paperTextWidth(const PaperFont& font, const QString& text);

/// Paints a page; the painter's unit is 1 / kPaperUnits of a point.
void paintPaper(QPainter& painter, const PaperPage& page);

} // namespace diptych
