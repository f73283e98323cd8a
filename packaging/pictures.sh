#!/usr/bin/env bash
# Draws every page of the window, light and dark, 1440 x 900 and 1100 x 700, and once more at twice the resolution. No
# display is needed. With two traces: pages of their comparison instead of the sample's.
#   packaging/pictures.sh [FOLDER [A B]]       FOLDER: build/pictures
set -euo pipefail
folder="$(realpath -m -- "${1:-$(dirname "${BASH_SOURCE[0]}")/../build/pictures}")"
traces=()
[ $# -lt 3 ] || traces=("$(realpath -- "$2")" "$(realpath -- "$3")")
# shellcheck source=packaging/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

install_packages "${build_packages[@]}"
[ -f build/release/CMakeCache.txt ] || configure release
compile release --target render_pages >/dev/null
mkdir -p "$folder"
for scale in 1 2; do
    build/release/tests/render_pages --out "$folder" --scale "$scale" "${traces[@]}" >/dev/null
done
count=$(find "$folder" -name '*.png' | wc -l)
echo "$count pictures in $folder"
[ "$count" -gt 0 ]
