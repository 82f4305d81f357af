package build

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Slot is one plan of those that a command builds.
type Slot struct {
	// Family and Version are those of the TensorRT.
	Family, Version string
	// Number counts the plans of one TensorRT, from 1 on.
	Number int
}

// Sidecar is the name of the file beside a plan that says how it was built.
func Sidecar(plan string) string { return plan + ".build.json" }

var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// The parts of a name that differ from plan to plan.
const (
	placeModel   = "{model}"
	placeFamily  = "{family}"
	placeVersion = "{version}"
	placeNumber  = "{number}"
)

// Outputs names the files of plans. The pattern is a file, a folder, or either with placeholders; the error says
// what is wrong with it.
func Outputs(pattern, model string, slots []Slot) ([]string, error) {
	versions, numbers := several(slots)
	if isFolder(pattern) {
		name := placeModel
		if versions {
			name += "." + placeVersion
		}
		if numbers {
			name += "." + placeNumber
		}
		pattern = filepath.Join(pattern, name+".plan")
	}
	for _, found := range placeholder.FindAllString(pattern, -1) {
		if !slices.Contains([]string{placeModel, placeFamily, placeVersion, placeNumber}, found) {
			return nil, fmt.Errorf("%s stands for nothing (there are %s, %s, %s, %s)", found, placeModel, placeFamily, placeVersion, placeNumber)
		}
	}
	switch {
	case versions && !strings.Contains(pattern, placeVersion):
		return nil, fmt.Errorf("there are several versions of TensorRT: name a folder, or a file with %s in its name", placeVersion)
	case numbers && !strings.Contains(pattern, placeNumber):
		return nil, fmt.Errorf("there are several plans of each TensorRT: name a folder, or a file with %s in its name", placeNumber)
	}
	var names []string
	for _, slot := range slots {
		name := slot.Fill(pattern, model)
		if slices.Contains(names, name) {
			return nil, fmt.Errorf("two plans would be %s: two of the TensorRTs are of version %s", name, slot.Version)
		}
		names = append(names, name)
	}
	return names, nil
}

// Fill replaces the placeholders of a name by what they stand for.
func (s Slot) Fill(pattern, model string) string {
	stem := strings.TrimSuffix(filepath.Base(model), filepath.Ext(model))
	return strings.NewReplacer(placeModel, stem, placeFamily, s.Family, placeVersion, s.Version,
		placeNumber, strconv.Itoa(s.Number)).Replace(pattern)
}

// several tells whether there are plans of several TensorRTs, and several of one.
func several(slots []Slot) (versions, numbers bool) {
	first := 0
	for _, slot := range slots {
		numbers = numbers || slot.Number > 1
		if slot.Number == 1 {
			first++
		}
	}
	return first > 1, numbers
}

func isFolder(path string) bool {
	if strings.HasSuffix(path, "/") || os.IsPathSeparator(path[len(path)-1]) {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
