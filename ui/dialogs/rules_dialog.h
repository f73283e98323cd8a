#pragma once
// The editor of the classification rules: rows in order, how many kernels each decides, what changes class,
// files, undo. Applying classifies the loaded traces again, without reading them. Keeps its history while the
// window lives; GUI thread, the preview is computed on a worker.

#include "core/compare/rule_preview.h"

#include <QDialog>

#include <memory>

class QBoxLayout;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;
class QTimer;

namespace diptych {

class ComparisonSession;
class DataTable;
class FilterBox;
class JobRunner;
class RuleModel;
class SegmentedSwitch;

class RulesDialog : public QDialog {
    Q_OBJECT

public:
    explicit RulesDialog(ComparisonSession* session, QWidget* parent = nullptr);
    ~RulesDialog() override;

    [[nodiscard]] RuleModel* model() const { return m_model; }
    [[nodiscard]] QTableView* rows() const { return m_rows; }
    [[nodiscard]] DataTable* changes() const { return m_changes; }
    [[nodiscard]] QString statusText() const;
    /// Whether the preview of the table as it stands is still under way.
    [[nodiscard]] bool isPreviewing() const;

    /// Takes the table of a file, JSON or CSV; it can be undone. False when the file cannot be used, and why
    /// is said in the dialog.
    bool loadFile(const QString& path);
    /// Writes JSON, or CSV where the name ends in .csv.
    bool saveFile(const QString& path);
    void apply();
    void resetToDefaults();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeRows();
    QWidget* makeChanges();
    QWidget* makeFoot();
    QPushButton* addButton(QBoxLayout& layout, const QString& text, const QString& toolTip,
                           void (RulesDialog::*slot)());
    void addRule();
    void removeRules();
    void moveUp();
    void moveDown();
    void moveBy(int direction);
    void undo();
    void redo();
    void chooseFileToLoad();
    void chooseFileToSave();
    void followSession();
    void schedulePreview();
    void startPreview();
    void takePreview(std::uint64_t number, Result<RulePreview> preview);
    void showStatus();
    void updateButtons();
    void say(const QString& text, bool isFailure);
    [[nodiscard]] int currentRow() const;
    void selectRow(int row);

    ComparisonSession* m_session;
    RuleModel* m_model;
    QSortFilterProxyModel* m_filtered;
    QLabel* m_caption = nullptr;
    SegmentedSwitch* m_list = nullptr;
    FilterBox* m_filter = nullptr;
    QTableView* m_rows = nullptr;
    QLabel* m_status = nullptr;
    QLabel* m_statusIcon = nullptr;
    QLabel* m_changesCaption = nullptr;
    DataTable* m_changes = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_up = nullptr;
    QPushButton* m_down = nullptr;
    QPushButton* m_undo = nullptr;
    QPushButton* m_redo = nullptr;
    QPushButton* m_apply = nullptr;
    QTimer* m_delay;
    std::uint64_t m_previewJob = 0;
    bool m_isStale = true; ///< the preview is of another table or other traces
    CancelSource m_previewCancel;
    std::unique_ptr<JobRunner> m_jobs; ///< last: it waits for its work before anything else goes
};

} // namespace diptych
