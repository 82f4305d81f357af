package cli

import (
	"errors"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"
)

// reportFlags are what a report is made of, beside the plan.
type reportFlags struct {
	explain explainFlags
	against string

	doctor, build, fix string
	sweeps             []string
	environment        string

	fleet           count
	bandwidth, disk rate

	weights, anonymize bool
}

func (f *reportFlags) add(set *pflag.FlagSet) {
	set.Var(newName(&f.against), "against", "compare with this `PLAN`, or with what scan saved of it, such as of the version that is right")
	f.explain.add(set)
	set.Var(newName(&f.build), "build", "how the plan was built: what planlint build saved in `FILE` (default: PLAN.build.json, where it is there)")
	set.Var(newName(&f.doctor), "doctor", "where it was built: what planlint doctor saved in `FILE` there")
	set.Var(newChoice(&f.environment, "auto", "here", "none"), "environment", "fill in what this machine is; auto: where the plan's TensorRT is here")
	set.Var(newNames(&f.sweeps), "sweep", "sizes with other settings: what planlint build or sweep saved in `FILE` (repeatable)")
	set.Var(newName(&f.fix), "fix", "the workaround: what planlint fix saved in `FILE`")
	set.Var(&f.fleet, "fleet", "`N` machines get the plan")
	set.Var(&f.bandwidth, "bandwidth", "how fast a machine gets it: `RATE`, such as 1Gbit/s or 100MB/s")
	set.Var(&f.disk, "disk", "how fast a machine reads it: `RATE`")
	addToggle(set, &f.weights, "include-weights", "", "give away the model's weights; by default random values take their place")
	addToggle(set, &f.anonymize, "anonymize", "", "give files, networks, nodes and tensors other names")
}

// check refuses flags that make no sense.
func (f *reportFlags) check(set *pflag.FlagSet, plan string) error {
	if err := f.explain.check(set); err != nil {
		return err
	}
	if set.Changed("include-weights") && f.explain.model == "" {
		return usagef("--include-weights is for a model, and no --model is given")
	}
	for _, name := range []string{"against", "doctor", "build", "fix"} {
		if set.Changed(name) && set.Lookup(name).Value.String() == "" {
			return usagef("--%s: an empty name is no file", name)
		}
	}
	var files []string
	for _, name := range append([]string{f.against, f.doctor, f.build, f.fix}, f.sweeps...) {
		if name != "" {
			files = append(files, name)
		}
	}
	return readOnce(append(files, plan))
}

// rate is a flag that takes bytes, or bits, a second; 0 stands for one that was not given.
type rate int64

// String is the number of bytes a second, "" for none.
func (r *rate) String() string {
	if *r == 0 {
		return ""
	}
	return humanize.Comma(int64(*r)) + " bytes/s"
}

// Set reads a rate.
func (r *rate) Set(text string) error {
	text = strings.TrimSpace(text)
	if before, found := strings.CutSuffix(text, "Bps"); found { // a large B is bytes, whatever follows
		text = before + "B/s"
	}
	lower := strings.ToLower(text)
	plain, bits := strings.TrimSuffix(lower, "/s"), false
	for _, unit := range []string{"bits", "bit", "bps"} {
		if before, found := strings.CutSuffix(plain, unit); found {
			plain, bits = before, true
			break
		}
	}
	if !bits && plain == lower {
		return errors.New("it is a rate, such as 1Gbit/s or 100MB/s")
	}
	if bits {
		plain += "b" // what is read knows bytes
	}
	number, err := humanize.ParseBytes(plain)
	if bits {
		number /= 8
	}
	if err != nil || number == 0 || number > 1<<50 {
		return errors.New("it is a rate, such as 1Gbit/s or 100MB/s")
	}
	*r = rate(number)
	return nil
}

// Type names the value in help text.
func (*rate) Type() string { return "rate" }
