package cli

import (
	"fmt"
	"strconv"
	"strings"
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
