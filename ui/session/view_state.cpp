#include "ui/session/view_state.h"

namespace diptych {

ViewState::ViewState(QObject* parent) : QObject(parent) {}

void ViewState::setPage(Page page) {
    if (page != m_page) {
        m_page = page;
        emit pageChanged(page);
    }
}

void ViewState::setOperation(const QString& operation) {
    if (operation != m_operation) {
        m_operation = operation;
        emit operationChanged(operation);
    }
}

void ViewState::setLayer(const QString& layer) {
    if (layer != m_layer) {
        m_layer = layer;
        emit layerChanged(layer);
    }
}

void ViewState::setPair(const QString& pair) {
    if (pair != m_pair) {
        m_pair = pair;
        emit pairChanged(pair);
    }
}

void ViewState::setModule(const QString& module) {
    if (module != m_module) {
        m_module = module;
        emit moduleChanged(module);
    }
}

void ViewState::setPerStep(bool perStep) {
    if (perStep != m_perStep) {
        m_perStep = perStep;
        emit perStepChanged(perStep);
    }
}

} // namespace diptych
