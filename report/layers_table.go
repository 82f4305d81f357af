package report

import (
	"cmp"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// listedLayers is how many layers are listed unless everything is asked for.
const listedLayers = 12

// layerColumn is a column of layerTable. It is left out if it has nothing to show.
type layerColumn struct {
	column
	cell func(number int, layer result.Layer) string
}

// layerTable lists the layers that take the most, in the order in which they run, and how many others there are.
// What counts is time where it is known, else bytes.
func layerTable(l result.Layers, options Options, columns ...layerColumn) (title string, list table, rest int64) {
	indexes := make([]int, len(l.List))
	for i := range indexes {
		indexes[i] = i
	}
	title = "layers"
	if !options.Verbose && len(indexes) > listedLayers {
		title = "largest layers, by weights and outputs"
		weight := func(layer result.Layer) int64 { return number(layer.OutputBytes)/2 + number(layer.WeightsBytes)/2 }
		if totalTime(l.List) > 0 {
			title, weight = "slowest layers", timeOf
		} else if !slices.ContainsFunc(l.List, func(layer result.Layer) bool { return layer.OutputBytes != nil || layer.WeightsBytes != nil }) {
			title = "first layers"
		}
		slices.SortStableFunc(indexes, func(a, b int) int { return cmp.Compare(weight(l.List[b]), weight(l.List[a])) })
		indexes = indexes[:listedLayers]
		slices.Sort(indexes)
	}
	for _, c := range columns {
		if !slices.ContainsFunc(indexes, func(i int) bool { return c.cell(i, l.List[i]) != "" }) {
			continue
		}
		list.columns = append(list.columns, c.column)
		for row, i := range indexes {
			if row == len(list.rows) {
				list.rows = append(list.rows, nil)
			}
			list.rows[row] = append(list.rows[row], c.cell(i, l.List[i]))
		}
	}
	return title, list, int64(len(l.List) - len(indexes))
}

func number(known *int64) int64 {
	if known == nil {
		return 0
	}
	return *known
}

func timeOf(layer result.Layer) int64 {
	if layer.Time == nil {
		return 0
	}
	return layer.Time.Average
}

// textColumns are those that fit on a terminal.
func textColumns() []layerColumn {
	return []layerColumn{
		{column{title: "#", right: true}, func(i int, _ result.Layer) string { return units.FormatBytes(int64(i)) }},
		{column{title: "layer", name: true, least: 30}, func(_ int, l result.Layer) string { return l.Name }},
		{column{title: "type", name: true, spare: 3}, func(_ int, l result.Layer) string { return l.Type }},
		{column{title: "output", spare: 4}, func(_ int, l result.Layer) string {
			return firstOutput(l, func(t result.LayerTensor) string { return freeShape(t.Shape) })
		}},
		{column{title: "dtype", spare: 5}, func(_ int, l result.Layer) string {
			return firstOutput(l, func(t result.LayerTensor) string { return t.DType })
		}},
		{column{title: "bytes", right: true}, func(_ int, l result.Layer) string { return optionalBytes(l.OutputBytes) }},
		{column{title: "weights", right: true, spare: 6}, func(_ int, l result.Layer) string { return optionalBytes(l.WeightsBytes) }},
		{column{title: "pointwise", spare: 2}, func(_ int, l result.Layer) string { return string(l.Pointwise) }},
		{column{title: "time", right: true, spare: 1}, layerTimeText},
	}
}

func layerTimeText(_ int, l result.Layer) string {
	if l.Time == nil {
		return ""
	}
	return timeText(l.Time.Average)
}

// firstOutput describes the first output, and how many others there are.
func firstOutput(l result.Layer, of func(result.LayerTensor) string) string {
	if len(l.Outputs) == 0 {
		return ""
	}
	return of(l.Outputs[0])
}
