#pragma once
// Python stacks as a list of frames, outermost first: model code in bold, framework frames dimmed, each with
// its place in the source. Shows all its rows; what is around it scrolls. GUI thread.

#include "ui/models/stack_rows.h"

#include <QAbstractListModel>
#include <QListView>

namespace diptych {

/// Adapts StackRows; roles: Display (text), ToolTip (file and line).
class StackModel : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setRows(std::vector<StackRow> rows);
    [[nodiscard]] const StackRow& row(const QModelIndex& index) const {
        return m_rows[static_cast<std::size_t>(index.row())];
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<StackRow> m_rows;
};

class StackView : public QListView {
    Q_OBJECT

public:
    explicit StackView(QWidget* parent = nullptr);

    void setStacks(const std::vector<StackCount>& stacks);
    void setFolded(bool isFolded);
    [[nodiscard]] bool isFolded() const { return m_isFolded; }
    [[nodiscard]] const StackModel& stackModel() const { return *m_model; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// Another frame is current; its file as recorded, "" for a fold or none.
    void frameChosen(const QString& file, int line);
    /// A frame was opened; its file as recorded.
    void sourceRequested(const QString& file, int line);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void fill();

    StackModel* m_model;
    std::vector<StackCount> m_stacks;
    bool m_isFolded = true;
};

} // namespace diptych
