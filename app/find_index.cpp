#include "app/find_index.h"

#include <QSet>
#include <QStringList>

#include <algorithm>

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

void FindIndex::add(FindHit hit) {
    m_keys.push_back(hit.text.toLower());
    m_hits.push_back(std::move(hit));
}

/// Every kernel name once, at the first pair that has it.
void FindIndex::addKernels(const Comparison& comparison, bool leadToLayers) {
    QSet<QString> seen;
    for (const KernelPair& pair : comparison.pairs) {
        for (const Side side : kSides) {
            for (const NameShare& share : pair.names[side]) {
                const QString name = fromText(share.name);
                if (seen.contains(name)) {
                    continue;
                }
                seen.insert(name);
                FindHit hit =
                    makeHit(FindHit::Kind::Kernel, name, leadToLayers ? Page::Layers : Page::Operations);
                hit.operation = fromText(pair.operation);
                hit.layer = fromText(pair.layer);
                hit.pair = fromText(pair.id);
                add(std::move(hit));
            }
        }
    }
}

std::vector<FindHit> FindIndex::find(const QString& query, std::size_t most) const {
    const QString wanted = query.trimmed().toLower();
    const QStringList words = wanted.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    std::vector<FindHit> beginning;
    std::vector<FindHit> within;
    for (std::size_t i = 0; i < m_hits.size() && !words.isEmpty() && beginning.size() < most; ++i) {
        if (m_keys[i].startsWith(wanted)) {
            beginning.push_back(m_hits[i]);
        } else if (within.size() < most && holdsAll(m_keys[i], words)) {
            within.push_back(m_hits[i]);
        }
    }
    beginning.insert(beginning.end(), within.begin(), within.end());
    beginning.resize(std::min(beginning.size(), most));
    return beginning;
}

} // namespace diptych
