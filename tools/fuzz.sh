#!/bin/bash
# fuzz.sh COUNT runs every fuzz target of the module for COUNT inputs and ends with their number.
set -euo pipefail
count=${1:?usage: fuzz.sh COUNT}
cd "$(dirname "$0")/.."
targets=0
while IFS=: read -r file target; do
	echo "fuzz $target in $(dirname "$file")"
	go test "./$(dirname "$file")" -run='^$' -fuzz="^$target\$" -fuzztime="${count}x" -parallel=2 >/tmp/fuzz.$$ 2>&1 || { cat /tmp/fuzz.$$; rm -f /tmp/fuzz.$$; exit 1; }
	grep -E '^fuzz: elapsed.*execs' /tmp/fuzz.$$ | tail -1
	targets=$((targets + 1))
done < <(git ls-files '*_test.go' | xargs grep -HoE '^func Fuzz[A-Za-z0-9_]+' | sed 's/func //')
rm -f /tmp/fuzz.$$
test "$targets" -gt 0
echo "$targets fuzz targets, $count inputs each"
