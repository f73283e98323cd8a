#include "core/parse/event_kind.h"

#include <array>

namespace diptych {

namespace {

/// Shortest spelling first, so that a look-up compares only spellings of the right length. The capital ones
/// are of PyTorch 1.8 to 1.10.
constexpr std::array<KnownCategory, kKnownCategories> kCategories{{
    {"kernel", "kernel", EventKind::Kernel},
    {"Kernel", "kernel", EventKind::Kernel},
    {"cpu_op", "cpu_op", EventKind::CpuOp},
    {"Memcpy", "gpu_memcpy", EventKind::Memcpy},
    {"Memset", "gpu_memset", EventKind::Memset},
    {"Runtime", "cuda_runtime", EventKind::Launch},
    {"overhead", "overhead", EventKind::Overhead},
    {"Operator", "cpu_op", EventKind::CpuOp},
    {"cuda_sync", "cuda_sync", EventKind::Synchronize},
    {"gpu_memcpy", "gpu_memcpy", EventKind::Memcpy},
    {"gpu_memset", "gpu_memset", EventKind::Memset},
    {"hip_driver", "hip_driver", EventKind::Launch},
    {"xpu_driver", "xpu_driver", EventKind::Launch},
    {"cuda_driver", "cuda_driver", EventKind::Launch},
    {"hip_runtime", "hip_runtime", EventKind::Launch},
    {"xpu_runtime", "xpu_runtime", EventKind::Launch},
    {"cuda_runtime", "cuda_runtime", EventKind::Launch},
    {"mtia_runtime", "mtia_runtime", EventKind::Launch},
    {"python_function", "python_function", EventKind::PythonFrame},
    {"user_annotation", "user_annotation", EventKind::UserAnnotation},
    {"async_cpu_to_gpu", "async_cpu_to_gpu", EventKind::Other},
    {"cpu_instant_event", "cpu_instant_event", EventKind::Other},
    {"concurrent_kernel", "kernel", EventKind::Kernel},
    {"gpu_user_annotation", "gpu_user_annotation", EventKind::GpuAnnotation},
}};

constexpr std::size_t kLongest = kCategories.back().spelling.size();

/// Where the spellings of each length begin.
constexpr auto kFirstOfLength = [] {
    std::array<std::uint8_t, kLongest + 2> first{};
    for (std::size_t length = 0; length < first.size(); ++length) {
        std::uint8_t number = 0;
        while (number < kCategories.size() && kCategories[number].spelling.size() < length) {
            ++number;
        }
        first[length] = number;
    }
    return first;
}();

} // namespace

std::int16_t categoryNumberOf(std::string_view spelling) {
    if (spelling.size() > kLongest) {
        return kUnknownCategory;
    }
    for (std::size_t i = kFirstOfLength[spelling.size()]; i < kFirstOfLength[spelling.size() + 1]; ++i) {
        if (kCategories[i].spelling == spelling) {
            return static_cast<std::int16_t>(i);
        }
    }
    return kUnknownCategory;
}

const KnownCategory& knownCategory(std::size_t number) {
    return kCategories[number];
}

EventKind kindOfCategory(std::int16_t number) {
    return number == kUnknownCategory ? EventKind::Other : kCategories[static_cast<std::size_t>(number)].kind;
}

} // namespace diptych
