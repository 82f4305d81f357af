//go:build unix

package worker

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planlint/planlint/internal/trt"
)

// TestTimingCache replaces a timing cache when its build has succeeded, and only then.
func TestTimingCache(t *testing.T) {
	for mode, want := range map[string]string{ // the error; empty: none
		"good":         "",
		"cache":        "",
		"no-cache":     "TensorRT gave no timing cache for",
		"cache-first":  "a frame of type 'c' on the data's pipe",
		"data-last":    "a frame of type 'p' on the data's pipe",
		"failed-cache": "the build failed: no",
		"crash":        "signal: killed",
	} {
		t.Run(mode, func(t *testing.T) {
			folder := t.TempDir()
			plan, path := filepath.Join(folder, "a.plan"), filepath.Join(folder, "a.cache")
			if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
			t.Chdir(folder)
			client := mustStart(t, mode)
			_, err := client.Build(t.Context(), Request{Model: "m.onnx", Target: plan, Settings: trt.Settings{TimingCache: "a.cache"}})
			files, cached := 2, fakeCache
			if want != "" {
				if oneLine(t, err); !strings.Contains(err.Error(), want) {
					t.Errorf("error %v, want %q", err, want)
				}
				files, cached = 1, "old"
			} else if err != nil {
				t.Errorf("%+v", err)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != cached {
				t.Errorf("the cache is %q, %v, want %q", got, err, cached)
			}
			if left, err := os.ReadDir(folder); err != nil || len(left) != files {
				t.Errorf("files %v, %v, want %d", left, err, files)
			}
		})
	}
}

func TestTimingCacheUnasked(t *testing.T) {
	_, err := mustStart(t, "cache").Build(t.Context(), Request{Model: "m.onnx"})
	if oneLine(t, err); !strings.Contains(err.Error(), "a frame of type 'c' on the data's pipe") {
		t.Errorf("error %v", err)
	}
}

// TestTimingCacheFolder has no place for the cache: nothing is built.
func TestTimingCacheFolder(t *testing.T) {
	folder := t.TempDir()
	client := mustStart(t, "good")
	_, err := client.Build(t.Context(), Request{Model: "m.onnx", Target: filepath.Join(folder, "a.plan"),
		Settings: trt.Settings{TimingCache: filepath.Join(folder, "none", "a.cache")}})
	if err == nil || !strings.Contains(err.Error(), "the timing cache cannot be written") {
		t.Errorf("error %v", err)
	}
	empty(t, folder)
}
