package report

import (
	"io"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// layerTitles are the columns of layersCSV; docs/formats.md explains them.
func layerTitles() []string {
	return []string{"file", "layer", "name", "type", "operation", "origin", "pointwise", "inputs", "outputs", "output_formats", "input_bytes", "output_bytes",
		"weights_bytes", "nodes", "nodes_from", "nodes_omitted", "stream", "profile", "average_ns", "median_ns", "time_share", "tactic", "tactic_value",
		"error_kind", "error_message"}
}

// hasLayers tells whether a document is of plans whose layers were asked for.
func hasLayers(document result.Document[result.Info]) bool {
	return slices.ContainsFunc(document.Results, func(info result.Info) bool { return info.Layers != nil })
}

// layersCSV writes one row for each layer, one for each plan that keeps nothing of them, and one for each file that
// could not be judged.
func layersCSV(w io.Writer, document result.Document[result.Info]) error {
	var rows [][]string
	for _, info := range document.Results {
		if info.Layers == nil {
			continue
		}
		if len(info.Layers.List) == 0 {
			row := make([]string, len(layerTitles()))
			row[0] = csvText(info.File)
			rows = append(rows, row)
		}
		for i, l := range info.Layers.List {
			rows = append(rows, append(layerCells(info.File, i, l), "", ""))
		}
	}
	failed, _ := failureRows(document.Errors, nil, len(layerTitles()))
	return writeCSV(w, layerTitles(), append(rows, failed...))
}

func layerCells(file string, number int, l result.Layer) []string {
	average, median, part := "", "", ""
	if l.Time != nil {
		average, median, part = count(l.Time.Average), known(l.Time.Median), share(l.Time.Share)
	}
	omitted := ""
	if l.Nodes != nil {
		omitted = boolean(l.NodesOmitted)
	}
	return []string{csvText(file), count(int64(number)), csvText(l.Name), csvText(l.Type), csvText(l.Operation), csvText(l.Origin), csvText(string(l.Pointwise)),
		csvText(tensorsCell(l.Inputs, typedShape)), csvText(tensorsCell(l.Outputs, typedShape)),
		csvText(tensorsCell(l.Outputs, func(t result.LayerTensor) string { return t.Format })), known(l.InputBytes), known(l.OutputBytes), known(l.WeightsBytes),
		csvText(strings.Join(l.Nodes, ";")), csvText(string(l.NodesFrom)), omitted, known(l.Stream), known(l.Profile), average, median, part,
		csvText(l.Tactic), csvText(l.TacticValue)}
}

// typedShape is a shape and its element type: 1x64x8x8:float16.
func typedShape(t result.LayerTensor) string {
	return strings.TrimSuffix(freeShape(t.Shape)+":"+t.DType, ":")
}

// tensorsCell lists what tensors are, separated by semicolons.
func tensorsCell(list []result.LayerTensor, of func(result.LayerTensor) string) string {
	cells := make([]string, len(list))
	for i, t := range list {
		cells[i] = of(t)
	}
	if strings.Join(cells, "") == "" {
		return ""
	}
	return strings.Join(cells, ";")
}
