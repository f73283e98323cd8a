#include "ui/models/stack_rows.h"

#include "core/model/stack.h"

#include <QStringList>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

namespace diptych {

namespace {

constexpr int kLeastFolded = 2; ///< a single framework frame is as short as its fold

struct Node {
    std::string frame; ///< as recorded
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

/// Where models are kept: "sglang/srt/models/qwen3.py", "transformers/models/qwen2/modeling_qwen2.py", and
/// the code that comes with a checkpoint, "modeling_qwen.py". Layers, runners and schedulers around them
/// serve any.
bool isAmongModels(std::string_view file) {
    constexpr std::string_view kFolder = "models/";
    const std::size_t nameStart = file.rfind('/') + 1; // 0 without a directory
    const std::string_view directory = file.substr(0, nameStart);
    if (const std::size_t at = directory.rfind(kFolder);
        at != std::string_view::npos && (at == 0 || directory[at - 1] == '/')) {
        const std::string_view below = directory.substr(at + kFolder.size());
        return std::count(below.begin(), below.end(), '/') <= 1; // deeper it is the folder of something else
    }
    return file.substr(nameStart).starts_with("modeling_") && !directory.ends_with("transformers/");
}

/// Which frames are the model's code. Traces of serving engines and libraries keep models in folders of their
/// own; where no frame stands in one, all that is neither PyTorch's nor the interpreter's is the model's.
class ModelCode {
public:
    explicit ModelCode(const std::vector<StackCount>& stacks) {
        for (const StackCount& stack : stacks) {
            m_hasFolders |=
                std::any_of(stack.frames.begin(), stack.frames.end(), [](const std::string& text) {
                    const StackFrame frame = parseFrame(text);
                    return frame.isModelCode && isAmongModels(frame.file);
                });
        }
    }

    [[nodiscard]] bool holds(const Node& node) const {
        const StackFrame frame = parseFrame(node.frame);
        return frame.isModule ? runsModelCode(node).value_or(true) : isOfModel(frame);
    }

private:
    [[nodiscard]] bool isOfModel(const StackFrame& frame) const {
        return frame.isModelCode && (!m_hasFolders || isAmongModels(frame.file));
    }

    /// A module is the model's when its forward is: the first frame below it that does not just pass the call
    /// on. Empty: the trace does not say.
    [[nodiscard]] std::optional<bool> runsModelCode(const Node& module) const {
        std::optional<bool> answer;
        for (const std::unique_ptr<Node>& child : module.children) {
            const StackFrame frame = parseFrame(child->frame);
            std::optional<bool> own;
            if (frame.isModelCode || isForwardOfTorch(frame.file)) {
                own = isOfModel(frame);
            } else if (!frame.isModule) {
                own = child->children.empty() ? std::optional(false) : runsModelCode(*child);
            }
            answer = own ? std::optional(answer.value_or(false) || *own) : answer;
        }
        return answer;
    }

    /// Linear, Sequential and the like; module.py calls any module's forward.
    [[nodiscard]] static bool isForwardOfTorch(std::string_view file) {
        return file.find("torch/nn/modules/") != std::string_view::npos && !file.ends_with("/module.py");
    }

    bool m_hasFolders = false;
};

StackRow rowOf(const Node& node, int depth, bool partsHere, bool isModelCode) {
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
    row.isModelCode = isModelCode;
    row.partsHere = partsHere;
    return row;
}

void appendRows(std::vector<StackRow>& rows, const Node& parent, int depth, const ModelCode& modelCode) {
    const bool parts = parent.children.size() > 1;
    for (const std::unique_ptr<Node>& child : parent.children) {
        const int below = depth + (parts ? 1 : 0);
        rows.push_back(rowOf(*child, below, parts || child->count != parent.count, modelCode.holds(*child)));
        appendRows(rows, *child, below, modelCode);
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
    appendRows(rows, root, 0, ModelCode(stacks));
    return foldFramework ? foldRuns(rows) : rows;
}

} // namespace diptych
