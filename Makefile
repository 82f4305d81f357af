# make test installs what the tests need, by package name, into .cache, and runs everything that CI runs.
# Where Python or the network is missing, the tests that need a real builder say so and are skipped.
GO          ?= go
FUZZ_RUNS   ?= 1000
CORE        ?= rtx
QEMU        ?= qemu-aarch64-static
STATICCHECK  = $(GO) tool -modfile=tools/go.mod staticcheck

.PHONY: build core test check unit race fuzz oracles readme arm64 browser nightly bench clean fusion fusion-models

build: ## the planlint command, without cgo
	CGO_ENABLED=0 $(GO) build -trimpath -o planlint ./cmd/planlint

core: ## TensorRT-RTX and the worker that drives it; CORE=all or CORE="trt8 --libraries yes" for others
	$(GO) run ./cmd/planlint core install $(CORE)

test: oracles check unit race fuzz readme ## everything; aims at 15 minutes on two cores

check: ## formatting, vet on every platform, staticcheck
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	$(GO) vet ./...
	GOOS=linux GOARCH=arm64 $(GO) vet ./...
	GOOS=windows GOARCH=amd64 $(GO) vet ./...
	GOOS=darwin GOARCH=arm64 $(GO) vet ./...
	$(STATICCHECK) ./...
	cd bench && $(GO) vet ./...

unit: ## the tests, then again for every other way to build or run the scanner
	$(GO) test -timeout 30m ./...
	CGO_ENABLED=0 $(GO) test -timeout 30m ./...
	$(GO) test -tags purego -timeout 30m ./...
	GODEBUG=cpu.avx2=off $(GO) test ./zerorun/... ./analyze/...

race: ## the tests under the race detector
	$(GO) test -race -short -timeout 30m ./...

fuzz: ## every fuzz target, by count
	tools/fuzz.sh $(FUZZ_RUNS)

oracles: ## the real TensorRT-RTX builders and NVIDIA's assembler, which the tests compare with, and ONNX models
	tools/oracles.sh

readme: ## README's first command
	$(GO) run ./cmd/planlint demo

arm64: ## the tests on arm64, in qemu's user mode
	CGO_ENABLED=0 GOARCH=arm64 $(GO) test -short -exec $(QEMU) ./zerorun/... ./analyze/... ./report/... ./internal/sparse ./internal/units

browser: ## a headless Chromium, in which tests open the pages
	tools/browser.sh

nightly: browser ## longer fuzzing, the whole of each corpus, pages in a browser, arm64 and the benchmarks
	$(MAKE) test FUZZ_RUNS=200000
	PLANLINT_CORPUS=whole $(GO) test -timeout 60m ./fixtures/fusion ./layers/shape
	PLANLINT_PLATFORMS=all $(GO) test -run TestGoreleaser .
	$(MAKE) arm64
	$(MAKE) bench

bench: ## speed beside other programs; bench/README.md says which
	bench/run.sh

fusion: oracles ## measures again which operations the TensorRT-RTX builders fuse: fixtures/measured/fusion-rtx.json
	.cache/rtx/venv/bin/python -B fixtures/fusion/collect.py .cache/rtx

fusion-models: oracles ## the same models as files, for TensorRT 8.6: a folder with list.json
	.cache/rtx/venv/bin/python -B fixtures/fusion/export.py .cache/fusion-models

clean:
	rm -rf planlint .cache
