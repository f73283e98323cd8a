#pragma once
// A combo box with the window's own arrow: a style sheet's would not follow the theme. GUI thread.

#include <QComboBox>

namespace diptych {

class ChoiceBox : public QComboBox {
    Q_OBJECT

public:
    /// `characters` wide whatever it holds: fitting the contents would measure every one of thousands.
    ChoiceBox(const QString& name, int characters, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace diptych
