package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// modelText says what a model is and what became of its weights.
func modelText(m result.ReportModel) string {
	text := fmt.Sprintf("ONNX of %s %s", units.FormatBytes(m.Nodes), plural(m.Nodes, "node", "nodes"))
	if m.Opset > 0 {
		text += fmt.Sprintf(", opset %d", m.Opset)
	}
	switch m.Weights {
	case result.WeightsNone:
		return text + ", without weights"
	case result.WeightsIncluded:
		return text + ", with its weights of " + bytesAndSize(m.WeightsBytes)
	}
	return text + ", with random weights of the same shapes and types in place of its own " + bytesAndSize(m.WeightsBytes)
}

// versionName names what built a plan of the table.
func versionName(v result.ReportVersion) string {
	if v.Version == "" {
		return "not known"
	}
	return strings.TrimSpace(familyName(v.Family) + " " + v.Version)
}

// runPlace says where a run of zeros lies by what the header says and the end tag.
func runPlace(run result.Run, scan result.Scan) []string {
	var lines []string
	c := scan.Container
	size, end := planSize(scan), run.Offset+run.Length
	where := fmt.Sprintf("It starts at offset %s", units.FormatBytes(run.Offset))
	if run.ToEnd {
		where += " and reaches the end of the plan"
	} else {
		where += fmt.Sprintf(" and ends at %s, %s before the end of the plan", units.FormatBytes(end), bytesAndSize(size-end))
	}
	lines = append(lines, where+".")
	if c == nil {
		return lines
	}
	if c.DeclaredSize != nil {
		switch declared := *c.DeclaredSize; {
		case declared >= end:
			lines = append(lines, fmt.Sprintf("The size in the plan's header, %s, counts it.", units.FormatBytes(declared)))
		case declared <= run.Offset:
			lines = append(lines, fmt.Sprintf("The size in the plan's header, %s, does not count it: by that the plan ends before the zeros.", units.FormatBytes(declared)))
		default:
			lines = append(lines, fmt.Sprintf("The size in the plan's header, %s, ends in it.", units.FormatBytes(declared)))
		}
	}
	switch tag := c.EndTagOffset; {
	case tag == nil:
		lines = append(lines, "No end tag (bytes 99 8b 8d 8b) was found before or behind it.")
	case *tag < run.Offset:
		distance := run.Offset - *tag - endTagBytes
		text := fmt.Sprintf("The end tag (bytes 99 8b 8d 8b) stands before it, at offset %s", units.FormatBytes(*tag))
		if distance == 0 {
			text += ", directly"
		}
		lines = append(lines, text+": everything that a plan consists of is written before the zeros.")
	default:
		lines = append(lines, fmt.Sprintf("The end tag (bytes 99 8b 8d 8b) stands behind it, at offset %s: the zeros are inside of the plan.", units.FormatBytes(*tag)))
	}
	for _, section := range c.Sections {
		if run.Offset >= section.Offset && end <= section.Offset+section.Size {
			lines = append(lines, fmt.Sprintf("By the section table it belongs to the section %s.", section.Name))
		}
	}
	return lines
}

// excessRuns are the zero runs that a report is about: those that should not be there, the longest first.
func excessRuns(scan result.Scan) []result.Run {
	if scan.Zeros == nil {
		return nil
	}
	var runs []result.Run
	for _, run := range slices.SortedStableFunc(slices.Values(scan.Zeros.Runs), func(a, b result.Run) int { return cmp.Compare(b.Length, a.Length) }) {
		explained := run.Explanation != nil && len(run.Explained) > 0
		weights := run.Explanation != nil && !explained && len(run.Initializers) > 0
		if explained || run.Length >= judgedRun && !weights {
			runs = append(runs, run)
		}
	}
	return runs
}

// judgedRun is the least length of a zero run that is judged, in bytes.
const judgedRun = 1 << 20

// lawWords says in words how padding follows from a group.
func lawWords(l result.Law) string {
	text := "by the law \"" + l.Name + "\""
	if l.Name == "output7x" {
		text = "7 times the bytes of their fp16 outputs, 14 bytes for each element"
	} else if l.BytesPerElement != nil {
		text += fmt.Sprintf(", %v bytes for each element of an fp16 output", *l.BytesPerElement)
	}
	return text
}

// secondsText writes a time for reading.
func secondsText(seconds result.Average) string {
	switch s := float64(seconds); {
	case s < 0.1:
		return fmt.Sprintf("%.0f ms", s*1000)
	case s < 120:
		return fmt.Sprintf("%.1f s", s)
	case s < 7200:
		return fmt.Sprintf("%.1f minutes", s/60)
	default:
		return fmt.Sprintf("%.1f hours", s/3600)
	}
}

// growth says how much larger one size is than another: in percent, or as a factor.
func growth(old, size int64) string {
	if old <= 0 {
		return ""
	}
	if ratio := float64(size) / float64(old); ratio >= 10 {
		return units.FormatBytes(int64(ratio+0.5)) + " times"
	}
	return units.FormatShare(size-old, old) + " more"
}
