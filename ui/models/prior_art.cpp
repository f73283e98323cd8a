#include "ui/models/prior_art.h"

#include "ui/style/name_format.h"

#include <QSettings>
#include <QUrl>

#include <algorithm>

namespace diptych {

namespace {

const QString kSettingsArray = QStringLiteral("prior_art");

constexpr int kMostSearches = 100; ///< more are no list that a person wrote

} // namespace

std::vector<PriorArtSearch> defaultPriorArtSearches() {
    std::vector<PriorArtSearch> searches;
    for (const auto& [project, repository] :
         {std::pair("aiter", "ROCm/aiter"), std::pair("SGLang", "sgl-project/sglang"),
          std::pair("vLLM", "vllm-project/vllm"), std::pair("PyTorch", "pytorch/pytorch")}) {
        searches.push_back(
            {QLatin1String(project), QStringLiteral("https://github.com/search?type=code&q=repo:%1+{kernel}")
                                         .arg(QLatin1String(repository))});
    }
    return searches;
}

std::vector<PriorArtSearch> priorArtSearches() {
    QSettings settings;
    std::vector<PriorArtSearch> searches;
    const int count = std::min(settings.beginReadArray(kSettingsArray), kMostSearches);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        const PriorArtSearch search{settings.value(QStringLiteral("project")).toString(),
                                    settings.value(QStringLiteral("url")).toString()};
        if (!search.project.isEmpty() && !search.urlTemplate.isEmpty()) {
            searches.push_back(search);
        }
    }
    settings.endArray();
    return searches.empty() ? defaultPriorArtSearches() : searches;
}

void setPriorArtSearches(const std::vector<PriorArtSearch>& searches) {
    QSettings settings;
    settings.remove(kSettingsArray);
    settings.beginWriteArray(kSettingsArray, static_cast<int>(searches.size()));
    for (std::size_t i = 0; i < searches.size(); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(QStringLiteral("project"), searches[i].project);
        settings.setValue(QStringLiteral("url"), searches[i].urlTemplate);
    }
    settings.endArray();
}

QString priorArtTerm(const QString& kernel) {
    QString name = kernelLabel(kernel.toStdString());
    name = name.section(QStringLiteral("::"), -1);
    // What follows a tile size is configuration: "Cijk_Alik_Bljk_BBS_BH_MT64x96x128_..." is searched up to
    // there.
    const QStringList words = name.split(QLatin1Char('_'));
    QStringList kept;
    for (const QString& word : words) {
        const bool isTile = word.contains(QLatin1Char('x')) && word.size() > 4 && word.back().isDigit();
        if (isTile) {
            break;
        }
        kept.append(word);
    }
    const QString term = kept.join(QLatin1Char('_'));
    return term.size() < 4 ? name : term;
}

QUrl priorArtUrl(const PriorArtSearch& search, const QString& kernel) {
    QString text = search.urlTemplate;
    text.replace(QStringLiteral("{kernel}"),
                 QString::fromLatin1(QUrl::toPercentEncoding(priorArtTerm(kernel))));
    return QUrl(text);
}

} // namespace diptych
