package zerorun

import (
	"math/rand/v2"
	"testing"
)

func TestParallelEqualsSerial(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 12 {
		data := mixed(r, r.IntN(20<<20))
		m := memory{data: data}
		for at := int64(0); ; {
			start := at + int64(r.IntN(1<<r.IntN(24)))
			end := start + 1 + int64(r.IntN(1<<r.IntN(24)))
			if end > int64(len(data)) {
				break
			}
			m.holes = append(m.holes, stretch{start, end})
			clear(data[start:end])
			at = end + 1
		}
		for _, minRun := range []int64{1, 32, 300, 4096} {
			want := reference(data, minRun, false)
			for _, workers := range []int{1, 2, 3, 8} {
				var a answer
				var err error
				a.Summary, err = ScanReaderAt(t.Context(), m, int64(len(data)), a.collect(Options{MinRun: minRun, Workers: workers}))
				if err != nil {
					t.Fatal(err)
				}
				a.check(t, "workers", want)
			}
		}
	}
}
