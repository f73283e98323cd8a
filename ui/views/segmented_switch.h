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
    /// A segment that cannot be chosen says why in its tooltip; "" makes it a choice again.
    void setObstacle(int index, const QString& obstacle);

signals:
    /// The user chose a segment.
    void chosen(int index);

private:
    QButtonGroup* m_group;
};

} // namespace diptych
