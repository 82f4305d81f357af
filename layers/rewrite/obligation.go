package rewrite

// obligation is why a move across an operator is exact. f is what is moved: operations of one element each.
type obligation string

// The obligations. Each is met by what table.go reads of a node, shown by a property test, and has a test that refuses a
// node which does not meet it.
const (
	// places: f knows nothing of places, and the operator nothing of values.
	places obligation = "every element of the output is one of the input, y[j] = x[m(j)], so f(y)[j] = f(x[m(j)]) to the last bit"
	// parts: the same with several inputs or outputs, which all need the same f.
	parts obligation = "every element of the output is one of an input, and f is the same for all parts, so f(y)[j] = f(x[m(j)]) to the last bit"
	// filled: the operator adds elements of a constant c, which f would have changed.
	filled obligation = "every element of the output is one of the input or the constant c, which becomes f(c), so f of either is the same to the last bit"
	// ordered: f(max(a, b)) = max(f(a), f(b)) if a <= b means f(a) <= f(b). Rounding keeps that. The padding is no element:
	// it wins against none, and every window has an element that is no padding. A NaN among the elements is the largest of a
	// window before and, since f keeps it, after the move; f makes a NaN of nothing else. Of two zeros +0 is taken for the
	// larger: where MaxPool takes any of the two, the sign of a zero can differ, and nothing else.
	ordered obligation = "f does not fall, so f(max(a, b)) = max(f(a), f(b)); NaN stays NaN; padding is in no window alone; of -0 and +0 the latter counts as larger"
)
