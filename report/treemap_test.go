package report

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestSquarify checks on any values that areas are in proportion, boxes lie in the rectangle and none over another.
func TestSquarify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.SliceOfN(rapid.OneOf(rapid.Int64Range(0, 100), rapid.Int64Range(0, 1<<50)), 0, 30).Draw(t, "bytes")
		values := make([]float64, len(bytes))
		for i, b := range bytes {
			values[i] = float64(b)
		}
		into := box{0, 0, rapid.Float64Range(1, 2000).Draw(t, "width"), rapid.Float64Range(1, 2000).Draw(t, "height")}
		total := 0.0
		for _, value := range values {
			total += value
		}
		area := into.width * into.height
		boxes := squarify(values, into)
		for i, b := range boxes {
			if got, want := b.width*b.height, values[i]/max(total, 1)*area; math.Abs(got-want) > 1e-6*area {
				t.Fatalf("box %d has an area of %v, want %v", i, got, want)
			}
			const slack = 1e-6
			if b.x < -slack || b.y < -slack || b.x+b.width > into.width*(1+slack) || b.y+b.height > into.height*(1+slack) {
				t.Fatalf("box %d sticks out: %+v of %+v", i, b, into)
			}
			for j, other := range boxes[:i] {
				wide := min(b.x+b.width, other.x+other.width) - max(b.x, other.x)
				high := min(b.y+b.height, other.y+other.height) - max(b.y, other.y)
				if wide > slack*into.width && high > slack*into.height {
					t.Fatalf("boxes %d and %d overlap: %+v %+v", j, i, other, b)
				}
			}
		}
	})
}

// TestSquarifyIsSquare has the example of the paper by Bruls, Huizing and van Wijk: 6, 6, 4, 3, 2, 2, 1 in 6 by 4.
func TestSquarifyIsSquare(t *testing.T) {
	want := []box{{0, 0, 3, 2}, {0, 2, 3, 2}, {3, 0, 12.0 / 7, 7.0 / 3}, {3 + 12.0/7, 0, 9.0 / 7, 7.0 / 3}, {3, 7.0 / 3, 1.2, 5.0 / 3}, {4.2, 7.0 / 3, 1.2, 5.0 / 3}, {5.4, 7.0 / 3, 0.6, 5.0 / 3}}
	for i, b := range squarify([]float64{6, 6, 4, 3, 2, 2, 1}, box{0, 0, 6, 4}) {
		if math.Abs(b.x-want[i].x)+math.Abs(b.y-want[i].y)+math.Abs(b.width-want[i].width)+math.Abs(b.height-want[i].height) > 1e-9 {
			t.Errorf("box %d is %+v, want %+v", i, b, want[i])
		}
	}
}
