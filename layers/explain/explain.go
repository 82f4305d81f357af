package explain

import (
	"cmp"
	"context"
	"slices"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/attribute"
)

// Tried is the least length of a run, in bytes, that is fitted to groups: 64 KiB. Healthy plans have many shorter ones.
const Tried = 64 << 10

// Hypothesis is what a run may be made of: the padding of each group by some law, 0 for those that are not alone.
type Hypothesis struct {
	Law string
	// Profile says which shapes of an optimization profile the sizes are of; "" if there is none.
	Profile result.ProfileShapes
	Padding []int64
	// Shapes are those of the groups' outputs, nil where they are not known.
	Shapes [][]int64
}

// Prediction is what some law says of a model's groups at some shapes of an optimization profile.
type Prediction struct {
	result.Predict
	Profile result.ProfileShapes
}

// Hypotheses are those of several predictions of the same groups: first with what is predicted to stay alone, then with
// all that may.
func Hypotheses(predictions []Prediction) []Hypothesis {
	var all []Hypothesis
	for _, may := range []bool{false, true} {
		for _, p := range predictions {
			h := Hypothesis{Law: p.Law.Name, Profile: p.Profile, Padding: make([]int64, len(p.Groups)), Shapes: make([][]int64, len(p.Groups))}
			for i, g := range p.Groups {
				h.Shapes[i] = g.Shape
				switch {
				case g.Alone && g.PaddingBytes != nil:
					h.Padding[i] = *g.PaddingBytes
				case may && g.AloneMax && g.PaddingBytesMax != nil:
					h.Padding[i] = *g.PaddingBytesMax
				}
			}
			if !slices.ContainsFunc(all, func(o Hypothesis) bool { return slices.Equal(o.Padding, h.Padding) }) {
				all = append(all, h)
			}
		}
	}
	return all
}

// Runs explains zero runs, the longest first. What one run is made of is no part of a shorter one, unless that one may be
// weights as well.
func Runs(ctx context.Context, runs []result.Run, hypotheses []Hypothesis) error {
	order := make([]int, 0, len(runs))
	for i, run := range runs {
		if run.Length >= Tried {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(runs[b].Length, runs[a].Length) })
	left := newRemaining(hypotheses)
	for _, i := range order {
		explanation, err := left.explain(ctx, runs[i].Length)
		if err != nil {
			return err
		}
		if known := runs[i].Explanation; known != nil {
			explanation.Initializers = known.Initializers
		}
		if len(explanation.Initializers) == 0 {
			left.use(explanation.Explained)
		}
		runs[i].Explanation = &explanation
	}
	return nil
}

// remaining are hypotheses without what longer runs are made of.
type remaining struct {
	hypotheses []Hypothesis
	padding    [][]int64
	// searches are those of runs so far, nil where what remains has changed.
	searches []*attribute.Search
}

func newRemaining(hypotheses []Hypothesis) *remaining {
	r := &remaining{hypotheses: hypotheses, searches: make([]*attribute.Search, len(hypotheses))}
	for _, h := range hypotheses {
		r.padding = append(r.padding, slices.Clone(h.Padding))
	}
	return r
}

// use takes groups out.
func (r *remaining) use(parts []result.RunPart) {
	for i, padding := range r.padding {
		for _, part := range parts {
			if padding[part.Group] != 0 {
				padding[part.Group], r.searches[i] = 0, nil
			}
		}
	}
}

// explain explains a run by the first hypothesis that does.
func (r *remaining) explain(ctx context.Context, run int64) (result.Explanation, error) {
	found := result.Explanation{Explained: []result.RunPart{}}
	for i, h := range r.hypotheses {
		if r.searches[i] == nil {
			r.searches[i] = attribute.NewSearch(r.padding[i], len(r.hypotheses))
		}
		fit, err := r.searches[i].Explain(ctx, run)
		if err != nil {
			return found, err
		}
		found.Cut = found.Cut || fit.Cut
		if !fit.Found() {
			if fit.Chance >= attribute.Chance { // groups that would fit anything
				found.Chance = &fit.Chance
			}
			continue
		}
		found = result.Explanation{Law: h.Law, Profile: h.Profile, Whole: fit.Whole, Residue: &fit.Residue, Fits: fit.Fits, Chance: &fit.Chance}
		for _, group := range fit.Parts {
			part := result.RunPart{Group: group, Bytes: r.padding[i][group]}
			if h.Profile != "" && h.Profile != result.ProfileOpt { // those of the best shapes stand with the group
				part.Shape = h.Shapes[group]
			}
			found.Explained = append(found.Explained, part)
		}
		return found, nil
	}
	return found, nil
}
