package shape

import (
	"testing"

	"github.com/planlint/planlint/fixtures/models"
)

// disagreement is a value of which onnx's own inference says something else. The shape that it has at run time, stored
// beside the model or made by ONNX Runtime, is the judge.
type disagreement struct{ Model, Value, ONNX, Here, Run string }

// inferenceScore is how often onnx's own inference and the one here know the whole shape.
type inferenceScore struct {
	Models        int
	ONNX, Both    int
	Disagreements []disagreement
}

// TestSameAsONNX compares with onnx.shape_inference. Where the two differ, the run time decides.
func TestSameAsONNX(t *testing.T) {
	t.Parallel()
	scores := map[string]inferenceScore{}
	corpora(t, func(set string, all []models.Model) {
		answers := stored(t, all)
		questions := make([]models.Question, len(all))
		for k, m := range all {
			questions[k] = models.Question{Ask: models.AskONNX, Path: m.Path, Inputs: answers[k].Inputs}
		}
		s := inferenceScore{Models: len(all)}
		for k, answer := range models.Ask(t, questions) {
			s.add(t, all[k].Name, all[k].Path, answers[k].Inputs, answer, answers[k])
		}
		scores[set] = s
	})
	cases := realCases(t)
	runs := ask(t, models.AskRun, cases)
	s := inferenceScore{Models: len(cases)}
	for k, answer := range ask(t, models.AskONNX, cases) {
		s.add(t, cases[k].String(), cases[k].Path, cases[k].inputs, answer, runs[k])
	}
	scores[models.Real] = s
	if !testing.Short() {
		golden(t, "onnx.json", scores)
	}
}

func (s *inferenceScore) add(t *testing.T, name, path string, inputs map[string]models.Input, theirs, run models.Answer) {
	if theirs.Error != "" {
		t.Errorf("%s: %s", name, theirs.Error)
		return
	}
	m := open(t, path)
	r := infer(t, m, given(inputs))
	result := compare(m, r, theirs.Graphs)
	s.ONNX += result.Values
	s.Both += result.Known
	for _, d := range append(result.wrong, result.missing...) {
		judge := "not known"
		for k := range run.Graphs {
			if made, ok := run.Graphs[k][d.Value]; ok {
				judge = made.String()
				var c comparison
				if c.add(d.Value, made, r.Value(bodies(m.Graph)[k], d.Value)); len(c.wrong) > 0 {
					t.Errorf("%s: %v, and at run time %s", name, d, judge)
				}
			}
		}
		s.Disagreements = append(s.Disagreements, disagreement{name, d.Value, d.Theirs, d.Here, judge})
	}
}
