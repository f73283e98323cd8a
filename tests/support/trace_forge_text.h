#pragma once
// Spells forged events as Kineto JSON: appends to a buffer and hands it to the sink piece by piece.

#include "tests/support/trace_forge.h"

namespace diptych::test {

/// A call on the CPU, and the activity that it started.
struct ForgedLaunch {
    const KernelSpec* spec = nullptr; ///< nullptr: a graph launch or a synchronisation
    Nanoseconds startNs = 0;
    Nanoseconds durationNs = 0;
    std::uint32_t correlation = 0;
    std::int64_t externalId = 0; ///< of the CPU op that encloses it; 0: none
    bool onAutogradThread = false;
};

class TraceText {
public:
    TraceText(const ForgeOptions& options, TextSink sink);

    void begin();
    void end();

    void span(const char* category, std::string_view name, Nanoseconds startNs, Nanoseconds durationNs,
              std::int64_t externalId);
    void gpuSpan(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs, std::int64_t externalId);
    void op(std::string_view name, std::string_view dims, std::string_view types, Nanoseconds startNs,
            Nanoseconds durationNs, std::int64_t externalId, bool onAutogradThread);
    /// `parent` 0: none.
    void frame(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs, std::int64_t id,
               std::int64_t parent);
    void launch(const ForgedLaunch& launch);
    void graphLaunch(const ForgedLaunch& launch);
    void synchronization(const ForgedLaunch& launch);
    /// `externalId` 0: none, as inside a graph. `linked`: with its arrow.
    void activity(const ForgedActivity& activity, const KernelSpec& spec, std::string_view name,
                  std::int64_t externalId, bool linked, bool insideGraph);

    [[nodiscard]] const std::map<std::string, std::int64_t>& events() const { return m_events; }
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }

private:
    void open(const char* category, std::string_view name, std::string_view process, std::string_view thread,
              Nanoseconds startNs, Nanoseconds durationNs);
    void close(std::string_view end = "}}");
    void call(std::string_view name, const ForgedLaunch& launch, bool driver);
    void flow(char phase, std::uint32_t id, std::string_view process, std::string_view thread,
              Nanoseconds atNs);
    void processNames();
    void metadata();
    void text(std::string_view piece) { m_buffer.append(piece); }
    void number(std::int64_t value);
    void time(Nanoseconds ns); ///< in microseconds, three decimals
    void quoted(std::string_view piece);
    void triple(const std::array<int, 3>& values);
    void flush(bool all);

    const ForgeOptions& m_options;
    TextSink m_sink;
    std::string m_buffer;
    std::map<std::string, std::int64_t> m_events;
    std::int64_t m_bytes = 0;
    std::int64_t m_eventIndex = 0;
    bool m_first = true;
    bool m_amd;
    std::string m_process;
    std::string m_autogradThread;
    std::string m_device;
};

/// The stream's number as the vendor's profiler shows it.
[[nodiscard]] int streamNumber(Vendor vendor, ForgedStream stream);

} // namespace diptych::test
