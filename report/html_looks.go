package report

import (
	"fmt"

	"github.com/planlint/planlint/internal/result"
)

// htmlLook is how labels of one kind look in the pictures of a page: a class, whose colours are in the style, and
// marks that a grey print keeps.
type htmlLook struct{ Class, Mark string }

// spareLooks is how many looks there are for what has none of its own: unknown labels, groups.
const spareLooks = 8

func spareClass(n int) string { return fmt.Sprintf("x%d", n%spareLooks) }

// groupClass is the look of a group: a plain colour, as groups have their names beside them.
func groupClass(group int) string { return "flat " + spareClass(group) }

// pageLooks are all looks. Sections of weights and weights in the engine share one on a page.
func pageLooks() []htmlLook {
	var looks []htmlLook
	for _, label := range []string{result.LabelZeroRun, result.LabelHeader, result.LabelSectionTable, result.LabelSection + "ENGN", result.LabelWeights, result.LabelGPUCode,
		result.LabelHostCode, result.LabelWrapper, result.LabelEndTag, result.LabelAlignment, result.LabelAfterEnd, result.LabelUnlabelled} {
		look, _ := labelPaint(label)
		looks = append(looks, htmlLook{ownClass(label), string(look.mark)})
	}
	for i, look := range sparePaints() {
		looks = append(looks, htmlLook{spareClass(i), string(look.mark)})
	}
	return looks
}

// htmlLooks gives every label of a page its look, the same in every picture.
type htmlLooks map[string]string

// class is the class of a label. Labels without a look of their own get the next spare one.
func (l htmlLooks) class(label string) string {
	if own := ownClass(label); own != "" {
		return own
	}
	class, known := l[label]
	if !known {
		class = spareClass(len(l))
		l[label] = class
	}
	return class
}

// ownClass is the class of a label that planlint gives, else "".
func ownClass(label string) string {
	switch label {
	case result.LabelZeroRun:
		return "zero"
	case result.LabelHeader:
		return "header"
	case result.LabelSectionTable:
		return "table"
	case result.LabelSection + "ENGN":
		return "engine"
	case result.LabelSection + "WGHT", result.LabelWeights:
		return "weights"
	case result.LabelGPUCode:
		return "gpu"
	case result.LabelHostCode:
		return "host"
	case result.LabelWrapper:
		return "wrapper"
	case result.LabelEndTag:
		return "end"
	case result.LabelAlignment:
		return "align"
	case result.LabelAfterEnd:
		return "after"
	case result.LabelUnlabelled:
		return "none"
	}
	return ""
}
