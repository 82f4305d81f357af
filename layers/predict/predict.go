package predict

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/layers/fuse"
	"github.com/planlint/planlint/layers/law"
	"github.com/planlint/planlint/layers/onnx"
)

// Model predicts the padding of a model's plan. Errors are a *TargetError, a *shape.InputError, of the context, and of
// reading the model's constants.
func Model(ctx context.Context, m *onnx.Model, o Options) (result.Predict, error) {
	p, err := o.plan()
	if err != nil {
		return result.Predict{}, err
	}
	s, err := newSizes(ctx, m, p)
	if err != nil {
		return result.Predict{}, err
	}
	w := &work{plan: p, sizes: s, made: result.Predict{
		Target: o.Target, TargetPads: p.target.Pads, TargetMeasured: p.target.Sure, TargetSource: p.target.Source, OptimizationLevel: p.level,
		Law: lawResult(p.laws[0]), Shapes: p.source(), Groups: []result.PredictGroup{}, NotPredictable: []result.NotPredictable{}, Open: []string{},
	}}
	w.made.Opset, _ = m.Opset("")
	if err := w.graph(ctx, s.main(m.Graph)); err != nil {
		return result.Predict{}, err
	}
	w.listUnknown()
	w.share()
	w.sayOpen()
	return w.made, nil
}

func lawResult(l law.Law) result.Law {
	made := result.Law{Name: l.Name, Source: l.Source, Measured: l.Measured, Target: l.Target}
	if each, ok := l.Half(); ok {
		made.BytesPerElement = &each
	}
	return made
}

// work is a prediction in the making.
type work struct {
	plan  plan
	sizes *sizes
	made  result.Predict
	// lawOpen and aloneOpen: the laws, or the families, do not agree on some group.
	lawOpen, aloneOpen bool
}

// graph adds the groups of a graph and of those inside of its nodes.
func (w *work) graph(ctx context.Context, at place) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	graph := fuse.FromONNX(at.graph, w.sizes.fusing)
	groups, err := fuse.Predict(graph, w.plan.fusing)
	if err != nil {
		return err
	}
	at = w.sizes.unfold(at, graph)
	for _, group := range groups {
		w.add(at, group)
	}
	for _, name := range graph.Folded {
		if _, _, possible := w.plan.may(); !possible {
			break
		}
		w.notPredictable(name, "", "functions of the model call each other too often to follow them")
	}
	for _, p := range append([]place{at}, at.calls...) {
		for i := range p.graph.Nodes {
			for _, inner := range w.sizes.inside(p, i) {
				if err := w.graph(ctx, inner); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// named is what a node is called: by its name, or by what it makes.
func named(node *onnx.Node) string {
	if node.Name != "" {
		return node.Name
	}
	return node.Output(0)
}

// add adds a group with its size and its padding.
func (w *work) add(at place, group fuse.Group) {
	made := result.PredictGroup{
		Nodes: group.Nodes, Ops: group.Ops, Body: at.body, Output: group.Output, Alone: group.Alone, AloneMin: group.AloneMin, AloneMax: group.AloneMax,
		Table: group.Table, Rule: group.Rule, Why: group.Why, Kernel: string(group.Signature),
	}
	w.aloneOpen = w.aloneOpen || group.AloneMin != group.AloneMax
	size := w.sizes.of(at, group.Output)
	made.Shape, made.FreeShape, made.DType = size.shape, size.free, size.dtype
	if size.bytes >= 0 {
		made.ActivationBytes = &size.bytes
	}
	made.LawMeasured = w.plan.laws[0].Shown(lawGroup(group, size))
	expected, sure, possible := w.plan.may()
	zero := func() *int64 { return new(int64(0)) }
	made.PaddingBytes, made.PaddingBytesMin, made.PaddingBytesMax = zero(), zero(), zero()
	if group.AloneMax && possible {
		padding, ok := w.padding(group, size)
		if !ok {
			made.PaddingBytes, made.PaddingBytesMin, made.PaddingBytesMax = nil, nil, nil
			w.notPredictable(firstName(group), strings.Join(group.Ops, ", "), size.missing())
		} else {
			w.lawOpen = w.lawOpen || padding.lawOpen
			*made.PaddingBytesMax = padding.most
			if group.Alone && expected {
				*made.PaddingBytes = padding.likely
			}
			if group.AloneMin && sure {
				*made.PaddingBytesMin = padding.least
			}
			w.sum(made)
		}
	}
	w.made.Groups = append(w.made.Groups, made)
}

func firstName(group fuse.Group) string {
	if len(group.Nodes) > 0 && group.Nodes[0] != "" {
		return group.Nodes[0]
	}
	return group.Output
}

// padding is what a group that stays alone adds.
type padding struct {
	likely, least, most int64
	lawOpen             bool
}

// lawGroup is what laws need to know of a group, but for its elements.
func lawGroup(group fuse.Group, size size) law.Group {
	return law.Group{Ops: group.Ops, Steps: strings.Fields(string(group.Signature)), Inputs: len(group.Inputs), DType: size.dtype, Bits: size.bits}
}

// padding applies the laws to a group at all of its sizes; false if not all are known.
func (w *work) padding(group fuse.Group, size size) (padding, bool) {
	made := padding{least: math.MaxInt64}
	if len(size.elements) == 0 {
		return made, false
	}
	of := lawGroup(group, size)
	for i, elements := range size.elements {
		of.Elements = elements
		var first int64
		for j, l := range w.plan.laws {
			bytes, ok := l.Padding(of)
			if !ok && j > 0 {
				continue // the law that decides says it
			}
			if !ok {
				return made, false
			}
			if j == 0 {
				first = bytes
			}
			made.lawOpen = made.lawOpen || bytes != first
			made.least, made.most = min(made.least, bytes), max(made.most, bytes)
		}
		if i == size.likely {
			made.likely = first
		}
	}
	return made, true
}

// sum adds a group's padding to the totals.
func (w *work) sum(g result.PredictGroup) {
	for _, pair := range []struct {
		total *int64
		added int64
	}{{&w.made.PaddingBytes, *g.PaddingBytes}, {&w.made.PaddingBytesMin, *g.PaddingBytesMin}, {&w.made.PaddingBytesMax, *g.PaddingBytesMax}} {
		if *pair.total > math.MaxInt64-pair.added {
			*pair.total = math.MaxInt64
			w.made.LowerBound = true
			continue
		}
		*pair.total += pair.added
	}
}

func (w *work) notPredictable(node, op, why string) {
	w.made.LowerBound = true
	w.made.NotPredictable = append(w.made.NotPredictable, result.NotPredictable{Node: node, Op: op, Why: why})
}

// listUnknown lists the nodes of which it is not known what they make.
func (w *work) listUnknown() {
	if _, _, possible := w.plan.may(); !possible {
		return // none of them adds anything
	}
	for _, unknown := range w.sizes.likely().Unknown {
		w.notPredictable(named(unknown.Node), unknown.Node.OpType, unknown.Why)
	}
	for _, place := range w.sizes.likely().Overflows {
		w.notPredictable(place.Value, "", "it has more elements than 64 bits count")
	}
}

func (w *work) share() {
	if w.made.PaddingBytes == 0 {
		return
	}
	for i, g := range w.made.Groups {
		if g.PaddingBytes != nil {
			w.made.Groups[i].Share = float64(*g.PaddingBytes) / float64(w.made.PaddingBytes)
		}
	}
}

// sayOpen says what lies between the least and the most padding.
func (w *work) sayOpen() {
	if w.made.PaddingBytesMin == w.made.PaddingBytesMax {
		return
	}
	say := func(format string, values ...any) { w.made.Open = append(w.made.Open, fmt.Sprintf(format, values...)) }
	if !w.plan.target.Sure && !w.plan.pads {
		say("whether %s pads: %s", w.plan.target.Version, w.plan.target.Source)
	}
	if w.lawOpen {
		say("the law: of operations other than those that were measured, %s and %s say different amounts", w.plan.laws[0].Name, w.plan.laws[1].Name)
	}
	if w.aloneOpen {
		say("which groups stay alone with %s: the families that were measured differ from it or from each other", w.plan.target.Version)
	}
	if len(w.plan.sized) > 1 {
		say("the shapes: padding has been seen with fixed ones alone, so what a profile gets is not known")
	}
}
