package anchor

import "bytes"

// eachGeneric makes one pass for each pair, by the second byte, with the byte search of the Go runtime,
// which has a vector kernel on most architectures.
func (s *Set) eachGeneric(data []byte, found func(index int)) {
	if len(data) < 2 {
		return
	}
	for kind := range s.kinds {
		first, second := s.pairs[kind][0], s.pairs[kind][1]
		if s.repeated(kind) {
			continue
		}
		for i := 1; i < len(data); i++ {
			step := bytes.IndexByte(data[i:], second)
			if step < 0 {
				break
			}
			i += step
			if data[i-1] == first {
				found(i - 1)
			}
		}
	}
}

// repeated tells whether a pair stands earlier in the set as well.
func (s *Set) repeated(kind int) bool {
	for earlier := range kind {
		if s.pairs[earlier] == s.pairs[kind] {
			return true
		}
	}
	return false
}
