package gpucode

import (
	"sync"

	"github.com/planlint/planlint/analyze/gpucode/anchor"
)

// Finder looks for machine code and kernel names in the blocks of a plan while a scan reads them. It only
// notes places; Finish reads there what belongs to them.
type Finder struct {
	mutex  sync.Mutex
	images offsets // where the magic and first fields of an image stand
	unsure offsets // where a magic is cut by the border of a block
	names  nameSet
	work   int64 // what Finish may spend on headers
}

// NewFinder returns a finder for one plan.
func NewFinder() *Finder {
	return &Finder{images: offsets{limit: maxCandidates}, unsure: offsets{limit: maxUnsure}, work: maxWork}
}

// magic is a mark that is looked for: its first sieve is a pair of bytes in it.
type magic struct {
	text string
	pair int // offset of the pair in text
}

// magics are the marks that a plan is sieved for, and sieve has the pair of each.
var (
	magics = [...]magic{{elfMagic, 0}, {fatbinMagic, 0}, {statementMagic, statementPair}, {prefixMagic, prefixPair}}
	sieve  = anchor.NewSet(magics[0].bytes(), magics[1].bytes(), magics[2].bytes(), magics[3].bytes())
)

func (m magic) bytes() [2]byte { return [2]byte{m.text[m.pair], m.text[m.pair+1]} }

// Observe looks at one block of the plan, at most once at every byte. Blocks may come in any order, in any
// size, and from several goroutines at once. It does not keep data.
func (f *Finder) Observe(offset int64, data []byte) {
	if len(data) == 0 {
		return
	}
	sieve.Each(data, func(index int) { f.look(offset, data, index) })
	f.look(offset, data, len(data)-1) // a pair that the border cuts
}

// look takes a closer look where a pair was found, or where its first byte is the last of the block.
func (f *Finder) look(offset int64, data []byte, index int) {
	for _, magic := range magics {
		if data[index] != magic.text[magic.pair] {
			continue
		}
		if index+1 < len(data) && data[index+1] != magic.text[magic.pair+1] {
			continue
		}
		start := index - magic.pair
		if offset+int64(start) < 0 || !fits(data, start, magic.text) {
			continue
		}
		f.consider(offset, data, start, magic.text)
	}
}

// fits tells whether a mark that starts at data[start:] may be there: the part that is in data is.
func fits(data []byte, start int, text string) bool {
	if start < 0 {
		text = text[-start:]
		start = 0
	}
	seen := min(len(text), len(data)-start)
	return string(data[start:start+seen]) == text[:seen]
}

// consider notes a place where a mark stands, or the part of it that is in data.
func (f *Finder) consider(offset int64, data []byte, start int, text string) {
	switch {
	case start < 0:
		f.note(&f.unsure, offset+int64(start))
	case text == statementMagic, text == prefixMagic:
		name, cut := nameAt(data, start, offset == 0, false)
		if cut {
			f.note(&f.unsure, offset+int64(start))
		} else if name.role != notName {
			f.mutex.Lock()
			defer f.mutex.Unlock()
			f.names.add(name.name, offset+int64(name.at), name.role)
		}
	case len(data)-start < elfProbe:
		f.note(&f.unsure, offset+int64(start))
	case maybeELF(data[start:]), maybeFatbin(data[start:]):
		f.note(&f.images, offset+int64(start))
	}
}

func (f *Finder) note(places *offsets, offset int64) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	places.add(offset)
}
