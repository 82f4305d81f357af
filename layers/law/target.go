package law

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Default is the version that issue 4841 saw padding.
const Default = "11.2.1.2"

// Target says whether a version of TensorRT pads.
type Target struct {
	Version string `json:"version"`
	Pads    bool   `json:"pads"`
	// Source says who saw it, or what it is concluded from.
	Source string `json:"source"`
	// Sure: this very version was seen. Otherwise Pads is what its neighbours do.
	Sure bool `json:"-"`
}

//go:embed targets.json
var targetText []byte

var version = regexp.MustCompile(`^\d{1,9}(\.\d{1,9}){0,3}$`)

func isVersion(text string) bool { return version.MatchString(text) }

// Targets returns the versions that were seen, the oldest first. Versions 1.x are TensorRT-RTX.
func Targets() ([]Target, error) {
	var known []Target
	if err := json.Unmarshal(targetText, &known); err != nil {
		return nil, fmt.Errorf("targets: %w", err)
	}
	return known, nil
}

// TargetOf says what is known of a version, which may be the start of one, such as "11.2"; of a whole major version, such as
// "11", nothing is sure. Of one that was not seen
// the nearest seen ones of its product decide: it pads unless the nearest older one does not and no newer one does, as
// far as they are known.
func TargetOf(text string) (Target, error) {
	if !isVersion(text) || strings.HasPrefix(text, "0") {
		return Target{}, fmt.Errorf("%q is no version of TensorRT, such as 11.2.1.2, or 1.7 for TensorRT-RTX", text)
	}
	known, err := Targets()
	if err != nil {
		return Target{}, err
	}
	var older, newer *Target
	for i, k := range known {
		switch {
		case text != k.Version && !strings.Contains(text, ".") && within(k.Version, text):
			return Target{text, k.Pads, fmt.Sprintf("one of several %s; %s %s", text, k.Version, says[k.Pads]), false}, nil
		case within(k.Version, text) || within(text, k.Version):
			return Target{text, k.Pads, k.Source, true}, nil
		case isRTX(k.Version) != isRTX(text):
		case compare(k.Version, text) < 0:
			older = &known[i]
		case newer == nil:
			newer = &known[i]
		}
	}
	return neighbours(text, older, newer), nil
}

var says = map[bool]string{true: "pads", false: "does not pad"}

// neighbours concludes from the nearest versions that were seen.
func neighbours(text string, older, newer *Target) Target {
	switch {
	case older == nil && newer == nil:
		return Target{text, true, "no version near it was seen", false}
	case newer == nil:
		return Target{text, older.Pads, fmt.Sprintf("not seen; %s, before it, %s", older.Version, says[older.Pads]), false}
	case older == nil:
		return Target{text, newer.Pads, fmt.Sprintf("not seen; %s, after it, %s", newer.Version, says[newer.Pads]), false}
	case older.Pads == newer.Pads:
		return Target{text, older.Pads, fmt.Sprintf("not seen; %s and %s, around it, both %s", older.Version, newer.Version,
			map[bool]string{true: "pad", false: "do not pad"}[older.Pads]), false}
	}
	return Target{text, true, fmt.Sprintf("not seen; %s, before it, %s, and %s, after it, %s", older.Version, says[older.Pads],
		newer.Version, says[newer.Pads]), false}
}

// within tells whether a version is one of those that a shorter one stands for.
func within(version, short string) bool {
	return version == short || strings.HasPrefix(version, short+".")
}

func isRTX(version string) bool {
	first, _, _ := strings.Cut(version, ".")
	return first == "1"
}

// compare compares versions number by number.
func compare(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(x), len(y)) {
		m, _ := strconv.Atoi(x[i]) // they are versions
		n, _ := strconv.Atoi(y[i])
		if c := cmp.Compare(m, n); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}
