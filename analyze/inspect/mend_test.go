package inspect

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func mended(t testing.TB, text []byte) []byte {
	t.Helper()
	got, err := io.ReadAll(newMender(iotest.OneByteReader(bytes.NewReader(text))))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestMend(t *testing.T) {
	for text, want := range map[string]string{
		"\"a\x1eb\x1f\tc\"":                            `"a\u001eb\u001f\u0009c"`,
		`{"a": nan, "b": -nan(ind), "c": [inf, -inf]}`: `{"a": null, "b": null, "c": [null, null]}`,
		`[1.#QNAN, -1.#IND00, NaN, Infinity]`:          `[null, null, null, null]`,
		`[1., .5, +1, 007, 1e5, -0, 1E+2]`:             `[1, 0.5, 1, 7, 1e5, -0, 1E+2]`,
		`[1,2,]`:                                       `[1,2]`,
		`{"a":1, }`:                                    `{"a":1 }`,
		`[,1,,2]`:                                      `[1,2]`,
		`"C:\dir\x"`:                                   `"C:\\dir\\x"`,
		`"\u00e9\u12"`:                                 `"\u00e9\\u12"`,
		`["say "hi" now", "b"]`:                        `["say \"hi\" now", "b"]`,
		`{"say "hi"": 1}`:                              `{"say \"hi\"": 1}`,
		"\xef\xbb\xbf[1]\x00":                          `[1] `,
		`[true, false, null]`:                          `[true, false, null]`,
	} {
		var got, wanted bytes.Buffer // a comma that waited stands behind the space before it
		if err := errors.Join(json.Compact(&got, mended(t, []byte(text))), json.Compact(&wanted, []byte(want))); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if got.String() != wanted.String() {
			t.Errorf("%q: %s, want %s", text, &got, &wanted)
		}
	}
}

// FuzzMend checks that what is well-formed keeps its meaning, and that mending twice changes nothing more.
func FuzzMend(f *testing.F) {
	for _, text := range texts(f) {
		f.Add(text)
	}
	for _, text := range []string{`[1,2,]`, `{"a": nan}`, `"\ud83d\ude00"`, `"\"`, `"a"b"`, `[1 , 2 ]`, "\"\x1e\"", `{"a" : "b" , "c":[] }`, "[\"a\"\u00a0]"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got := mended(t, text)
		if json.Valid(text) && len(text) < maxValue {
			var want, have any
			if json.Unmarshal(text, &want) == nil { // a number can be too large
				if err := json.Unmarshal(got, &have); err != nil || !cmp.Equal(want, have) {
					t.Fatalf("%q became %q: %v", text, got, err)
				}
			}
		}
		if json.Valid(got) {
			if again := mended(t, got); !bytes.Equal(again, got) {
				t.Fatalf("%q became %q, then %q", text, got, again)
			}
		}
	})
}

// FuzzRead checks that a text gives layers or an error, and that all layers have what their kind of plan has.
func FuzzRead(f *testing.F) {
	for _, text := range texts(f) {
		f.Add(text)
		f.Add(text[:len(text)*2/3])
		f.Add(bytes.ReplaceAll(text, []byte(`"Name"`), []byte(`"name"`)))
	}
	for _, text := range []string{"", "[]", `["a", {"Name": "PWN(b)"}]`, `{"Layers": [[]]}`, `[{"Outputs": [{"Dimensions": [9223372036854775807, 3], "Datatype": "Half"}]}]`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		layers, err := Read(bytes.NewReader(text))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 400 {
				t.Fatalf("%q", err)
			}
			return
		}
		if layers.List == nil || (layers.Detail == "none") != (len(layers.List) == 0) {
			t.Fatalf("%+v", layers)
		}
		for _, layer := range layers.List {
			for _, size := range []*int64{layer.InputBytes, layer.OutputBytes, layer.WeightsBytes, layer.Stream, layer.Profile} {
				if size != nil && *size < 0 {
					t.Fatalf("%+v", layer)
				}
			}
			if (layer.Nodes == nil) != (layer.NodesFrom == "") || layer.Pointwise == "" && layer.PointwiseNodes != nil {
				t.Fatalf("%+v", layer)
			}
		}
		if _, err := json.Marshal(layers); err != nil {
			t.Fatal(err)
		}
	})
}
