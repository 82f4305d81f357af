// Package anchor finds pairs of bytes in a block of data, several pairs in one pass.
//
// It is the first sieve of the search for machine code and kernel names: a plan of gigabytes is looked
// through at the speed of memory, and only the few places where two bytes fit are looked at closely.
// bytes.Index cannot do that: it makes a pass for each pattern and, on weights, which look random, falls
// from one false start to the next (see BenchmarkSieve).
package anchor

// Count is how many pairs are looked for at once.
const Count = 4

// Set is the pairs that are looked for. A pair may be repeated to fill a set.
type Set struct {
	pairs [Count][2]byte
	words [Count]uint16 // the pairs as little-endian words
	kinds int           // pairs that are not repeated
	// classes are for the vector kernel: by the lower and by the upper half of a byte, bit k if it may be
	// the first byte of pair k, bit Count+k if it may be the second.
	classes [2][16]byte
}

// NewSet returns a set of one to four pairs; the first is repeated to fill it up.
func NewSet(first [2]byte, others ...[2]byte) *Set {
	pairs := append([][2]byte{first}, others...)
	if len(pairs) > Count {
		pairs = pairs[:Count]
	}
	set := &Set{kinds: len(pairs)}
	for i := range set.pairs {
		pair := first
		if i < len(pairs) {
			pair = pairs[i]
		}
		set.pairs[i] = pair
		set.words[i] = uint16(pair[0]) | uint16(pair[1])<<8
		for place, b := range pair {
			class := byte(1) << (i + Count*place)
			set.classes[0][b&0xf] |= class
			set.classes[1][b>>4] |= class
		}
	}
	return set
}

// Each calls found with the index of every occurrence of a pair that lies whole in data, each once, in no
// particular order.
func (s *Set) Each(data []byte, found func(index int)) {
	s.each(data, found)
}

// has tells whether a pair of the set starts with these two bytes.
func (s *Set) has(first, second byte) bool {
	word := uint16(first) | uint16(second)<<8
	return word == s.words[0] || word == s.words[1] || word == s.words[2] || word == s.words[3]
}

// eachByte is Each by looking at every byte: the reference for the other kernels, and what they use for
// the last few bytes.
func (s *Set) eachByte(data []byte, start int, found func(index int)) {
	for i := start; i+1 < len(data); i++ {
		if s.has(data[i], data[i+1]) {
			found(i)
		}
	}
}
