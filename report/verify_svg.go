package report

import (
	"cmp"
	"io"
	"slices"

	"github.com/planlint/planlint/internal/result"
)

// chartOutputs is how many outputs stand side by side in a chart.
const chartOutputs = 6

// VerifySVG draws how far apart elements of the outputs are, in units in the last place. Of many outputs it draws those that differ
// most.
func VerifySVG(w io.Writer, document result.Document[result.Verify]) error {
	var outputs []result.VerifyOutput
	for _, v := range document.Results {
		outputs = append(outputs, v.Outputs...)
	}
	slices.SortStableFunc(outputs, func(a, b result.VerifyOutput) int { return cmp.Compare(b.Different, a.Different) })
	outputs = outputs[:min(len(outputs), chartOutputs)]
	var edges []result.ULPBucket
	for _, o := range outputs {
		for _, b := range o.ULP {
			if !slices.ContainsFunc(edges, func(e result.ULPBucket) bool { return e.From == b.From && e.To == b.To }) {
				edges = append(edges, b)
			}
		}
	}
	slices.SortFunc(edges, func(a, b result.ULPBucket) int { return cmp.Compare(a.From, b.From) })
	classes := []string{"same bits"}
	for _, e := range edges {
		classes = append(classes, ulpText(e))
	}
	p := newChart(verifyChartTitle(document.Results), "distance in units in the last place (ULP)", "elements")
	var values [][]float64
	for i, o := range outputs {
		series := []float64{float64(o.BitEqual)}
		for _, e := range edges {
			at := slices.IndexFunc(o.ULP, func(b result.ULPBucket) bool { return b.From == e.From && b.To == e.To })
			if at < 0 {
				series = append(series, 0)
				continue
			}
			series = append(series, float64(o.ULP[at].Count))
		}
		values = append(values, series)
		p.Legend.Add(shorten(Visible(o.Name), 30)+" ("+shorten(Visible(o.DType), 16)+")", barThumb{chartColor(i)})
	}
	if len(values) > 0 {
		addBars(p, classes, values)
	}
	return drawChart(w, p)
}

func verifyChartTitle(results []result.Verify) string {
	if len(results) == 1 && len(results[0].Plans) == 2 {
		return shorten(Visible(results[0].Plans[0].File), 36) + " and " + shorten(Visible(results[0].Plans[1].File), 36) + ": " + string(results[0].Outcome)
	}
	return "Distances of outputs"
}
