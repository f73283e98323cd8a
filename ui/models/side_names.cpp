#include "ui/models/side_names.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace diptych {

namespace {

bool isModelWord(const QString& word) {
    // A model has letters and figures ("MI300X", "H100", "RTX4090", "6900XT"), and is neither a memory nor a
    // socket.
    static const QRegularExpression figures(QStringLiteral("\\d{2,}"));
    static const QRegularExpression letters(QStringLiteral("[A-Za-z]"));
    static const QRegularExpression memoryOrSocket(
        QStringLiteral("^(\\d+(GB|GiB|G)|HBM\\d?e?|SXM\\d*|PCIe\\d*|NVL\\d*)$"),
        QRegularExpression::CaseInsensitiveOption);
    return figures.match(word).hasMatch() && letters.match(word).hasMatch() &&
           !memoryOrSocket.match(word).hasMatch();
}

} // namespace

QString shortDeviceName(const std::string& name) {
    const QString whole = QString::fromStdString(name).simplified();
    static const QRegularExpression separators(QStringLiteral("[\\s\\-_]+"));
    const QStringList words = whole.split(separators, Qt::SkipEmptyParts);
    const auto model = std::find_if(words.begin(), words.end(), isModelWord);
    return model == words.end() ? whole : *model;
}

QString deviceOf(const Comparison& comparison, Side side) {
    const std::shared_ptr<const AnalyzedTrace>& analysis = comparison.sides[side];
    if (!analysis || !analysis->trace) {
        return {};
    }
    const TraceMetadata& metadata = analysis->trace->metadata;
    for (const DeviceInfo& device : metadata.devices) {
        if (device.rank == analysis->rank && device.index == analysis->device && !device.name.empty()) {
            return shortDeviceName(device.name);
        }
    }
    return metadata.gpu ? shortDeviceName(*metadata.gpu) : QString();
}

QString sideLabel(const Comparison& comparison, Side side) {
    const QString device = deviceOf(comparison, side);
    const QString letter = QLatin1String(sideName(side));
    return device.isEmpty() ? letter : letter + QStringLiteral(", ") + device;
}

} // namespace diptych
