#pragma once
// A choice of few, as joined buttons: "Per step | Total". GUI thread.

#include <QAbstractButton>
#include <QStringList>
#include <QWidget>

class QButtonGroup;

namespace diptych {

class SegmentedSwitch : public QWidget {
    Q_OBJECT

public:
    explicit SegmentedSwitch(const QStringList& texts, QWidget* parent = nullptr);

    [[nodiscard]] int current() const;
    /// Without saying so.
    void setCurrent(int index);

signals:
    /// The user chose a segment.
    void chosen(int index);

private:
    QButtonGroup* m_group;
};

} // namespace diptych
