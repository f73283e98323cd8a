#include "ui/models/side_names.h"

#include "core/export/device_name.h"

namespace diptych {

QString shortDeviceName(const std::string& name) {
    return QString::fromStdString(deviceModel(name));
}

QString deviceOf(const Comparison& comparison, Side side) {
    const std::shared_ptr<const AnalyzedTrace>& analysis = comparison.sides[side];
    return analysis ? shortDeviceName(deviceNameOf(*analysis)) : QString();
}

QString sideLabel(const Comparison& comparison, Side side) {
    const QString device = deviceOf(comparison, side);
    const QString letter = QLatin1String(sideName(side));
    return device.isEmpty() ? letter : letter + QStringLiteral(", ") + device;
}

} // namespace diptych
