#pragma once
// Kernel sequences written as letters, for tests of the finders. Upper and lower case are two operations of
// one family.
//   E embedding  N n norm  G g GEMM  A a attention  O softmax  S activation  M m MoE  C copy  P pow  U mean
//   R rsqrt
// Any other character is a kernel of its own without a trait. Free of Qt.

#include "core/analysis/kernel_sequence.h"

#include <cctype>
#include <string>
#include <string_view>

namespace diptych::test {

inline KernelMarks marksOfLetter(char letter) {
    const auto traits = [&]() -> std::uint16_t {
        const auto bits = [](std::initializer_list<KernelTrait> list) {
            unsigned all = 0;
            for (const KernelTrait trait : list) {
                all |= static_cast<unsigned>(trait);
            }
            return static_cast<std::uint16_t>(all);
        };
        switch (std::toupper(static_cast<unsigned char>(letter))) {
        case 'N':
            return bits({KernelTrait::Norm});
        case 'G':
            return bits({KernelTrait::Gemm});
        case 'A':
            return bits({KernelTrait::Attention});
        case 'O':
            return bits({KernelTrait::Softmax});
        case 'S':
            return bits({KernelTrait::Activation});
        case 'M':
            return bits({KernelTrait::Moe, KernelTrait::Activation});
        case 'C':
            return bits({KernelTrait::Copy});
        case 'P':
            return bits({KernelTrait::Power});
        case 'U':
            return bits({KernelTrait::MeanOf});
        case 'R':
            return bits({KernelTrait::ReciprocalRoot});
        default:
            return 0;
        }
    };
    const auto token = static_cast<std::uint32_t>(static_cast<unsigned char>(letter));
    return {token, static_cast<std::uint32_t>(std::toupper(static_cast<unsigned char>(letter))), traits()};
}

inline KernelSequence sequenceOf(std::string_view letters) {
    KernelSequence kernels;
    for (const char letter : letters) {
        const KernelMarks marks = marksOfLetter(letter);
        kernels.append(marks);
        kernels.name.push_back(marks.token);
    }
    kernels.findNorms();
    return kernels;
}

/// `text` written `count` times.
inline std::string times(int count, std::string_view text) {
    std::string result;
    for (int i = 0; i < count; ++i) {
        result += text;
    }
    return result;
}

} // namespace diptych::test
