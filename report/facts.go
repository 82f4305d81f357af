package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// fact is a name and what is known about it, in raw text of one or more lines.
type fact struct {
	name  string
	lines []string
}

// listedSections is how many sections are listed unless everything is asked for.
const listedSections = 8

// containerFacts lists what the header, the end and the place of a plan say.
func containerFacts(size int64, allocated *int64, member *result.Member, c *result.Container, options Options) []fact {
	var facts []fact
	add := func(name string, lines ...string) { facts = append(facts, fact{name, lines}) }
	if member != nil {
		add("part of", memberText(*member))
	}
	if c != nil {
		add("built by", builderText(*c))
		if c.Wrapper != "" {
			add("wrapper", c.Wrapper)
		}
		switch {
		case c.Encoded:
			add("plan", bytesAndSize(c.PlanSize)+", decoded")
		case c.Offset != 0 || c.PlanSize != size:
			add("plan", fmt.Sprintf("%s from offset %s of the file", bytesAndSize(c.PlanSize), units.FormatBytes(c.Offset)))
		}
		if c.DeclaredSize != nil {
			add("declared size", declaredText(*c.DeclaredSize, c.PlanSize))
		}
		if c.EndTagOffset != nil {
			add("end tag", endTagText(*c.EndTagOffset, c.PlanSize))
		}
		add("GPU", gpuLines(*c)...)
		if c.Profiles > 0 {
			add("network", fmt.Sprintf("%q, %d optimization %s", c.Network, c.Profiles, plural(c.Profiles, "profile", "profiles")))
		}
		if c.WeightsBytes != nil {
			add("weights", bytesAndSize(*c.WeightsBytes))
		}
		if len(c.Sections) > 0 {
			add("sections", sectionLines(c.Sections, options)...)
		}
		if options.Verbose && len(c.Unknown) > 0 {
			add("unknown fields", unknownLines(c.Unknown)...)
		}
	}
	if allocated != nil && *allocated < size {
		add("on disk", bytesAndSize(*allocated)+", as the file has holes")
	}
	return facts
}

// familyName is the product that makes plans of a family.
func familyName(family string) string {
	switch family {
	case "tensorrt":
		return "TensorRT"
	case "tensorrt-rtx":
		return "TensorRT for RTX"
	}
	return family
}

func builderText(c result.Container) string {
	text := fmt.Sprintf("%s %s (tag %s", familyName(c.Family), c.Version, c.Tag)
	if c.SerializationVersion != nil {
		text += fmt.Sprintf(", serialization version %d", *c.SerializationVersion)
	}
	if c.HeaderVersion != 0 {
		text += fmt.Sprintf(", header version %d, which was never seen", c.HeaderVersion)
	}
	return text + ")"
}

func declaredText(declared, planSize int64) string {
	text := bytesAndSize(declared)
	switch {
	case declared == planSize:
		return text + ", the size of the plan"
	case declared < planSize:
		return text + "; the plan goes on for " + bytesAndSize(planSize-declared)
	}
	missing := declared - planSize
	return text + "; " + bytesAndSize(missing) + plural(missing, " is missing", " are missing")
}

// endTagBytes is the length of the tag that ends a plan.
const endTagBytes = 4

func endTagText(offset, planSize int64) string {
	text := "at offset " + units.FormatBytes(offset)
	if rest := planSize - offset - endTagBytes; rest > 0 {
		return text + ", " + bytesAndSize(rest) + " before the end"
	}
	return text + ", the end of the plan"
}

func gpuLines(c result.Container) []string {
	var lines []string
	if len(c.SM) > 0 {
		lines = append(lines, "SM "+strings.Join(c.SM, ", "))
	}
	if len(c.Capabilities) > 0 {
		lines = append(lines, "compute capability "+strings.Join(c.Capabilities, ", ")+" (from the header)")
	}
	if level := c.HardwareCompatibility; level != "" && level != "none" {
		lines = append(lines, "built with hardware compatibility "+level)
	}
	if c.Device != nil {
		lines = append(lines, "built on "+deviceText(*c.Device))
	}
	if lines == nil {
		return []string{"not known from the header"}
	}
	return lines
}

// deviceText names the GPU that a plan was built on by what the plan says of it.
func deviceText(d result.Device) string {
	text := "a GPU of compute capability " + d.ComputeCapability
	if d.Multiprocessors > 0 {
		text += ", " + units.FormatBytes(d.Multiprocessors) + " multiprocessors"
	}
	if d.MemoryBytes > 0 {
		text += ", " + bytesAndSize(d.MemoryBytes) + " of memory"
	}
	if d.Model != "" {
		text += ": by these numbers " + d.Model
	}
	return text
}

func sectionLines(sections []result.Section, options Options) []string {
	var lines []string
	for i, section := range sections {
		if i == listedSections && !options.Verbose {
			lines = append(lines, others(len(sections)-i, options))
			break
		}
		lines = append(lines, fmt.Sprintf("%s at offset %s: %s", section.Name, units.FormatBytes(section.Offset), bytesAndSize(section.Size)))
	}
	return lines
}

// others closes a list that was cut.
func others(count int, options Options) string {
	text := fmt.Sprintf("[%s %s", units.FormatBytes(int64(count)), plural(count, "other", "others"))
	if !options.Verbose {
		text += "; -v lists all"
	}
	return text + "]"
}

func unknownLines(unknown map[string]string) []string {
	var lines []string
	for name, value := range unknown {
		lines = append(lines, name+": "+value)
	}
	slices.Sort(lines)
	return lines
}

func memberText(m result.Member) string {
	text := memberKind(m.Kind) + " " + m.Folder
	if m.Name != "" {
		text += ", model " + m.Name
	}
	if m.Version != "" {
		text += ", version " + m.Version
	}
	if m.Rank != nil {
		text += ", rank " + strconv.Itoa(*m.Rank)
		if m.WorldSize != nil {
			text += " of " + strconv.Itoa(*m.WorldSize)
		}
	}
	return text
}

func memberKind(kind string) string {
	switch kind {
	case "tensorrt-llm":
		return "TensorRT-LLM engine folder"
	case "triton":
		return "Triton model repository"
	case "onnxruntime-cache":
		return "ONNX Runtime engine cache"
	}
	return kind
}
