package zerorun

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// FuzzScan compares every kernel, with the data cut and joined at random,
// with the byte loop. It starts no goroutines: they would make coverage vary.
func FuzzScan(f *testing.F) {
	for _, seed := range []struct {
		data   []byte
		minRun uint16
	}{
		{nil, 1},
		{[]byte{0}, 1},
		{[]byte{0x80, 0, 0, 1}, 2},
		{make([]byte, 300), 255},
		{append(filled(127), make([]byte, 256)...), 256},
		{bytes.Repeat([]byte{0, 1}, 200), 1},
		{bytes.Repeat(append(make([]byte, 63), 1), 9), 63},
		{bytes.Repeat(append(make([]byte, 70), 0xff), 40), 70},
	} {
		f.Add(seed.data, seed.minRun, false, uint64(1), uint16(0))
		f.Add(seed.data, seed.minRun, true, uint64(2), uint16(3000))
	}
	f.Fuzz(func(t *testing.T, data []byte, minRun uint16, noLongest bool, cuts uint64, stretched uint16) {
		data = stretch0(data, int(stretched))
		o := Options{MinRun: 1 + int64(minRun)%5000, NoLongest: noLongest}
		want := reference(data, o.MinRun, noLongest)
		for _, k := range kernels() {
			r := rand.New(rand.NewPCG(cuts, 0))
			push(t, k, data, o, randomly(r)).check(t, k.name, want)
			push(t, k, data, o, whole).check(t, k.name, want)
			checkJoin(t, k, data, o, randomly(r), want)
		}
	})
}

// stretch0 makes every tenth zero byte n more, so that a short input of the
// fuzzer reaches long runs.
func stretch0(data []byte, n int) []byte {
	n %= 6000
	var out []byte
	zeros := 0
	for _, b := range data {
		out = append(out, b)
		if b != 0 {
			continue
		}
		if zeros++; zeros%10 == 1 && len(out) < 1<<17 {
			out = append(out, make([]byte, n)...)
		}
	}
	return out
}

// checkJoin scans parts of the data on their own, joins them in random
// groups, and compares the result.
func checkJoin(t failer, k *kernel, data []byte, o Options, cut func(int) int, want answer) {
	t.Helper()
	o.Emit = func(Run) error { return nil } // to have lists
	total := newWalker(k, o)
	group := newWalker(k, o)
	group.restart(0, 0, nil)
	flush := func() {
		p := group.result()
		total.join(&p)
		group.restart(group.offset, total.longest.Length, nil)
	}
	w := newWalker(k, o)
	for i, offset := 0, 0; offset < len(data); i++ {
		n := cut(len(data) - offset)
		w.restart(int64(offset), group.longest.Length, nil)
		for rest := data[offset : offset+n]; len(rest) > 0; {
			rest = rest[w.scan(rest):]
			if w.full() {
				p := w.result()
				group.join(&p)
				w.restart(w.offset, w.longest.Length, nil)
			}
		}
		p := w.result()
		group.join(&p)
		if offset += n; i%3 == 0 {
			flush()
		}
	}
	flush()
	total.close()
	answer{total.summary(), total.list}.check(t, k.name+", joined", want)
}
