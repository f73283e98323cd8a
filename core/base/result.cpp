#include "core/base/result.h"

namespace diptych {

std::string describe(const Error& error) {
    std::string text = error.file.empty() ? std::string{} : error.file + ": ";
    text += error.reason;
    if (error.byteOffset) {
        text += " at byte " + std::to_string(*error.byteOffset) + " of the decompressed text";
    }
    text += '.';
    if (!error.remedy.empty()) {
        text += ' ' + error.remedy + '.';
    }
    return text;
}

} // namespace diptych
