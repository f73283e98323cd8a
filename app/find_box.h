#pragma once
// The line to find something in a comparison, with its hits below while one types. Down and Up choose, Enter
// goes there, Escape closes. Lives on the strip; GUI thread.

#include "app/find_index.h"

#include <QLineEdit>

#include <memory>

class QTreeWidget;

namespace diptych {

class FindBox : public QLineEdit {
    Q_OBJECT

public:
    /// `host` is the widget that the list of hits floats over.
    FindBox(QWidget* host, QWidget* parent);

    void setIndex(std::shared_ptr<const FindIndex> index);
    [[nodiscard]] QTreeWidget* list() const { return m_list; }

signals:
    void hitChosen(const diptych::FindHit& hit);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void showHits();
    void addRow(const FindHit& hit, const QString& text);
    void addRemark(const QString& text);
    [[nodiscard]] QStringList kernelTexts() const;
    [[nodiscard]] int listWidth() const;
    void placeList();
    void step(int rows);
    void choose(int row);

    QWidget* m_host;
    QTreeWidget* m_list;
    std::shared_ptr<const FindIndex> m_index;
    std::vector<FindHit> m_hits;
};

} // namespace diptych
