package bugreport

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/result"
)

// builds are the commands that show the problem again.
func builds(e Evidence, r result.Report) []result.ReportCommand {
	name := "trtexec"
	if c := r.Plan.Container; c != nil && c.Family == "tensorrt-rtx" {
		name = "tensorrt_rtx"
	}
	words := append([]string{name, "--onnx=repro.onnx", "--saveEngine=repro.plan", "--skipInference"}, flagWords(e, r)...)
	return []result.ReportCommand{
		{Command: "python repro.py", For: "makes the models, builds them, and prints the sizes and zero runs of their plans"},
		{Command: strings.Join(words, " "), For: "builds repro.onnx, which the script has written, without the script"},
		{Command: "python repro.py repro.plan", For: "looks for zero runs in that plan"},
	}
}

// flagWords are flags of trtexec for a build as the plan's was.
func flagWords(e Evidence, r result.Report) []string {
	var words []string
	if major(r.Plan.Container) == 10 && (e.Build == nil || e.Build.Settings.StronglyTyped == nil || *e.Build.Settings.StronglyTyped) {
		words = append(words, "--stronglyTyped") // 11 has nothing else
	}
	profiles := e.Profiles
	if e.Build != nil {
		s := e.Build.Settings
		if s.OptimizationLevel != nil {
			words = append(words, "--builderOptimizationLevel="+strconv.Itoa(*s.OptimizationLevel))
		}
		for _, flag := range s.Flags {
			switch flag {
			case "FP16", "BF16", "INT8", "FP8":
				words = append(words, "--"+strings.ToLower(flag))
			case "STRIP_PLAN":
				words = append(words, "--stripWeights")
			}
		}
		if len(profiles) == 0 {
			profiles = s.Profiles
		}
	}
	for i, flag := range []string{"--minShapes=", "--optShapes=", "--maxShapes="} {
		var shapes []string
		for _, p := range profiles {
			if !p.Values && p.Index == 0 {
				shapes = append(shapes, p.Input+":"+dimensions([3][]int64{p.Min, p.Opt, p.Max}[i]))
			}
		}
		if len(shapes) > 0 {
			words = append(words, flag+shellWord(strings.Join(shapes, ",")))
		}
	}
	return words
}

func dimensions(dims []int64) string {
	texts := make([]string, len(dims))
	for i, d := range dims {
		texts[i] = strconv.FormatInt(d, 10)
	}
	return strings.Join(texts, "x")
}

// major is the major version of the TensorRT that built a plan, 0 if it is not known.
func major(c *result.Container) int {
	if c == nil || c.Family != "tensorrt" {
		return 0
	}
	var number int
	if _, err := fmt.Sscanf(c.Version, "%d", &number); err != nil {
		return 0
	}
	return number
}

// shellWord quotes a word for a command line where it needs that.
func shellWord(word string) string {
	plain := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("/._+-=:,@%", c)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// CommandLine writes words as a shell takes them.
func CommandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = shellWord(word)
	}
	return strings.Join(quoted, " ")
}
