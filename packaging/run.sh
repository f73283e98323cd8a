#!/usr/bin/env bash
# Installs what is missing, builds, and opens the sample comparison; where there is no display, compares it on the
# command line and writes its report. With two traces as arguments: the same with these.
#   packaging/run.sh [A B]
set -euo pipefail
a="${1:+$(realpath -- "$1")}"
b="${2:+$(realpath -- "$2")}"
# shellcheck source=packaging/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

a="${a:-resources/sample/qwen2_7b_decode.mi300x.json.gz}"
b="${b:-resources/sample/qwen2_7b_decode.h100.json.gz}"
program=build/release/bin/diptych

install_packages "${build_packages[@]}"
say "Building"
configure release
compile release --target diptych

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    say "Opening $a and $b"
    exec "$program" "$a" "$b"
fi
report=build/report
mkdir -p "$report"
say "No display: comparing $a with $b"
"$program" compare "$a" "$b" --csv "$report" --json "$report/comparison.json" \
    --pdf "$report/report.pdf" --xlsx "$report/tables.xlsx"
say "The report is in $root/$report"
ls "$report"
