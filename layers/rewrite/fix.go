package rewrite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/onnx"
	"github.com/planlint/planlint/layers/predict"
)

// Fixed is a model after all moves that lower its predicted padding.
type Fixed struct {
	// Model shares constants and files with the one that was given, which is as it was; it is that one if nothing moved.
	Model         *onnx.Model
	Before, After result.Predict
	Moves         []*Move
	Refused       []Refused
}

// Refused is a group whose padding stays, and why.
type Refused struct {
	// Nodes and Ops are the group's.
	Nodes, Ops []string
	// Padding is what it is predicted to cost; nil if that is not known.
	Padding *int64
	// Why says why it cannot move before what makes its input, and Behind why not behind what reads its output; empty if
	// that is the same.
	Why, Behind string
}

// Fix moves groups that stay alone, the one with the most padding first, and keeps each move, or moves in a row, after which
// less padding is predicted. Errors are those of predict.Model.
func Fix(ctx context.Context, m *onnx.Model, o predict.Options) (*Fixed, error) {
	before, err := predict.Model(ctx, m, o)
	if err != nil {
		return nil, err
	}
	f := &fixer{options: o, fixed: Fixed{Model: m, Before: before, After: before}}
	for again := true; again; {
		if again, err = f.pass(ctx); err != nil {
			return nil, err
		}
	}
	return &f.fixed, nil
}

type fixer struct {
	options predict.Options
	fixed   Fixed
}

// pass tries every group, until one moved.
func (f *fixer) pass(ctx context.Context) (moved bool, err error) {
	f.fixed.Refused = nil
	s, err := look(ctx, f.fixed.Model)
	if err != nil {
		return false, err
	}
	groups := costly(f.fixed.After)
	for _, g := range groups {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		refused := Refused{Nodes: g.Nodes, Ops: g.Ops, Padding: g.PaddingBytes}
		if g.Body != "" {
			refused.Why = fmt.Sprintf("it is inside of %s, and only the main graph is changed", g.Body)
			f.fixed.Refused = append(f.fixed.Refused, refused)
			continue
		}
		for _, up := range []bool{true, false} {
			why, err := f.try(ctx, s, g, up)
			if err != nil {
				return false, err
			}
			if why == "" {
				return true, nil
			}
			if up {
				refused.Why = why
			} else if why != refused.Why {
				refused.Behind = why
			}
		}
		f.fixed.Refused = append(f.fixed.Refused, refused)
	}
	return false, nil
}

// costly are the groups that cost padding, or may cost some of unknown size, the most costly first.
func costly(p result.Predict) []result.PredictGroup {
	cost := func(g result.PredictGroup) int64 {
		if g.PaddingBytes == nil {
			return 1<<63 - 1
		}
		return *g.PaddingBytes
	}
	groups := slices.DeleteFunc(slices.Clone(p.Groups), func(g result.PredictGroup) bool { return !g.Alone || !p.TargetPads || cost(g) == 0 })
	slices.SortStableFunc(groups, func(a, b result.PredictGroup) int { return cmp.Compare(cost(b), cost(a)) })
	return groups
}

// Open counts the groups that stay alone and whose padding is of unknown size.
func Open(p result.Predict) (n int) {
	for _, g := range costly(p) {
		if g.PaddingBytes == nil {
			n++
		}
	}
	return n
}

// less tells whether less padding is predicted than before: of known size, or for fewer groups of unknown size.
func less(after, before result.Predict) bool {
	a, b := Open(after), Open(before)
	return a <= b && after.PaddingBytes <= before.PaddingBytes && (a < b || after.PaddingBytes < before.PaddingBytes)
}

// farthest is how many changes of layout in a row something moves across at most.
const farthest = 32

// try moves a group in one direction, as far as it takes until less padding is predicted, and keeps that. Otherwise
// nothing changes, and it says why.
func (f *fixer) try(ctx context.Context, s *scene, g result.PredictGroup, up bool) (why string, err error) {
	if _, err := s.plan(Step{g.Output, up}); err != nil {
		return reason(err)
	}
	m := f.fixed.Model
	var moves []*Move
	var across []string
	queue := []string{g.Output}
	for len(queue) > 0 && len(moves) < farthest {
		step := Step{queue[0], up}
		queue = queue[1:]
		next := m.Clone()
		move, err := Apply(ctx, next, step)
		if err != nil {
			text, err := reason(err)
			if err != nil {
				return "", err
			}
			if why == "" {
				why = text
			}
			continue
		}
		m, moves, across = next, append(moves, move), append(across, fmt.Sprintf("%s %q", move.OverOp, move.Over))
		after, err := predict.Model(ctx, m, f.options)
		if err != nil {
			return "", err
		}
		if less(after, f.fixed.After) {
			f.fixed.Model, f.fixed.After, f.fixed.Moves = m, after, append(f.fixed.Moves, moves...)
			return "", nil
		}
		queue = append(queue, move.Next...)
		why = stays(after, move)
	}
	place := "before"
	if !up {
		place = "behind"
	}
	return fmt.Sprintf("%s %s no less padding is predicted: %s", place, strings.Join(across, ", "), why), nil
}

// stays says why what moved is still alone.
func stays(after result.Predict, move *Move) string {
	for _, g := range after.Groups {
		if slices.Contains(move.Next, g.Output) || slices.ContainsFunc(g.Nodes, func(n string) bool { return slices.Contains(move.Nodes, n) }) {
			return g.Why + " (table " + g.Table + ")"
		}
	}
	return "what becomes of it is not predicted"
}

// reason is the text of a refusal; other errors come back.
func reason(err error) (string, error) {
	var refused *Refusal
	if errors.As(err, &refused) {
		return refused.Error(), nil
	}
	return "", err
}
