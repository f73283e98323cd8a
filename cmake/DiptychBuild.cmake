# Compiler settings shared by all targets, and the helpers that declare a layer.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

# What reads and arranges traces is worth the last of the compiler's work (core's base, model, parse and analysis add
# -O3); the rest is not, and compiles a fifth faster.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

find_program(DIPTYCH_CCACHE ccache)
if(DIPTYCH_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${DIPTYCH_CCACHE}")
endif()

add_library(diptych_options INTERFACE)
target_compile_options(diptych_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow=local -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # clang spells the shadow levels otherwise.
    target_compile_options(diptych_options INTERFACE -Wno-unknown-warning-option)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # Sees copies in std::string that overlap or overflow and are not there (GCC bug 105651); behind precompiled headers
    # it forgets besides that those are the system's.
    target_compile_options(diptych_options INTERFACE
        -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
if(DIPTYCH_WARNINGS_AS_ERRORS)
    target_compile_options(diptych_options INTERFACE -Werror)
endif()
# Dozens of test programs are linked; LLVM's linker takes a tenth of the time where it is at hand.
find_program(DIPTYCH_LLD ld.lld)
if(DIPTYCH_LLD)
    target_link_options(diptych_options INTERFACE -fuse-ld=lld)
endif()
if(DIPTYCH_BUILD_FUZZERS)
    target_compile_options(diptych_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(DIPTYCH_SANITIZE)
    target_compile_options(diptych_options INTERFACE -fsanitize=${DIPTYCH_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(diptych_options INTERFACE -fsanitize=${DIPTYCH_SANITIZE})
endif()

# What is shipped defends itself: traces come from anywhere. Sanitizers bring their own checks.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT DIPTYCH_SANITIZE)
    target_compile_options(diptych_options INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong)
    target_link_options(diptych_options INTERFACE -Wl,-z,relro,-z,now)
endif()

# diptych_layer(NAME SOURCES ... LINKS ...): one static library a layer. Includes are written from the root of the
# tree ("core/base/ids.h"); the libraries that a layer links are the layers that it may include.
function(diptych_layer name)
    cmake_parse_arguments(LAYER "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
    add_library(${name} STATIC ${LAYER_SOURCES})
    target_include_directories(${name} PUBLIC "${CMAKE_SOURCE_DIR}")
    target_link_libraries(${name} PUBLIC ${LAYER_LINKS} PRIVATE diptych_options ${LAYER_PRIVATE_LINKS})
endfunction()

# diptych_unity(TARGET [EXCEPT source...]): where DIPTYCH_UNITY_BUILD says so, the target's sources compile together, some
# at a time: what is in their anonymous namespaces has names of its own. Those of EXCEPT share names with others.
function(diptych_unity target)
    cmake_parse_arguments(PARSE_ARGV 1 UNITY "" "" "EXCEPT")
    if(DIPTYCH_UNITY_BUILD)
        # Classes of such a source may hold types of its anonymous namespace: GCC takes them for those of a header.
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
        set_source_files_properties(${UNITY_EXCEPT} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
endfunction()

# diptych_unity_group(TARGET GROUP): as diptych_unity, for this folder's sources of a target of many folders.
function(diptych_unity_group target group)
    if(DIPTYCH_UNITY_BUILD)
        get_target_property(sources ${target} SOURCES)
        list(FILTER sources INCLUDE REGEX "^${CMAKE_CURRENT_SOURCE_DIR}/[^/]*[.]cpp$")
        set_source_files_properties(${sources} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
    endif()
endfunction()
