package report

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/planlint/planlint/internal/units"
)

// The size of a chart.
const (
	chartWidth  = 720 * vg.Inch / 96
	chartHeight = 420 * vg.Inch / 96
)

// newChart is an empty chart in the style of all of them. Names in it are raw.
func newChart(title, x, y string) *plot.Plot {
	p := plot.New()
	sans := font.Font{Typeface: "Liberation", Variant: "Sans"}
	ink := color.RGBA{0x24, 0x29, 0x2f, 0xff}
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = shorten(Visible(title), 90), x, y
	for style, size := range map[*draw.TextStyle]vg.Length{&p.Title.TextStyle: 11, &p.X.Label.TextStyle: 9, &p.Y.Label.TextStyle: 9, &p.X.Tick.Label: 8, &p.Y.Tick.Label: 8, &p.Legend.TextStyle: 8} {
		style.Font, style.Color = font.From(sans, size), ink
	}
	p.Title.Padding, p.Legend.Top, p.Legend.Padding = 10, true, 3
	p.X.Padding, p.Y.Padding, p.X.Label.Padding, p.Y.Label.Padding = 6, 6, 4, 4
	grid := plotter.NewGrid()
	grid.Vertical.Width, grid.Horizontal.Color = 0, color.RGBA{0xd5, 0xdb, 0xe1, 0xff}
	p.Add(grid)
	return p
}

// drawChart writes a chart as SVG, with a margin.
func drawChart(w io.Writer, p *plot.Plot) error {
	canvas := vgsvg.New(chartWidth, chartHeight)
	p.BackgroundColor = color.White
	area := draw.New(canvas)
	area.FillPolygon(color.White, area.ClipPolygonXY([]vg.Point{{}, {X: chartWidth}, {X: chartWidth, Y: chartHeight}, {Y: chartHeight}}))
	p.Draw(draw.Crop(area, 12, -16, 12, -12))
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("writing a chart: %w", err)
	}
	return nil
}

// chartColor is one of the colours for what has none of its own.
func chartColor(i int) color.Color {
	fills := []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#882255", "#999933"}
	number, _ := strconv.ParseUint(fills[i%len(fills)][1:], 16, 32) // they are written here
	return color.RGBA{uint8(number >> 16), uint8(number >> 8), uint8(number), 0xff}
}

// bars are counts in classes, side by side for each series, on a logarithmic axis: 1 stands above nothing.
type bars struct {
	values [][]float64 // by series, then class
	label  draw.TextStyle
}

// barFloor is where bars start.
const barFloor = 0.5

// Plot draws the bars.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	xs, ys := p.Transforms(&c)
	width := 0.84 / float64(len(b.values))
	for series, values := range b.values {
		for class, value := range values {
			if value <= 0 {
				continue
			}
			left := float64(class) - 0.42 + float64(series)*width
			corners := []vg.Point{{X: xs(left), Y: ys(barFloor)}, {X: xs(left), Y: ys(value)}, {X: xs(left + width), Y: ys(value)}, {X: xs(left + width), Y: ys(barFloor)}}
			c.FillPolygon(chartColor(series), c.ClipPolygonXY(corners))
			if count := units.FormatBytes(int64(value)); xs(left+width)-xs(left) > b.label.Width(count) {
				c.FillText(b.label, vg.Point{X: (corners[1].X + corners[2].X) / 2, Y: corners[1].Y + 3}, count)
			}
		}
	}
}

// barThumb is a series in the legend.
type barThumb struct{ color color.Color }

// Thumbnail draws it.
func (b barThumb) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(b.color, []vg.Point{c.Min, {X: c.Min.X, Y: c.Max.Y}, c.Max, {X: c.Max.X, Y: c.Min.Y}})
}

// addBars draws counts of named classes and sets up both axes.
func addBars(p *plot.Plot, classes []string, values [][]float64) {
	label := p.X.Tick.Label
	label.XAlign, label.YAlign = draw.XCenter, draw.YBottom
	p.Add(bars{values, label})
	p.X.Padding, p.X.Label.Padding = 0, 5
	p.X.Min, p.X.Max = -0.6, float64(len(classes))-0.4
	ticks := make([]plot.Tick, len(classes))
	for i, class := range classes {
		ticks[i] = plot.Tick{Value: float64(i), Label: class}
	}
	p.X.Tick.Marker, p.X.Tick.Length, p.X.Tick.Width = plot.ConstantTicks(ticks), 3, 0
	p.X.Tick.Label.YAlign = draw.YTop
	top := 1.0
	for _, series := range values {
		for _, value := range series {
			top = max(top, value)
		}
	}
	p.Y.Scale, p.Y.Min, p.Y.Max = plot.LogScale{}, barFloor, top*1.6
	p.Y.Tick.Marker = powersOfTen(top)
}

// powersOfTen labels a logarithmic axis with whole counts.
func powersOfTen(top float64) plot.Ticker {
	var ticks []plot.Tick
	for value := 1.0; value <= top*1.6; value *= 10 {
		ticks = append(ticks, plot.Tick{Value: value, Label: units.FormatBytes(int64(value))})
	}
	return plot.ConstantTicks(ticks)
}

// byteTicks labels an axis with exact numbers of bytes.
type byteTicks struct{}

// Ticks returns whole numbers of bytes.
func (byteTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for _, tick := range (plot.DefaultTicks{}).Ticks(low, high) {
		switch {
		case tick.Label == "":
			ticks = append(ticks, tick)
		case tick.Value == math.Trunc(tick.Value):
			ticks = append(ticks, plot.Tick{Value: tick.Value, Label: units.FormatBytes(int64(tick.Value))})
		}
	}
	return ticks
}
