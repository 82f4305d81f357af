package wrap_test

import (
	"archive/zip"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/analyze/wrap"
)

// A file full of tiny plans must not fill the memory with what is said of each.
func TestTooManyPlans(t *testing.T) {
	const count, most = 5000, 4096
	tiny := append([]byte("vtrt\x00\x00\x00\x00"), make([]byte, 40)...)
	var members []member
	for i := range count {
		members = append(members, member{fmt.Sprint(i, ".plan"), zip.Store, tiny})
	}
	for name, file := range map[string][]byte{
		"zip":     archive(t, members...),
		"pickle":  pickled(slices.Repeat([][]byte{encoded(tiny)}, count)...),
		"program": program(slices.Repeat([][]byte{delegate("TR01", tiny)}, count)...),
		"onnx":    model(slices.Repeat([][]byte{onnxNode{cache: tiny}.bytes()}, count)...),
	} {
		plans, err := find(t, file, wrap.Options{})
		if err != nil || len(plans) != most+1 {
			t.Errorf("%s: %d plans, %v", name, len(plans), err)
			continue
		}
		for i, p := range plans[:most] {
			if p.Err != nil || p.Size != int64(len(tiny)) {
				t.Fatalf("%s: plan %d: %+v", name, i, p)
			}
		}
		if err := plans[most].Err; err == nil || !strings.Contains(err.Error(), "more than 4096 plans") {
			t.Errorf("%s: the last plan has the error %v", name, err)
		}
	}
}

// A model with many nodes must not use up the files that a process may have open.
func TestTooManyFilesBeside(t *testing.T) {
	const count, most = 300, 200
	folder := t.TempDir()
	write(t, filepath.Join(folder, "n.engine"), planBytes(t))
	node := onnxNode{source: "TensorrtExecutionProvider", embed: number(0), cache: []byte("n.engine")}.bytes()
	plans, err := find(t, model(slices.Repeat([][]byte{node}, count)...), wrap.Options{Path: filepath.Join(folder, "m.onnx")})
	if err != nil || len(plans) != count {
		t.Fatalf("%d plans, %v", len(plans), err)
	}
	for i, p := range plans {
		if (p.Err == nil) != (i < most) {
			t.Errorf("plan %d: %v", i, p.Err)
		}
	}
}
