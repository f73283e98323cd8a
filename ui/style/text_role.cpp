#include "ui/style/text_role.h"

#include "ui/style/fonts.h"
#include "ui/style/theme.h"

namespace diptych {

namespace {

QFont fontOf(TextRole role) {
    switch (role) {
    case TextRole::Total:
        return textFont(fontsize::kTotal, QFont::Bold);
    case TextRole::Verdict:
        return textFont(fontsize::kVerdict);
    case TextRole::PageTitle:
        return textFont(fontsize::kVerdict, QFont::Bold);
    case TextRole::Title:
        return textFont(fontsize::kTitle, QFont::Bold);
    case TextRole::Section:
        return textFont(fontsize::kBody, QFont::Bold);
    case TextRole::Body:
    case TextRole::Secondary:
        return textFont(fontsize::kBody);
    case TextRole::Caption:
        return textFont(fontsize::kTable);
    case TextRole::Header:
        return textFont(fontsize::kHeader);
    case TextRole::Kernel:
        return monoFont(fontsize::kKernel);
    }
    return textFont(fontsize::kBody);
}

bool isDimmed(TextRole role) {
    return role == TextRole::Secondary || role == TextRole::Caption || role == TextRole::Header;
}

} // namespace

QLabel* makeLabel(TextRole role, const QString& text, QWidget* parent) {
    auto* const label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    setTextRole(label, role);
    return label;
}

QLabel* makeWrappedLabel(TextRole role, QWidget* parent) {
    QLabel* const label = makeLabel(role, {}, parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QWidget* makeSeparator(Qt::Orientation orientation, QWidget* parent) {
    auto* const line = new QWidget(parent);
    orientation == Qt::Horizontal ? line->setFixedHeight(1) : line->setFixedWidth(1);
    line->setBackgroundRole(QPalette::Midlight);
    line->setAutoFillBackground(true);
    return line;
}

void setTextRole(QLabel* label, TextRole role) {
    label->setFont(fontOf(role));
    label->setForegroundRole(isDimmed(role) ? kDimmedRole : QPalette::WindowText);
}

} // namespace diptych
