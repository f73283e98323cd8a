#include "tests/support/shared_data.h"

#include <cstdlib>
#include <filesystem>

namespace diptych::test {

std::string sharedFile(const std::string& relative) {
    const char* const place = std::getenv("DIPTYCH_SHARED");
    const std::filesystem::path folder =
        place ? std::filesystem::path(place) : std::filesystem::path(DIPTYCH_SOURCE_DIR) / ".." / "shared";
    const std::filesystem::path file = folder / relative;
    std::error_code error;
    return std::filesystem::exists(file, error) ? file.lexically_normal().string() : std::string{};
}

} // namespace diptych::test
