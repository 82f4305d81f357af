package cli

import (
	"fmt"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"github.com/planlint/planlint/internal/tensor"
)

// verifyFlags are the values of verify's own flags.
type verifyFlags struct {
	wheres, workers []string

	shapes   map[string][]int64
	selects  []string
	profile  int
	runs     count
	contexts count

	seeds         []uint64
	distributions []string
	ranges        map[string]tensor.Range
	inputs        string

	bind      map[string]string
	constant  []string
	maxULP    *uint64
	reference string
	model     string
	ort       string // ONNX Runtime
	ortWorker string

	plugins  []string
	hostCode bool
}

// profileShapes are the shapes that a profile has.
var profileShapes = []string{"min", "opt", "max"}

func (f *verifyFlags) add(set *pflag.FlagSet) {
	set.SortFlags = false
	f.runs, f.contexts = 10, 2
	f.seeds, f.distributions, f.selects = []uint64{1, 2}, tensor.Distributions(), profileShapes
	f.shapes, f.ranges, f.bind = map[string][]int64{}, map[string]tensor.Range{}, map[string]string{}
	set.Var(newNames(&f.wheres), "trt", "run with the TensorRT in this `FOLDER`, or of this name; twice: one each")
	set.Var(newNames(&f.workers), "worker", "use this `PROGRAM` as the worker; twice: one each")
	set.Var(newPairs("NAME=1x3x64x64", func(name, value string) error { return setShape(f.shapes, name, value) }),
		"shape", "shape of an input, instead of the profile's (repeatable)")
	set.Var(newWordList(&f.selects, profileShapes), "select", "shapes of the profile to run, where dimensions are free")
	set.IntVar(&f.profile, "profile", 0, "optimization `PROFILE` to run, counted from 0")
	set.Var(&f.runs, "runs", "run each plan `N` times in each context, in each case")
	set.Var(&f.contexts, "contexts", "run in `N` contexts at the same time")
	set.Var(&seedList{&f.seeds}, "seeds", "seeds of the inputs, such as 1,2 or 1-10")
	set.Var(newWordList(&f.distributions, tensor.Distributions()), "distributions", "distributions of the inputs, or all")
	set.Var(newPairs("NAME=0:255", func(name, value string) error { return setRange(f.ranges, name, value) }),
		"input-range", "range of the numbers of an input, both ends included (repeatable)")
	set.Var(newName(&f.inputs), "inputs", "take inputs from a `FOLDER` with NAME.npy or NAME.bin, or from a .npz file")
	set.Var(newPairs("A=B", func(name, value string) error { return setOnce(f.bind, name, value) }), "bind", "the tensor called A in A is called B in B (repeatable)")
	set.Var(newNames(&f.constant), "constant", "this `OUTPUT` may be constant (repeatable)")
	set.Var(&optionalULP{&f.maxULP}, "max-ulp", "exit with 0 as well if no element is more than `N` ULP apart")
	set.Var(newName(&f.reference), "reference", "what outputs should be for --inputs: a `FOLDER` with NAME.npy, or a .npz or .npy file")
	set.Var(newName(&f.model), "model", "the ONNX `MODEL`: to see whether the plans hold its weights, and for --ort")
	set.Var(newName(&f.ort), "ort", "run the model in the ONNX Runtime in this `FOLDER`, for what outputs should be")
	set.Var(newName(&f.ortWorker), "ort-worker", "use this `PROGRAM` as the worker of ONNX Runtime")
	set.Var(newNames(&f.plugins), "plugin", "load this plugin `LIBRARY` before the plans (repeatable)")
	addToggle(set, &f.hostCode, "host-code", "", "let code for the processor in a plan run; it can do whatever you can")
}

// check refuses what makes no sense together, before anything runs.
func (f *verifyFlags) check() error {
	switch {
	case len(f.wheres) > 2:
		return usagef("--trt is given %d times; there are two plans", len(f.wheres))
	case len(f.workers) > 2:
		return usagef("--worker is given %d times; there are two plans", len(f.workers))
	case f.profile < 0:
		return usagef("--profile %d: profiles are counted from 0", f.profile)
	case f.ort != "" && f.model == "":
		return usagef("--ort runs a model: --model names it")
	case f.ort != "" && f.reference != "":
		return usagef("--ort and --reference exclude each other")
	case f.ort == "" && f.ortWorker != "":
		return usagef("--ort-worker is for --ort, which says where ONNX Runtime is")
	case f.reference != "" && f.inputs == "":
		return usagef("--reference is for inputs that are known: --inputs names them")
	}
	recipe := tensor.Recipe{Distribution: f.distributions[0], Ranges: f.ranges}
	if err := recipe.Check(); err != nil {
		return usagef("--input-range: %v", err)
	}
	for _, name := range slices.Concat(f.plugins, named(f.inputs), named(f.reference), named(f.model), named(f.ort)) {
		if _, err := os.Stat(name); err != nil {
			return usagef("%s: %v", name, plainError(err))
		}
	}
	return nil
}

func named(path string) []string {
	if path == "" {
		return nil
	}
	return []string{path}
}

// of returns which of one or two values is for a side; "" if there is none.
func of(values []string, side int) string {
	switch {
	case len(values) == 0:
		return ""
	case side < len(values):
		return values[side]
	}
	return values[len(values)-1]
}

func setOnce[V any](to map[string]V, name string, value V) error {
	if _, given := to[name]; given {
		return fmt.Errorf("%s is given twice", name)
	}
	to[name] = value
	return nil
}
