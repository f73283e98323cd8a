#include "app/find_index.h"

#include "ui/models/pair_items.h"
#include "ui/style/number_format.h"

#include <QStringList>

#include <algorithm>
#include <unordered_map>

namespace diptych {

namespace {

QString fromText(const std::string& text) {
    return QString::fromStdString(text);
}

FindHit makeHit(FindHit::Kind kind, const QString& text, Page page) {
    FindHit hit;
    hit.kind = kind;
    hit.text = text;
    hit.page = page;
    return hit;
}

/// All that the pairs say of one kernel name.
struct FoundKernel {
    const KernelPair* pair = nullptr; ///< the first that has it
    bool hasOneRole = true;
    PerSide<std::uint64_t> counts{0, 0};
};

/// The operation that takes most of a name's time; the rows are those of the table.
std::unordered_map<std::string, const OperationRow*> operationsByName(const Comparison& comparison) {
    std::unordered_map<std::string, std::pair<Nanoseconds, const OperationRow*>> dearest;
    for (const OperationRow& row : comparison.operations) {
        for (const Side side : kSides) {
            for (const NameShare& share : row.names[side]) {
                auto& [ns, operation] = dearest[share.name];
                if (!operation || share.totalNs > ns) {
                    ns = share.totalNs;
                    operation = &row;
                }
            }
        }
    }
    std::unordered_map<std::string, const OperationRow*> operations;
    for (const auto& [name, entry] : dearest) {
        operations.emplace(name, entry.second);
    }
    return operations;
}

/// "QKV GEMM", else the operation.
QString workOf(const FoundKernel& kernel, const std::string& operation) {
    const bool isOfPair = kernel.hasOneRole && kernel.pair->operation == operation;
    return isOfPair ? pairTitle(*kernel.pair) : fromText(operation);
}

QString countsOf(const FoundKernel& kernel) {
    QString text;
    for (const Side side : kSides) {
        if (kernel.counts[side] > 0) {
            text += QStringLiteral(", %1 ×%2")
                        .arg(QLatin1String(sideName(side)), formatCount(kernel.counts[side]));
        }
    }
    return text;
}

bool holdsAll(const QString& key, const QStringList& words) {
    return std::all_of(words.begin(), words.end(), [&](const QString& word) { return key.contains(word); });
}

} // namespace

QString findKindText(FindHit::Kind kind) {
    switch (kind) {
    case FindHit::Kind::Operation:
        return QStringLiteral("operation");
    case FindHit::Kind::Kernel:
        return QStringLiteral("kernel");
    case FindHit::Kind::Layer:
        return QStringLiteral("layer");
    case FindHit::Kind::Module:
        return QStringLiteral("module");
    }
    return {};
}

FindIndex::FindIndex(const Comparison& comparison, const std::set<Page>& pages) {
    if (pages.count(Page::Operations) != 0) {
        for (const OperationRow& row : comparison.operations) {
            FindHit hit = makeHit(FindHit::Kind::Operation, fromText(row.operation), Page::Operations);
            hit.operation = hit.text;
            add(std::move(hit));
        }
    }
    const bool hasLayers = pages.count(Page::Layers) != 0;
    if (hasLayers || pages.count(Page::Operations) != 0) {
        addKernels(comparison, hasLayers);
    }
    if (hasLayers) {
        for (const LayerRow& row : comparison.layers) {
            FindHit hit = makeHit(FindHit::Kind::Layer, fromText(row.layer), Page::Layers);
            hit.layer = hit.text;
            add(std::move(hit));
        }
    }
    if (pages.count(Page::Modules) != 0) {
        for (const ModuleRow& row : comparison.modules) {
            add(makeHit(FindHit::Kind::Module, fromText(row.path), Page::Modules));
        }
    }
}

void FindIndex::add(FindHit hit, const QString& className) {
    m_keys.push_back(hit.text.toLower());
    m_classes.push_back(className.toLower());
    m_hits.push_back(std::move(hit));
}

/// Every kernel name once, at the first pair that has it.
void FindIndex::addKernels(const Comparison& comparison, bool leadToLayers) {
    std::vector<std::string> names; // in order of work
    std::unordered_map<std::string, FoundKernel> kernels;
    for (const KernelPair& pair : comparison.pairs) {
        for (const Side side : kSides) {
            for (const NameShare& share : pair.names[side]) {
                FoundKernel& kernel = kernels[share.name];
                if (!kernel.pair) {
                    kernel.pair = &pair;
                    names.push_back(share.name);
                }
                kernel.hasOneRole &= pair.role == kernel.pair->role;
                kernel.counts[side] += share.count;
            }
        }
    }
    const std::unordered_map<std::string, const OperationRow*> operations = operationsByName(comparison);
    for (const std::string& name : names) {
        const FoundKernel& kernel = kernels[name];
        const auto row = operations.find(name);
        const std::string& operation =
            row == operations.end() ? kernel.pair->operation : row->second->operation;
        const std::string& category = row == operations.end() ? kernel.pair->category : row->second->category;
        FindHit hit =
            makeHit(FindHit::Kind::Kernel, fromText(name), leadToLayers ? Page::Layers : Page::Operations);
        const QString work = workOf(kernel, operation);
        hit.detail = work + countsOf(kernel);
        hit.operation = fromText(operation);
        hit.layer = fromText(kernel.pair->layer);
        hit.pair = fromText(kernel.pair->id);
        add(std::move(hit),
            QStringList{work, fromText(operation), fromText(category)}.join(QLatin1Char('\n')));
    }
}

std::vector<FindHit> FindIndex::find(const QString& query, std::size_t most) const {
    const QString wanted = query.trimmed().toLower();
    const QStringList words = wanted.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<FindHit> found;
    std::vector<FindHit> within;
    std::vector<FindHit> ofClass;
    for (std::size_t i = 0; i < m_hits.size() && !words.isEmpty() && found.size() < most; ++i) {
        if (m_keys[i].startsWith(wanted)) {
            found.push_back(m_hits[i]);
        } else if (within.size() < most && holdsAll(m_keys[i], words)) {
            within.push_back(m_hits[i]);
        } else if (ofClass.size() < most && holdsAll(m_keys[i] + QLatin1Char('\n') + m_classes[i], words)) {
            ofClass.push_back(m_hits[i]);
        }
    }
    found.insert(found.end(), within.begin(), within.end());
    found.insert(found.end(), ofClass.begin(), ofClass.end());
    found.resize(std::min(found.size(), most));
    return found;
}

} // namespace diptych
