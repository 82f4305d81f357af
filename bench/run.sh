#!/bin/sh
# Measures this checkout against its peers: run.sh [NAME [flag of cmd/bench...]]
# Writes results/NAME.json (raw numbers) and results/NAME.md (tables).
# Takes about 5 minutes, 6 GB in TMPDIR (removed at the end) and a C compiler.
# run.sh build [NAME [flag of cmd/building...]] measures the scan of a plan while it is being built, and writes
# results/build-NAME.json and .md. Takes some minutes and 4 GB in TMPDIR.
# run.sh onnx [NAME [flag of cmd/onnx...]] measures the reading of ONNX models, and writes results/onnx-NAME.json
# and .md. The Python package and a real model are measured if make oracles has installed them.
# run.sh predict [NAME [flag of cmd/predict...]] measures predictions, and the inference of shapes beside the onnx package
# for Python, and writes results/predict-NAME.json and .md.
# run.sh gate [NAME [flag of cmd/gate...]] measures planlint gate on 1,000 plans of 10 MB beside cat: results/gate-NAME.json
# and .md. Takes some minutes, 10 GB in TMPDIR, and memory to keep them cached.
# run.sh report [NAME [flag of cmd/report...]] measures planlint report from saved results: results/report-NAME.json and .md.
set -eu
cd "$(dirname "$0")"
what=bench
case ${1:-} in
build) what=building && shift ;;
onnx) what=onnx && shift ;;
predict) what=predict && shift ;;
report) what=report && shift ;;
gate) what=gate && shift ;;
esac
name=${1:-latest}
[ $# -eq 0 ] || shift
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT INT TERM
mkdir -p results
if [ $what = building ]; then
	go build -o "$built/building" ./cmd/building
	"$built/building" -out "results/build-$name.json" "$@"
	exit
fi
if [ $what = onnx ]; then
	go build -o "$built/onnx" ./cmd/onnx
	python=../.cache/rtx/venv/bin/python real=../.cache/models/real/chython_rxnmap/rxnmap.onnx
	[ ! -x $python ] || set -- -python $python "$@"
	[ ! -f $real ] || set -- -real $real "$@"
	"$built/onnx" -out "results/onnx-$name.json" "$@"
	exit
fi
if [ $what = predict ]; then
	go build -o "$built/predict" ./cmd/predict
	CGO_ENABLED=0 go build -C .. -o "$built/planlint" ./cmd/planlint
	python=../.cache/rtx/venv/bin/python models=../.cache/models/real
	[ ! -x $python ] || [ ! -d $models ] || set -- -python $python -models $models "$@"
	"$built/predict" -planlint "$built/planlint" -out "results/predict-$name.json" "$@"
	exit
fi
if [ $what = report ]; then
	CGO_ENABLED=0 go build -C .. -o "$built/planlint" ./cmd/planlint
	go build -o "$built/report" ./cmd/report
	"$built/report" -planlint "$built/planlint" -out "results/report-$name.json" "$@"
	exit
fi
if [ $what = gate ]; then
	CGO_ENABLED=0 go build -C .. -o "$built/planlint" ./cmd/planlint
	go build -o "$built/gate" ./cmd/gate
	"$built/gate" -planlint "$built/planlint" -out "results/gate-$name.json" "$@"
	exit
fi
CGO_ENABLED=0 go build -o "$built/zeroscan" ./cmd/zeroscan
CGO_ENABLED=0 go build -C .. -o "$built/planlint" ./cmd/planlint
go build -o "$built/bench" ./cmd/bench
"$built/bench" -zeroscan "$built/zeroscan" -planlint "$built/planlint" -out "results/$name.json" "$@"
