#include "core/analysis/itanium_demangler.h"

#include "core/analysis/itanium_parser.h"

namespace diptych {

std::optional<std::string> demangleItanium(std::string_view mangled) {
    return itanium::ItaniumParser(mangled).run();
}

} // namespace diptych
