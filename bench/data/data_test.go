package data

import (
	"bytes"
	"testing"

	"github.com/planlint/planlint/zerorun"
)

func TestKindsAreWhatTheySay(t *testing.T) {
	const size = 8 << 20
	for kind, want := range map[string]struct {
		share   float64 // of zeros
		longest int64
		runs    int64 // of at least 64 bytes
	}{
		"plan":  {0.484, 0, 1900},
		"rand":  {1.0 / 256, 0, 0},
		"worst": {4095.0 / 4097, 4095, 2048},
		"adv":   {256.0 / 384, 256, 21846},
		"adv64": {0.5, 64, 65536},
	} {
		b, err := Make(kind, size)
		if err != nil {
			t.Fatal(err)
		}
		s, err := zerorun.New(zerorun.Options{MinRun: 64})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Write(b); err != nil {
			t.Fatal(err)
		}
		got, err := s.Close()
		if err != nil {
			t.Fatal(err)
		}
		share := float64(got.Zeros) / size
		if share < want.share-0.005 || share > want.share+0.005 {
			t.Errorf("%s: %.4f of it are zeros, want %.4f", kind, share, want.share)
		}
		if want.longest > 0 && (got.Longest.Length != want.longest || got.Runs != want.runs) {
			t.Errorf("%s: %+v, want longest %d and %d runs", kind, got, want.longest, want.runs)
		}
		if kind == "plan" && (got.Runs < want.runs*9/10 || got.Runs > want.runs*11/10) {
			t.Errorf("%s: %d runs, want about %d", kind, got.Runs, want.runs)
		}
	}
}

func TestReadsOfAnySizeGiveTheSame(t *testing.T) {
	for _, kind := range Kinds() {
		want, err := Make(kind, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(kind)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(want))
		for rest, n := got, 1; len(rest) > 0; n = n*3%1001 + 1 {
			n = min(n, len(rest))
			if _, err := s.Read(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: bytes depend on the size of the reads", kind)
		}
	}
	if _, err := New("other"); err == nil {
		t.Error("an unknown kind is accepted")
	}
}
