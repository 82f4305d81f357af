package cli

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/trt"
	"github.com/planlint/planlint/internal/units"
)

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
		plain := strings.TrimLeft(part, "+-")
		sign, name := part[:len(part)-len(plain)], strings.ToUpper(plain)
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
			name := "SM" + strings.ReplaceAll(found[1], ".", "")
			if !contains(trt.Names("capability"), name) {
				return fmt.Errorf("%q is no compute capability that TensorRT-RTX builds for; there are %s", part, capabilityNumbers())
			}
			list = append(list, name)
		}
	}
	*c.value = unique(list)
	return nil
}

// capabilityNumbers lists the compute capabilities that there are, "7.5, 8.0".
func capabilityNumbers() string {
	var numbers []int
	for _, name := range trt.Names("capability") {
		if number, err := strconv.Atoi(strings.TrimPrefix(name, "SM")); err == nil {
			numbers = append(numbers, number)
		}
	}
	slices.Sort(numbers)
	list := make([]string, len(numbers))
	for i, number := range numbers {
		list[i] = fmt.Sprintf("%d.%d", number/10, number%10)
	}
	return strings.Join(list, ", ")
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
