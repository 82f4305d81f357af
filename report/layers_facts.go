package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// listedTypes is how many types of layers are counted unless everything is asked for.
const listedTypes = 6

// layerFacts sum up the layers of a plan. file is where they are printed for: it is not named again.
func layerFacts(l *result.Layers, file string, options Options) []fact {
	if l == nil {
		return nil
	}
	from := " (" + l.From + ")"
	if l.From == file {
		from = ""
	}
	lines := []string{layersText(*l, from)}
	for _, line := range []string{layerTypes(l.List, options), aloneText(*l)} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	facts := []fact{{"layers", lines}}
	if times := timeLines(*l); times != nil {
		facts = append(facts, fact{"time", times})
	}
	return facts
}

// layersText says how many layers there are, who told, and what the plan does not keep of them.
func layersText(l result.Layers, from string) string {
	count := units.FormatBytes(int64(len(l.List)))
	switch l.Detail {
	case result.LayersNone:
		return "none kept" + from + ": the plan was built with profiling verbosity NONE; DETAILED keeps them"
	case result.LayersNames:
		return count + " by name" + from + ": the plan was built with profiling verbosity LAYER_NAMES_ONLY, which is TensorRT's default; DETAILED keeps more"
	}
	return count + from
}

// layerTypes counts the layers by type.
func layerTypes(list []result.Layer, options Options) string {
	counts := map[string]int64{}
	for _, layer := range list {
		if layer.Type != "" {
			counts[layer.Type]++
		}
	}
	all := strings.Split(countsText(counts), ", ")
	if len(counts) == 0 {
		return ""
	}
	if len(all) > listedTypes && !options.Verbose {
		rest := len(all) - listedTypes
		all = append(all[:listedTypes:listedTypes], fmt.Sprintf("%d other types", rest))
	}
	return strings.Join(all, ", ")
}

// aloneText says what pointwise operations are not in another layer; "" if none is, or if that is not known.
func aloneText(l result.Layers) string {
	count, size := l.Alone()
	if count == 0 {
		return ""
	}
	text := units.FormatBytes(count) + " with nothing but pointwise operations"
	if size != nil {
		text += ", outputs of " + bytesAndSize(*size)
	}
	return text
}

// timeLines say what was measured.
func timeLines(l result.Layers) []string {
	var lines []string
	if total := totalTime(l.List); total > 0 {
		text := timeText(total) + " for all layers"
		if l.Measured != nil {
			text += fmt.Sprintf(", average of %s %s", units.FormatBytes(*l.Measured), plural(*l.Measured, "run", "runs"))
		}
		lines = append(lines, text)
	}
	if r := l.Runs; r != nil {
		text := units.FormatBytes(r.Runs) + plural(r.Runs, " whole run", " whole runs")
		if r.MedianCompute != nil {
			text += ", median " + timeText(*r.MedianCompute) + " on the GPU"
		}
		if r.MedianLatency != nil {
			text += ", " + timeText(*r.MedianLatency) + " with copies"
		}
		lines = append(lines, text)
	}
	return lines
}

func totalTime(list []result.Layer) (total int64) {
	for _, layer := range list {
		if layer.Time != nil {
			total += layer.Time.Average
		}
	}
	return total
}

// timeText writes a time in milliseconds, exact to the microsecond from one on.
func timeText(nanoseconds int64) string {
	milliseconds := float64(nanoseconds) / 1e6
	if milliseconds < 1 {
		return fmt.Sprintf("%.4f ms", milliseconds)
	}
	return fmt.Sprintf("%.3f ms", milliseconds)
}

// freeShape is shapeText with ? for a free dimension; "" if the shape is not known.
func freeShape(shape []int64) string {
	if shape == nil {
		return ""
	}
	return strings.ReplaceAll(shapeText(shape), "-1", "?")
}
