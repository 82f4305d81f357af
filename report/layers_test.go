package report

import (
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/planlint/planlint/internal/result"
	"github.com/planlint/planlint/internal/testutil"
)

func TestLayersGoldens(t *testing.T) {
	document := layersDocument()
	hostile := document
	hostile.Results = append(slices.Clone(document.Results), result.Info{File: hostileName, Layers: attackedLayers(hostileName)})
	for name, options := range map[string]Options{"layers.txt": {}, "layers_verbose.txt": {Verbose: true}, "layers_narrow.txt": {Width: 60}, "layers_quiet.txt": {Quiet: true}} {
		golden(t, name, render(t, func(w io.Writer) error {
			var failures []error
			for _, info := range hostile.Results {
				failures = append(failures, InfoText(w, info, options))
			}
			return errors.Join(failures...)
		}))
	}
	text := render(t, func(w io.Writer) error { return JSON(w, document) })
	testutil.ValidateJSON(t, result.SchemaInfo, text)
	golden(t, "layers.json", text)
	golden(t, "layers.csv", render(t, func(w io.Writer) error { return InfoCSV(w, hostile) }))
	golden(t, "layers.md", render(t, func(w io.Writer) error { return InfoMarkdown(w, hostile, Options{}) }))
}

func TestBreakWords(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  []string
	}{
		{"", 5, []string{""}}, {"ab cd", 5, []string{"ab cd"}}, {"ab cd e", 5, []string{"ab cd", "e"}}, {"abcdefg", 3, []string{"abc", "def", "g"}},
		{"ab cdefgh", 4, []string{"ab", "cdef", "gh"}}, {"長い名前", 4, []string{"長い", "名前"}}, {"a  b", 5, []string{"a  b"}},
	} {
		if got := breakWords(test.text, test.limit); !slices.Equal(got, test.want) {
			t.Errorf("%q at %d: %q, want %q", test.text, test.limit, got, test.want)
		}
	}
}

func TestAround(t *testing.T) {
	for _, test := range []struct{ old, new, wantOld, wantNew string }{
		{"a", "b", "a", "b"},
		{"sm90_xmma_fprop_tilesize128x64x64_stage4_warpsize", "sm90_xmma_fprop_tilesize64x64x64_stage4_warpsize", "...p_tilesize128x64x64_sta...", "...p_tilesize64x64x64_sta..."},
		{"Channel major FP16 format where channel % 8 == 0", "Row major linear FP16 format with something more", "Channel major FP16 format where channel % 8 == 0", "Row major linear FP16 format with something more"},
		{"the same long text that both of them have", "the same long text that both of them have", "... them have", "... them have"},
		{"short", "sm90_xmma_fprop_tilesize64x64x64_stage4_warpsize", "short", "sm90_xmma_fprop_tilesize64x64x64_stage4_warpsize"},
	} {
		if old, new := around(test.old, test.new); old != test.wantOld || new != test.wantNew {
			t.Errorf("%q and %q: %q and %q", test.old, test.new, old, new)
		}
	}
}
