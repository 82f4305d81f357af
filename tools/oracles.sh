#!/bin/bash
# oracles.sh installs the programs that the tests compare planlint with, the models that they read, and headers. Without Python or a package
# index it says what is missing; tests that need it are then skipped, or fail if PLANLINT_REQUIRE says so.
cd "$(dirname "$0")/.."
for oracle in fixtures/rtx/install.sh fixtures/cuda/install.sh fixtures/models/install.sh fixtures/headers/install.sh fixtures/ort/install.sh fixtures/linters/install.sh; do
	"$oracle" || echo "$oracle failed: the tests that need it will say so" >&2
done
# The workers that build with those versions of TensorRT-RTX.
"${GO:-go}" run ./cmd/planlint core install --quiet $(sed 's|^|--trt .cache/rtx/|' fixtures/rtx/versions.txt) ||
	echo "no workers for TensorRT-RTX: the tests that need them will say so" >&2
