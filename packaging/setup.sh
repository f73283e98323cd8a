#!/usr/bin/env bash
# shellcheck disable=SC2034 # read by those who source this
# What run.sh and test.sh share: the Debian packages that a build needs, and the words for what they do.
# To be sourced. Needs bash and apt only; asks nothing.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root" || exit 1

# To build and run. Fonts: offscreen rendering has none of its own.
build_packages=(
    g++ cmake ninja-build lld pkg-config
    qt6-base-dev libqt6opengl6-dev qt6-charts-dev qt6-svg-dev libqt6svg6 qt6-qpa-plugins
    nlohmann-json3-dev libsimdjson-dev zlib1g-dev libisal-dev libzstd-dev libpcre2-dev libxlsxwriter-dev libqpdf-dev
    fonts-liberation fonts-dejavu-core
)
# For the tests, which read reports and workbooks back, and watch what the program touches.
test_packages=(poppler-utils python3 python3-openpyxl strace)
# For test.sh --full besides: formatting, static analysis, fuzzing, the Debian package.
check_packages=(clang clang-14 libclang-rt-14-dev clang-format-14 clang-tidy-14 dpkg-dev file
    lintian appstream desktop-file-utils)

say() { printf '\n== %s\n' "$*"; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "This needs root: run it as root, or install sudo: $*" >&2
        return 1
    fi
}

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# install_packages NAME...: installs what is missing; reads the package lists anew only where that fails.
install_packages() {
    if ! command -v apt-get >/dev/null; then
        echo "No apt-get here. Built with what is installed; Debian's names of what is needed: $*" >&2
        return 0
    fi
    local missing=() package
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    say "Installing ${missing[*]}"
    local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}")
    as_root "${install[@]}" </dev/null >/dev/null 2>&1 && return 0
    as_root apt-get update -qq </dev/null
    as_root "${install[@]}" </dev/null >/dev/null
}

# configure PRESET [OPTION...]: quiet unless it fails.
configure() {
    local preset="$1" log
    shift
    log="$(mktemp)"
    if ! cmake --preset "$preset" "$@" >"$log" 2>&1; then
        cat "$log"
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# compile PRESET [OPTION...]: builds everything of a preset, or the targets named.
compile() {
    local preset="$1"
    shift
    cmake --build --preset "$preset" -j "$(nproc)" "$@"
}
