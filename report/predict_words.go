package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// listedGroups is how many groups are listed unless everything is asked for.
const listedGroups = 12

// predictWord is the prediction in one word, and the verdict whose colour it has.
func predictWord(p result.Predict) (string, result.Verdict) {
	switch {
	case p.PaddingBytes > 0:
		return "PADDING", result.VerdictPadded
	case p.PaddingBytesMax > 0 || p.LowerBound:
		return "OPEN", result.VerdictSuspect
	}
	return "NONE", result.VerdictClean
}

// predictSentence is the total and what it is for.
func predictSentence(p result.Predict) string {
	text := bytesAndSize(p.PaddingBytes)
	switch {
	case p.PaddingBytes == 0 && unknownPadding(p):
		text = "padding of unknown size"
	case p.PaddingBytes == 0 && p.LowerBound:
		text = "no padding that could be predicted"
	case p.PaddingBytes == 0:
		text = "no padding"
	case p.LowerBound:
		text = "at least " + text
	}
	return text + " with " + product(p.Target)
}

// unknownPadding tells whether something pads of which the size is not known.
func unknownPadding(p result.Predict) bool {
	return slices.ContainsFunc(p.Groups, func(g result.PredictGroup) bool { return g.Alone && p.TargetPads && g.PaddingBytes == nil })
}

// product names a version with what it is a version of.
func product(version string) string {
	if strings.HasPrefix(version, "1.") || version == "1" {
		return "TensorRT-RTX " + version
	}
	return "TensorRT " + version
}

func predictFacts(p result.Predict) []fact {
	var facts []fact
	add := func(name string, lines ...string) { facts = append(facts, fact{name, lines}) }
	if p.PaddingBytesMin != p.PaddingBytesMax {
		add("range", fmt.Sprintf("from %s to %s", bytesAndSize(p.PaddingBytesMin), bytesAndSize(p.PaddingBytesMax)))
		add("not known", p.Open...)
	}
	pads := "does not pad"
	if p.TargetPads {
		pads = "pads"
	}
	if p.TargetSource != "" {
		pads += ": " + p.TargetSource
	}
	add("target", p.Target+" "+pads)
	switch level := p.OptimizationLevel; {
	case level == nil:
	case *level == 0:
		add("level", "0, at which NVIDIA/TensorRT issue 4841 saw no padding")
	default:
		add("level", strconv.Itoa(*level))
	}
	add("law", append([]string{lawText(p.Law)}, unmeasuredText(p)...)...)
	if text := shapesText(p); text != "" {
		add("shapes", text)
	}
	add("groups", groupCounts(p))
	return facts
}

func lawText(l result.Law) string {
	text := l.Name
	if l.BytesPerElement != nil {
		text += fmt.Sprintf(", %s bytes for each fp16 element", strconv.FormatFloat(*l.BytesPerElement, 'f', -1, 64))
	}
	if l.Source == "" {
		return text + ", of which no source is given"
	}
	return text + ": " + l.Source
}

// unmeasuredText says how much of the padding follows from the law alone.
func unmeasuredText(p result.Predict) []string {
	padded, measured := 0, 0
	for _, g := range p.Groups {
		if number(g.PaddingBytes) > 0 {
			padded++
			if g.LawMeasured {
				measured++
			}
		}
	}
	switch {
	case padded == measured:
		return nil
	case measured == 0:
		return []string{"NOT MEASURED for any of the groups here: no builder showed what such operations, or such types, add"}
	}
	return []string{fmt.Sprintf("measured for %d of the %d groups that add something, not seen with the others", measured, padded)}
}

func shapesText(p result.Predict) string {
	switch p.Shapes {
	case result.ShapesGiven:
		return "as given"
	case result.ShapesOfProfile:
		return "sizes are those at the best shapes of the profile, the range is from its least to its largest"
	}
	return ""
}

func groupCounts(p result.Predict) string {
	alone := 0
	for _, g := range p.Groups {
		if g.Alone {
			alone++
		}
	}
	if len(p.Groups) == 0 {
		return "no pointwise operations"
	}
	return fmt.Sprintf("%s of pointwise operations: %s alone, %s fused with something else", units.FormatBytes(int64(len(p.Groups))),
		units.FormatBytes(int64(alone)), units.FormatBytes(int64(len(p.Groups)-alone)))
}

// shownGroups are the groups to list, those with the most padding first, and how many others there are: those without
// any, unless everything is asked for.
func shownGroups(p result.Predict, options Options) (shown []result.PredictGroup, rest int) {
	for _, g := range p.Groups {
		if options.Verbose || g.PaddingBytes == nil || *g.PaddingBytes > 0 || number(g.PaddingBytesMax) > 0 || g.Alone {
			shown = append(shown, g)
		}
	}
	slices.SortStableFunc(shown, func(a, b result.PredictGroup) int {
		return cmp.Or(cmp.Compare(number(b.PaddingBytes), number(a.PaddingBytes)), cmp.Compare(number(b.PaddingBytesMax), number(a.PaddingBytesMax)),
			cmp.Compare(number(b.ActivationBytes), number(a.ActivationBytes)))
	})
	if !options.Verbose && len(shown) > listedGroups {
		shown = shown[:listedGroups]
	}
	return shown, len(p.Groups) - len(shown)
}

// groupName names a group by its nodes, or by what it makes where they have no names.
func groupName(g result.PredictGroup) string {
	names := slices.DeleteFunc(slices.Clone(g.Nodes), func(name string) bool { return name == "" })
	name := strings.Join(names, " + ")
	if len(names) == 0 {
		name = "[" + g.Output + "]"
	}
	if g.Body != "" {
		return g.Body + "/" + name
	}
	return name
}

// shortGroupName leaves out what the names of nodes behind the first one start with alike, up to a slash.
func shortGroupName(g result.PredictGroup) string {
	names := slices.DeleteFunc(slices.Clone(g.Nodes), func(name string) bool { return name == "" })
	if len(names) < 2 {
		return groupName(g)
	}
	first := names[0]
	same := strings.LastIndexByte(first, '/') + 1
	for _, name := range names[1:] {
		for same > 0 && !strings.HasPrefix(name, first[:same]) {
			same = strings.LastIndexByte(first[:same-1], '/') + 1
		}
	}
	for i := range names[1:] {
		names[i+1] = names[i+1][same:]
	}
	g.Nodes = names
	return groupName(g)
}

func groupShape(g result.PredictGroup) string {
	if g.Shape == nil {
		return strings.Join(g.FreeShape, " x ")
	}
	dims := make([]string, len(g.Shape))
	for i, d := range g.Shape {
		dims[i] = strconv.FormatInt(d, 10)
	}
	return strings.Join(dims, "x")
}

func groupAlone(g result.PredictGroup) string {
	switch {
	case g.AloneMin && g.AloneMax:
		return "alone"
	case !g.AloneMax:
		return "fused"
	case g.Alone:
		return "alone?"
	}
	return "fused?"
}

// groupTable lists groups: fusing one saves its padding.
func groupTable(shown []result.PredictGroup) table {
	list := table{columns: []column{{title: "group", name: true, least: 26}, {title: "operations", name: true, least: 10}, {title: "output", spare: 1}, {title: "dtype", spare: 3},
		{title: "activation", right: true, spare: 3, bytes: true}, {title: "fate"}, {title: "padding", right: true, bytes: true}, {title: "share", right: true, spare: 2}}}
	for _, g := range shown {
		padding := optionalBytes(g.PaddingBytes)
		if g.PaddingBytes == nil {
			padding = "not known"
		}
		list.rows = append(list.rows, []string{shortGroupName(g), strings.Join(g.Ops, " "), groupShape(g), g.DType, optionalBytes(g.ActivationBytes),
			groupAlone(g), padding, units.FormatShare(int64(g.Share*1e9+0.5), 1e9)})
	}
	return list
}

func whyText(g result.PredictGroup) string {
	text := g.Why
	if g.PaddingBytesMin != nil && g.PaddingBytesMax != nil && *g.PaddingBytesMin != *g.PaddingBytesMax {
		text += fmt.Sprintf("; from %s to %s", units.FormatBytes(*g.PaddingBytesMin), bytesAndSize(*g.PaddingBytesMax))
	}
	if number(g.PaddingBytes) > 0 && !g.LawMeasured {
		return text + " (table " + g.Table + "; padding not measured)"
	}
	return text + " (table " + g.Table + ")"
}

func unknownText(n result.NotPredictable) string {
	if n.Op == "" {
		return n.Node + ": " + n.Why
	}
	return n.Node + " (" + n.Op + "): " + n.Why
}
