package compare

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// compare adds a pair of layers to the changes.
func (a *alignment) compare(old, new result.Layer) {
	a.changes.Matched++
	d := layerDifferences{lenient: !a.both}
	if nodesDiffer(old, new) {
		d.add("nodes", strings.Join(old.Nodes, ", "), strings.Join(new.Nodes, ", "))
	}
	d.add("type", old.Type, new.Type)
	d.add("operation", old.Operation, new.Operation)
	d.add("pointwise", string(old.Pointwise), string(new.Pointwise))
	if oldTactic, newTactic := tactic(old), tactic(new); normalName(oldTactic) != normalName(newTactic) {
		d.add("tactic", oldTactic, newTactic)
	}
	d.tensors("input", old.Inputs, new.Inputs)
	d.tensors("output", old.Outputs, new.Outputs)
	d.add("weights bytes", optional(old.WeightsBytes), optional(new.WeightsBytes))
	if len(d.list) > 0 {
		a.changes.Changed = append(a.changes.Changed, result.LayerChange{Old: old.Name, New: new.Name, Differences: d.list})
	}
}

// nodesDiffer tells whether two layers have other nodes. Names have constants beside nodes, which metadata has not.
func nodesDiffer(old, new result.Layer) bool {
	if nodesKey(old) == nodesKey(new) || old.Name == new.Name {
		return false
	}
	return old.NodesFrom == new.NodesFrom || !contains(old.Nodes, new.Nodes) && !contains(new.Nodes, old.Nodes)
}

// contains tells whether all names of a list are in another.
func contains(list, names []string) bool {
	known := map[string]bool{}
	for _, name := range list {
		known[name] = true
	}
	return !slices.ContainsFunc(names, func(name string) bool { return !known[name] })
}

// tactic names a tactic: by its kernel, or by its number where no kernel is told.
func tactic(l result.Layer) string {
	if l.Tactic != "" {
		return l.Tactic
	}
	return l.TacticValue
}

// layerDifferences collects what differs between two layers. If it is lenient, what one does not tell is none.
type layerDifferences struct {
	lenient bool
	list    []result.LayerDifference
}

func (d *layerDifferences) add(what, old, new string) {
	if old == new || d.lenient && (old == "" || new == "") {
		return
	}
	d.list = append(d.list, result.LayerDifference{What: what, Old: old, New: new})
}

// tensors compares shapes, types and formats. Formats and shapes that depend on a run are not told.
func (d *layerDifferences) tensors(what string, old, new []result.LayerTensor) {
	if old == nil || new == nil { // not told
		return
	}
	if len(old) != len(new) {
		d.add(what+"s", strconv.Itoa(len(old)), strconv.Itoa(len(new)))
		return
	}
	for i := range old {
		name := what
		if len(old) > 1 {
			name = fmt.Sprintf("%s %d", what, i)
		}
		for _, part := range []struct{ name, old, new string }{
			{"shape", shapeText(old[i].Shape), shapeText(new[i].Shape)},
			{"dtype", old[i].DType, new[i].DType},
			{"format", old[i].Format, new[i].Format},
		} {
			if part.name == "format" && old[i].DType != new[i].DType && layout(part.old) == layout(part.new) {
				continue // it says the same again
			}
			if part.old != "" && part.new != "" {
				d.add(name+" "+part.name, part.old, part.new)
			}
		}
	}
}

// typeWords are the words about an element's type in what TensorRT says of a format.
var typeWords = regexp.MustCompile(`(?i)\b(?:b?fp?[0-9]+|bfloat16|u?int[0-9]+|bool|format)\b`)

// layout is a format without the element's type.
func layout(format string) string {
	return strings.Join(strings.Fields(typeWords.ReplaceAllString(format, "")), " ")
}

func shapeText(shape []int64) string {
	if shape == nil {
		return ""
	}
	sizes := make([]string, len(shape))
	for i, size := range shape {
		sizes[i] = strconv.FormatInt(size, 10)
	}
	return "[" + strings.Join(sizes, ",") + "]"
}

func optional(number *int64) string {
	if number == nil {
		return ""
	}
	return strconv.FormatInt(*number, 10)
}
