#pragma once
// The rows of a rule table as a model that people edit: in order, since the first row that matches decides.
// Every edit can be undone. Shows beside each row what the preview says of it. Owned by the rules dialog; GUI
// thread.

#include "core/compare/rule_preview.h"
#include "ui/session/undo_history.h"

#include <QAbstractTableModel>

namespace diptych {

class RuleModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int {
        NumberColumn,
        OperationColumn,
        CategoryColumn,
        PatternColumn,
        VendorColumn,
        HitsAColumn,
        HitsBColumn,
        ColumnCount
    };
    /// True for a row that cannot be used; the tooltip says why.
    static constexpr int ProblemRole = Qt::UserRole + 1;

    explicit RuleModel(RuleTable table, QObject* parent = nullptr);

    [[nodiscard]] const RuleTable& ruleTable() const { return m_history.current(); }
    [[nodiscard]] RuleList list() const { return m_list; }
    void showList(RuleList list);

    /// Edits that can be undone. A table equal to the current one changes nothing.
    void replaceTable(RuleTable table);
    /// A new row before `row`; returns its place.
    int insertRule(int row);
    void removeRules(const QList<int>& rows);
    /// Moves a row up or down by one; returns its new place.
    int moveRule(int row, int direction);

    [[nodiscard]] bool canUndo() const { return m_history.canUndo(); }
    [[nodiscard]] bool canRedo() const { return m_history.canRedo(); }
    void undo();
    void redo();

    /// What the current table would do; null while it is not known.
    void setPreview(std::shared_ptr<const RulePreview> preview);
    [[nodiscard]] const std::shared_ptr<const RulePreview>& preview() const { return m_preview; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    /// The table is another one.
    void edited();

private:
    [[nodiscard]] const std::vector<Rule>& rules() const;
    [[nodiscard]] static std::vector<Rule>& rulesOf(RuleTable& table, RuleList list);
    void changeWhole(RuleTable table);
    void announceHits();
    [[nodiscard]] const RuleProblem* problemOf(int row) const;
    [[nodiscard]] QString textOf(int row, int column) const;
    [[nodiscard]] QString hitsOf(int row, Side side) const;

    UndoHistory<RuleTable> m_history;
    RuleList m_list = RuleList::KernelNames;
    std::shared_ptr<const RulePreview> m_preview;
};

} // namespace diptych
