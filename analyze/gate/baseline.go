package gate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/planlint/planlint/internal/result"
)

// Key names an entry of the baseline.
type Key struct{ Path, Version, SM, Label string }

// KeyOf is the key of an entry.
func KeyOf(e result.BaselineEntry) Key { return Key{e.Path, e.Version, e.SM, e.Label} }

// compare orders keys, versions by their numbers.
func (k Key) compare(other Key) int {
	return cmp.Or(strings.Compare(k.Path, other.Path), compareVersions(k.Version, other.Version), strings.Compare(k.SM, other.SM), strings.Compare(k.Label, other.Label))
}

// compareVersions orders versions by their numbers.
func compareVersions(a, b string) int {
	return cmp.Or(slices.Compare(numbers(a), numbers(b)), strings.Compare(a, b))
}

func numbers(version string) (list []int) {
	for part := range strings.SplitSeq(version, ".") {
		number, _ := strconv.Atoi(part) // what is no number is ordered as text
		list = append(list, number)
	}
	return list
}

// Baseline is what plans are compared with. It is safe for concurrent use as long as nothing updates it.
type Baseline struct {
	// entries are in order of their keys.
	entries []result.BaselineEntry
}

// ErrBaseline is wrapped by the error for a file that is no baseline.
var ErrBaseline = errors.New("not a baseline")

// ReadBaseline reads a baseline. Fields that are not known are left out.
func ReadBaseline(r io.Reader) (*Baseline, error) {
	var file result.Baseline
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&file); err != nil {
		return nil, fmt.Errorf("%w: %s", ErrBaseline, whyNoJSON(text, err))
	}
	if file.Schema != result.SchemaBaseline {
		return nil, fmt.Errorf("%w: its schema is %q, and %q is read", ErrBaseline, file.Schema, result.SchemaBaseline)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("%w: something follows its end", ErrBaseline)
	}
	b := &Baseline{entries: file.Entries}
	for i := range b.entries {
		unpack(&b.entries[i])
	}
	slices.SortStableFunc(b.entries, func(x, y result.BaselineEntry) int { return KeyOf(x).compare(KeyOf(y)) })
	for i, e := range b.entries {
		switch {
		case e.Path == "":
			return nil, fmt.Errorf("%w: an entry has no path", ErrBaseline)
		case e.Size < 0 || e.Anchor.Size < 0 || e.LongestRun < 0 || e.LongRuns < 0 || e.Spread != nil && *e.Spread < 0:
			return nil, fmt.Errorf("%w: %s has a negative size", ErrBaseline, e.Path)
		case i > 0 && KeyOf(e) == KeyOf(b.entries[i-1]):
			return nil, fmt.Errorf("%w: %s is there twice, as after a merge: remove one of the two", ErrBaseline, KeyOf(e))
		}
	}
	return b, nil
}

// whyNoJSON says in words, and with the line, why a text is no baseline.
func whyNoJSON(text []byte, err error) string {
	line := func(offset int64) int {
		return 1 + bytes.Count(text[:min(max(offset-1, 0), int64(len(text)))], []byte("\n"))
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return "it is empty"
	case bytes.HasPrefix(text, []byte("<<<<<<<")) || bytes.Contains(text, []byte("\n<<<<<<<")):
		before, _, _ := bytes.Cut(append([]byte("\n"), text...), []byte("\n<<<<<<<"))
		return fmt.Sprintf("line %d: a merge conflict that was not resolved", 1+bytes.Count(before, []byte("\n")))
	case errors.As(err, &syntax):
		return fmt.Sprintf("line %d is no JSON: %v", line(syntax.Offset), err)
	case errors.As(err, &kind):
		return fmt.Sprintf("line %d: %s cannot be a %s", line(kind.Offset), strings.ReplaceAll(kind.Field, "BaselineFacts.", ""), kind.Value)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends in the middle"
	}
	return "it cannot be read as JSON: " + err.Error()
}

// unpack makes an entry of a compressed plan one of the plan: the first versions kept the size of the file. If its anchor
// is of another day nothing says how large that plan was unpacked, and the entry becomes the anchor.
func unpack(e *result.BaselineEntry) {
	if e.PlanSize == nil || *e.PlanSize <= e.Size {
		return
	}
	packed := e.Size
	e.Size, e.Anchor.Size, e.PackedSize, e.PlanSize = *e.PlanSize, *e.PlanSize, &packed, nil
}

// String says in words which entry a key is of.
func (k Key) String() string {
	text := k.Path
	for _, part := range []struct{ name, value string }{{", TensorRT ", k.Version}, {", SM ", k.SM}, {", label ", k.Label}} {
		if part.value != "" {
			text += part.name + part.value
		}
	}
	return text
}

// Entries are all entries, in order of their keys.
func (b *Baseline) Entries() []result.BaselineEntry { return b.entries }

// find is the entry of a key; nil if there is none.
func (b *Baseline) find(k Key) *result.BaselineEntry {
	if b == nil {
		return nil
	}
	at, ok := slices.BinarySearchFunc(b.entries, k, func(e result.BaselineEntry, k Key) int { return KeyOf(e).compare(k) })
	if !ok {
		return nil
	}
	return &b.entries[at]
}

// predecessor is the entry that a plan without one can be compared with: of the same path, GPU and label, and of
// the TensorRT version that is nearest below, else above; of a Triton model also of its newest other version.
func (b *Baseline) predecessor(k Key, member *result.Member) *result.BaselineEntry {
	if b == nil {
		return nil
	}
	var before, after, sibling *result.BaselineEntry
	for i := range b.entries {
		e := &b.entries[i]
		switch {
		case e.SM != k.SM || e.Label != k.Label:
		case e.Path == k.Path && compareVersions(e.Version, k.Version) < 0:
			before = e // the last one is the nearest
		case e.Path == k.Path && after == nil:
			after = e
		case member != nil && member.Kind == "triton" && sameModel(e.Path, k.Path) && e.Version == k.Version:
			if sibling == nil || tritonVersion(e.Path) > tritonVersion(sibling.Path) {
				sibling = e
			}
		}
	}
	return cmp.Or(before, after, sibling)
}

// sameModel tells whether two paths are of two versions of one Triton model: MODEL/1/model.plan, MODEL/2/model.plan.
func sameModel(a, b string) bool {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	if len(x) != len(y) || len(x) < 2 || a == b {
		return false
	}
	at := len(x) - 2
	x[at], y[at] = "", ""
	return slices.Equal(x, y) && tritonVersion(a) > 0 && tritonVersion(b) > 0
}

func tritonVersion(path string) int {
	parts := strings.Split(path, "/")
	if len(parts) < 2 {
		return 0
	}
	version, _ := strconv.Atoi(parts[len(parts)-2])
	return version
}

// elsewhere is an entry of the same path and label that is of another GPU: sizes for two GPUs cannot be compared.
func (b *Baseline) elsewhere(k Key) *result.BaselineEntry {
	if b == nil {
		return nil
	}
	for i := range b.entries {
		if e := &b.entries[i]; e.Path == k.Path && e.Label == k.Label && e.SM != k.SM {
			return e
		}
	}
	return nil
}

// Update takes an entry in. The anchor of one that is there stays, and one that is new has that of the entry that it
// follows, so that slow growth is seen through all versions; unless it is to be set anew. today is the day of a new
// anchor, and member is the plan's.
func (b *Baseline) Update(e result.BaselineEntry, member *result.Member, today time.Time, anew bool) result.BaselineChange {
	e.Anchor = result.BaselineAnchor{Size: e.Size, Since: today.Format(day)}
	at, found := slices.BinarySearchFunc(b.entries, KeyOf(e), func(e result.BaselineEntry, k Key) int { return KeyOf(e).compare(k) })
	if !found {
		if before := b.predecessor(KeyOf(e), member); before != nil && !anew {
			e.Anchor = before.Anchor
		}
		b.entries = slices.Insert(b.entries, at, e)
		return result.BaselineChange{Change: result.BaselineAdded, Entry: e}
	}
	old := b.entries[at]
	if !anew || old.Anchor.Size == e.Size {
		e.Anchor = old.Anchor
	}
	switch {
	case e.Spread == nil:
		e.Spread = old.Spread
	case *e.Spread == 0: // it is said that there is none any more
		e.Spread = nil
	}
	change := result.BaselineChange{Change: result.BaselineUpdated, Entry: e, Before: &old.Size}
	if equal(old, e) {
		change.Change = result.BaselineKept
	}
	b.entries[at] = e
	return change
}

// equal compares entries by what is written of them.
func equal(a, b result.BaselineEntry) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// Stale lists the entries whose plans are not there any more, as exists tells, or, if superseded, those that a later
// TensorRT version of the same plan, GPU and label has replaced.
func (b *Baseline) Stale(exists func(path string) bool, superseded bool) []result.BaselineChange {
	var stale []result.BaselineChange
	known := map[string]bool{}
	for i, e := range b.entries {
		there, seen := known[e.Path]
		if !seen {
			there = exists(e.Path)
			known[e.Path] = there
		}
		later := func(other result.BaselineEntry) bool {
			return other.Path == e.Path && other.SM == e.SM && other.Label == e.Label && compareVersions(other.Version, e.Version) > 0
		}
		switch newer := slices.IndexFunc(b.entries[i:], later); {
		case !there:
			stale = append(stale, result.BaselineChange{Change: result.BaselineStale, Entry: e, Why: "there is no such file"})
		case superseded && newer >= 0:
			stale = append(stale, result.BaselineChange{Change: result.BaselineStale, Entry: e, Why: "there is an entry of TensorRT " + b.entries[i+newer].Version})
		}
	}
	return stale
}

// Remove takes entries out.
func (b *Baseline) Remove(changes []result.BaselineChange) {
	b.entries = slices.DeleteFunc(b.entries, func(e result.BaselineEntry) bool {
		return slices.ContainsFunc(changes, func(c result.BaselineChange) bool { return KeyOf(c.Entry) == KeyOf(e) })
	})
}

// Document is the baseline as it is written.
func (b *Baseline) Document() result.Baseline {
	entries := b.entries
	if entries == nil {
		entries = []result.BaselineEntry{}
	}
	return result.Baseline{Schema: result.SchemaBaseline, Entries: entries}
}
