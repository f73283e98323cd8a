#pragma once
// The comparisons opened before, as the welcome page lists them. GUI thread.

#include "core/base/side.h"

#include <QDateTime>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QTreeWidget;

namespace diptych {

struct RecentTrace {
    QString path;
    QString gpu; ///< "" when the file does not tell
    friend bool operator==(const RecentTrace&, const RecentTrace&) = default;
};

struct RecentComparison {
    PerSide<RecentTrace> traces;
    std::optional<double> ratio;
    QDateTime opened;
    friend bool operator==(const RecentComparison&, const RecentComparison&) = default;
};

/// "Today 08:41", "Yesterday 17:20", "26 Nov 2026".
[[nodiscard]] QString formatOpened(const QDateTime& opened, const QDateTime& now);

class WelcomeRecents : public QWidget {
    Q_OBJECT

public:
    explicit WelcomeRecents(QWidget* parent = nullptr);

    void setComparisons(const std::vector<RecentComparison>& comparisons);
    [[nodiscard]] bool isEmpty() const { return m_comparisons.empty(); }

signals:
    void chosen(const QString& a, const QString& b);

protected:
    void changeEvent(QEvent* event) override;

private:
    void colorRatios();
    void fitHeight();

    QTreeWidget* m_list;
    std::vector<RecentComparison> m_comparisons;
};

} // namespace diptych
