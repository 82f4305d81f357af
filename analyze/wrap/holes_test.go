package wrap_test

import (
	"io"
	"testing"

	"github.com/planlint/planlint/analyze/wrap"
	"github.com/planlint/planlint/fixtures"
	"github.com/planlint/planlint/zerorun"
)

// behind is a file with a wrapper before a sparse file.
type behind struct {
	front []byte
	rest  fixtures.Recipe
}

func (b behind) ReadAt(p []byte, offset int64) (int, error) {
	n := 0
	if offset < int64(len(b.front)) {
		n = copy(p, b.front[offset:])
	}
	if n == len(p) {
		return n, nil
	}
	m, err := b.rest.ReadAt(p[n:], offset+int64(n)-int64(len(b.front)))
	return n + m, err
}

func (b behind) NextData(offset int64) (start, end int64, err error) {
	base := int64(len(b.front))
	if offset < base {
		return offset, base, nil
	}
	start, end, err = b.rest.NextData(offset - base)
	return start + base, end + base, err
}

// The holes of a sparse plan are known inside of a wrapper too: nobody reads 5 GB of zeros.
func TestHoles(t *testing.T) {
	plan := fixtures.SeedPadded(fixtures.Layouts()[0])
	file := behind{ultralytics(nil), plan}
	plans, err := wrap.Find(t.Context(), file, int64(len(file.front))+plan.Size(), wrap.Options{})
	if err != nil || len(plans) != 1 || plans[0].Size != plan.Size() {
		t.Fatal(plans, err)
	}
	seeker, ok := plans[0].Reader.(zerorun.DataSeeker)
	if !ok {
		t.Fatal("the reader knows no holes")
	}
	data := int64(0)
	for at := int64(0); at < plan.Size(); {
		start, end, err := seeker.NextData(at)
		if err != nil {
			t.Fatal(err)
		}
		data += end - start
		at = end
	}
	if data == 0 || data > plan.Size()/2 {
		t.Errorf("%d of %d bytes are data", data, plan.Size())
	}
	if _, err := io.ReadFull(io.NewSectionReader(plans[0].Reader, 0, 4), make([]byte, 4)); err != nil {
		t.Error(err)
	}
}
