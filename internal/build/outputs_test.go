package build

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestOutputs(t *testing.T) {
	folder := t.TempDir()
	one := []Slot{{"rtx", "1.7.1.116", 1}}
	two := []Slot{{"rtx", "1.7.1.116", 1}, {"trt10", "10.15.1", 1}}
	repeated := []Slot{{"rtx", "1.7.1.116", 1}, {"rtx", "1.7.1.116", 2}}
	both := append(slices.Clone(repeated), Slot{"trt10", "10.15.1", 1}, Slot{"trt10", "10.15.1", 2})
	for _, test := range []struct {
		pattern string
		slots   []Slot
		want    string // names after the folder's
		wrong   string
	}{
		{"a.plan", one, "a.plan", ""},
		{"", one, "my.model.plan", ""},
		{"new/", one, "new/my.model.plan", ""},
		{"", two, "my.model.1.7.1.116.plan my.model.10.15.1.plan", ""},
		{"", repeated, "my.model.1.plan my.model.2.plan", ""},
		{"", both, "my.model.1.7.1.116.1.plan my.model.1.7.1.116.2.plan my.model.10.15.1.1.plan my.model.10.15.1.2.plan", ""},
		{"{family}_{version}.{number}", both, "rtx_1.7.1.116.1 rtx_1.7.1.116.2 trt10_10.15.1.1 trt10_10.15.1.2", ""},
		{"{version}/{model}.engine", two, "1.7.1.116/my.model.engine 10.15.1/my.model.engine", ""},
		{"a.plan", two, "", "several versions of TensorRT"},
		{"{family}.plan", two, "", "several versions of TensorRT"},
		{"a.plan", repeated, "", "several plans of each TensorRT"},
		{"{version}.plan", both, "", "several plans of each TensorRT"},
		{"{sm}.plan", one, "", "{sm} stands for nothing"},
		{"{version}.plan", []Slot{{"rtx", "1.7", 1}, {"rtx", "1.7", 1}}, "", "two plans would be"},
	} {
		pattern := folder + string(filepath.Separator) + test.pattern
		got, err := Outputs(pattern, filepath.Join("models", "my.model.onnx"), test.slots)
		if test.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("%s: error %v, want %q", test.pattern, err, test.wrong)
			}
			continue
		}
		var want []string
		for name := range strings.FieldsSeq(test.want) {
			want = append(want, filepath.Join(folder, name))
		}
		for i := range got {
			got[i] = filepath.Clean(got[i])
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", test.pattern, got, err, want)
		}
	}
}

func TestSidecar(t *testing.T) {
	if got := Sidecar("a/b.plan"); got != "a/b.plan.build.json" {
		t.Error(got)
	}
}

func TestIsFolder(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{folder: true, file: false, filepath.Join(folder, "none"): false, "none/": true} {
		if isFolder(path) != want {
			t.Errorf("%s is a folder: %v", path, !want)
		}
	}
}
