#pragma once
// The kernels of what is chosen above (an operation, a module): a title, and beside each other a half for
// each side with its device, a caption and a table whose rows lead to pairs. Owned by its page; GUI thread.

#include "core/base/side.h"

#include <QWidget>

#include <memory>

class QBoxLayout;
class QLabel;

namespace diptych {

class DataTable;
class ElidedLabel;
class Table;

class KernelColumns : public QWidget {
    Q_OBJECT

public:
    /// What a half shows; without a table nothing.
    struct Half {
        QString caption; ///< beside the device, or below it where that has no room on one of the sides
        QString detail;  ///< in a line of its own, where one of the halves has any
        std::shared_ptr<const Table> table;
    };

    /// Columns are remembered under `name`; `noneText` stands in place of rows.
    KernelColumns(const QString& name, const QString& noneText, QWidget* parent = nullptr);

    void setRowHeight(int height);
    /// Short names; "" where a trace does not tell.
    void setDevices(const PerSide<QString>& devices);
    void setKernels(const QString& title, const PerSide<Half>& halves);
    /// Below both; "" for none.
    void setFootnote(const QString& text);
    /// Makes the row of that pair current on each side that has it.
    void showPair(const QString& pair);

    [[nodiscard]] DataTable* table(Side side) const { return m_halves[side].table; }

Q_SIGNALS:
    void pairChosen(const QString& pair);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Parts {
        QWidget* widget = nullptr;
        QBoxLayout* titles = nullptr; ///< device and caption
        QLabel* device = nullptr;
        ElidedLabel* caption = nullptr;
        ElidedLabel* detail = nullptr;
        DataTable* table = nullptr;
    };

    void placeCaptions();
    Parts makeHalf(Side side, const QString& name, const QString& noneText);

    QLabel* m_title;
    PerSide<Parts> m_halves;
    QLabel* m_footnote;
};

} // namespace diptych
