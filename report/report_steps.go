package report

import (
	"fmt"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// foldedLines is from how many lines on the script is folded.
const foldedLines = 200

// steps say how to see it again, what should come out and what does.
func (p *reportPage) steps(r result.Report) error {
	p.WriteString("## Steps To Reproduce\n\n**Commands or scripts**:\n\n")
	p.para("Save as `repro.py`" + besides(r) + ". It builds the cases at its end with the TensorRT that is installed.")
	if lines := strings.Count(r.Script, "\n"); lines > foldedLines {
		p.WriteString(fmt.Sprintf("<details><summary>repro.py, %d lines</summary>\n\n", lines))
		p.fence("python", r.Script)
		p.WriteString("</details>\n\n")
	} else {
		p.fence("python", r.Script)
	}
	if commands := commandsText(r.Commands, true); commands != "" {
		p.fence("sh", commands)
	}
	if err := p.outcomes(r); err != nil {
		return err
	}
	p.para("**Have you tried " + link("the latest release", "https://developer.nvidia.com/tensorrt") + "?**: " + blank("the version, and what the script prints with it"))
	p.para("**Can this model run on other frameworks?** For example run ONNX model with ONNXRuntime (`polygraphy run <model.onnx> --onnxrt`): " +
		blank("`polygraphy run repro.onnx --onnxrt`"))
	return nil
}

// besides says what the script needs beside itself.
func besides(r result.Report) string {
	if r.Model == nil || r.Model.Given != result.GivenScript {
		return ", beside `model.onnx`"
	}
	return "; it is self-contained"
}

// commandsText are the commands that build, or the others.
func commandsText(commands []result.ReportCommand, building bool) string {
	var out strings.Builder
	for _, c := range commands {
		if building != strings.HasPrefix(c.Command, "planlint ") {
			fmt.Fprintf(&out, "# %s\n%s\n", strings.Join(strings.Fields(c.For), " "), strings.Join(strings.Fields(c.Command), " "))
		}
	}
	return out.String()
}

// outcomes are what should come out and what does.
func (p *reportPage) outcomes(r result.Report) error {
	size := planSize(r.Plan)
	p.WriteString("### Expected\n\n")
	switch {
	case r.Kind == result.ReportDamaged:
		p.para("A plan that can be read, of the size that its header declares.")
	case r.ExpectedBytes == nil:
		p.para(blank("how large the plan should be, and why"))
	case r.Expected == result.ExpectedFromAgainst:
		p.para(markdownText(fmt.Sprintf("A plan of about %s, as of %s, without long runs of zeros.", bytesAndSize(*r.ExpectedBytes), versionName(r.Versions[0]))))
	default:
		p.para(markdownText(fmt.Sprintf("A plan of about %s: what is left of this one without the zeros.", bytesAndSize(*r.ExpectedBytes))))
	}
	p.WriteString("### Actual\n\n")
	if r.ExpectedBytes == nil {
		p.para(markdownText(fmt.Sprintf("A plan of %s.", bytesAndSize(size))))
		return nil
	}
	list := table{columns: []column{{title: "bytes", right: true}, {title: "what"}}}
	add := func(bytes int64, what string) {
		list.rows = append(list.rows, []string{units.FormatBytes(bytes), what})
	}
	zeros := sumRuns(excessRuns(r.Plan))
	add(size, "the plan: "+growth(*r.ExpectedBytes, size)+expectedWords(r))
	if zeros > 0 {
		add(zeros, "of it zeros in long runs")
		add(size-zeros, "everything else")
	}
	if r.Expected == result.ExpectedFromAgainst {
		add(*r.ExpectedBytes, "the plan of "+versionName(r.Versions[0]))
		what := "what everything else is"
		if zeros == 0 {
			what = "what it is"
		}
		if body := size - zeros - *r.ExpectedBytes; body > 0 {
			add(body, what+" larger by, "+units.FormatShare(body, *r.ExpectedBytes))
		} else if body < 0 {
			add(-body, what+" smaller by, "+units.FormatShare(-body, *r.ExpectedBytes))
		}
	}
	if err := p.table(list); err != nil {
		return err
	}
	p.shown(r)
	return nil
}

// shown is what the script prints of the plan, and what is to be expected of its other cases.
func (p *reportPage) shown(r result.Report) {
	runs := excessRuns(r.Plan)
	if len(runs) == 0 || r.Plan.Zeros == nil {
		return
	}
	size := planSize(r.Plan)
	p.para("What the script prints of the plan itself:")
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s bytes, %.3f %% zeros\n", r.Plan.File, units.FormatBytes(size), 100*float64(r.Plan.Zeros.Bytes)/float64(max(1, size)))
	for i, run := range runs {
		if i == reportRuns {
			fmt.Fprintf(&out, "    %d others\n", len(runs)-i)
			break
		}
		where := ""
		if run.ToEnd {
			where = ", to the end"
		}
		fmt.Fprintf(&out, "    zero run of %s bytes at offset %s%s\n", units.FormatBytes(run.Length), units.FormatBytes(run.Offset), where)
	}
	p.fence("", out.String())
	var expected []string
	for _, c := range r.Cases {
		if c.PaddingBytes != nil {
			expected = append(expected, fmt.Sprintf("%s (%s): %s", c.File, c.Label, zerosText(*c.PaddingBytes)))
		}
	}
	if len(expected) > 0 {
		p.para(markdownText("Its smaller cases tell what it takes, if the builder pads as here: " + strings.Join(expected, "; ") + "."))
	}
}

func zerosText(padding int64) string {
	if padding == 0 {
		return "no long zero run"
	}
	return "a zero run of about " + units.FormatBytes(padding) + " bytes"
}

func expectedWords(r result.Report) string {
	than := "than expected"
	if strings.HasSuffix(growth(*r.ExpectedBytes, planSize(r.Plan)), "times") {
		than = "the expected size"
	}
	return " " + than
}
