package cli

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/units"
)

// word is one value of a flag: as trtexec spells it, and as TensorRT calls it; "" is TensorRT's default.
type word struct{ spelling, name string }

var (
	verbosities     = []word{{"layer_names_only", "LAYER_NAMES_ONLY"}, {"detailed", "DETAILED"}, {"none", "NONE"}}
	compatibilities = []word{{"none", "NONE"}, {"ampere+", "AMPERE_PLUS"}, {"sameComputeCapability", "SAME_COMPUTE_CAPABILITY"}}
	platforms       = []word{{"SameAsBuild", "SAME_AS_BUILD"}, {"WindowsAMD64", "WINDOWS_AMD64"}}
	tilings         = []word{{"0", "NONE"}, {"1", "FAST"}, {"2", "MODERATE"}, {"3", "FULL"}}

	// aliasesOfPreviews are trtexec's names of preview features.
	aliasesOfPreviews = map[string]string{
		"ALIASEDPLUGINIO1003": "ALIASED_PLUGIN_IO_10_03", "RUNTIMEACTIVATIONRESIZE": "RUNTIME_ACTIVATION_RESIZE_10_10",
		"PROFILESHARING0806": "PROFILE_SHARING_0806", "FASTERDYNAMICSHAPES0805": "FASTER_DYNAMIC_SHAPES_0805",
		"DISABLEEXTERNALTACTICSOURCESFORCORE0805": "DISABLE_EXTERNAL_TACTIC_SOURCES_FOR_CORE_0805",
	}
)

// words lists the values of a flag.
func words(list []word) string {
	spellings := make([]string, len(list))
	for i, one := range list {
		spellings[i] = one.spelling
	}
	return strings.Join(spellings, ", ")
}

// wordFlag is a flag that takes one of a few words in any case.
type wordFlag struct {
	value *string
	list  []word
}

func newWord(value *string, list []word) *wordFlag { return &wordFlag{value, list} }

// newWordIn is for words that TensorRT has no other names for.
func newWordIn(value *string, spellings ...string) *wordFlag {
	w := &wordFlag{value: value}
	for _, s := range spellings {
		w.list = append(w.list, word{s, s})
	}
	return w
}

// String is the word as it is spelled, "" for none.
func (w *wordFlag) String() string {
	for _, one := range w.list {
		if w.value != nil && *w.value == one.name {
			return one.spelling
		}
	}
	return ""
}

// Set takes a word, spelled as trtexec or as TensorRT does.
func (w *wordFlag) Set(text string) error {
	for _, one := range w.list {
		if strings.EqualFold(text, one.spelling) || strings.EqualFold(text, one.name) {
			*w.value = one.name
			return nil
		}
	}
	return fmt.Errorf("it is one of %s", words(w.list))
}

// Type names the value in help text.
func (*wordFlag) Type() string { return "word" }

// newTiling is a level of tilings: a number as for trtexec, or its name.
func newTiling(value *string) *wordFlag { return newWord(value, tilings) }

// number is a flag that takes a whole number within bounds, and knows whether it was given.
type number struct {
	value       **int
	least, most int
}

func newNumber(value **int, least, most int) *number { return &number{value, least, most} }

// String is the number, "" if there is none.
func (n *number) String() string {
	if n.value == nil || *n.value == nil {
		return ""
	}
	return strconv.Itoa(**n.value)
}

// Set takes a number.
func (n *number) Set(text string) error {
	given, err := strconv.Atoi(text)
	if err != nil || given < n.least || given > n.most {
		return fmt.Errorf("it is a whole number from %d to %d", n.least, n.most)
	}
	*n.value = &given
	return nil
}

// Type names the value in help text.
func (*number) Type() string { return "int" }

// tacticSources is a flag that takes sources of kernels.
type tacticSources struct{ value **[]string }

// String lists the sources.
func (t *tacticSources) String() string {
	if t.value == nil || *t.value == nil {
		return ""
	}
	return strings.Join(**t.value, ",")
}

// Set takes a list, either of sources that are added to the default or taken from it, or of all sources.
func (t *tacticSources) Set(text string) error {
	list := []string{}
	signed := 0
	for _, part := range strings.Split(text, ",") {
		if text == "none" {
			break
		}
		name := strings.ToUpper(strings.TrimLeft(part, "+-"))
		sign := part[:len(part)-len(name)]
		if name == "CUBLASLT" {
			name = "CUBLAS_LT"
		}
		if known := trt.Names("tactic source"); len(sign) > 1 || !contains(known, name) {
			return fmt.Errorf("%q is no source; there are %s", part, strings.Join(known, ", "))
		}
		if sign != "" {
			signed++
		}
		list = append(list, sign+name)
	}
	if signed != 0 && signed != len(list) {
		return errors.New("either all sources have a + or - before them, or none has")
	}
	*t.value = &list
	return nil
}

// Type names the value in help text.
func (*tacticSources) Type() string { return "list" }

// memoryPools is a flag that takes limits of the builder's memory.
type memoryPools struct{ workspace *int64 }

// String is the limit.
func (m *memoryPools) String() string {
	if m.workspace == nil || *m.workspace == 0 {
		return ""
	}
	size := units.Size(*m.workspace)
	return "workspace:" + size.String()
}

// Set takes POOL:SIZE. A size without a unit is in MiB, as for trtexec.
func (m *memoryPools) Set(text string) error {
	for _, part := range strings.Split(text, ",") {
		pool, size, found := strings.Cut(part, ":")
		if !found {
			return errors.New("it is workspace:SIZE")
		}
		if pool != "workspace" {
			return fmt.Errorf("the pool %q cannot be limited, only workspace", pool)
		}
		if size != "" && strings.Trim(size, "0123456789.") == "" {
			size += "MiB"
		}
		bytes, err := units.ParseSize(size)
		if err != nil {
			return err
		}
		if bytes == 0 {
			return errors.New("a workspace of 0 bytes is none; leave it out for TensorRT's own limit")
		}
		*m.workspace = bytes
	}
	return nil
}

// Type names the value in help text.
func (*memoryPools) Type() string { return "pool" }

// capabilities is a flag that takes compute capabilities.
type capabilities struct{ value *[]string }

var capability = regexp.MustCompile(`^(?i:sm_?)?(\d{1,2}\.\d|\d{2,3})$`)

// String lists the capabilities.
func (c *capabilities) String() string {
	if c.value == nil {
		return ""
	}
	return strings.Join(*c.value, ",")
}

// Set takes capabilities such as 8.9, 89, SM89, or current.
func (c *capabilities) Set(text string) error {
	var list []string
	for _, part := range strings.Split(text, ",") {
		found := capability.FindStringSubmatch(part)
		switch {
		case strings.EqualFold(part, "current"):
			list = append(list, "CURRENT")
		case found == nil:
			return fmt.Errorf("%q is no compute capability, such as 8.9 or current", part)
		default:
			list = append(list, "SM"+strings.ReplaceAll(found[1], ".", ""))
		}
	}
	*c.value = unique(list)
	return nil
}

// Type names the value in help text.
func (*capabilities) Type() string { return "list" }

// knownNames is a flag that takes names of TensorRT's, one each time.
type knownNames struct {
	value *[]string
	kind  string // as trt.Names has it
	alias map[string]string
}

// String lists the names.
func (k *knownNames) String() string {
	if k.value == nil {
		return ""
	}
	return strings.Join(*k.value, ",")
}

// Set takes one more name, in any case, also as it stands in TensorRT's headers (kFP16) or with a + as for
// trtexec.
func (k *knownNames) Set(text string) error {
	name := strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(text, "+"), "k"), "-", "_"))
	if other := k.alias[name]; other != "" {
		name = other
	}
	known := trt.Names(k.kind)
	if !contains(known, name) {
		return fmt.Errorf("no TensorRT has a %s of this name; there are %s", k.kind, strings.Join(known, ", "))
	}
	*k.value = append(*k.value, name)
	return nil
}

// Type names the value in help text.
func (*knownNames) Type() string { return "name" }

// routes is a flag that takes options of the compiler in the builder.
type routes struct{ value *[]trt.Route }

// String lists the options.
func (r *routes) String() string {
	if r.value == nil {
		return ""
	}
	var list []string
	for _, route := range *r.value {
		list = append(list, route.Name+"="+route.Value)
	}
	return strings.Join(list, " ")
}

// Set takes one more option.
func (r *routes) Set(text string) error {
	name, value, found := strings.Cut(text, "=")
	if !found || name == "" || value == "" {
		return errors.New("it is NAME=VALUE")
	}
	*r.value = append(*r.value, trt.Route{Name: name, Value: value})
	return nil
}

// Type names the value in help text.
func (*routes) Type() string { return "route" }
