#pragma once
// A small table of facts about both sides: label, A, B and, where it means something, A / B. Painted; nothing
// in it is chosen. GUI thread.

#include "ui/models/pair_facts.h"

#include <QWidget>

namespace diptych {

class PairFactGrid : public QWidget {
    Q_OBJECT

public:
    /// `title` stands in the head, `remark` at its right end.
    explicit PairFactGrid(const QString& title, QWidget* parent = nullptr);

    void setFacts(const std::vector<FactRow>& rows, const QString& remark = {});
    [[nodiscard]] const std::vector<FactRow>& facts() const { return m_rows; }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] int labelWidth() const;
    [[nodiscard]] bool hasRatios() const;
    [[nodiscard]] QString asText() const;

    QString m_title;
    QString m_remark;
    std::vector<FactRow> m_rows;
};

} // namespace diptych
