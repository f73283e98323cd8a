#include "core/export/output_file.h"

namespace diptych {

struct OutputFile::State {};
OutputFile::OutputFile(std::unique_ptr<State> state) : m_state(std::move(state)) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;
Result<OutputFile> OutputFile::open(const std::string&) { return OutputFile(std::make_unique<State>()); }
bool OutputFile::write(std::string_view) { return false; }
Failure OutputFile::commit() { return {}; }
Failure OutputFile::close() { return {}; }
Failure OutputFile::publish() { return {}; }
Failure writeFile(const std::string&, std::string_view) { return {}; }

} // namespace diptych
