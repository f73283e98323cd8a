#pragma once
// What a panel of the welcome page shows of its side: a place to drop a file, a load under way, a loaded
// trace, or why there is none. Views only show a slot and say which button was pressed. GUI thread.

#include "core/base/side.h"
#include "ui/pages/welcome_texts.h"

#include <QWidget>

#include <array>

class QGridLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace diptych {

class ElidedLabel;
class IconLabel;

/// Names and values in two columns.
class FactGrid : public QWidget {
    Q_OBJECT

public:
    explicit FactGrid(int rowHeight, QWidget* parent = nullptr);
    void setLines(const std::vector<FactLine>& lines);

private:
    struct Row {
        QLabel* label;
        ElidedLabel* value;
    };
    QGridLayout* m_grid;
    int m_rowHeight;
    std::vector<Row> m_rows;
};

/// One stage of a load: a mark (done, under way, to come), its name, a figure.
class StageRow : public QWidget {
    Q_OBJECT

public:
    enum class State : std::uint8_t { ToCome, UnderWay, Done };

    explicit StageRow(const QString& name, QWidget* parent = nullptr);
    void setState(State state, const QString& figure);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    State m_state = State::ToCome;
    QLabel* m_name;
    QLabel* m_figure;
};

/// An empty side.
class DropView : public QWidget {
    Q_OBJECT

public:
    explicit DropView(Side side, QWidget* parent = nullptr);

signals:
    void chooseRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A load under way.
class LoadingView : public QWidget {
    Q_OBJECT

public:
    explicit LoadingView(Side side, QWidget* parent = nullptr);
    void showSlot(const TraceSlot& slot);

signals:
    void cancelRequested();

private:
    QLabel* m_percent;
    QLabel* m_timeLeft;
    QProgressBar* m_bar;
    QLabel* m_bytes;
    QLabel* m_rate;
    std::array<StageRow*, 3> m_stages;
    FactGrid* m_facts;
};

/// A loaded trace.
class LoadedView : public QWidget {
    Q_OBJECT

public:
    explicit LoadedView(QWidget* parent = nullptr);
    void showSlot(const TraceSlot& slot);

signals:
    void chooseRequested();
    void removeRequested();

private:
    FactGrid* m_facts;
    QWidget* m_salvage;
    QLabel* m_salvageText;
};

/// A side whose load failed or was cancelled.
class FailureView : public QWidget {
    Q_OBJECT

public:
    explicit FailureView(QWidget* parent = nullptr);
    void showSlot(const TraceSlot& slot);

signals:
    void chooseRequested();
    void retryRequested();
    void removeRequested();

private:
    IconLabel* m_icon;
    QLabel* m_headline;
    ElidedLabel* m_path;
    QLabel* m_reason;
    QLabel* m_remedy;
};

} // namespace diptych
