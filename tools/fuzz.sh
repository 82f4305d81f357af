#!/bin/bash
# fuzz.sh COUNT runs every fuzz target of the module for COUNT inputs and ends with their number.
set -euo pipefail
count=${1:?usage: fuzz.sh COUNT}
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
targets=0
while IFS=: read -r file target; do
	echo "fuzz $target in $(dirname "$file")"
	if ! go test "./$(dirname "$file")" -run='^$' -fuzz="^$target\$" -fuzztime="${count}x" -parallel=2 >"$log" 2>&1; then
		cat "$log"
		exit 1
	fi
	{ grep -E "^fuzz: elapsed.*execs" "$log" || true; } | tail -1
	targets=$((targets + 1))
done < <(git ls-files '*_test.go' | xargs grep -HoE '^func Fuzz[A-Za-z0-9_]+' | sed 's/func //')
test "$targets" -gt 0
echo "$targets fuzz targets, $count inputs each"
