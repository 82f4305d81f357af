package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// DoctorText writes what of TensorRT is on a machine, what each can do, why something cannot, and what to do.
// Quiet leaves the headline.
func DoctorText(w io.Writer, d result.Doctor, options Options) error {
	page := newTextPage(w, options)
	word := "NOT READY"
	if d.CanBuild {
		word = "READY"
	}
	page.WriteString(page.paint.ready(d.CanBuild, word) + "  ")
	page.hanging(doctorHeadline(d), len(word)+2)
	if options.Quiet {
		return page.flush(w)
	}
	page.facts(doctorFacts(d))
	if len(d.TensorRT) > 0 {
		rendered, err := doctorTable(d, options).text(page.width - indentStep)
		if err != nil {
			return err
		}
		page.WriteByte('\n')
		page.indented(rendered, indentStep)
	}
	if reasons := doctorReasons(d); len(reasons) > 0 {
		page.title("why not")
		for _, reason := range reasons {
			page.WriteString("    ")
			page.hanging(Visible(reason), 2*indentStep+2)
		}
	}
	if options.Verbose {
		page.facts(verboseFacts(d))
	}
	if len(d.Next) > 0 {
		page.title("what to do")
		for _, step := range d.Next {
			page.step(step)
		}
	}
	return page.flush(w)
}

// step writes a command in a line of its own, so that it can be copied, and below it what it is for.
func (p *textPage) step(step result.DoctorStep) {
	indent := 2 * indentStep
	if step.Command != "" {
		p.WriteString(strings.Repeat(" ", indent) + p.paint.title(Visible(step.Command)) + "\n")
		indent += indentStep
	}
	p.WriteString(strings.Repeat(" ", indent))
	p.hanging(Visible(step.Why), indent)
}

// doctorHeadline says in a line what can be done here.
func doctorHeadline(d result.Doctor) string {
	var build, run []string
	for _, t := range d.TensorRT {
		title := Visible(tensorRTTitle(t))
		if t.Build.State == result.AbilityYes {
			build = append(build, title)
		}
		if t.Run.State == result.AbilityYes {
			run = append(run, title)
		}
	}
	switch {
	case len(d.TensorRT) == 0:
		return "no TensorRT is here"
	case len(build) == 0 && d.CanBuild:
		return fmt.Sprintf("%d %s here, none was tried", len(d.TensorRT), plural(len(d.TensorRT), "TensorRT is", "TensorRTs are"))
	case len(build) == 0 && !slices.ContainsFunc(d.TensorRT, func(t result.DoctorTensorRT) bool { return t.Worker.State != result.WorkerMissing }):
		return fmt.Sprintf("%d %s here, without a worker", len(d.TensorRT), plural(len(d.TensorRT), "TensorRT is", "TensorRTs are"))
	case len(build) == 0:
		return fmt.Sprintf("%d %s here, and none can build plans", len(d.TensorRT), plural(len(d.TensorRT), "TensorRT is", "TensorRTs are"))
	}
	line := fewOf(build) + plural(len(build), " builds", " build") + " plans here"
	if len(run) == 0 {
		return line + "; nothing here can run them"
	}
	return line + ", " + fewOf(run) + plural(len(run), " runs", " run") + " them"
}

// fewOf joins names; of more than two it gives the first and a number.
func fewOf(names []string) string {
	if len(names) <= 2 {
		return strings.Join(names, " and ")
	}
	return fmt.Sprintf("%s and %d others", names[0], len(names)-1)
}

// tensorRTTitle is the product and version.
func tensorRTTitle(t result.DoctorTensorRT) string {
	title := "TensorRT"
	if t.Family == "rtx" {
		title = "TensorRT-RTX"
	}
	if t.Version == "" {
		return title + " of unknown version"
	}
	return title + " " + t.Version
}

func doctorFacts(d result.Doctor) []fact {
	return []fact{{"machine", []string{d.Platform}}, {"GPU", gpuFact(d.GPU)}}
}

// gpuFact has a line for each GPU, and one for the driver.
func gpuFact(g result.GPUs) []string {
	var lines []string
	for _, device := range g.Devices {
		line := device.Name
		if device.SM != "" {
			line += ", SM " + device.SM
		}
		if device.MemoryBytes > 0 {
			line += ", " + units.FormatSize(device.MemoryBytes)
		}
		lines = append(lines, line)
	}
	if g.Visible && len(lines) == 0 {
		lines = append(lines, "there is one, of unknown name")
	}
	if g.Driver != "" && g.Visible {
		line := "driver " + g.Driver
		if g.CUDA != "" {
			line += ", for CUDA up to " + g.CUDA
		}
		lines = append(lines, line)
	}
	if g.Why != "" {
		if !g.Visible {
			return append(lines, "none: "+g.Why)
		}
		lines = append(lines, g.Why)
	}
	return lines
}

func doctorTable(d result.Doctor, options Options) table {
	list := table{columns: []column{{title: "name"}, {title: "version"}, {title: "worker"}, {title: "build"}, {title: "run"},
		{title: "found by", spare: 1}, {title: "folder", name: !options.Verbose}}}
	add := func(cells ...string) { list.rows = append(list.rows, cells) }
	for _, t := range d.TensorRT {
		version := t.Version
		if version == "" {
			version = "unknown"
		}
		add(t.Name, version, string(t.Worker.State), string(t.Build.State), string(t.Run.State), t.Source, t.Folder)
		for _, also := range t.Also {
			add("", "", "", "", "", also.Source, also.Folder)
		}
	}
	return list
}

// doctorReasons are why something cannot be done, each with all it is true of.
func doctorReasons(d result.Doctor) []string {
	var reasons []string
	names := map[string][]string{}
	add := func(name, reason string) {
		if _, known := names[reason]; !known {
			reasons = append(reasons, reason)
		}
		names[reason] = append(names[reason], name)
	}
	for _, t := range d.TensorRT {
		if t.Worker.State == result.WorkerBroken || t.Worker.State == result.WorkerMissing && t.Next == nil {
			add(t.Name, "worker: "+t.Worker.Why)
		}
		if t.Build.State != result.AbilityYes && t.Build.Why != "" {
			add(t.Name, "build: "+t.Build.Why)
		}
		if t.Run.State != result.AbilityYes && t.Run.Why != "" {
			add(t.Name, "run: "+t.Run.Why)
		}
	}
	for i, reason := range reasons {
		reasons[i] = strings.Join(names[reason], ", ") + " " + reason
	}
	return reasons
}

// verboseFacts are what else is known.
func verboseFacts(d result.Doctor) []fact {
	var facts []fact
	for _, t := range d.TensorRT {
		var lines []string
		if t.Worker.Path != "" {
			lines = append(lines, "worker "+t.Worker.Path)
		}
		if t.Worker.Headers != "" {
			lines = append(lines, "compiled against headers "+t.Worker.Headers)
		}
		lines = append(lines, t.Resources...)
		if len(lines) > 0 {
			facts = append(facts, fact{t.Name, lines})
		}
	}
	var tools []string
	for _, tool := range d.Tools {
		where := tool.Path
		if where == "" {
			where = "not here"
		}
		tools = append(tools, tool.Name+": "+where+" ("+tool.For+")")
	}
	return append(facts, fact{"tools", tools})
}
