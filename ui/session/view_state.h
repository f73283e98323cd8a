#pragma once
// What the user looks at, shared by all pages: the page, the chosen operation, layer and pair, the search.
// Pages write it when the user chooses something and follow it when another page does. Ids are texts that
// survive a new comparison. GUI thread only.

#include <QObject>
#include <QString>

namespace diptych {

enum class Page : std::uint8_t {
    Welcome,
    Summary,
    Layers,
    Operations,
    SameKernels,
    Fusion,
    LaunchCounts,
    Budget,
    Modules,
    Timeline,
    Report,
    Health,
};

class ViewState : public QObject {
    Q_OBJECT

public:
    explicit ViewState(QObject* parent = nullptr);

    [[nodiscard]] Page page() const { return m_page; }
    [[nodiscard]] const QString& operation() const { return m_operation; } ///< OperationRow::operation or ""
    [[nodiscard]] const QString& layer() const { return m_layer; }         ///< section name or ""
    [[nodiscard]] const QString& pair() const { return m_pair; }           ///< KernelPair::id or ""
    [[nodiscard]] const QString& module() const { return m_module; }       ///< ModuleRow::path or ""
    [[nodiscard]] bool perStep() const { return m_perStep; }               ///< per step, else totals

    void setPage(Page page);
    void setOperation(const QString& operation);
    void setLayer(const QString& layer);
    void setPair(const QString& pair);
    void setModule(const QString& module);
    void setPerStep(bool perStep);

signals:
    void pageChanged(diptych::Page page);
    void operationChanged(const QString& operation);
    void layerChanged(const QString& layer);
    void pairChanged(const QString& pair);
    void moduleChanged(const QString& module);
    void perStepChanged(bool perStep);

private:
    Page m_page = Page::Welcome;
    QString m_operation;
    QString m_layer;
    QString m_pair;
    QString m_module;
    bool m_perStep = true;
};

} // namespace diptych
