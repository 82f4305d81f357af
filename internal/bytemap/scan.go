package bytemap

import (
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// OfScan makes the map of a plan from what a scan says of it, as far as that goes: the section table counts as header, and weights
// inside of the engine are not told apart from it. It returns nil for a plan that was not scanned. All numbers may come from a file
// that somebody else wrote, so they are not trusted.
func OfScan(scan result.Scan) *result.Map {
	if scan.Zeros == nil || scan.Size <= 0 {
		return nil
	}
	m := &result.Map{File: scan.File, Size: scan.Size, NotChecked: []result.NotChecked{}}
	plan := result.MapRange{Length: scan.Size, Label: result.LabelUnlabelled}
	base := Layer{plan}
	var known, inside []result.MapRange
	if c := scan.Container; c != nil {
		m.Family, m.Version, m.Decoded = c.Family, c.Version, c.Encoded
		if m.Decoded {
			m.Size = c.PlanSize
		} else {
			m.PlanOffset = c.Offset
		}
		if m.Size <= 0 || c.PlanSize <= 0 || m.PlanOffset < 0 || m.PlanOffset > m.Size || c.PlanSize > m.Size-m.PlanOffset {
			return nil
		}
		base = Overlay(Layer{{Length: m.Size, Label: result.LabelWrapper, Detail: c.Wrapper}}, Layer{{Offset: m.PlanOffset, Length: c.PlanSize, Label: result.LabelUnlabelled}})
		known, inside = containerRanges(*c), codeRanges(scan.Images)
	}
	end := m.Size
	if scan.Container != nil {
		end = scan.Container.PlanSize
	}
	var runs []result.MapRange
	for _, run := range scan.Zeros.Runs {
		runs = append(runs, result.MapRange{Offset: run.Offset, Length: run.Length, Label: result.LabelZeroRun})
	}
	ranges := base
	for _, top := range []Layer{Of(end, known...), Of(end, endRanges(scan.Container)...), Of(end, inside...), Of(end, runs...)} {
		for i := range top {
			top[i].Offset += m.PlanOffset
		}
		ranges = Overlay(ranges, top)
	}
	m.Ranges, m.Labels = ranges, Totals(ranges, m.Size)
	return m
}

// containerRanges are the header and the sections, with the few bytes that align them.
func containerRanges(c result.Container) []result.MapRange {
	var known []result.MapRange
	end := int64(0)
	for i, section := range c.Sections {
		gap := section.Offset - end
		switch {
		case i == 0 && gap > 0:
			known = append(known, result.MapRange{Length: section.Offset, Label: result.LabelHeader})
		case gap > 0 && gap < 8: // sections start at multiples of 8
			known = append(known, result.MapRange{Offset: end, Length: gap, Label: result.LabelAlignment})
		}
		known = append(known, result.MapRange{Offset: section.Offset, Length: section.Size, Label: result.LabelSection + section.Name})
		end = section.Offset + section.Size
	}
	if tag := c.EndTagOffset; tag != nil && len(c.Sections) > 0 && *tag-end > 0 && *tag-end < 8 {
		known = append(known, result.MapRange{Offset: end, Length: *tag - end, Label: result.LabelAlignment})
	}
	return known
}

// endRanges are what lies behind the declared end, and the end tag.
func endRanges(c *result.Container) []result.MapRange {
	const tag = 4
	var known []result.MapRange
	if c == nil {
		return nil
	}
	if c.EndTagOffset != nil { // first: it keeps its bytes
		known = append(known, result.MapRange{Offset: *c.EndTagOffset, Length: tag, Label: result.LabelEndTag})
	}
	if c.DeclaredSize != nil && *c.DeclaredSize < c.PlanSize {
		known = append(known, result.MapRange{Offset: *c.DeclaredSize, Length: c.PlanSize - *c.DeclaredSize, Label: result.LabelAfterEnd})
	}
	return known
}

// codeRanges are the pieces of machine code.
func codeRanges(images []result.Image) []result.MapRange {
	var known []result.MapRange
	for _, image := range images {
		r := result.MapRange{Offset: image.Offset, Length: image.Size, Label: result.LabelGPUCode, Detail: image.Kind}
		if len(image.SM) > 0 {
			r.Detail += " for SM " + strings.Join(image.SM, ", ")
		}
		if image.Kind == "host-elf" {
			r.Label = result.LabelHostCode
		}
		known = append(known, r)
	}
	return known
}
