#pragma once
// The lines around a frame's place in the source, where the file is at hand; a worker reads it. Hidden while
// there is nothing to show. GUI thread.

#include "ui/session/source_opener.h"

#include <QWidget>

#include <memory>

namespace diptych {

class JobRunner;

class SourcePreview : public QWidget {
    Q_OBJECT

public:
    explicit SourcePreview(QWidget* parent = nullptr);
    ~SourcePreview() override;

    /// A file as recorded; the path mapping of the preferences finds it. "" shows nothing.
    void showSource(const QString& recorded, int line);
    [[nodiscard]] const std::optional<SourceExcerpt>& excerpt() const { return m_excerpt; }
    /// Whether a file is still being read.
    [[nodiscard]] bool isReading() const { return m_job != 0; }

    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    /// A double click: the user wants the file in the editor; as recorded.
    void opened(const QString& recorded, int line);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void take(std::optional<SourceExcerpt> excerpt);

    QString m_recorded;
    int m_line = 0;
    std::optional<SourceExcerpt> m_excerpt;
    std::uint64_t m_job = 0;
    std::unique_ptr<JobRunner> m_jobs; ///< last: it waits for its work before anything else goes
};

} // namespace diptych
