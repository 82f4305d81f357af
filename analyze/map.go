package analyze

import (
	"strings"

	"github.com/planlint/planlint/analyze/gpucode"
	"github.com/planlint/planlint/internal/bytemap"
	"github.com/planlint/planlint/internal/result"
)

// tagSize is the size in bytes of the tag at either end of a plan.
const tagSize = 4

// byteMap labels every byte of the file, or of the plan alone where it is not in the file as it is.
func (e *evidence) byteMap() result.Map {
	size, start := e.in.Size, e.plan.Offset
	if !e.inPlace() {
		size, start = e.plan.Size, 0
	}
	ranges := bytemap.Layer{{Length: size, Label: result.LabelWrapper, Detail: e.plan.Wrapper}}
	for _, top := range []bytemap.Layer{e.containerLayer(), e.weightsLayer(), e.codeLayer(), e.zeroLayer()} {
		for i := range top {
			top[i].Offset += start
		}
		ranges = bytemap.Overlay(ranges, top)
	}
	m := result.Map{
		File: memberName(e.in, e.plan), Size: size, Decoded: e.plan.Encoded, PlanOffset: start,
		Labels: bytemap.Totals(ranges, size), Ranges: ranges, NotChecked: e.mapNotChecked(),
	}
	if e.container != nil {
		m.Family, m.Version = string(e.container.Family), e.container.Version.String()
	}
	return m
}

// containerLayer labels what the plan's own header speaks of, and the rest of the plan as unlabelled.
func (e *evidence) containerLayer() bytemap.Layer {
	size := e.plan.Size
	ranges := bytemap.Layer{{Length: size, Label: result.LabelUnlabelled}}
	c := e.container
	if c == nil {
		return ranges
	}
	table := c.TableOffset()
	known := []result.MapRange{
		{Length: table, Label: result.LabelHeader},
		{Offset: table, Length: c.HeaderEnd() - table, Label: result.LabelSectionTable},
	}
	end := c.HeaderEnd()
	for _, section := range c.Sections {
		// Sections start at multiples of 8, so what lies between two is alignment.
		if gap := section.Offset - end; gap > 0 && gap < 8 {
			known = append(known, result.MapRange{Offset: end, Length: gap, Label: result.LabelAlignment})
		}
		known = append(known, result.MapRange{Offset: section.Offset, Length: section.Size, Label: result.LabelSection + section.Name})
		end = section.Offset + section.Size
	}
	if gap := e.endTag - end; e.hasEndTag && gap > 0 && gap < 8 {
		known = append(known, result.MapRange{Offset: end, Length: gap, Label: result.LabelAlignment})
	}
	ranges = bytemap.Overlay(ranges, bytemap.Of(size, known...))
	if declared, ok := c.DeclaredSize(); ok && declared < size {
		ranges = bytemap.Overlay(ranges, bytemap.Layer{{Offset: declared, Length: size - declared, Label: result.LabelAfterEnd}})
	}
	if e.hasEndTag {
		ranges = bytemap.Overlay(ranges, bytemap.Layer{{Offset: e.endTag, Length: tagSize, Label: result.LabelEndTag}})
	}
	return ranges
}

// codeLayer labels machine code.
func (e *evidence) codeLayer() bytemap.Layer {
	var known []result.MapRange
	for _, image := range e.code.Images {
		r := result.MapRange{Offset: image.Offset, Length: image.Size, Label: result.LabelGPUCode, Detail: imageDetail(image)}
		if image.Kind == gpucode.KindHostELF {
			r.Label = result.LabelHostCode
		}
		known = append(known, r)
	}
	return bytemap.Of(e.plan.Size, known...)
}

// imageDetail tells an image apart from others, such as "ELF for SM 90".
func imageDetail(image gpucode.Image) string {
	if len(image.SM) == 0 {
		return image.Kind
	}
	return image.Kind + " for SM " + strings.Join(image.SM, ", ")
}

// zeroLayer labels the listed zero runs, wherever they are.
func (e *evidence) zeroLayer() bytemap.Layer {
	runs := make(bytemap.Layer, 0, len(e.runs))
	for _, run := range e.runs {
		runs = append(runs, result.MapRange{Offset: run.Offset, Length: run.Length, Label: result.LabelZeroRun})
	}
	return runs
}

// mapNotChecked is what the map leaves out.
func (e *evidence) mapNotChecked() []result.NotChecked {
	skipped := append([]result.NotChecked{}, e.notChecked...)
	if omitted := e.summary.Runs - int64(len(e.runs)); omitted > 0 {
		skipped = append(skipped, result.NotChecked{What: "zero runs", Why: "only the longest are told apart from what surrounds them"})
	}
	return skipped
}
