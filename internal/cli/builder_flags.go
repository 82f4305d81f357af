package cli

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/units"
)

// builderFlags are the settings of a build as a command line has them. Where trtexec has a flag for a setting
// it is spelled as there.
type builderFlags struct {
	settings trt.Settings
	switches []*builderSwitch
	profiles profileFlags

	best, stronglyTyped                             bool
	stripAllWeights, buildDLAStandalone, restricted bool
	sparsity                                        string
	other                                           []string
}

// builderSwitch is a flag of ours that sets, or clears, one of the builder's.
type builderSwitch struct {
	name, flag string
	clear      bool
	usage      string
	on         bool
}

// precisionSwitches allow the builder another precision than the model's.
func precisionSwitches() []*builderSwitch {
	return []*builderSwitch{
		{name: "fp16", flag: "FP16", usage: "allow fp16 (TensorRT 8 and 10; other families keep to the model's types)"},
		{name: "bf16", flag: "BF16", usage: "allow bf16 (TensorRT 10)"},
		{name: "int8", flag: "INT8", usage: "allow int8 (TensorRT 8 and 10)"},
		{name: "fp8", flag: "FP8", usage: "allow fp8 (TensorRT 8.6 and 10)"},
		{name: "int4", flag: "INT4", usage: "allow int4 (TensorRT 10)"},
	}
}

// otherSwitches are the other switches of trtexec that are one flag of the builder's each.
func otherSwitches() []*builderSwitch {
	return []*builderSwitch{
		{name: "noTF32", flag: "TF32", clear: true, usage: "compute fp32 without TF32"},
		{name: "stripWeights", flag: "STRIP_PLAN", usage: "leave out the weights that a refit gives back"},
		{name: "refit", flag: "REFIT", usage: "make all weights refittable"},
		{name: "allowWeightStreaming", flag: "WEIGHT_STREAMING", usage: "let the plan stream its weights from the host's memory"},
		{name: "versionCompatible", flag: "VERSION_COMPATIBLE", usage: "make a plan that later versions run, with a lean runtime in it"},
		{name: "excludeLeanRuntime", flag: "EXCLUDE_LEAN_RUNTIME", usage: "leave the lean runtime out of a --versionCompatible plan"},
		{name: "allowGPUFallback", flag: "GPU_FALLBACK", usage: "let the GPU do what the DLA cannot"},
		{name: "directIO", flag: "DIRECT_IO", usage: "no reformats at inputs and outputs"},
		{name: "noBuilderCache", flag: "DISABLE_TIMING_CACHE", usage: "keep no timings within a build"},
		{name: "noCompilationCache", flag: "DISABLE_COMPILATION_CACHE", usage: "keep no compiled code in the timing cache"},
		{name: "errorOnTimingCacheMiss", flag: "ERROR_ON_TIMING_CACHE_MISS", usage: "fail if a tactic is not in the timing cache"},
		{name: "distributiveIndependence", flag: "DISTRIBUTIVE_INDEPENDENCE", usage: "results that do not depend on the place along an axis"},
	}
}

// add adds the flags to a command's.
func (b *builderFlags) add(set *pflag.FlagSet) {
	s := &b.settings
	b.addSwitches(set, precisionSwitches())
	addToggle(set, &b.best, "best", "", "allow every precision that the family can choose from")
	addToggle(set, &b.stronglyTyped, "stronglyTyped", "", "keep to the model's types (the default, where the family can)")
	b.addSwitches(set, otherSwitches())
	addToggle(set, &b.stripAllWeights, "stripAllWeights", "", "--stripWeights --refit")
	set.Var(newNumber(&s.OptimizationLevel, 0, trt.MaxOptimizationLevel), "builderOptimizationLevel", "how hard the builder tries, `N` from 0 to 5")
	set.Var(newTiling(&s.Tiling), "tilingOptimizationLevel", "how long it searches for tilings, `N` from 0 to 3")
	set.Var((*units.Size)(&s.L2Limit), "l2LimitForTiling", "how much of the L2 cache a tiling may use, a `SIZE`")
	set.Var(&tacticSources{&s.TacticSources}, "tacticSources", "where kernels come from, a `LIST`: +NAME,-NAME changes the default, NAME,NAME is all, none; of "+
		strings.Join(trt.Names("tactic source"), ", "))
	set.Var(newNumber(&s.MaxTactics, 0, trt.MaxMaxTactics), "maxTactics", "how many tactics the builder times at most, `N`, where it has a choice")
	set.Var(&memoryPools{&s.Workspace}, "memPoolSize", "limit of the builder's memory, a `POOL` such as workspace:1024 (MiB) or workspace:2GiB")
	set.Var(newWord(&s.Verbosity, verbosities), "profilingVerbosity", "what the plan says of its layers, a `WORD`: "+words(verbosities))
	set.Var(newWord(&s.HardwareCompatibility, compatibilities), "hardwareCompatibilityLevel", "which other GPUs the plan is for, a `WORD`: "+words(compatibilities))
	set.Var(newWord(&s.Platform, platforms), "runtimePlatform", "operating system that the plan is for, a `WORD`: "+words(platforms))
	set.Var(&capabilities{&s.Capabilities}, "computeCapabilities", "GPUs that the plan is for, a `LIST` such as 7.5,8.9 or current (TensorRT-RTX)")
	set.Var(newNumber(&s.DLACore, 0, trt.MaxDLACore), "useDLACore", "run what it can on DLA core `N`")
	addToggle(set, &b.buildDLAStandalone, "buildDLAStandalone", "", "build a DLA loadable")
	addToggle(set, &b.restricted, "restricted", "", "keep to what safety-certified runtimes can do")
	set.Var(newNumber(&s.AuxStreams, 0, trt.MaxAuxStreams), "maxAuxStreams", "how many auxiliary streams the plan may use, `N`")
	set.Var(newNames(&s.Plugins), "setPluginsToSerialize", "plugin library `FILE` to load and to serialize into the plan (repeatable)")
	set.Var(newName(&s.TimingCache), "timingCacheFile", "read and write the timings of kernels in `FILE`")
	set.Var(newWordIn(&b.sparsity, "disable", "enable"), "sparsity", "use sparse kernels where weights allow it, a `WORD`: enable or disable")
	b.profiles.add(set)
	set.Var(&knownNames{&s.PreviewFeatures, "preview feature", aliasesOfPreviews}, "preview", "enable preview feature `NAME` (repeatable)")
	set.Var(&knownNames{&s.Flags, "flag", nil}, "flag", "set the builder's flag `NAME`, such as REFIT_INDIVIDUAL (repeatable)")
	set.Var(&knownNames{&s.NoFlags, "flag", nil}, "no-flag", "clear the builder's flag `NAME` (repeatable)")
	set.Var(&routes{&s.Routes}, "route", "set the compiler's option `NAME=VALUE` (TensorRT 11, TensorRT-RTX 1.6; repeatable)")
	set.Var(newNames(&b.other), "setting", "any other setting, `KEY=VALUE` as in docs/build.md (repeatable)")
	set.SetNormalizeFunc(trtexecAliases)
}

func (b *builderFlags) addSwitches(set *pflag.FlagSet, list []*builderSwitch) {
	for _, sw := range list {
		addToggle(set, &sw.on, sw.name, "", sw.usage)
	}
	b.switches = append(b.switches, list...)
}

// trtexecAliases are the other names that trtexec has for its flags.
func trtexecAliases(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	switch name {
	case "vc":
		name = "versionCompatible"
	case "weightless":
		name = "stripWeights"
	case "dynamicPlugins":
		name = "setPluginsToSerialize"
	}
	return pflag.NormalizedName(name)
}
