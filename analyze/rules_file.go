package analyze

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/planlint/planlint/analyze/container"
	"github.com/planlint/planlint/analyze/gpucode"
	"github.com/planlint/planlint/internal/bytemap"
	"github.com/planlint/planlint/internal/result"
)

// damageRule is the rule that a plan breaks which cannot be judged.
func damageRule(damage *container.DamagedError) string {
	if errors.Is(damage, ErrTruncated) {
		return truncated.ID
	}
	return brokenTable.ID
}

func checkEndTag(e *evidence) []finding {
	_, _, looked := e.container.EndTag()
	switch {
	case e.hasEndTag || !looked:
		return nil
	case e.container.Measured:
		return []finding{{level: result.LevelWarning, message: "the end tag is missing: the end of the plan is damaged; build or copy it again"}}
	}
	return []finding{{level: result.LevelNote, message: fmt.Sprintf(
		"no end tag where one was expected; whether plans of TensorRT %s have one is not known", e.container.Version)}}
}

func checkVersion(e *evidence) []finding {
	want, got := e.options.ExpectVersion, e.container.Version.String()
	if want == "" || got == want || strings.HasPrefix(got, want+".") {
		return nil
	}
	return []finding{{level: result.LevelError, message: fmt.Sprintf("built by TensorRT %s, expected %s", got, want)}}
}

func checkSM(e *evidence) []finding {
	want := plainSM(e.options.ExpectSM)
	if want == "" {
		return nil
	}
	held := e.targets()
	capabilities, _ := e.container.Capabilities()
	for _, capability := range capabilities {
		held = append(held, plainSM(capability))
	}
	switch {
	case slices.Contains(held, want):
		return nil
	case len(held) == 0:
		return []finding{{level: result.LevelError, message: fmt.Sprintf("expected to be for SM %s; the plan does not say which it is for", want)}}
	}
	return []finding{{level: result.LevelError, message: fmt.Sprintf("built for SM %s, expected %s", strings.Join(held, ", "), want)}}
}

// plainSM writes "9.0", "sm_90" and "SM90" as "90".
func plainSM(name string) string {
	name = strings.TrimPrefix(strings.ToLower(name), "sm")
	return strings.TrimSpace(strings.NewReplacer("_", "", ".", "").Replace(name))
}

func checkWrapper(e *evidence) []finding {
	if e.plan.Wrapper == "" {
		return nil
	}
	where := fmt.Sprintf("at offset %s of the file", humanize.Comma(e.plan.Offset))
	switch {
	case e.plan.File != "":
		where = "in the file " + e.plan.File
	case e.plan.Encoded:
		where = "encoded"
	}
	return []finding{{level: result.LevelNote, message: fmt.Sprintf(
		"the plan is inside another format (%s), %s; TensorRT itself reads only the bare plan", e.plan.Wrapper, where)}}
}

// strayLimit is the number of bytes from which on what belongs to no section is more than alignment.
const strayLimit = 8

func checkStrayBytes(e *evidence) []finding {
	if !e.container.Measured {
		return nil // there may be more than sections in plans that nobody has measured
	}
	var stray, first int64
	for _, r := range bytemap.Overlay(e.containerLayer(), e.zeroLayer()) {
		if r.Label != result.LabelUnlabelled || r.Length < strayLimit {
			continue
		}
		if stray == 0 {
			first = r.Offset
		}
		stray += r.Length
	}
	if stray == 0 {
		return nil
	}
	return []finding{{result.LevelWarning, fmt.Sprintf(
		"%s inside the plan belong to no section: the section table was altered, or the plan is of a form that nobody has measured", inBytes(stray)), first, stray}}
}

func checkHostCode(e *evidence) []finding {
	var size, first int64
	for _, image := range e.code.Images {
		if image.Kind == gpucode.KindHostELF {
			if size == 0 {
				first = image.Offset
			}
			size += image.Size
		}
	}
	if size == 0 {
		return nil
	}
	return []finding{{result.LevelNote, fmt.Sprintf(
		"%s of code for the host's processor, as a version-compatible plan carries with its lean runtime", inBytes(size)), first, size}}
}
