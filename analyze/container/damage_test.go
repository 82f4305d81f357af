package container

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/internal/result"
)

func TestBadPlans(t *testing.T) {
	bad, err := fixtures.BadPlans()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bad {
		t.Run(b.Name, func(t *testing.T) {
			c, err := Parse(b, b.Size())
			var damage *DamagedError
			if c != nil || !errors.As(err, &damage) {
				t.Fatalf("got %v, %v", c, err)
			}
			if string(damage.Kind) != b.Kind {
				t.Errorf("kind %q, want %q: %v", damage.Kind, b.Kind, err)
			}
			if errors.Is(err, ErrTruncated) != (b.Kind == "truncated") || errors.Is(err, ErrEmpty) != (b.Kind == "empty") {
				t.Errorf("the sentinel does not fit %q", b.Kind)
			}
			if m := err.Error(); strings.ContainsAny(m, "\n\r") || len(m) < 20 || len(m) > 300 {
				t.Errorf("not one line that says what is wrong: %q", m)
			}
			if damage.Container != nil {
				damage.Container.Result()
			}
		})
	}
}

// TestMessages pins the text of what people meet most.
func TestMessages(t *testing.T) {
	small := fixtures.Small(fixtures.TagRTX)
	b, err := small.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		recipe fixtures.Recipe
		want   string
	}{
		{small.Cut(small.Size() - 1), "truncated: the header declares 16,212 bytes, the file has 16,211: 1 byte is missing; copy or build the plan again"},
		{small.Cut(small.Size() - 2), "2 bytes are missing"},
		{small.Cut(28), "truncated: the file has 28 bytes, the header of a plan 64"},
		{small.Cut(27), "truncated: the file has 27 bytes, the header of a plan at least 28"},
		{small.Cut(4), "truncated: the file has 4 bytes, the header of a plan at least 28"},
		{small.Cut(3), "not a TensorRT plan but the start of a plan's tag"},
		{small.Cut(70), "ends inside its section table of 2 entries"},
		{fixtures.CRLF(b), "every LF byte has become CR LF"},
		{fixtures.UTF8(b), "bytes that are no UTF-8 text were replaced"},
	} {
		_, err := Parse(tt.recipe, tt.recipe.Size())
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.recipe.Name, err, tt.want)
		}
	}
}

// TestFactsOfDamagedPlans makes sure that what is known of a damaged plan is not lost.
func TestFactsOfDamagedPlans(t *testing.T) {
	small := fixtures.Small(fixtures.TagRTX)
	b, err := small.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		recipe   fixtures.Recipe
		sections int
	}{
		{small.Cut(28), 0}, {small.Cut(70), 0}, {small.Cut(200), 2}, {small.Cut(small.Size() - 1), 2}, {fixtures.CRLF(b), 2},
	} {
		_, err := Parse(tt.recipe, tt.recipe.Size())
		var damage *DamagedError
		if !errors.As(err, &damage) || damage.Container == nil {
			t.Errorf("%s: %v: nothing is known", tt.recipe.Name, err)
			continue
		}
		if r := damage.Container.Result(); r.Version != "1.7.1.116" || r.Family != "tensorrt-rtx" || len(r.Sections) != tt.sections {
			t.Errorf("%s: %+v", tt.recipe.Name, r)
		}
	}
}

// TestCutAnywhere cuts a plan at every byte (with -short, at every one of the header and some of the rest):
// each time it is truncated, and nothing else.
func TestCutAnywhere(t *testing.T) {
	step := int64(1)
	if testing.Short() {
		step = 61
	}
	for _, tag := range []string{fixtures.TagTensorRT, fixtures.TagRTX} {
		small := fixtures.Small(tag)
		for n := int64(1); n < 4; n++ { // too little to be sure
			if _, err := Parse(small.Cut(n), n); !errors.Is(err, ErrNotPlan) {
				t.Fatalf("%s cut to %d bytes: %v", tag, n, err)
			}
		}
		for n := int64(4); n < small.Size(); n++ {
			if n > 200 && n < small.Size()-20 && n%step != 0 {
				continue
			}
			if _, err := Parse(small.Cut(n), n); !errors.Is(err, ErrTruncated) {
				t.Fatalf("%s cut to %d bytes: %v", tag, n, err)
			}
		}
		if _, err := Parse(small, small.Size()); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLostCarriageReturns is the opposite of CR LF damage, which only the missing size shows.
func TestLostCarriageReturns(t *testing.T) {
	p := fixtures.Padded{Content: 900_000, Zeros: 0, Version: fixtures.VersionClean}
	b, err := p.Recipe(fixtures.InsideBehindEndTag).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	r := fixtures.LF(b)
	if r.Size() == int64(len(b)) {
		t.Fatal("the plan has no CR LF to lose")
	}
	_, err = Parse(r, r.Size())
	var damage *DamagedError
	if !errors.As(err, &damage) || damage.Kind != result.KindDamaged || !strings.Contains(err.Error(), "CR LF has probably become LF") {
		t.Errorf("got %v", err)
	}
	// A plan that is cut has lost its end tag too, and its CR LF are still there.
	if _, err = Parse(r.Cut(800_000), 800_000); !errors.Is(err, ErrTruncated) {
		t.Errorf("cut: %v", err)
	}
}

// TestShrunkFile has a reader that ends before the size it was opened with.
func TestShrunkFile(t *testing.T) {
	small := fixtures.Small(fixtures.TagTensorRT)
	for _, n := range []int64{0, 10, 50, 5_000} {
		if _, err := Parse(small.Cut(n), small.Size()); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("a file that ends at %d: %v", n, err)
		}
	}
	if _, err := Parse(small, -1); err == nil {
		t.Error("a negative size is no error")
	}
}

// TestTextModeIsNoFalseAlarm: trailing bytes and cuts of undamaged plans are not called text-mode damage,
// though some plans have no lone LF at all.
func TestTextModeIsNoFalseAlarm(t *testing.T) {
	small := fixtures.Small(fixtures.TagTensorRT)
	for _, tail := range []string{"\n", "\r\n", "\r\n\r\n\r\n", "x"} {
		r := small.Append("small plan with a tail", fixtures.Literal("", []byte(tail)))
		c, err := Parse(r, r.Size())
		if err != nil {
			t.Fatalf("%q: %v", tail, err)
		}
		if c.TrailingBytes() != int64(len(tail)) {
			t.Errorf("%q: %d trailing bytes", tail, c.TrailingBytes())
		}
	}
	for _, layout := range fixtures.Layouts() {
		r := fixtures.SeedPadded(layout)
		if _, err := Parse(r, r.Size()); err != nil {
			t.Errorf("%s: %v", layout, err)
		}
	}
}

func ExampleDamagedError() {
	small := fixtures.Small(fixtures.TagTensorRT)
	_, err := Parse(small.Cut(1_000), 1_000)
	fmt.Println(err)
	fmt.Println(errors.Is(err, ErrTruncated))
	// Output:
	// truncated: the header declares 16,060 bytes, the file has 1,000: 15,060 bytes are missing; copy or build the plan again
	// true
}
