#pragma once
// A small trace made up for tests, with the place of each event in its text.

#include <cstddef>
#include <string>
#include <vector>

namespace diptych::test {

enum class Layout { Lines, OneLine };

struct ForgedEvent {
    std::string name; ///< in no other event
    std::size_t begin = 0;
    std::size_t end = 0;
};

struct SketchedTrace {
    std::string text;
    std::size_t eventsBegin = 0; ///< behind the bracket that opens the events
    std::vector<ForgedEvent> events;
};

/// Frames, CPU ops and kernels in turn, in the layouts of the profiler's own writer and of tools that rewrite
/// traces.
[[nodiscard]] inline SketchedTrace forgeTrace(Layout layout, int count) {
    const bool isLines = layout == Layout::Lines;
    const std::string gap = isLines ? "\n    " : " ";
    SketchedTrace trace;
    trace.text =
        isLines
            ? "{\n  \"schemaVersion\": 1,\n  \"deviceProperties\": [{\"id\": 0, \"name\": \"Example\"}],\n"
              "  \"traceEvents\": [\n  "
            : "{\"schemaVersion\": 1, \"traceEvents\": [";
    trace.eventsBegin = trace.text.size();
    for (int i = 0; i < count; ++i) {
        const std::string number = std::to_string(i);
        const std::string start = std::to_string(1000 + 10 * i);
        std::string category;
        std::string name;
        std::string args;
        if (i % 3 == 0) {
            category = "python_function";
            name = "model.py(1): frame_" + number;
            args = "\"Python id\": 3, \"Ev Idx\": 4";
        } else if (i % 3 == 1) {
            category = "cpu_op";
            name = "aten::op_" + number;
            args = "\"External id\": 3, \"Input Dims\": [[3, 4], []], \"Input type\": [\"float\", \"\"]";
        } else {
            category = "kernel";
            name = "void kernel_" + number + "<lambda(int){}>";
            args = "\"device\": 0, \"stream\": 7, \"grid\": [1, 2, 3], \"correlation\": 9";
        }
        trace.text += i == 0 ? "" : isLines ? ",\n  " : ", ";
        const std::size_t begin = trace.text.size();
        trace.text += "{" + gap + "\"ph\": \"X\", \"cat\": \"" + category + "\", \"name\": \"" + name +
                      "\", \"pid\": 1, \"tid\": 1," + gap + "\"ts\": " + start + ".5, \"dur\": 5," + gap +
                      "\"args\": {" + gap + args + gap + "}" + gap + "}";
        trace.events.push_back({name, begin, trace.text.size()});
    }
    trace.text += isLines ? "\n  ],\n  \"traceName\": \"x\"\n}\n" : "], \"traceName\": \"x\"}";
    return trace;
}

} // namespace diptych::test
