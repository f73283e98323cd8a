#pragma once
// Searches for a kernel in projects that may already have solved its problem. Pure but for reading the user's
// list.

#include <QString>
#include <QUrl>

#include <vector>

namespace diptych {

struct PriorArtSearch {
    QString project;
    QString urlTemplate; ///< "{kernel}" is the term searched for
};

/// aiter, SGLang, vLLM and PyTorch.
[[nodiscard]] std::vector<PriorArtSearch> defaultPriorArtSearches();
/// The user's list, else aiter, SGLang, vLLM and PyTorch.
[[nodiscard]] std::vector<PriorArtSearch> priorArtSearches();
void setPriorArtSearches(const std::vector<PriorArtSearch>& searches);

/// The part of a kernel's name that another project may share: without namespaces, template arguments and
/// tile sizes.
[[nodiscard]] QString priorArtTerm(const QString& kernel);
[[nodiscard]] QUrl priorArtUrl(const PriorArtSearch& search, const QString& kernel);

} // namespace diptych
