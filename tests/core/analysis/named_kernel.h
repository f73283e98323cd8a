#pragma once
// A row of the tables of kernel names with their expected classes.

namespace diptych::test {

struct NamedKernel {
    const char* library;
    const char* name;
    const char* operation;
    const char* category;
};

} // namespace diptych::test
