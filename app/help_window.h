#pragma once
// The guide, in a window of its own: topics on the left, the text on the right, a line to search all of it.
// The texts are resources/help/*.md, the same that README links. Owned by the main window. GUI thread.

#include <QDialog>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace diptych {

/// The texts that the window shows, in the order of its list.
enum class HelpTopic : std::uint8_t { Guide, Diagnostics, Semantics, Alignment, Tools };

class HelpWindow : public QDialog {
    Q_OBJECT

public:
    explicit HelpWindow(QWidget* parent = nullptr);

    void showTopic(HelpTopic topic);
    /// Scrolls to the paragraph of that diagnostic; to the list's beginning when there is none.
    void showDiagnostic(const QString& code);
    /// The next place of the words, from the cursor on, through all topics and around.
    void findNext();

    [[nodiscard]] HelpTopic topic() const;
    [[nodiscard]] QTextBrowser& text() const { return *m_text; }

private:
    void load(int row);
    void findInFollowing();

    QListWidget* m_topics;
    QLineEdit* m_search;
    QTextBrowser* m_text;
};

/// The text of a topic, as Markdown.
[[nodiscard]] QString helpText(HelpTopic topic);

} // namespace diptych
