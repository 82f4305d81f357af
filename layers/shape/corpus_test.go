package shape

import (
	"testing"

	"github.com/planlint/planlint/fixtures/models"
)

// corpusScore is what is known of a set of models.
type corpusScore struct {
	Models int
	Score
	// Missing are the values of each model that are not known here.
	Missing map[string][]string
}

// corpora are the sets of models that come with test data; short tests take a tenth of them.
func corpora(t testing.TB, each func(set string, all []models.Model)) {
	for _, set := range []string{models.Node, models.Debian} {
		all := models.In(t, set)
		if len(all) == 0 {
			t.Logf("there are no models in %s", set)
			continue
		}
		if testing.Short() {
			few := all[:0:0]
			for k := 0; k < len(all); k += 10 {
				few = append(few, all[k])
			}
			all = few
		}
		each(set, all)
	}
}

// stored are the inputs and outputs that belong to models.
func stored(t testing.TB, all []models.Model) []models.Answer {
	questions := make([]models.Question, len(all))
	for k, m := range all {
		questions[k] = models.Question{Ask: models.AskStored, Path: m.Path}
	}
	return models.Ask(t, questions)
}

// TestSameAsStoredOutputs gives models of one or a few operators their stored inputs, and compares with the shapes of
// the stored outputs.
func TestSameAsStoredOutputs(t *testing.T) {
	t.Parallel()
	scores := map[string]corpusScore{}
	corpora(t, func(set string, all []models.Model) {
		s := corpusScore{Models: len(all), Missing: map[string][]string{}}
		for k, answer := range stored(t, all) {
			if answer.Error != "" {
				t.Errorf("%s: %s", all[k].Name, answer.Error)
				continue
			}
			m := open(t, all[k].Path)
			r := infer(t, m, given(answer.Inputs))
			for _, u := range r.Unknown {
				if isMissing(r, u) {
					t.Errorf("%s: %s: %s", all[k].Name, qualified(u.Node), u.Why)
				}
			}
			result := compare(m, r, answer.Graphs)
			for _, d := range result.wrong {
				t.Errorf("%s: %v", all[k].Name, d)
			}
			s.Values += result.Values
			s.Known += result.Known
			for _, d := range result.missing {
				s.Missing[all[k].Name] = append(s.Missing[all[k].Name], d.Value+" "+d.Theirs)
			}
		}
		scores[set] = s
	})
	if !testing.Short() {
		golden(t, "stored.json", scores)
	}
}

// isMissing reports whether an operator has no rule, which none of ONNX's own lacks.
func isMissing(r *Result, u Unknown) bool {
	return operators()[domainOf(u.Node.Domain)][u.Node.OpType] == nil && r.Call(u.Graph, u.Node) == nil
}
