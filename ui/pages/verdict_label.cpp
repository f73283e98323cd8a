#include "ui/pages/verdict_label.h"

#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QTextDocumentFragment>

#include <cmath>

namespace diptych {

namespace {

QString bold(const QString& text) {
    return QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped());
}

/// The link of a figure, where an operation's is its name.
const QString kAllOperations = QStringLiteral("#all");

/// A figure that leads to what it is the sum of.
QString linked(const QString& text, const QColor& color) {
    return QStringLiteral("<a href='%1' style='color:%2; text-decoration:none'>%3</a>")
        .arg(kAllOperations, color.name(), bold(text));
}

/// "(▲ 1.83× slower)": never below 1, since people read ratios below 1 the wrong way round.
QString ratioHtml(double ratio, const QColor& slower, const QColor& faster) {
    const bool isSlower = ratio >= 1;
    const QString figure = formatRatio(isSlower ? ratio : 1 / ratio);
    return QStringLiteral("<b style='color:%1'>(%2\u00A0%3 %4)</b>")
        .arg((isSlower ? slower : faster).name(), isSlower ? QStringLiteral("▲") : QStringLiteral("▼"),
             figure, isSlower ? QStringLiteral("slower") : QStringLiteral("faster"));
}

} // namespace

QString verdictHtml(const Summary& summary, const QColor& slower, const QColor& faster, const QColor& text) {
    const QString period = summary.perStep ? QStringLiteral(" per step") : QStringLiteral(" in all");
    if (!summary.ratio || *summary.ratio <= 0 || !std::isfinite(*summary.ratio)) {
        return QString::fromStdString(summary.verdict).toHtmlEscaped();
    }
    const QString a = linked(formatDuration(summary.ns.a), text);
    const QString b = linked(formatDuration(summary.ns.b), text);
    if (std::abs(*summary.ratio - 1) < 0.005) {
        return QStringLiteral("A needs %1%2, as long as B with %3.").arg(a, period, b);
    }
    QString html = QStringLiteral("A needs %1%2 where B needs %3 %4")
                       .arg(a, period, b, ratioHtml(*summary.ratio, slower, faster));
    if (summary.dominantOperation && summary.dominantShare) {
        const QString operation = QString::fromStdString(*summary.dominantOperation).toHtmlEscaped();
        html += QStringLiteral("; %1 of the gap is <a href='%2' style='color:%3'>%2</a>")
                    .arg(bold(formatPercent(*summary.dominantShare, 0)), operation, text.name());
    }
    return html + QLatin1Char('.');
}

VerdictLabel::VerdictLabel(QWidget* parent) : QLabel(parent) {
    setFont(textFont(fontsize::kVerdict));
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(this, &QLabel::linkActivated, this,
            [this](const QString& link) { emit operationChosen(link == kAllOperations ? QString() : link); });
}

void VerdictLabel::setSummary(const Summary& summary) {
    m_summary = summary;
    fill();
    setAccessibleName(plainText());
}

QString VerdictLabel::plainText() const {
    return m_summary.verdict.empty() ? QTextDocumentFragment::fromHtml(text()).toPlainText()
                                     : QString::fromStdString(m_summary.verdict);
}

void VerdictLabel::copyText() const {
    QApplication::clipboard()->setText(plainText());
}

void VerdictLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        fill();
    }
}

void VerdictLabel::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy the verdict"), this, &VerdictLabel::copyText);
    menu.exec(event->globalPos());
}

void VerdictLabel::fill() {
    const Tokens& tokens = tokensOf(palette());
    const QString html = verdictHtml(m_summary, tokens.slower, tokens.faster, tokens.text);
    if (html != text()) {
        setText(html);
    }
}

} // namespace diptych
