#!/bin/sh
# completions.sh FOLDER writes the completions of every shell, named as their shells look for them.
set -eu
cd "$(dirname "$0")/.."
folder=${1:?usage: completions.sh FOLDER}
mkdir -p "$folder"
run() { "${GO:-go}" run ./cmd/planlint completion "$1"; }
run bash >"$folder/planlint.bash"
run zsh >"$folder/_planlint"
run fish >"$folder/planlint.fish"
run powershell >"$folder/planlint.ps1"
