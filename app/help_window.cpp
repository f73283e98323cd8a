#include "app/help_window.h"

#include "ui/style/fonts.h"
#include "ui/style/tokens.h"

#include <QDesktopServices>
#include <QFile>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QShortcut>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextFragment>
#include <QTextTable>
#include <QVBoxLayout>

namespace diptych {

namespace {

constexpr QSize kSize{940, 680};
constexpr int kListWidth = 200;
constexpr int kMargin = 12;
constexpr int kTextMargin = 20;
constexpr int kParagraphGap = 8;
constexpr int kHeadingGap = 14;
constexpr int kCellPadding = 6;
constexpr int kTablePercent = 99; // its lines stand outside of its width

struct TopicEntry {
    HelpTopic topic;
    const char* title;
    const char* file;
};

constexpr TopicEntry kTopics[] = {{HelpTopic::Guide, "From a recording to a finding", "guide.md"},
                                  {HelpTopic::Diagnostics, "What Health says", "diagnostics.md"},
                                  {HelpTopic::Semantics, "What the figures mean", "semantics.md"},
                                  {HelpTopic::Alignment, "How the alignment works", "alignment.md"},
                                  {HelpTopic::Tools, "Compared with other tools", "tools.md"}};

/// A heading stands nearer to what follows it; the last line of code apart from the text.
QTextBlockFormat spacedFormat(const QTextBlock& block) {
    QTextBlockFormat format = block.blockFormat();
    const bool isCode = format.hasProperty(QTextFormat::BlockCodeFence);
    const QTextBlock next = block.next();
    const bool endsCode =
        isCode && !(next.isValid() && next.blockFormat().hasProperty(QTextFormat::BlockCodeFence));
    if (format.headingLevel() > 1) {
        format.setTopMargin(kHeadingGap);
    }
    if (!isCode || endsCode) {
        format.setBottomMargin(kParagraphGap);
    }
    return format;
}

/// Code in the family that kernel names have.
void setMono(QTextCursor cursor, const QTextFragment& fragment) {
    QTextCharFormat code;
    code.setFontFamilies({monoFont().family()});
    cursor.setPosition(fragment.position());
    cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
    cursor.mergeCharFormat(code);
}

void underlineCells(QTextTable& table, const QColor& line) {
    for (int row = 0; row < table.rows(); ++row) {
        for (int column = 0; column < table.columns(); ++column) {
            QTextTableCell cell = table.cellAt(row, column);
            QTextTableCellFormat format = cell.format().toTableCellFormat();
            format.setBottomBorder(1);
            format.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setBottomBorderBrush(line);
            cell.setFormat(format);
        }
    }
}

/// Distances, families and the lines of tables: what Markdown itself does not say.
void typeset(QTextDocument& document, const QColor& line) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        if (cursor.currentTable() == nullptr) {
            cursor.setBlockFormat(spacedFormat(block));
        }
        const bool isCode = block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            if (isCode || part.fragment().charFormat().fontFixedPitch()) {
                setMono(cursor, part.fragment());
            }
        }
    }
    for (QTextFrame* const frame : document.rootFrame()->childFrames()) {
        if (auto* const table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setCellPadding(kCellPadding);
            format.setCellSpacing(0);
            format.setBorder(0);
            format.setWidth(QTextLength(QTextLength::PercentageLength, kTablePercent));
            format.setTopMargin(kParagraphGap);
            format.setBottomMargin(kParagraphGap);
            table->setFormat(format);
            underlineCells(*table, line);
        }
    }
}

} // namespace

QString helpText(HelpTopic topic) {
    QFile file(QStringLiteral(":/help/") + QLatin1String(kTopics[static_cast<int>(topic)].file));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

HelpWindow::HelpWindow(QWidget* parent)
    : QDialog(parent), m_topics(new QListWidget), m_search(new QLineEdit), m_text(new QTextBrowser) {
    setWindowTitle(QStringLiteral("Guide to Diptych"));
    resize(kSize);
    m_search->setPlaceholderText(QStringLiteral("Search the guide"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_topics->setFixedWidth(kListWidth);
    m_topics->setAccessibleName(QStringLiteral("Topics"));
    m_topics->setProperty("boxed", true);
    for (const TopicEntry& entry : kTopics) {
        m_topics->addItem(QLatin1String(entry.title));
        m_topics->item(m_topics->count() - 1)->setSizeHint(QSize(0, metrics::kNavigationRowHeight));
    }
    m_text->setAccessibleName(QStringLiteral("Text"));
    m_text->setProperty("boxed", true);
    m_text->setFont(textFont(fontsize::kBody));
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(kTextMargin);

    auto* const left = new QVBoxLayout;
    left->addWidget(m_search);
    left->addWidget(m_topics);
    m_search->setFixedWidth(kListWidth);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->addLayout(left);
    layout->addWidget(m_text, 1);

    connect(m_topics, &QListWidget::currentRowChanged, this, &HelpWindow::load);
    connect(m_search, &QLineEdit::returnPressed, this, &HelpWindow::findNext);
    connect(m_text, &QTextBrowser::anchorClicked, this,
            [](const QUrl& url) { QDesktopServices::openUrl(url); });
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, m_search,
            [this] { m_search->setFocus(Qt::ShortcutFocusReason); });
    m_topics->setCurrentRow(0);
}

HelpTopic HelpWindow::topic() const {
    return kTopics[m_topics->currentRow()].topic;
}

void HelpWindow::load(int row) {
    m_text->setMarkdown(helpText(kTopics[row].topic));
    typeset(*m_text->document(), tokensOf(palette()).border);
    m_text->moveCursor(QTextCursor::Start);
}

void HelpWindow::showTopic(HelpTopic topic) {
    m_topics->setCurrentRow(static_cast<int>(topic));
}

void HelpWindow::showDiagnostic(const QString& code) {
    showTopic(HelpTopic::Diagnostics);
    m_text->moveCursor(QTextCursor::Start);
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0 && block.text() == code) {
            m_text->moveCursor(QTextCursor::End); // so that the heading comes to stand on top
            m_text->setTextCursor(QTextCursor(block));
            return;
        }
    }
}

void HelpWindow::findNext() {
    if (!m_search->text().isEmpty() && !m_text->find(m_search->text())) {
        findInFollowing();
    }
}

void HelpWindow::findInFollowing() {
    const int from = m_topics->currentRow();
    for (int step = 1; step <= m_topics->count(); ++step) {
        m_topics->setCurrentRow((from + step) % m_topics->count());
        m_text->moveCursor(QTextCursor::Start);
        if (m_text->find(m_search->text())) {
            return;
        }
    }
}

} // namespace diptych
