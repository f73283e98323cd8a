#include "core/parse/chunk_writer.h"

#include "core/parse/json_scan.h"
#include "core/parse/number_text.h"

namespace diptych {

namespace {

/// A worker's tables are given up beyond this, so that millions of different names are not held twice.
constexpr std::size_t kMostTableBytes = std::size_t{24} << 20;

/// Longer texts are cut here: nobody reads them, and memory stays bounded.
constexpr std::size_t kLongestText = std::size_t{1} << 20;

/// The start of a text, up to a whole character.
std::string_view shortened(std::string_view text) {
    std::size_t size = kLongestText;
    while (size > 0 && (text[size] & 0xC0) == 0x80) {
        --size;
    }
    return text.substr(0, size);
}

constexpr std::string_view kUnnamed = "(unnamed)";

/// Phases that carry nothing of what is kept: flows, instants, counters, asynchronous and object events, ...
constexpr std::string_view kIgnoredPhases = "stfiIRPCbneSTpFNODvVc()";

bool isIgnoredPhase(char phase) {
    return kIgnoredPhases.find(phase) != std::string_view::npos;
}

/// The number that ends "7" or "stream 7".
std::int32_t trailingNumber(std::string_view text) {
    std::size_t begin = text.size();
    while (begin > 0 && json::isDigit(text[begin - 1])) {
        --begin;
    }
    begin -= begin > 0 && text[begin - 1] == '-' ? 1 : 0;
    return begin == text.size() ? kAbsentSmall : smallOf(integerOf(text.substr(begin)));
}

std::int64_t valueOr(const EventFields& fields, Field field, std::int64_t value) {
    return fields.present.has(field) ? value : kAbsentNumber;
}

std::int32_t smallOr(const EventFields& fields, Field field, std::int64_t value) {
    return fields.present.has(field) ? smallOf(value) : kAbsentSmall;
}

/// The id of a text, which is asked for only once when the text has a number.
template <class Intern>
StringId onceFor(TextNumber number, std::vector<StringId>& ids, Intern intern) {
    if (number == kNoTextNumber) {
        return intern();
    }
    if (number >= ids.size()) {
        ids.resize(number + std::size_t{1});
    }
    StringId& id = ids[number];
    if (!id.isValid()) {
        id = intern();
    }
    return id;
}

} // namespace

std::string normaliseArray(std::string_view json) {
    std::string text;
    text.reserve(json.size() + 8);
    bool isInString = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (isInString) {
            text.push_back(c);
            if (c == '\\' && i + 1 < json.size()) {
                text.push_back(json[++i]);
            } else if (c == '"') {
                isInString = false;
            }
        } else if (!json::isSpace(c)) {
            text.push_back(c);
            isInString = c == '"';
            if (c == ',') {
                text.push_back(' ');
            }
        }
    }
    return text;
}

ChunkWriter::ChunkWriter() {
    startTables();
}

void ChunkWriter::startTables() {
    m_texts = std::make_shared<StringTable>();
    m_maps = std::make_shared<WorkerMaps>();
    m_textsBefore = 0;
    m_arrays = StringTable();
    m_arrayTexts.clear();
    m_numberedNames.clear();
    m_numberedArrays.clear();
    m_threads.clear();
    m_threadIds.clear();
    m_lastId = ThreadId();
    m_configs.clear();
    m_configIds.clear();
}

void ChunkWriter::begin(EventChunk& chunk) {
    if (m_texts->memoryBytes() + m_arrays.memoryBytes() > kMostTableBytes) {
        startTables();
    }
    m_chunk = &chunk;
    m_textsBefore = m_texts->size();
}

void ChunkWriter::finish() {
    m_chunk->maps = m_maps;
    m_chunk->texts = m_texts;
    for (std::size_t i = m_textsBefore; i < m_texts->size(); ++i) {
        m_chunk->newTexts.push_back((*m_texts)[StringId(i)]);
    }
    m_chunk = nullptr;
}

void ChunkWriter::add(const EventFields& fields, std::uint64_t byte) {
    if (fields.hasDuplicateKey) {
        m_chunk->notes.add(Oddity::DuplicateKey, byte);
    }
    if (!fields.unusable.isEmpty()) {
        noteUnusable(fields, byte);
    }
    const bool hasPhase = fields.present.has(Field::Phase) && fields.phase.size() == 1;
    const char phase = hasPhase ? fields.phase.front() : '\0';
    if (phase == 'X') {
        noteLongTexts(fields, byte);
        addComplete(fields, byte);
    } else if (phase == 'M') {
        addLabel(fields);
    } else if (phase == 'B' || phase == 'E') {
        addLoose(fields, phase, kindOfCategory(fields.categoryNumber), byte);
    } else if (fields.isEmpty) {
        m_chunk->notes.add(Oddity::EmptyEvent, byte);
        return;
    } else if (!isIgnoredPhase(phase)) {
        m_chunk->notes.add(Oddity::UnknownPhase, byte);
        return;
    }
    ++m_chunk->events;
}

/// Launches have a stream too, in other notations; only that of GPU activities is read.
void ChunkWriter::noteUnusable(const EventFields& fields, std::uint64_t byte) {
    FieldSet unusable = fields.unusable;
    const EventKind kind = kindOfCategory(fields.categoryNumber);
    if (kind != EventKind::Kernel && kind != EventKind::Memcpy && kind != EventKind::Memset) {
        unusable.removeGpu();
    }
    if (!unusable.isEmpty()) {
        m_chunk->notes.add(Oddity::UnusableField, byte);
    }
}

inline void ChunkWriter::countComplete(const EventFields& fields) {
    ++m_chunk->complete;
    if (fields.categoryNumber != kUnknownCategory) {
        ++m_chunk->byKnownCategory[static_cast<std::size_t>(fields.categoryNumber)];
        return;
    }
    auto& others = m_chunk->byOtherCategory;
    const auto found = others.find(fields.category);
    if (found != others.end()) {
        ++found->second;
    } else {
        others.emplace(fields.category, 1);
    }
}

void ChunkWriter::addComplete(const EventFields& fields, std::uint64_t byte) {
    if (!fields.present.has(Field::Category)) {
        ++m_chunk->complete; // its category is known at the end of the file
        addLoose(fields, 'X', EventKind::Other, byte);
        return;
    }
    countComplete(fields);
    const EventKind kind = kindOfCategory(fields.categoryNumber);
    switch (kind) {
    case EventKind::Kernel:
        addGpu(fields, ActivityKind::Kernel, byte);
        break;
    case EventKind::Memcpy:
        addGpu(fields, ActivityKind::Memcpy, byte);
        break;
    case EventKind::Memset:
        addGpu(fields, ActivityKind::Memset, byte);
        break;
    case EventKind::Launch:
        addLaunch(fields, byte);
        break;
    case EventKind::CpuOp:
        addOp(fields, byte);
        break;
    case EventKind::PythonFrame:
        addFrame(fields, byte);
        break;
    case EventKind::UserAnnotation:
    case EventKind::GpuAnnotation:
    case EventKind::Synchronize:
    case EventKind::Overhead:
    case EventKind::Other:
        addSpan(fields, spanKindOf(kind), byte);
        break;
    }
}

StringId ChunkWriter::intern(std::string_view text) {
    return m_texts->intern(text.size() <= kLongestText ? text : shortened(text));
}

void ChunkWriter::noteLongTexts(const EventFields& fields, std::uint64_t byte) {
    const auto isLong = [&fields](Field field, std::string_view text) {
        return fields.present.has(field) && text.size() > kLongestText;
    };
    if (isLong(Field::Name, fields.name) || isLong(Field::CallStack, fields.callStack) ||
        isLong(Field::InputDims, fields.inputDims) || isLong(Field::InputTypes, fields.inputTypes)) {
        m_chunk->notes.add(Oddity::LongText, byte);
    }
}

inline StringId ChunkWriter::nameOf(const EventFields& fields, std::uint64_t byte) {
    if (fields.present.has(Field::Name) && !fields.name.empty()) {
        return onceFor(fields.nameNumber, m_numberedNames, [&] { return intern(fields.name); });
    }
    m_chunk->notes.add(Oddity::Unnamed, byte);
    return intern(kUnnamed);
}

StringId ChunkWriter::internArray(std::string_view json) {
    json = json.size() <= kLongestText ? json : shortened(json);
    const StringId known = m_arrays.intern(json);
    if (known.index() == m_arrayTexts.size()) {
        m_arrayTexts.push_back(intern(normaliseArray(json)));
    }
    return m_arrayTexts[known.index()];
}

StringId ChunkWriter::arrayText(bool isPresent, std::string_view json, TextNumber number) {
    return isPresent ? onceFor(number, m_numberedArrays, [&] { return internArray(json); }) : StringId();
}

inline ThreadId ChunkWriter::threadOf(const EventFields& fields) {
    const std::string_view process = fields.present.has(Field::Process) ? fields.process : std::string_view{};
    const std::string_view thread = fields.present.has(Field::Thread) ? fields.thread : std::string_view{};
    if (m_lastId.isValid() && m_lastProcess.is(process) && m_lastThread.is(thread)) {
        return m_lastId;
    }
    return internThread(process, thread);
}

ThreadId ChunkWriter::internThread(std::string_view process, std::string_view thread) {
    const StringId processId = intern(process);
    const StringId threadId = intern(thread);
    const std::uint64_t key = (static_cast<std::uint64_t>(processId.index()) << 32) | threadId.index();
    const auto [found, isNew] = m_threadIds.try_emplace(key, ThreadId(m_threads.size()));
    if (isNew) {
        m_threads.push_back({processId, threadId, trailingNumber(thread)});
        m_chunk->newThreads.push_back({processId, threadId, 0});
    }
    m_lastProcess.set(process);
    m_lastThread.set(thread);
    m_lastId = found->second;
    return m_lastId;
}

LaunchConfigId ChunkWriter::configOf(const EventFields& fields) {
    LaunchConfig config;
    if (fields.present.has(Field::Grid)) {
        config.grid = fields.grid;
    }
    if (fields.present.has(Field::Block)) {
        config.block = fields.block;
    }
    config.registersPerThread = smallOr(fields, Field::Registers, fields.registersPerThread);
    config.sharedMemoryBytes = valueOr(fields, Field::SharedMemory, fields.sharedMemoryBytes);
    if (fields.present.has(Field::Occupancy) && fields.occupancyPercent >= 0) {
        config.occupancyPercent = static_cast<float>(fields.occupancyPercent);
    }
    if (config == LaunchConfig{}) {
        return {};
    }
    const auto [found, isNew] = m_configIds.try_emplace(config, LaunchConfigId(m_configs.size()));
    if (isNew) {
        m_configs.push_back(config);
        m_chunk->newConfigs.push_back(config);
    }
    return found->second;
}

std::int32_t ChunkWriter::streamOf(const EventFields& fields, ThreadId thread) const {
    const std::int32_t stream = smallOr(fields, Field::Stream, fields.stream);
    return stream != kAbsentSmall ? stream : m_threads[thread.index()].number;
}

inline bool ChunkWriter::placeOf(const EventFields& fields, std::uint64_t byte, Nanoseconds& start,
                                 Nanoseconds& duration) {
    if (!fields.present.has(Field::Start)) {
        m_chunk->notes.add(Oddity::NoStart, byte);
        return false;
    }
    start = fields.startNs;
    duration = fields.present.has(Field::Duration) ? fields.durationNs : 0;
    if (!fields.present.has(Field::Duration)) {
        m_chunk->notes.add(Oddity::NoDuration, byte);
    } else if (duration < 0) {
        m_chunk->notes.add(Oddity::NegativeDuration, byte);
        duration = 0;
    }
    return true;
}

void ChunkWriter::addLabel(const EventFields& fields) {
    const bool isName = fields.present.has(Field::ArgName) && fields.name == "process_name";
    const bool isLabel = fields.present.has(Field::ArgLabels) && fields.name == "process_labels";
    if (fields.present.has(Field::Name) && fields.present.has(Field::Process) && (isName || isLabel)) {
        m_chunk->labels.push_back(
            {intern(fields.process), intern(isName ? fields.argName : fields.argLabels)});
    }
}

void ChunkWriter::addLoose(const EventFields& fields, char phase, EventKind kind, std::uint64_t byte) {
    LooseEvent event{};
    event.phase = phase;
    event.kind = kind;
    event.name = phase == 'E' ? StringId() : nameOf(fields, byte);
    event.thread = threadOf(fields);
    event.startNs = valueOr(fields, Field::Start, fields.startNs);
    event.durationNs = valueOr(fields, Field::Duration, fields.durationNs);
    event.correlation = valueOr(fields, Field::Correlation, fields.correlation);
    event.externalId = valueOr(fields, Field::ExternalId, fields.externalId);
    event.device = smallOr(fields, Field::Device, fields.device);
    event.stream = streamOf(fields, event.thread);
    event.config = configOf(fields);
    event.inputDims =
        arrayText(fields.present.has(Field::InputDims), fields.inputDims, fields.inputDimsNumber);
    event.inputTypes =
        arrayText(fields.present.has(Field::InputTypes), fields.inputTypes, fields.inputTypesNumber);
    event.byte = byte;
    event.gpuBefore = m_chunk->gpu.size();
    m_chunk->loose.push_back(event);
}

void ChunkWriter::addGpu(const EventFields& fields, ActivityKind kind, std::uint64_t byte) {
    const ThreadId thread = threadOf(fields);
    m_chunk->gpu.push_back({.startNs = valueOr(fields, Field::Start, fields.startNs),
                            .durationNs = valueOr(fields, Field::Duration, fields.durationNs),
                            .correlation = valueOr(fields, Field::Correlation, fields.correlation),
                            .externalId = valueOr(fields, Field::ExternalId, fields.externalId),
                            .name = nameOf(fields, byte),
                            .device = smallOr(fields, Field::Device, fields.device),
                            .stream = streamOf(fields, thread),
                            .config = configOf(fields),
                            .thread = thread,
                            .kind = kind});
}

void ChunkWriter::addLaunch(const EventFields& fields, std::uint64_t byte) {
    Nanoseconds start = 0;
    Nanoseconds duration = 0;
    if (placeOf(fields, byte, start, duration)) {
        m_chunk->launches.push_back({nameOf(fields, byte), start, duration, threadOf(fields),
                                     valueOr(fields, Field::Correlation, fields.correlation),
                                     valueOr(fields, Field::ExternalId, fields.externalId)});
    }
}

void ChunkWriter::addOp(const EventFields& fields, std::uint64_t byte) {
    Nanoseconds start = 0;
    Nanoseconds duration = 0;
    if (placeOf(fields, byte, start, duration)) {
        const bool hasStack = fields.present.has(Field::CallStack) && !fields.callStack.empty();
        m_chunk->ops.push_back(
            {nameOf(fields, byte), start, duration, threadOf(fields),
             valueOr(fields, Field::ExternalId, fields.externalId),
             arrayText(fields.present.has(Field::InputDims), fields.inputDims, fields.inputDimsNumber),
             arrayText(fields.present.has(Field::InputTypes), fields.inputTypes, fields.inputTypesNumber),
             hasStack ? intern(fields.callStack) : StringId()});
    }
}

void ChunkWriter::addFrame(const EventFields& fields, std::uint64_t byte) {
    Nanoseconds start = 0;
    Nanoseconds duration = 0;
    if (placeOf(fields, byte, start, duration)) {
        m_chunk->frames.push_back({nameOf(fields, byte), start, duration, threadOf(fields)});
    }
}

void ChunkWriter::addSpan(const EventFields& fields, SpanKind kind, std::uint64_t byte) {
    Nanoseconds start = 0;
    Nanoseconds duration = 0;
    if (placeOf(fields, byte, start, duration)) {
        const ThreadId thread = threadOf(fields);
        const std::int32_t stream = kind == SpanKind::GpuAnnotation
                                        ? streamOf(fields, thread)
                                        : smallOr(fields, Field::Stream, fields.stream);
        m_chunk->spans.push_back({kind, nameOf(fields, byte), start, duration, thread,
                                  smallOr(fields, Field::Device, fields.device), stream});
    }
}

} // namespace diptych
