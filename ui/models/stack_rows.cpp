#include "ui/models/stack_rows.h"

#include "core/model/stack.h"

#include <QStringList>

#include <memory>

namespace diptych {

namespace {

constexpr int kLeastFolded = 2; ///< a single framework frame is as short as its fold

struct Node {
    std::string frame;
    std::uint64_t count = 0;
    std::vector<std::unique_ptr<Node>> children; ///< in order of first appearance: most frequent stack first
};

Node* childOf(Node& node, const std::string& frame) {
    for (const std::unique_ptr<Node>& child : node.children) {
        if (child->frame == frame) {
            return child.get();
        }
    }
    node.children.push_back(std::make_unique<Node>());
    node.children.back()->frame = frame;
    return node.children.back().get();
}

StackRow rowOf(const Node& node, int depth, bool partsHere) {
    const StackFrame frame = parseFrame(node.frame);
    const auto text = [](std::string_view view) {
        return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
    };
    StackRow row;
    row.text = frame.function.empty() ? text(frame.text) : text(frame.function);
    row.file = text(frame.file);
    row.line = frame.line.value_or(0);
    if (!row.file.isEmpty()) {
        row.location = row.file.section(QLatin1Char('/'), -1);
        if (row.line > 0) {
            row.location += QLatin1Char(':') + QString::number(row.line);
        }
    }
    row.depth = depth;
    row.count = node.count;
    row.isModelCode = frame.isModelCode || frame.isModule;
    row.partsHere = partsHere;
    return row;
}

void appendRows(std::vector<StackRow>& rows, const Node& parent, int depth) {
    const bool parts = parent.children.size() > 1;
    for (const std::unique_ptr<Node>& child : parent.children) {
        const int below = depth + (parts ? 1 : 0);
        rows.push_back(rowOf(*child, below, parts || child->count != parent.count));
        appendRows(rows, *child, below);
    }
}

/// Replaces runs of framework frames of one depth by a row each.
std::vector<StackRow> foldRuns(const std::vector<StackRow>& rows) {
    std::vector<StackRow> folded;
    for (std::size_t i = 0; i < rows.size();) {
        std::size_t end = i;
        while (end < rows.size() && !rows[end].isModelCode && rows[end].depth == rows[i].depth &&
               (end == i || !rows[end].partsHere)) {
            ++end;
        }
        const auto length = static_cast<int>(end - i);
        if (length < kLeastFolded) {
            folded.push_back(rows[i++]);
            continue;
        }
        StackRow fold = rows[i];
        fold.text = QStringLiteral("%1 framework frames").arg(length);
        fold.location.clear();
        fold.file.clear();
        fold.line = 0;
        fold.isFold = true;
        folded.push_back(fold);
        i = end;
    }
    return folded;
}

} // namespace

std::vector<StackRow> makeStackRows(const std::vector<StackCount>& stacks, bool foldFramework) {
    Node root;
    for (const StackCount& stack : stacks) {
        Node* node = &root;
        root.count += stack.count;
        for (const std::string& frame : stack.frames) {
            node = childOf(*node, frame);
            node->count += stack.count;
        }
    }
    std::vector<StackRow> rows;
    appendRows(rows, root, 0);
    return foldFramework ? foldRuns(rows) : rows;
}

} // namespace diptych
