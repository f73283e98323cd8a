#include "ui/style/sentence.h"

namespace diptych {

QString asSentence(const std::string& text) {
    QString sentence = QString::fromStdString(text).trimmed();
    if (!sentence.isEmpty() && !sentence.endsWith(QLatin1Char('.'))) {
        sentence += QLatin1Char('.');
    }
    return sentence;
}

} // namespace diptych
