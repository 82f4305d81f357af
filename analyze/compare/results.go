package compare

import (
	"slices"

	"github.com/planlint/planlint/internal/bytemap"
	"github.com/planlint/planlint/internal/result"
)

// Side is one of the two plans.
type Side struct {
	Scan result.Scan
	// Saved names the document that Scan was read from; "" if it is of the plan itself.
	Saved string
	// Layers are what TensorRT told of the plan; nil if that is not known, and NoLayers then says why, if they
	// were asked for.
	Layers   *result.Layers
	NoLayers string
	// Explained: Scan was made with the plan's model, which changes its verdict and findings.
	Explained bool
	// Built are the settings that the plan was built with; nil if they are not known.
	Built *result.BuildSettings
	// Prediction is what a model lets expect, if the side is no plan.
	Prediction *result.Predict
	// Known says how much of the plan Scan has.
	Known Known
}

// Known says how much is known of a plan.
type Known int

// What can be known.
const (
	KnownAll        Known = iota // what scan says
	KnownEnds                    // what info says
	KnownLayers                  // nothing but the layers
	KnownPrediction              // no plan: what its model lets expect
)

// Comparable returns an error if two sides have nothing in common.
func Comparable(old, new Side) error {
	if (old.Known == KnownPrediction) != (new.Known == KnownPrediction) {
		return noResult("a prediction can be compared with another prediction alone")
	}
	return nil
}

// ofPlan tells whether a plan itself is known.
func (s Side) ofPlan() bool { return s.Known == KnownAll || s.Known == KnownEnds }

// sameRules tells whether the same rules judged both.
func sameRules(old, new Side) bool { return old.Known == new.Known && old.Explained == new.Explained }

// Results says how two plans differ. Bytes is what their bytes say, nil if one of them is a saved result.
func Results(old, new Side, bytes *result.ByteChanges) result.Compare {
	c := result.Compare{
		Old:        result.ComparedPlan{File: old.Scan.File, Saved: old.Saved, Map: mapOf(old)},
		New:        result.ComparedPlan{File: new.Scan.File, Saved: new.Saved, Map: mapOf(new)},
		Properties: properties(old, new), Amounts: amounts(old, new),
		Runs: runChanges(old.Scan.Zeros, new.Scan.Zeros), Kernels: kernelChanges(old.Scan, new.Scan), Layers: layerChanges(old.Layers, new.Layers),
		Findings: result.FindingChanges{Gone: []result.Finding{}, New: []result.Finding{}},
		Bytes:    bytes,
	}
	if sameRules(old, new) {
		c.Findings = findingChanges(old.Scan.Findings, new.Scan.Findings)
	}
	c.NotChecked = notChecked(c, old, new)
	c.Outcome = outcome(c)
	if old.ofPlan() && new.ofPlan() && old.Scan.Size != new.Scan.Size {
		c.Cause = cause(c, old.Scan, new.Scan)
	}
	return c
}

// mapOf is the byte map of a side, as far as a saved result tells it.
func mapOf(side Side) *result.Map {
	if side.Scan.Map != nil {
		return side.Scan.Map
	}
	return bytemap.OfScan(side.Scan)
}

// outcome is decided by the bytes of the plans where they were compared, else by all that is known of both.
func outcome(c result.Compare) result.Outcome {
	if b := c.Bytes; b != nil {
		switch {
		case b.Differing == 0 && b.OnlyOld == 0 && b.OnlyNew == 0:
			return result.OutcomeIdentical
		case b.NamesOnly:
			return result.OutcomeNames
		}
		return result.OutcomeDifferent
	}
	if r := c.Runs; r != nil && len(r.Gone)+len(r.New)+len(r.Changed) > 0 {
		return result.OutcomeDifferent
	}
	if k := c.Kernels; k != nil && len(k.Gone)+len(k.New) > 0 {
		return result.OutcomeDifferent
	}
	if l := c.Layers; l != nil && len(l.Changed)+len(l.Regrouped)+len(l.Gone)+len(l.New) > 0 {
		return result.OutcomeDifferent
	}
	if slices.ContainsFunc(c.Properties, func(p result.PropertyChange) bool { return p.Differs }) ||
		slices.ContainsFunc(c.Amounts, func(a result.AmountChange) bool { return a.Differs }) ||
		len(c.Findings.Gone)+len(c.Findings.New) > 0 {
		return result.OutcomeDifferent
	}
	return result.OutcomeSameResults
}

// findingChanges matches findings by rule and level: their messages have numbers in them.
func findingChanges(old, new []result.Finding) result.FindingChanges {
	return result.FindingChanges{Gone: unmatched(old, new), New: unmatched(new, old)}
}

// unmatched are the findings that others has not, each as often as it occurs.
func unmatched(findings, others []result.Finding) []result.Finding {
	type key struct {
		rule  string
		level result.Level
	}
	left := map[key]int{}
	for _, finding := range others {
		left[key{finding.Rule, finding.Level}]++
	}
	only := []result.Finding{}
	for _, finding := range findings {
		k := key{finding.Rule, finding.Level}
		if left[k] == 0 {
			only = append(only, finding)
			continue
		}
		left[k]--
	}
	return only
}

// notChecked lists what was not compared.
func notChecked(c result.Compare, old, new Side) []result.NotChecked {
	list := []result.NotChecked{}
	skip := func(what, why string) { list = append(list, result.NotChecked{What: what, Why: why}) }
	if old.Known == KnownPrediction { // there is nothing else that a prediction could be asked for
		return list
	}
	if c.Bytes == nil {
		skip("bytes", "a saved result does not hold them")
	}
	if c.Runs == nil {
		skip("zero runs", "the zeros of one were not counted")
	} else if omitted(old.Scan) || omitted(new.Scan) {
		skip("zero runs", "the shortest ones of one are not kept")
	}
	if c.Kernels == nil {
		skip("kernels", "those of one were not looked for")
	}
	switch {
	case old.Known != new.Known:
		skip("findings", "one of the two was looked at less closely")
	case old.Explained != new.Explained:
		skip("verdict, findings", "one of the two was judged with its model, the other without")
	}
	for _, side := range []Side{old, new} {
		for _, n := range side.Scan.NotChecked {
			what := result.NotChecked{What: n.What + " of " + side.Scan.File, Why: n.Why}
			if n.What != "model" && !slices.Contains(list, what) { // compare asks for no model
				list = append(list, what)
			}
		}
	}
	if old.NoLayers != "" || new.NoLayers != "" {
		for _, side := range []Side{old, new} {
			if side.NoLayers != "" {
				skip("layers of "+side.Scan.File, side.NoLayers)
			}
		}
	} else if old.Layers == nil && new.Layers == nil {
		skip("layers", "neither TensorRT's engine inspector nor a file was asked")
	} else if c.Layers == nil {
		skip("layers", "those of one are not known")
	} else if l := c.Layers; l.OldLayers.Detail != result.LayersDetailed || l.NewLayers.Detail != result.LayersDetailed {
		skip("layers", "one of the plans keeps no more of them than names")
	}
	return list
}

func omitted(scan result.Scan) bool { return scan.Zeros.RunsOmitted > 0 }
