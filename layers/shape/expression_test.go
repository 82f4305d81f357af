package shape

import (
	"testing"

	"pgregory.net/rapid"
)

func TestExpressionForm(t *testing.T) {
	h, w, n := Symbol("h"), Symbol("w"), Number
	for _, test := range []struct {
		got  Expression
		want string
	}{
		{n(3).Plus(n(4)), "7"},
		{h.Plus(h), "2*h"},
		{h.Minus(h), "0"},
		{h.Times(w).Minus(w.Times(h)), "0"},
		{h.Plus(n(1)).Times(h.Minus(n(1))), "h*h - 1"},
		{h.Times(n(4)).Floor(n(2)), "2*h"},
		{h.Times(n(4)).Plus(n(3)).Floor(n(2)), "2*h + 1"},
		{h.Minus(n(1)).Floor(n(2)).Plus(n(1)), "floor(h + 1, 2)"},
		{h.Plus(n(1)).Floor(n(2)), "floor(h + 1, 2)"},
		{h.Times(w).Floor(h), "w"},
		{h.Plus(w).Floor(h.Plus(w)), "1"},
		{h.Ceil(n(2)), "floor(h + 1, 2)"},
		{h.Ceil(w), "-floor(-h, w)"},
		{h.Max(h.Plus(n(1))), "h + 1"},
		{h.Max(w), "max(h, w)"},
		{w.Max(h), "max(h, w)"},
		{h.Min(h.Minus(n(2))), "h - 2"},
		{h.Times(n(6)).Mod(n(3)), "0"},
		{n(-7).Mod(n(3)), "2"},
		{n(-7).Floor(n(2)), "-4"},
		{n(7).Ceil(n(2)), "4"},
		{n(1 << 62).Times(n(2)), "overflow"},
		{n(1 << 62).Plus(n(1 << 62)).Minus(n(1 << 62)), "overflow"},
		{n(-1 << 62).Times(n(2)), "-9223372036854775808"},
		{h.Floor(n(0)), "undefined"},
		{h.Times(n(-1)).Plus(n(2)), "-h + 2"},
	} {
		if got := test.got.String(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestExpressionValue draws expressions and computes them twice: in form, and step by step with numbers.
func TestExpressionValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := Bindings{}
		names := []string{"a", "b", "c"}
		for _, name := range names {
			values[name] = Exactly(rapid.Int64Range(1, 50).Draw(t, name))
		}
		type pair struct {
			form  Expression
			value int64
		}
		stack := []pair{}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			draw := func() pair {
				switch k := rapid.IntRange(-3, len(stack)-1).Draw(t, "operand"); {
				case k >= 0:
					return stack[k]
				case k == -1:
					c := rapid.Int64Range(-9, 9).Draw(t, "constant")
					return pair{Number(c), c}
				}
				name := rapid.SampledFrom(names).Draw(t, "symbol")
				return pair{Symbol(name), values[name].Min}
			}
			x, y := draw(), draw()
			if magnitude(x.value) > 1<<20 || magnitude(y.value) > 1<<20 {
				continue
			}
			var next pair
			switch operation := rapid.SampledFrom([]string{"+", "-", "*", "/", "ceil", "%", "max", "min"}).Draw(t, "operation"); operation {
			case "+":
				next = pair{x.form.Plus(y.form), x.value + y.value}
			case "-":
				next = pair{x.form.Minus(y.form), x.value - y.value}
			case "*":
				next = pair{x.form.Times(y.form), x.value * y.value}
			case "max":
				next = pair{x.form.Max(y.form), max(x.value, y.value)}
			case "min":
				next = pair{x.form.Min(y.form), min(x.value, y.value)}
			default:
				if y.value == 0 {
					continue
				}
				quotient := floor(x.value, y.value)
				switch operation {
				case "/":
					next = pair{x.form.Floor(y.form), quotient}
				case "ceil":
					next = pair{x.form.Ceil(y.form), -floor(-x.value, y.value)}
				case "%":
					next = pair{x.form.Mod(y.form), x.value - quotient*y.value}
				}
			}
			if next.form.state() != sound { // by the bound on terms
				continue
			}
			stack = append(stack, next)
			got, err := next.form.In(values)
			if err != nil || got != Exactly(next.value) {
				t.Fatalf("%s of %v is %v, %v, want %d", next.form, values, got, err, next.value)
			}
			wide := Bindings{}
			for name, i := range values {
				wide[name] = Interval{i.Min, i.Max + 3}
			}
			if around, err := next.form.In(wide); err == nil && (around.Min > next.value || around.Max < next.value) {
				t.Fatalf("%s in %v is %v, which leaves out %d", next.form, wide, around, next.value)
			}
		}
	})
}
