#pragma once
// What a pair does and how sure it is: swatch, operation and role, and the squares of the match. GUI thread.

#include <QWidget>

#include <string>

namespace diptych {

struct KernelPair;

class MatchLabel : public QWidget {
    Q_OBJECT

public:
    explicit MatchLabel(QWidget* parent = nullptr);

    void setPair(const KernelPair& pair);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_operation;
    QString m_role; ///< ", gate/up", or ""
    std::string m_category;
    int m_squares = 0;
    QString m_match;
};

} // namespace diptych
