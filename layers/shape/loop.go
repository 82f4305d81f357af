package shape

import "github.com/planlint/planlint/layers/onnx"

// inferLoop looks for shapes of the values that the body hands on to its next run that hold for all runs. Where
// it is known how often the body runs, and that is not often, the outputs are those of the last run.
func inferLoop(o *operation) error {
	g := o.Body("body")
	if g == nil {
		return unknownf("the body is missing")
	}
	carried := max(len(o.in)-2, 0)
	inputs := make([]Value, 2+carried)
	inputs[0], inputs[1] = Tensor(onnx.Int64), Tensor(onnx.Bool)
	inputs[1].Contents = Ints(1) // else it would not run
	for k := range carried {
		inputs[2+k] = o.at(2 + k).plain()
	}
	outputs, err := o.fixpoint(g, inputs, 2, 1, carried)
	if err != nil {
		return err
	}
	if len(outputs) < 1+len(o.out) {
		return unknownf("the body has %d outputs for %d of the node", len(outputs), len(o.out))
	}
	goesOn, always := outputs[0].condition()
	if last := o.unrolled(g, carried, outputs); last != nil {
		copy(o.out, last)
		return nil
	}
	trips := o.trips(goesOn && always)
	for k := range o.out {
		if k < carried { // holds before, between and after the runs
			o.out[k] = either(o.at(2+k), inputs[2+k], o.opening(k)).plain()
			continue
		}
		n := o.open(k, 0)
		if trips != nil {
			n = *trips
		}
		o.out[k] = stacked(outputs[k+1], n, 0)
	}
	return nil
}

// trips is how often the body runs; nil if that is not known.
func (o *operation) trips(always bool) *Expression {
	start, known := true, true
	if o.has(1) {
		start, known = o.at(1).condition()
	}
	none := Number(0)
	if known && !start {
		return &none
	}
	n, ok := o.scalar(0)
	if !o.has(0) || !ok || !known || !always {
		return nil
	}
	n = n.Max(none)
	return &n
}

// maxTrips is how many runs of a body are followed one by one.
const maxTrips = 64

// unrolled are the outputs of a loop of which it is known how often it runs; else nil. outputs are those of its body
// that hold for all runs. What is known of the values within the body stays what holds for all runs.
func (o *operation) unrolled(g *onnx.Graph, carried int, outputs []Value) []Value {
	most, bounded := int64(maxTrips), o.has(0)
	if bounded {
		n, ok := o.scalar(0)
		count, fixed := n.Int()
		if !ok || !fixed || count > maxTrips {
			return nil
		}
		most = count
	}
	goesOn, known := true, true
	if o.has(1) {
		goesOn, known = o.at(1).condition()
	}
	state := make([]Value, carried)
	for k := range state {
		state[k] = o.at(2 + k)
	}
	scans := make([]Value, max(len(o.out)-carried, 0))
	for k := range scans {
		scans[k] = outputs[1+carried+k].plain()
	}
	trip := int64(0)
	for ; known && goesOn && trip < most; trip++ {
		made, err := o.trip(g, trip, state)
		if err != nil || len(made) < 1+carried+len(scans) {
			return nil
		}
		goesOn, known = made[0].condition()
		copy(state, made[1:])
		for k := range scans {
			if v := made[1+carried+k].plain(); trip == 0 {
				scans[k] = v
			} else {
				scans[k] = either(scans[k], v, func(axis int) Expression { return o.open(carried+k, axis+1) })
			}
		}
	}
	if !known || goesOn && !bounded {
		return nil
	}
	for k, v := range scans {
		scans[k] = stacked(v, Number(trip), 0)
	}
	return append(state, scans...)[:len(o.out)]
}

// trip runs a body once, and leaves no trace of it.
func (o *operation) trip(g *onnx.Graph, number int64, state []Value) (outputs []Value, err error) {
	i := o.inference
	result := i.result
	i.result = newResult()
	i.result.opened = result.opened
	defer func() { i.result = result }()
	counter, condition := Tensor(onnx.Int64), Tensor(onnx.Bool)
	counter.Contents, condition.Contents = Ints(number), Ints(1)
	_, err = i.quietly(func() error {
		var err error
		outputs, err = o.body("body", g, append([]Value{counter, condition}, state...))
		return err
	})
	return outputs, err
}
