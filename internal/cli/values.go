package cli

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// count is a flag that takes a number from 1 on; 0 stands for one that was not given.
type count int

// String is the number.
func (c *count) String() string { return strconv.Itoa(int(*c)) }

// Set reads a number.
func (c *count) Set(text string) error {
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 {
		return errors.New("it is a whole number from 1 on")
	}
	*c = count(number)
	return nil
}

// Type names the value in help text.
func (*count) Type() string { return "int" }

// toggle is a flag that is on or off.
type toggle bool

// addToggle adds a flag that is on when it is named without a value.
func addToggle(set *pflag.FlagSet, value *bool, name, short, usage string) {
	set.VarPF((*toggle)(value), name, short, usage).NoOptDefVal = "true"
}

// String is true or false.
func (t *toggle) String() string { return strconv.FormatBool(bool(*t)) }

// Set reads what Go takes for true or false.
func (t *toggle) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return errors.New("it is true or false")
	}
	*t = toggle(on)
	return nil
}

// Type is the one that help text has no value for.
func (*toggle) Type() string { return "bool" }

// expectation is a flag that a plan is compared with. It must not be empty: where a script sets it from a
// variable that is not there, nothing would be checked, and nobody would know.
type expectation struct {
	value   *string
	pattern *regexp.Regexp
	is      string
}

func newVersionExpectation(value *string) *expectation {
	return &expectation{value, regexp.MustCompile(`^\d+(\.\d+){0,3}$`), "a version is one to four numbers, such as 10.16"}
}

func newSMExpectation(value *string) *expectation {
	return &expectation{value, regexp.MustCompile(`(?i)^(sm[_ ]?)?(\d{1,2}\.\d|\d{2,3})[af]?$`), "an SM is a number such as 90, 9.0 or sm_90"}
}

// String is the value, "" if nothing is expected.
func (e *expectation) String() string { return *e.value }

// Set checks and takes a value.
func (e *expectation) Set(text string) error {
	switch {
	case text == "":
		return errors.New("it is empty; leave it out to check nothing")
	case !e.pattern.MatchString(text):
		return errors.New(e.is)
	}
	*e.value = text
	return nil
}

// Type names the value in help text.
func (*expectation) Type() string { return "string" }

// errEmpty refuses an empty value: where a script sets it from a variable that is not there, something else would be
// done than what was asked for, and nobody would know.
var errEmpty = errors.New("it is empty; name something, or leave the flag out")

// nameFlag is a flag that takes a text that must not be empty, such as a file's name.
type nameFlag string

func newName(value *string) *nameFlag { return (*nameFlag)(value) }

// String is the text, "" if the flag was not given.
func (n *nameFlag) String() string { return string(*n) }

// Set takes a text.
func (n *nameFlag) Set(text string) error {
	if text == "" {
		return errEmpty
	}
	*n = nameFlag(text)
	return nil
}

// Type names the value in help text.
func (*nameFlag) Type() string { return "string" }

// nameFlags is a flag that takes one more name each time.
type nameFlags []string

func newNames(value *[]string) *nameFlags { return (*nameFlags)(value) }

// String lists the names.
func (n *nameFlags) String() string { return strings.Join(*n, ",") }

// Set takes one more.
func (n *nameFlags) Set(text string) error {
	if text == "" {
		return errEmpty
	}
	*n = append(*n, text)
	return nil
}

// Type names the value in help text.
func (*nameFlags) Type() string { return "stringArray" }
