#pragma once
// What Find looks through: operations, kernels, layers and modules of a comparison, each with the place it
// leads to. Built once for a comparison on a background thread, then const.

#include "core/compare/comparison.h"
#include "ui/session/view_state.h"

#include <QString>

#include <set>
#include <vector>

namespace diptych {

struct FindHit {
    enum class Kind : std::uint8_t { Operation, Kernel, Layer, Module };

    Kind kind = Kind::Operation;
    QString text;   ///< whole
    QString detail; ///< of a kernel what it does, and how often on which side: "QKV GEMM, A ×84"
    Page page = Page::Operations;
    QString operation; ///< what becomes chosen there; "" leaves the choice alone
    QString layer;
    QString pair;

    friend bool operator==(const FindHit&, const FindHit&) = default;
};

/// "operation", "kernel", "layer", "module".
[[nodiscard]] QString findKindText(FindHit::Kind kind);

class FindIndex {
public:
    FindIndex() = default;
    /// Indexes what the given pages can show.
    FindIndex(const Comparison& comparison, const std::set<Page>& pages);

    /// Hits that hold every word of `query`, whatever the case: those that begin with it first, then
    /// operations, kernels, layers, modules, each in the order of the comparison, then kernels of an
    /// operation or a category that hold it, whatever their name; at most `most`.
    [[nodiscard]] std::vector<FindHit> find(const QString& query, std::size_t most) const;
    [[nodiscard]] std::size_t size() const { return m_hits.size(); }

private:
    void add(FindHit hit, const QString& className = {});
    void addKernels(const Comparison& comparison, bool leadToLayers);

    std::vector<FindHit> m_hits;
    std::vector<QString> m_keys;    ///< lower case, by hit
    std::vector<QString> m_classes; ///< of kernels, lower case, by hit
};

} // namespace diptych
