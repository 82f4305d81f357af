package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/planlint/planlint/internal/input"
)

// configName is the file that settings are read from.
const configName = "planlint.yaml"

// complete fills in what the command line leaves open: from the environment, then from planlint.yaml, which is that of
// plans or, if none is given, of the working directory.
func (s *settings) complete(flags *pflag.FlagSet, plans []string) error {
	path := s.config
	if path == "" {
		path = os.Getenv(variable("config"))
	}
	if path == "" {
		var err error
		if path, err = findConfig(plans); err != nil {
			return err
		}
	}
	if path != "" {
		read, err := readConfig(path)
		if err != nil {
			return err
		}
		s.found, s.gate = path, read.gate
		for _, e := range read.entries {
			if err := apply(flags, e.key, e.value); err != nil {
				return fmt.Errorf("%s:%d:%d: %s: %w", path, e.valueLine, e.valueColumn, e.key, err)
			}
		}
	}
	for _, key := range configurable {
		// A variable that is empty is one that is not set, but for expectations, which must not be left out in silence.
		if value, given := os.LookupEnv(variable(key)); value != "" || given && strings.HasPrefix(key, "expect-") {
			if err := apply(flags, key, value); err != nil {
				return fmt.Errorf("%s=%s: %w", variable(key), value, err)
			}
		}
	}
	return nil
}

// variable is the environment variable of a flag.
func variable(flag string) string {
	return "PLANLINT_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// apply sets a flag that the command line did not set. The value is checked even if the command has no
// such flag; a format that only other commands have is left to them.
func apply(flags *pflag.FlagSet, key, value string) error {
	var scratch settings
	if err := scratch.flags("").Lookup(key).Value.Set(value); err != nil {
		return err
	}
	flag := flags.Lookup(key)
	if flag == nil || flag.Changed {
		return nil
	}
	if c, limited := flag.Value.(*choice); limited && !slices.Contains(c.words, value) {
		return nil
	}
	return flag.Value.Set(value)
}

// findConfig looks for the planlint.yaml of plans as findUpwards does from their folders, and then from the working
// directory. Plans of several are refused: which budgets count must not hang on their order.
func findConfig(plans []string) (string, error) {
	found, of, err := "", "", error(nil)
	for _, plan := range plans {
		path, err := configOf(plan)
		switch {
		case err != nil:
			return "", err
		case of != "" && !samePath(path, found):
			return "", fmt.Errorf("%s is judged by %s, and %s by %s: judge them one after the other, or say --config FILE", of, orNone(found), plan, orNone(path))
		case of == "":
			found, of = path, plan
		}
	}
	if of == "" {
		found, err = findUpwards(".", configName)
	}
	return found, err
}

// configOf looks for the planlint.yaml of a plan or a folder.
func configOf(plan string) (string, error) {
	folder := plan
	if info, err := os.Stat(plan); err != nil || !info.IsDir() {
		folder = filepath.Dir(plan)
	}
	if plan != input.Stdin && !input.IsAddress(plan) && plan != "" {
		if found, err := findUpwards(folder, configName); found != "" || err != nil {
			return found, err
		}
	}
	return findUpwards(".", configName)
}

func samePath(a, b string) bool {
	if a == "" || b == "" {
		return a == b
	}
	x, errX := filepath.Abs(a)
	y, errY := filepath.Abs(b)
	return errX == nil && errY == nil && x == y
}

func orNone(path string) string {
	if path == "" {
		return "no " + configName
	}
	return path
}

// findUpwards looks for a file from a folder upwards to the root of its repository. Outside of a
// repository only the folder itself counts, so that nobody else's file in a parent is obeyed.
func findUpwards(folder, name string) (string, error) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("the working directory is unknown: %w", err)
	}
	found := ""
	for at, shown := absolute, folder; ; at, shown = filepath.Dir(at), filepath.Join(shown, "..") {
		if found == "" && exists(filepath.Join(at, name)) {
			found = filepath.Join(shown, name)
		}
		switch {
		case exists(filepath.Join(at, ".git")):
			return found, nil
		case at == filepath.Dir(at): // no repository
			if exists(filepath.Join(absolute, name)) {
				return filepath.Join(folder, name), nil
			}
			return "", nil
		}
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// configKeys lists what planlint.yaml can set.
func configKeys() string { return strings.Join(configurable, ", ") }
