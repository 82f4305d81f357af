package law

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// FuzzRead wants an error or a law, never both, and a law that is the same written and read again and whose padding is a
// size, or not known.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"name": "mine", "source": "my own builds", "measured": true, "target": "11.4", "bytes_per_element": [{"dtypes": ["float16"], "ops": ["LeakyRelu"], "bytes": 14, "measured": true}, {"dtypes": ["float32"], "times_output": 7}, {"intermediates": true}]}`))
	f.Add([]byte(`{"name": "x", "bytes_per_element": [{"bytes": 2.5}]}`))
	f.Add([]byte(`{"name": "x", "bytes_per_element": [{"bytes": 1048576, "dtypes": null}]} `))
	f.Add([]byte(`{"name": "x", "bytes_per_element": [{"bytes": 1, "times_output": 1}]}`))
	f.Add([]byte(`{"name": "x", "bytes_per_element": [{"bytes": 1e999}]}`))
	f.Add([]byte(`{"name": "x", "target": "11..2", "bytes_per_element": [{"bytes": -0}]}`))
	f.Add([]byte(`{"name": "x", "bytes_per_element": [{"bytes": 1}]}]`))
	f.Add([]byte(`{"name": "x", "bytes_each": 1}`))
	f.Add(lawText)
	groups := []Group{
		{[]string{"LeakyRelu"}, []string{"Cast", "Mul", "Lt", "Sele", "Cast"}, 1, "float16", 16, 64 * 2944 * 1664},
		{[]string{"Exp"}, []string{"Exp"}, 1, "float32", 32, 1<<63 - 1},
		{[]string{"QuantizeLinear"}, []string{"Mul", "Roun"}, 2, "int4", 4, 3},
		{[]string{"Add"}, nil, 1 << 40, "", 0, 0},
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		law, err := Read(bytes.NewReader(text))
		if err != nil {
			if !reflect.DeepEqual(law, Law{}) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%+v, and %q", law, err)
			}
			return
		}
		written, err := json.Marshal(law)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read(bytes.NewReader(written))
		if err != nil {
			t.Fatalf("%s is not read again: %v", written, err)
		}
		for _, g := range groups {
			bytes, ok := law.Padding(g)
			if bytes < 0 || !ok && bytes != 0 {
				t.Errorf("%d, %v of %+v", bytes, ok, g)
			}
			if same, known := again.Padding(g); same != bytes || known != ok {
				t.Errorf("%d, %v, and %d, %v when the law was written and read again", bytes, ok, same, known)
			}
		}
	})
}
