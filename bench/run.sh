#!/bin/sh
# Measures this checkout against its peers: run.sh [NAME [flag of cmd/bench...]]
# Writes results/NAME.json (raw numbers) and results/NAME.md (tables).
# Takes about 5 minutes, 6 GB in TMPDIR (removed at the end) and a C compiler.
set -eu
cd "$(dirname "$0")"
name=${1:-latest}
[ $# -eq 0 ] || shift
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT INT TERM
CGO_ENABLED=0 go build -o "$built/zeroscan" ./cmd/zeroscan
CGO_ENABLED=0 go build -C .. -o "$built/planlint" ./cmd/planlint
go build -o "$built/bench" ./cmd/bench
mkdir -p results
"$built/bench" -zeroscan "$built/zeroscan" -planlint "$built/planlint" -out "results/$name.json" "$@"
