package result

// Differences counts how the elements of two outputs differ.
type Differences struct {
	Elements int64 `json:"elements"`
	BitEqual int64 `json:"bit_equal"`
	// ZeroSign counts zeros of two signs, NaNPayload two NaN of other bits: these are equal.
	ZeroSign   int64 `json:"zero_sign"`
	NaNPayload int64 `json:"nan_payload"`
	// Different counts all others. Among them, NaNMismatch has a NaN on one side, and InfinityMismatch an
	// infinity on one side, or of another sign.
	Different        int64 `json:"different"`
	NaNMismatch      int64 `json:"nan_mismatch"`
	InfinityMismatch int64 `json:"infinity_mismatch"`
	// Errors of the elements that differ and are finite on both sides; absent if there are none. The relative
	// error is over the larger magnitude of the two.
	MaxULP      *uint64       `json:"max_ulp,omitempty"`
	MaxAbsolute *Real         `json:"max_absolute,omitempty"`
	MaxRelative *Real         `json:"max_relative,omitempty"`
	ULP         []ULPBucket   `json:"ulp"`
	Absolute    []ErrorBucket `json:"absolute"`
	Relative    []ErrorBucket `json:"relative"`
}

// ULPBucket counts elements that are From to To units in the last place apart, both included.
type ULPBucket struct {
	From  uint64 `json:"from"`
	To    uint64 `json:"to"`
	Count int64  `json:"count"`
}

// ErrorBucket counts elements with an error of at least From and less than Below.
type ErrorBucket struct {
	From  Real  `json:"from"`
	Below Real  `json:"below"`
	Count int64 `json:"count"`
}

// Real is a number that may be of any size and sign.
type Real float64

// ElementPair is an element of both outputs.
type ElementPair struct {
	// Case counts from 0.
	Case int `json:"case"`
	// Index has one coordinate for each dimension; Element counts them in order.
	Index   []int64 `json:"index"`
	Element int64   `json:"element"`
	// A and B are numbers in decimal, "NaN", "+Inf" or "-Inf"; ABits and BBits their bits, hexadecimal.
	A     string `json:"a"`
	B     string `json:"b"`
	ABits string `json:"a_bits"`
	BBits string `json:"b_bits"`
	// ULP and Absolute are their distance; absent where one is not finite.
	ULP      *uint64 `json:"ulp,omitempty"`
	Absolute *Real   `json:"absolute,omitempty"`
}

// Deviation is how far an output is from a reference of more precision.
type Deviation struct {
	// Elements that were compared. Rounded of them are the reference rounded to the output's type, the best
	// there can be.
	Elements int64 `json:"elements"`
	Rounded  int64 `json:"rounded"`
	// NaNMismatch and InfinityMismatch count elements that the reference has otherwise. An infinity that the
	// reference rounds to is none.
	NaNMismatch      int64 `json:"nan_mismatch"`
	InfinityMismatch int64 `json:"infinity_mismatch"`
	// Errors of the elements that are finite on both sides: against the reference itself, and in units in the
	// last place against the rounded one.
	MaxAbsolute  Real   `json:"max_absolute"`
	MeanAbsolute Real   `json:"mean_absolute"`
	RMS          Real   `json:"rms"`
	MaxULP       uint64 `json:"max_ulp"`
	MeanULP      Real   `json:"mean_ulp"`
	// Worst has the largest absolute error: its coordinates, the reference, and the output.
	Worst *ReferencePair `json:"worst,omitempty"`
}

// ReferencePair is an element of an output and of its reference.
type ReferencePair struct {
	Case      int     `json:"case"`
	Index     []int64 `json:"index"`
	Element   int64   `json:"element"`
	Value     string  `json:"value"`
	Reference string  `json:"reference"`
}
