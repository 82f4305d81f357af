package compare

import "github.com/planlint/planlint/internal/result"

// predictedAmount is a number that a prediction has.
type predictedAmount struct {
	name, unit string
	of         func(result.Predict) int64
}

func predictedAmounts() []predictedAmount {
	return []predictedAmount{
		{result.AmountPadding, unitBytes, func(p result.Predict) int64 { return p.PaddingBytes }},
		{result.AmountPaddingMin, unitBytes, func(p result.Predict) int64 { return p.PaddingBytesMin }},
		{result.AmountPaddingMax, unitBytes, func(p result.Predict) int64 { return p.PaddingBytesMax }},
		{result.AmountGroups, unitCount, func(p result.Predict) int64 { return int64(len(p.Groups)) }},
		{result.AmountGroupsAlone, unitCount, func(p result.Predict) int64 {
			alone := int64(0)
			for _, g := range p.Groups {
				if g.Alone {
					alone++
				}
			}
			return alone
		}},
	}
}

func ofPrediction(side Side, of func(result.Predict) int64) *int64 {
	if side.Prediction == nil {
		return nil
	}
	return ptr(of(*side.Prediction))
}

// explainedBytes are those in zero runs that a model explains as padding.
func explainedBytes(side Side) *int64 {
	if !side.Explained || side.Scan.Zeros == nil {
		return nil
	}
	var sum int64
	for _, run := range side.Scan.Zeros.Runs {
		if run.Explanation != nil && len(run.Explained) > 0 {
			sum += run.Length
		}
	}
	return &sum
}

// predictedFor says what predictions are for.
func predictedFor() []property {
	of := func(of func(result.Predict) string) func(Side) string {
		return func(s Side) string {
			if s.Prediction == nil {
				return ""
			}
			return of(*s.Prediction)
		}
	}
	return []property{
		{"target", of(func(p result.Predict) string { return p.Target })},
		{"law", of(func(p result.Predict) string { return p.Law.Name })},
		{"shapes", of(func(p result.Predict) string { return string(p.Shapes) })},
		{"lower bound", of(func(p result.Predict) string { return map[bool]string{true: "yes", false: "no"}[p.LowerBound] })},
	}
}
