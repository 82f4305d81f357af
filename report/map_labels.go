package report

import (
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// labelKey is the letter of a label in the strip of text output.
func labelKey(label string) rune {
	switch label {
	case result.LabelZeroRun:
		return '0'
	case result.LabelUnlabelled:
		return '.'
	case result.LabelAfterEnd:
		return '+'
	case result.LabelAlignment:
		return '-'
	case result.LabelSectionTable:
		return 'T'
	case result.LabelEndTag:
		return 'X'
	}
	_, name, section := strings.Cut(label, result.LabelSection)
	if !section {
		name = label
	}
	if name == "" {
		return '?'
	}
	first := name[0] &^ 0x20
	if first < 'A' || first > 'Z' {
		return '?'
	}
	return rune(first)
}

// labelKeys gives every label a letter of its own, as long as there are letters.
func labelKeys(labels []result.LabelTotal) map[string]rune {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz123456789"
	keys, taken := map[string]rune{}, map[rune]bool{}
	for _, label := range labels {
		key := labelKey(label.Label)
		if taken[key] {
			key = '?'
			for _, letter := range letters {
				if !taken[letter] {
					key = letter
					break
				}
			}
		}
		keys[label.Label], taken[key] = key, true
	}
	return keys
}

// mapTitle says what a map is of, beside the file's name.
func mapTitle(plan result.Map) string {
	text := bytesAndSize(plan.Size)
	if plan.Decoded {
		text += " decoded"
	}
	if plan.Version != "" {
		text += ", " + familyName(plan.Family) + " " + plan.Version
	}
	if plan.PlanOffset != 0 {
		text += ", plan at offset " + units.FormatBytes(plan.PlanOffset)
	}
	return text
}

// mapped names what the labels sum up to.
func mapped(plan result.Map) string {
	if plan.Decoded {
		return "the decoded plan"
	}
	return "the whole file"
}

// labelTable lists the labels and their total.
func labelTable(plan result.Map) table {
	labels := table{columns: []column{{title: "label", name: true}, {title: "bytes", right: true}, {title: "size", right: true, spare: 1},
		{title: "share", right: true}, {title: "ranges", right: true, spare: 2}}}
	var bytes, ranges int64
	for _, label := range plan.Labels {
		bytes += label.Bytes
		ranges += label.Ranges
		labels.rows = append(labels.rows, []string{label.Label, units.FormatBytes(label.Bytes), units.FormatSize(label.Bytes),
			units.FormatShare(label.Bytes, plan.Size), units.FormatBytes(label.Ranges)})
	}
	labels.footer = []string{"total", units.FormatBytes(bytes), units.FormatSize(bytes), units.FormatShare(bytes, plan.Size), units.FormatBytes(ranges)}
	return labels
}

// labelNote explains a label in a few words.
func labelNote(label string) string {
	switch label {
	case result.LabelZeroRun:
		return "zero bytes, wherever they lie"
	case result.LabelHeader:
		return "tag, size and version"
	case result.LabelSectionTable:
		return "where the sections lie"
	case result.LabelSection + "ENGN":
		return "the engine, but for what is listed apart"
	case result.LabelSection + "WGHT", result.LabelWeights:
		return "the weights"
	case result.LabelGPUCode:
		return "machine code of kernels"
	case result.LabelHostCode:
		return "code for the host's processor"
	case result.LabelWrapper:
		return "the format around the plan"
	case result.LabelEndTag:
		return "closes the plan"
	case result.LabelAlignment:
		return "a few bytes between sections"
	case result.LabelAfterEnd:
		return "beyond the declared size"
	case result.LabelUnlabelled:
		return "nothing is known of it"
	}
	return ""
}
