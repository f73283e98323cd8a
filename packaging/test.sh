#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors, and runs every test.
#   packaging/test.sh          the tests
#   packaging/test.sh --full   also formatting, static analysis, sanitizers, a minute of each fuzzer, the package
# Exit status 0 only when everything passed; all parts run, so that one failure does not hide another. With
# DIPTYCH_MINUTES set, no part of --full begins after that many minutes; what is left out is said.
set -uo pipefail
full=no
case "${1:-}" in
"") ;;
--full) full=yes ;;
*)
    echo "usage: packaging/test.sh [--full]" >&2
    exit 2
    ;;
esac
# shellcheck source=packaging/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

failures=()
left_out=()

# part TITLE COMMAND...: runs one part, says how long it took, and remembers whether it failed.
part() {
    local title="$1" begin=$SECONDS
    shift
    say "$title"
    if "$@"; then
        echo "-- $title: passed in $((SECONDS - begin)) s"
    else
        echo "-- $title: FAILED after $((SECONDS - begin)) s"
        failures+=("$title")
    fi
}

# in_time TITLE COMMAND...: as part, unless DIPTYCH_MINUTES are over.
in_time() {
    if [ -n "${DIPTYCH_MINUTES:-}" ] && [ $((SECONDS - begin)) -gt $((DIPTYCH_MINUTES * 60)) ]; then
        echo "-- $1: left out after $DIPTYCH_MINUTES minutes"
        left_out+=("$1")
        return
    fi
    part "$@"
}

build_strictly() { configure "$1" -DDIPTYCH_WARNINGS_AS_ERRORS=ON && compile "$1"; }

# run_tests PRESET: the log stays in build/PRESET/tests.log.
run_tests() { ctest --preset "$1" --no-tests=error -j "$(nproc)" </dev/null 2>&1 | tee "build/$1/tests.log"; }

sources() { find core ui app tests -name '*.h' -o -name '*.cpp'; }

check_format() { sources | xargs clang-format-14 --dry-run -Werror; }

# All that is compiled into the program, in a tree of its own: clang reads neither GCC's options nor its precompiled
# headers. Nothing is built in it. Sources that compile together are checked together, which
# spares most of the time: headers are read once for all of them. DIPTYCH_TIDY names other folders.
check_tidy() {
    cmake --preset release -B build/tidy -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
        -DDIPTYCH_BUILD_TESTS=OFF -DDIPTYCH_BUILD_BENCHMARKS=OFF >/dev/null || return 1
    local folders="${DIPTYCH_TIDY:-core|app}" status
    run-clang-tidy-14 -quiet -p build/tidy -j "$(nproc)" -header-filter "/($folders)/" "^$root/(build/tidy/)?($folders)/(?!.*(autogen|default_rules))" >build/tidy/tidy.log 2>&1 </dev/null
    status=$?
    sed 's/\x1b\[[0-9;]*m//g' build/tidy/tidy.log | grep -E '(warning|error):' | sort -u
    return $status
}

check_sanitizer() { build_strictly "$1" && run_tests "$1"; }

# fuzz FUZZER: from forged seeds. Three share two cores: in 90 s each works for a minute.
fuzz() {
    local name
    name="$(basename "$1")"
    mkdir -p "build/asan/corpus/$name"
    "$1" -max_total_time="${DIPTYCH_FUZZ_SECONDS:-90}" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
        -dict=build/asan/seeds/words.dict -artifact_prefix="build/asan/$name." \
        "build/asan/corpus/$name" "build/asan/seeds/$name" </dev/null >"build/asan/$name.log" 2>&1
}

# Each fuzzer that there is, side by side. The preset asan builds them along with the tests.
check_fuzzers() {
    local fuzzer status=0
    local -A running=()
    build/asan/bin/forge_seeds build/asan/seeds || return 1
    for fuzzer in build/asan/bin/fuzz_*; do
        if [ -f "$fuzzer" ] && [ -x "$fuzzer" ]; then
            fuzz "$fuzzer" &
            running[$fuzzer]=$!
        fi
    done
    for fuzzer in "${!running[@]}"; do
        wait "${running[$fuzzer]}" || status=1
        cat "build/asan/$(basename "$fuzzer").log"
    done
    echo "${#running[@]} fuzzers"
    [ ${#running[@]} -gt 0 ] && [ "$status" -eq 0 ]
}

# The package holds what a desktop expects, nothing that Debian's checker calls an error, and a program that finds its
# libraries and compares the sample that it brings.
check_package() {
    local tree=build/package
    rm -rf "$tree"
    (cd build/release && cpack -G DEB -B "$root/$tree" >"$root/build/package.log" 2>&1) || {
        cat build/package.log
        return 1
    }
    dpkg-deb --info "$tree"/diptych_*.deb && dpkg-deb --extract "$tree"/diptych_*.deb "$tree/root" || return 1
    local share="$tree/root/usr/share" status=0
    desktop-file-validate "$share"/applications/*.desktop || status=1
    appstreamcli validate --no-net "$share"/metainfo/*.xml || status=1
    lintian --allow-root --fail-on error "$tree"/diptych_*.deb || status=1
    "$tree/root/usr/bin/diptych" compare "$share"/diptych/sample/*.mi300x.json.gz "$share"/diptych/sample/*.h100.json.gz || status=1
    return $status
}

begin=$SECONDS
if [ "$full" = yes ]; then
    install_packages "${build_packages[@]}" "${test_packages[@]}" "${check_packages[@]}" || exit 1
else
    install_packages "${build_packages[@]}" "${test_packages[@]}" || exit 1
fi

part "Build" build_strictly release
if [ ${#failures[@]} -eq 0 ]; then
    part "Tests" run_tests release
fi
if [ "$full" = yes ]; then
    part "Formatting" check_format
    in_time "Benchmarks" compile release --target benchmarks
    in_time "Package" check_package
    in_time "Pictures of every page" packaging/pictures.sh build/pictures
    in_time "AddressSanitizer and UndefinedBehaviorSanitizer" check_sanitizer asan
    in_time "Fuzzing" check_fuzzers
    in_time "ThreadSanitizer" check_sanitizer tsan
    in_time "Static analysis" check_tidy
fi

say "$((SECONDS - begin)) s in all"
[ ${#left_out[@]} -eq 0 ] || printf 'Left out: %s\n' "${left_out[@]}"
if [ ${#failures[@]} -gt 0 ]; then
    printf 'FAILED: %s\n' "${failures[@]}"
    exit 1
fi
echo "Passed."
