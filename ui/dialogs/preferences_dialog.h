#pragma once
// The preferences as one value, and the dialog that edits it. The dialog knows nothing of where they are
// kept: whoever opened it takes the value. GUI thread.

#include "core/compare/comparison.h"
#include "ui/models/prior_art.h"
#include "ui/session/source_opener.h"
#include "ui/style/theme.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QTableWidget;

namespace diptych {

struct Preferences {
    ThemeChoice theme = ThemeChoice::System;
    Thresholds thresholds;
    SourcePreferences source;
    std::vector<PriorArtSearch> searches; ///< empty: the program's own
};

class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    explicit PreferencesDialog(const Preferences& preferences, QWidget* parent = nullptr);

    void setPreferences(const Preferences& preferences);
    /// What the dialog shows; rows of lists that are not complete are left out.
    [[nodiscard]] Preferences preferences() const;

    [[nodiscard]] QTableWidget* mappingTable() const { return m_mappings; }
    [[nodiscard]] QTableWidget* searchTable() const { return m_searches; }

Q_SIGNALS:
    /// OK or Apply: the user wants these.
    void applied(const diptych::Preferences& preferences);

private:
    QWidget* makeGeneral();
    QWidget* makeThresholds();
    QWidget* makeSource();
    QWidget* makeSearches();
    void showExample();

    QComboBox* m_theme = nullptr;
    QCheckBox* m_isOperationGapAutomatic = nullptr;
    QDoubleSpinBox* m_operationGap = nullptr;
    QDoubleSpinBox* m_layerGap = nullptr;
    QDoubleSpinBox* m_layerRatio = nullptr;
    QDoubleSpinBox* m_improveRatio = nullptr;
    QDoubleSpinBox* m_countRatio = nullptr;
    QLineEdit* m_editor = nullptr;
    QLabel* m_example = nullptr;
    QTableWidget* m_mappings = nullptr;
    QTableWidget* m_searches = nullptr;
};

} // namespace diptych
