package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// builderTitle names what built a plan.
func builderTitle(t result.BuildTensorRT) string {
	switch {
	case t.Family == "":
		return t.Named
	case t.Family == "rtx":
		return strings.TrimSpace("TensorRT-RTX " + t.Version)
	case t.Version == "":
		return "TensorRT " + strings.TrimPrefix(t.Family, "trt")
	}
	return "TensorRT " + t.Version
}

// buildFacts say how a plan was built.
func buildFacts(b result.Build) []fact {
	worker := "none was started"
	if b.TensorRT.Headers != "" {
		worker = fmt.Sprintf("planlint %s for %s, compiled against headers %s", b.TensorRT.Worker, builderTitle(b.TensorRT), b.TensorRT.Headers)
	}
	return []fact{{"model", modelLines(b.Model)}, {"worker", []string{worker}}, {"on", []string{machineText(b.Machine)}}, {"settings", []string{settingsText(b.Settings)}}}
}

func modelLines(m result.BuildModel) []string {
	lines := []string{m.File + ", " + bytesAndSize(m.Size)}
	var total int64
	for _, file := range m.External {
		total += file.Size
	}
	if n := len(m.External); n > 0 {
		lines = append(lines, fmt.Sprintf("and %d %s with weights, %s", n, plural(n, "file", "files"), bytesAndSize(total)))
	}
	return lines
}

func machineText(m result.BuildMachine) string {
	switch {
	case m.Driver == "":
		return m.Platform + ", no NVIDIA driver"
	case len(m.GPUs) == 0:
		return m.Platform + ", driver " + m.Driver
	}
	counts := map[string]int64{}
	for _, gpu := range m.GPUs {
		counts[gpu]++
	}
	return m.Platform + ", driver " + m.Driver + ", " + countsText(counts)
}

// builtWith counts the TensorRTs, and those of them that gave a plan.
func builtWith(builds []result.Build) string {
	var all, built []string
	for _, b := range builds {
		title := builderTitle(b.TensorRT)
		if !slices.Contains(all, title) {
			all = append(all, title)
		}
		if len(b.Plans) > 0 && !slices.Contains(built, title) {
			built = append(built, title)
		}
	}
	of := fmt.Sprintf("%d %s", len(all), plural(len(all), "TensorRT", "TensorRTs"))
	if len(built) < len(all) {
		of = fmt.Sprintf("%d of ", len(built)) + of
	}
	return "built with " + of
}

// commonFacts are those of all TensorRTs.
func commonFacts(builds []result.Build) []fact {
	first := builds[0]
	return []fact{{"model", modelLines(first.Model)}, {"on", []string{machineText(first.Machine)}}, {"settings", allSettings(builds)}}
}

// allSettings spell the settings of several TensorRTs, once if they are the same but for the timing cache, which
// has a column.
func allSettings(builds []result.Build) []string {
	var texts []string
	titles := map[string][]string{}
	for _, b := range builds {
		if b.TensorRT.Family == "" {
			continue
		}
		b.Settings.TimingCache = ""
		text, title := settingsText(b.Settings), builderTitle(b.TensorRT)
		if titles[text] == nil {
			texts = append(texts, text)
		}
		if !slices.Contains(titles[text], title) {
			titles[text] = append(titles[text], title)
		}
	}
	if len(texts) == 1 {
		return texts
	}
	for i, text := range texts {
		texts[i] = strings.Join(titles[text], ", ") + ": " + text
	}
	return texts
}

// settingsText spells the settings, in the order of the struct. What was left to TensorRT is not there.
func settingsText(s result.BuildSettings) string {
	var words []string
	add := func(given bool, format string, values ...any) {
		if given {
			words = append(words, fmt.Sprintf(format, values...))
		}
	}
	number := func(n *int) string {
		if n == nil {
			return ""
		}
		return strconv.Itoa(*n)
	}
	add(s.OptimizationLevel != nil, "optimization level %s", number(s.OptimizationLevel))
	add(s.Tiling != "", "tiling %s", s.Tiling)
	add(s.L2Limit != 0, "L2 limit %s", bytesAndSize(s.L2Limit))
	if s.TacticSources != nil {
		add(len(*s.TacticSources) == 0, "no tactic sources")
		add(len(*s.TacticSources) > 0, "tactic sources %s", strings.Join(*s.TacticSources, " "))
	}
	add(s.MaxTactics != nil, "at most %s tactics", number(s.MaxTactics))
	add(len(s.Flags) > 0, "with %s", strings.Join(s.Flags, " "))
	add(len(s.NoFlags) > 0, "without %s", strings.Join(s.NoFlags, " "))
	add(len(s.PreviewFeatures) > 0, "preview features %s", strings.Join(s.PreviewFeatures, " "))
	if s.StronglyTyped != nil {
		add(*s.StronglyTyped, "strongly typed")
		add(!*s.StronglyTyped, "weakly typed")
	}
	add(s.Int8Range != 0, "int8 range %g", float64(s.Int8Range))
	add(s.Verbosity != "", "verbosity %s", s.Verbosity)
	add(len(s.Capabilities) > 0, "for %s", strings.Join(s.Capabilities, " "))
	add(s.HardwareCompatibility != "", "hardware compatibility %s", s.HardwareCompatibility)
	add(s.EngineCapability != "", "engine capability %s", s.EngineCapability)
	add(s.Platform != "", "platform %s", s.Platform)
	add(s.DLACore != nil, "DLA core %s", number(s.DLACore))
	add(s.AuxStreams != nil, "auxiliary streams %s", number(s.AuxStreams))
	add(s.Workspace != 0, "workspace %s", bytesAndSize(s.Workspace))
	add(len(s.Plugins) > 0, "plugins %s", strings.Join(s.Plugins, " "))
	add(s.TimingCache != "", "timing cache %s", s.TimingCache)
	add(s.IgnoreTimingCacheMismatch, "whatever it was made on")
	for _, route := range s.Routes {
		add(true, "route %s=%s", route.Name, route.Value)
	}
	for _, p := range s.Profiles {
		words = append(words, profileText(p))
	}
	if len(words) == 0 {
		return "TensorRT's defaults"
	}
	return strings.Join(words, "; ")
}

func profileText(p result.BuildProfile) string {
	shape := func(numbers []int64) string {
		texts := make([]string, len(numbers))
		for i, n := range numbers {
			texts[i] = strconv.FormatInt(n, 10)
		}
		return strings.Join(texts, "x")
	}
	what := "input " + p.Input
	if p.Values {
		what = "values of " + what
	}
	text := shape(p.Min)
	if !slices.Equal(p.Min, p.Opt) || !slices.Equal(p.Opt, p.Max) {
		text += " to " + shape(p.Max) + ", best " + shape(p.Opt)
	}
	if p.Index > 0 {
		what = fmt.Sprintf("profile %d, %s", p.Index, what)
	}
	return what + ": " + text
}

// keptText says whether a plan was kept.
func keptText(plan result.BuiltPlan) string {
	if plan.Output == "" {
		return "no: -o PATH keeps the plan"
	}
	return plan.Output
}

// cacheWord says how timings were kept.
func cacheWord(cache result.TimingCache) string {
	if cache == result.TimingCacheFile {
		return "yes"
	}
	return "no"
}

// processText says where several builds ran.
func processText(process result.BuildProcess) string {
	if process == result.BuildProcessOne {
		return "all in one process"
	}
	return "each in a process of its own"
}

// average writes a mean or a deviation of bytes.
func average(a result.Average) string {
	text := strconv.FormatFloat(float64(a), 'f', 1, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return text
	}
	if fraction == "0" {
		return units.FormatBytes(n)
	}
	return units.FormatBytes(n) + "." + fraction
}
