package report

import (
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/units"
)

// BuildSVG draws the sizes of the plans that were built, in order: a colour for each TensorRT and model, a shape for each content, and the
// mean of those that were built several times.
func BuildSVG(w io.Writer, document result.Document[result.Build]) error {
	p := newChart(buildChartTitle(document.Results), "build", "bytes of the plan")
	p.Y.Tick.Marker = byteTicks{}
	most := 0
	for i, build := range document.Results {
		if len(build.Plans) == 0 {
			continue
		}
		most = max(most, len(build.Plans))
		if err := addBuilds(p, build, chartColor(i)); err != nil {
			return err
		}
	}
	if most > 0 {
		p.X.Min, p.X.Max = 0.5, float64(most)+0.5
		p.X.Tick.Marker = buildTicks(most)
		room := max((p.Y.Max-p.Y.Min)*0.15, p.Y.Max/1000, 1) // where all are of one size, too
		p.Y.Min, p.Y.Max = max(0, p.Y.Min-room), p.Y.Max+room
	}
	return drawChart(w, p)
}

func buildChartTitle(results []result.Build) string {
	plans := 0
	for _, build := range results {
		plans += len(build.Plans)
	}
	title := fmt.Sprintf("Sizes of %d %s", plans, plural(plans, "build", "builds"))
	if len(results) > 0 {
		title += " of " + shorten(Visible(results[0].Model.File), 50)
	}
	return title
}

// addBuilds adds the plans of one model and one TensorRT.
func addBuilds(p *plot.Plot, build result.Build, ink color.Color) error {
	shapes := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{}}
	groups := map[string]int64{}
	if build.Spread != nil {
		for _, content := range build.Spread.Contents {
			groups[content.SHA256] = content.Group - 1
		}
	}
	points := make(plotter.XYs, len(build.Plans))
	for i, plan := range build.Plans {
		points[i] = plotter.XY{X: float64(i + 1), Y: max(0, float64(plan.Size))}
	}
	scatter, err := plotter.NewScatter(points)
	if err != nil {
		return fmt.Errorf("drawing the sizes of plans: %w", err)
	}
	scatter.GlyphStyleFunc = func(i int) draw.GlyphStyle {
		group := max(0, groups[build.Plans[i].SHA256])
		return draw.GlyphStyle{Color: ink, Radius: vg.Points(3.5), Shape: shapes[group%int64(len(shapes))]}
	}
	scatter.Color, scatter.Radius, scatter.Shape = ink, vg.Points(3.5), shapes[0]
	p.Add(scatter)
	name := familyWord(build.TensorRT.Family) + " " + build.TensorRT.Version
	if s := build.Spread; s != nil {
		name += fmt.Sprintf(": %s to %s bytes, %s different", units.FormatBytes(s.Min), units.FormatBytes(s.Max), units.FormatBytes(s.Groups))
		middle := max(0, float64(s.Mean))
		mean := plotter.XYs{{X: 1, Y: middle}, {X: float64(len(build.Plans)), Y: middle}}
		line, err := plotter.NewLine(mean)
		if err != nil {
			return fmt.Errorf("drawing the mean size of plans: %w", err)
		}
		line.Color, line.Dashes = ink, []vg.Length{4, 3}
		p.Add(line)
	}
	p.Legend.Add(shorten(Visible(name), 70), scatter)
	return nil
}

// familyWord is the product of a family of TensorRT.
func familyWord(family string) string {
	if family == "rtx" {
		return "TensorRT-RTX"
	}
	return "TensorRT"
}

// buildTicks numbers builds, not more than fit.
func buildTicks(count int) plot.Ticker {
	step := count/20 + 1
	var ticks []plot.Tick
	for i := 1; i <= count; i += step {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: units.FormatBytes(int64(i))})
	}
	return plot.ConstantTicks(ticks)
}
