package bugreport

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
	"github.com/planlint/planlint/layers/recreate"
)

// The parts of the script that are the same for all models.
var (
	//go:embed script/weights.py
	weightsPy string
	//go:embed script/attributes.py
	attributesPy string
	//go:embed script/file.py
	filePy string
	//go:embed script/build.py
	buildPy string
	//go:embed script/main.py
	mainPy string
)

// script is the program that shows the problem again: it makes the models, builds them with the TensorRT that is there,
// and looks for zeros in the plans.
func script(e Evidence, r result.Report) string {
	m := modelOf(e)
	var out strings.Builder
	out.WriteString(docstring(r, m))
	imports := "import importlib\nimport os\nimport sys\n"
	if strings.Contains(m.Code, "base64.") {
		imports = "import base64\n" + imports
	}
	out.WriteString(imports + "\nimport numpy as np\nimport onnx\nfrom onnx import TensorProto as T\n")
	if strings.Contains(m.Code, "h.") || m.Given != result.GivenScript {
		out.WriteString("from onnx import helper as h\n")
	}
	out.WriteString("\ntrt = importlib.import_module(os.environ.get(\"TRT\", \"tensorrt\"))\n")
	out.WriteString(settings(e, m))
	if strings.Contains(m.Code, "weight(") || m.Given != result.GivenScript {
		out.WriteString("\n\n" + weightsPy)
	}
	if strings.Contains(m.Code, "with_attributes(") {
		out.WriteString("\n\n" + attributesPy)
	}
	if m.Given != result.GivenScript {
		out.WriteString("\n\n" + filePy)
	}
	if m.Code != "" {
		out.WriteString("\n\n" + strings.TrimSpace(m.Code) + "\n")
	}
	out.WriteString("\n\n" + buildPy + "\n\n")
	fmt.Fprintf(&out, "CASES = [\n")
	for _, c := range m.Cases {
		fmt.Fprintf(&out, "    (%s, %s),\n", recreate.Quote(c.Label), c.Function)
	}
	out.WriteString("]\n\n" + mainPy)
	return out.String()
}

// modelOf is the model, or one that is read from a file where none was given.
func modelOf(e Evidence) Model {
	if e.Model == nil {
		return Model{ReportModel: result.ReportModel{Given: result.GivenNot}, Cases: []Case{{Function: "repro", Label: "the model"}}}
	}
	m := *e.Model
	if m.Given != result.GivenScript {
		m.Cases = append([]Case{{Function: "repro", Label: "the model"}}, m.Cases...)
	}
	return m
}

func docstring(r result.Report, m Model) string {
	var lines []string
	size := units.FormatBytes(PlanSize(r.Plan))
	switch {
	case r.ExcessBytes != nil && r.Kind != result.ReportLarger:
		lines = append(lines, fmt.Sprintf("%s: %s of the %s bytes of a plan are zeros in long runs.", Product(r.Plan.Container), units.FormatBytes(*r.ExcessBytes), size))
	case r.ExpectedBytes != nil:
		lines = append(lines, fmt.Sprintf("%s: a plan of %s bytes, where %s were expected.", Product(r.Plan.Container), size, units.FormatBytes(*r.ExpectedBytes)))
	default:
		lines = append(lines, fmt.Sprintf("%s: a plan of %s bytes.", Product(r.Plan.Container), size))
	}
	lines = append(lines, "", "Builds each case below with the TensorRT that is installed, and prints the size of the plan and its",
		"zero runs of 1 MiB or more. It needs the packages tensorrt, onnx and numpy, and nothing else.", "")
	if m.Given != result.GivenScript {
		lines = append(lines, "The model is read from model.onnx. Weights that are not in it are made at random.", "")
	} else if strings.Contains(m.Code, "weight(") {
		lines = append(lines, "Weights are random values of the model's own shapes and types.", "")
	}
	lines = append(lines, "    python repro.py                     all cases", "    python repro.py engine.plan         only look for zeros in plans that are there",
		"    TRT=tensorrt_rtx python repro.py    another module with the same interface")
	text := strings.ReplaceAll(strings.Join(lines, "\n"), `\`, `\\`)
	return `"""` + strings.ReplaceAll(text, `"""`, `\"\"\"`) + "\n\"\"\"\n\n"
}

// settings are those of the build that the plan is from, as far as they are known, and shapes for free dimensions.
func settings(e Evidence, m Model) string {
	level, flags, typed := "None", []string{}, "True"
	profiles := e.Profiles
	if e.Build != nil {
		s := e.Build.Settings
		if s.OptimizationLevel != nil {
			level = strconv.Itoa(*s.OptimizationLevel)
		}
		if s.StronglyTyped != nil && !*s.StronglyTyped {
			typed = "False"
		}
		for _, flag := range s.Flags {
			flags = append(flags, recreate.Quote(flag))
		}
		if len(profiles) == 0 {
			profiles = s.Profiles
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "\nSTRONGLY_TYPED = %s  # where this TensorRT lets one choose\nOPTIMIZATION_LEVEL = %s  # the builder's; None: its default\nFLAGS = [%s]  # of trt.BuilderFlag\n",
		typed, level, strings.Join(flags, ", "))
	if len(m.Free) > 0 || len(profiles) > 0 || m.Given == result.GivenNot {
		out.WriteString("# Least, best and largest shape of each input with a free dimension.\nSHAPES = {\n")
		for _, p := range profiles {
			if !p.Values {
				fmt.Fprintf(&out, "    %s: (%s, %s, %s),\n", recreate.Quote(p.Input), tuple(p.Min), tuple(p.Opt), tuple(p.Max))
			}
		}
		if len(profiles) == 0 {
			for _, in := range m.Free {
				fmt.Fprintf(&out, "    # to fill in: %s: ((least...), (best...), (largest...)), of %s\n", recreate.Quote(in.Name), strings.Trim(recreate.Quote(in.Type), `"`))
			}
		}
		out.WriteString("}\n")
	} else {
		out.WriteString("SHAPES = {}  # no input has a free dimension\n")
	}
	return out.String()
}

func tuple(dims []int64) string {
	texts := make([]string, len(dims))
	for i, d := range dims {
		texts[i] = strconv.FormatInt(d, 10)
	}
	if len(dims) == 1 {
		return "(" + texts[0] + ",)"
	}
	return "(" + strings.Join(texts, ", ") + ")"
}
