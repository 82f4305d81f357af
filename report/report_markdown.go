package report

import (
	"io"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// ReportMarkdown writes a bug report as NVIDIA's issue template for TensorRT has it, with the title as its first
// line. GitHub shows it; nothing in it can break out of where it stands.
func ReportMarkdown(w io.Writer, document result.Document[result.Report]) error {
	var page reportPage
	for _, r := range document.Results {
		if err := page.report(r, document.Tool.Version); err != nil {
			return err
		}
	}
	if err := page.failures(document.Errors); err != nil {
		return err
	}
	return write(w, page.text())
}

// reportPage collects a report.
type reportPage struct{ markdownPage }

func (p *reportPage) report(r result.Report, version string) error {
	p.WriteString("# " + markdownText(r.Title) + "\n\n")
	for _, section := range []func(result.Report) error{p.description, p.environment, p.relevantFiles, p.steps, p.analysis, p.impact, p.workaround} {
		if err := section(r); err != nil {
			return err
		}
	}
	weights := ", and weights are left out"
	if r.Model != nil && r.Model.Weights == result.WeightsIncluded {
		weights = " are left out; the model's weights are not"
	}
	p.para("Made with " + link("planlint", "https://github.com/planlint/planlint") + " " + markdownText(version) +
		", which reads plans without TensorRT. Folders, addresses, names of users and machines" + weights + ".")
	return nil
}

// para writes a paragraph of Markdown.
func (p *reportPage) para(markdown ...string) {
	p.WriteString(strings.Join(markdown, " ") + "\n\n")
}

// fence writes code between fences that nothing in it can close. It shows everything but line breaks and tabs escaped.
func (p *reportPage) fence(language, code string) {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(code, "\n"), "\n") {
		lines = append(lines, Visible(strings.ReplaceAll(line, "\t", "    ")))
	}
	code = strings.Join(lines, "\n")
	longest, run := 2, 0
	for _, c := range code {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	mark := strings.Repeat("`", longest+1)
	p.WriteString(mark + language + "\n" + code + "\n" + mark + "\n\n")
}

func link(text, address string) string { return "[" + text + "](" + address + ")" }

// blank is what the reporter has to fill in, and how to find it.
func blank(how string) string {
	if how == "" {
		return "*(to fill in)*"
	}
	return "*(to fill in: " + how + ")*"
}

// orBlank is a value, or what has to be filled in.
func orBlank(value, how string) string {
	if value == "" {
		return blank(how)
	}
	return markdownText(value)
}

func (p *reportPage) environment(r result.Report) error {
	e, c := r.Environment, r.Plan.Container
	p.WriteString("## Environment\n\n")
	var from []string
	if c != nil {
		from = append(from, "the version is read from the plan")
	}
	if e.From != "" {
		from = append(from, "the rest is of "+e.From)
	}
	if len(from) > 0 {
		p.para("<sub>" + markdownText(strings.ToUpper(from[0][:1])+strings.Join(from, "; ")[1:]+".") + "</sub>")
	}
	version := e.TensorRT
	if c != nil {
		version = c.Version
		if c.Family == "tensorrt-rtx" {
			version = familyName(c.Family) + " " + c.Version
		}
	}
	if len(r.Versions) == 2 && r.Versions[0].Version != "" && c != nil && r.Versions[0].Version != c.Version {
		version += "; compared with " + r.Versions[0].Version
		if run := r.Versions[0].LongestRun; run != nil && *run < judgedRun && len(excessRuns(r.Plan)) > 0 {
			version += ", which does not do this"
		}
	}
	p.para("**TensorRT Version**: " + orBlank(version, "`python -c \"import tensorrt; print(tensorrt.__version__)\"`"))
	p.para("**NVIDIA GPU**: " + gpuMarkdown(r))
	p.para("**NVIDIA Driver Version**: " + orBlank(e.Driver, "`nvidia-smi`"))
	p.para("**CUDA Version**: " + orBlank(e.CUDA, "`nvidia-smi`, `nvcc --version`"))
	p.para("**CUDNN Version**: " + "*(to fill in, or n/a)*")
	p.para("Operating System: " + orBlank(e.System, "`cat /etc/os-release`, `uname -a`"))
	p.para("Python Version (if applicable): " + orBlank(e.Python, "`python --version`"))
	p.para("Tensorflow Version (if applicable): n/a")
	p.para("PyTorch Version (if applicable): n/a; the script needs tensorrt, onnx and numpy alone")
	container := blank("")
	if e.Container != nil && *e.Container {
		container = "Container " + blank("its image")
	}
	p.para("Baremetal or Container (if so, version): " + container)
	return nil
}

// gpuMarkdown is the GPU as the machine names it, and as the plan tells it.
func gpuMarkdown(r result.Report) string {
	var known []string
	if r.Environment.GPU != "" {
		known = append(known, r.Environment.GPU)
	}
	if c := r.Plan.Container; c != nil {
		switch {
		case c.Device != nil:
			known = append(known, "by the plan "+deviceText(*c.Device))
		case len(c.SM) > 0:
			known = append(known, "the plan is for SM "+strings.Join(c.SM, ", "))
		case len(c.Capabilities) > 0:
			known = append(known, "the plan is for compute capability "+strings.Join(c.Capabilities, ", "))
		}
	}
	text := markdownText(strings.Join(known, "; "))
	if r.Environment.GPU == "" {
		text = strings.TrimSpace(text + " " + blank("`nvidia-smi --query-gpu=name --format=csv,noheader`"))
	}
	return text
}

func (p *reportPage) relevantFiles(r result.Report) error {
	p.WriteString("## Relevant Files\n\n**Model link**: ")
	m := r.Model
	switch {
	case m == nil:
		p.para(blank("attach the ONNX model, or name it to planlint report with --model"))
	case m.Given == result.GivenScript:
		p.para("none needed: the script below makes the model, " + markdownText(modelText(*m)) + ".")
	case m.Given == result.GivenFile && len(r.Files) > 0:
		p.para("`model.onnx` in the attached archive, " + markdownText(modelText(*m)) + ".")
	case m.Given == result.GivenFile:
		p.para(blank("attach model.onnx, which planlint report --output puts into an archive"), markdownText("It is "+modelText(*m)+"."))
	default:
		p.para(blank("attach "+markdownCode(m.File)), markdownText("It is "+modelText(*m)+". planlint does not copy it: "+m.Why+"."))
	}
	if len(r.Files) == 0 {
		return nil
	}
	p.para("In the attached archive; the plan is not in it, as it is large and can be built:")
	list := table{columns: []column{{title: "file", name: true}, {title: "what it is"}}}
	for _, f := range r.Files {
		list.rows = append(list.rows, []string{f.Name, f.What})
	}
	return p.table(list)
}
