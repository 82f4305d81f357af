package container

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planlint/planlint/fixtures/rtx"
	"github.com/planlint/planlint/internal/testutil"
)

// TestRealRTXPlans compares what is read from real plans with what their builder says.
func TestRealRTXPlans(t *testing.T) {
	for _, p := range rtx.Plans(t) {
		t.Run(p.Version+"/"+p.Name, func(t *testing.T) {
			f, c := open(t, p.Path, p.Size)
			checkWhole(t, f, c, p.Size)
			if got := c.Version.String(); got != p.Version || c.Family != FamilyRTX || !c.Measured {
				t.Errorf("%s %s, measured %v", c.Family, got, c.Measured)
			}
			if p.HeaderSize != tableRTX {
				t.Errorf("the runtime says that the header has %d bytes", p.HeaderSize)
			}
			if len(c.Sections) != 2 || c.Sections[0].Name != SectionEngine || c.Sections[1].Name != SectionWeights {
				t.Fatalf("sections %v", c.Sections)
			}
			if p.Capabilities != nil {
				if known, unknown := c.Capabilities(); !slices.Equal(known, dotted(p.Capabilities)) || unknown != 0 {
					t.Errorf("capabilities %v and bits %x, asked for %v", known, unknown, p.Capabilities)
				}
			}
			checkWeights(t, f, c, p)
		})
	}
}

// checkWeights: the values of the model's initializers must lie in the weights section. Matrices do so as
// they are in the model; the weights of convolutions are laid out anew.
func checkWeights(t *testing.T, f *os.File, c *Container, p rtx.Plan) {
	t.Helper()
	section, _ := c.Section(SectionWeights)
	if streamed := p.Name == rtx.StreamedWeights; streamed != (c.RTX.WeightsBytes == 0) ||
		(!streamed && c.RTX.WeightsBytes != uint64(section.Size)) {
		t.Errorf("the header says %d bytes of weights, the section has %d", c.RTX.WeightsBytes, section.Size)
	}
	var initializers int64
	content := make([]byte, section.Size)
	if _, err := f.ReadAt(content, section.Offset); err != nil {
		t.Fatal(err)
	}
	for _, w := range p.Weights {
		values, err := os.ReadFile(w.Path)
		if err != nil {
			t.Fatal(err)
		}
		initializers += w.Bytes
		if p.Name == rtx.LargeWeights || p.Name == rtx.StreamedWeights || w.Name == "linear.weight" || w.Name == "linear.bias" {
			if !bytes.Contains(content, values) {
				t.Errorf("%s is not in the weights section", w.Name)
			}
			continue
		}
		if len(values) > 1_000 && !bytes.Contains(content, channelsLast(values, w.Bytes)) {
			t.Errorf("%s is not in the weights section, channels last", w.Name)
		}
	}
	if slack := section.Size - initializers; slack < -64 || slack > 1024 {
		t.Errorf("%d bytes of initializers, a section of %d", initializers, section.Size)
	}
}

func checkWhole(t *testing.T, f *os.File, c *Container, size int64) {
	t.Helper()
	if declared, ok := c.DeclaredSize(); !ok || declared != size || c.TrailingBytes() != 0 {
		t.Errorf("declared %d %v, the builder gave %d", declared, ok, size)
	}
	if offset, found, looked := c.EndTag(); !found || !looked || offset != size-4 {
		t.Errorf("end tag %d, found %v, looked %v", offset, found, looked)
	}
	engine, _ := c.Section(SectionEngine)
	last, want := make([]byte, tagSize), complement(tagInner)
	if _, err := f.ReadAt(last, engine.End()-tagSize); err != nil || !bytes.Equal(last, want[:]) {
		t.Errorf("the section of the engine ends with % x, %v", last, err)
	}
	rest := uint64(innerHeaderRTX)
	if c.Family == FamilyTensorRT {
		rest = innerHeaderTensorRT
	}
	if c.Inner == nil || c.Inner.ContentSize+rest != uint64(engine.Size) {
		t.Errorf("inner archive %+v in a section of %d bytes", c.Inner, engine.Size)
	}
	for i, s := range c.Sections {
		if s.Offset%alignment != 0 || (i == 0 && s.Offset != c.HeaderEnd()) {
			t.Errorf("section %+v is not at a multiple of 8 behind the header of %d bytes", s, c.HeaderEnd())
		}
	}
}

// TestRealTensorRTPlans does the same with plans of TensorRT 8.6.1, of which nothing but the files is known.
// PLANLINT_TRT8_PLANS names a folder of them.
func TestRealTensorRTPlans(t *testing.T) {
	dir := os.Getenv("PLANLINT_TRT8_PLANS")
	if dir == "" {
		testutil.Require(t, "trt8", "PLANLINT_TRT8_PLANS names no folder of TensorRT 8.6.1 plans")
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.plan"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no plans in %s: %v", dir, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			f, c := open(t, path, info.Size())
			checkWhole(t, f, c, info.Size())
			if c.Version.String() != "8.6.1.6" || !c.Measured || c.Inner.SerializationVersion != 236 || len(c.Unknown) != 0 {
				t.Errorf("version %s, inner %+v, unknown %v", c.Version, c.Inner, c.Unknown)
			}
		})
	}
}

// TestRealPlansDamaged damages a real plan in the ways that a transfer does.
func TestRealPlansDamaged(t *testing.T) {
	for _, p := range rtx.Named(t, rtx.HeadBug) {
		b, err := os.ReadFile(p.Path)
		if err != nil {
			t.Fatal(err)
		}
		size := int64(len(b))
		for name, tt := range map[string]struct {
			content []byte
			want    string
		}{
			"cut by one byte": {b[:size-1], "1 byte is missing"},
			"cut in half":     {b[:size/2], "bytes are missing"},
			"LF to CR LF":     {bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")), "every LF byte has become CR LF"},
			"CR LF to LF":     {bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), "CR LF has probably become LF"},
			"read as text":    {bytes.ToValidUTF8(b, []byte("\ufffd")), "no UTF-8"},
			"as Latin-1":      {latin1AsUTF8(b), "have become the UTF-8"},
		} {
			_, err := Parse(bytes.NewReader(tt.content), int64(len(tt.content)))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s %s: %v, want %q", p.Version, name, err, tt.want)
			}
		}
	}
}

func open(t *testing.T, path string, size int64) (*os.File, *Container) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	c, err := Parse(f, size)
	if err != nil {
		t.Fatal(err)
	}
	return f, c
}

// dotted turns the bindings' "SM120" into "12.0".
func dotted(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		digits := strings.TrimPrefix(name, "SM")
		out[i] = digits[:len(digits)-1] + "." + digits[len(digits)-1:]
	}
	return out
}

// channelsLast reorders the fp16 weights of a 3 x 3 convolution of the fixtures' models from output, input,
// height, width to output, height, width, input.
func channelsLast(values []byte, size int64) []byte {
	inputs := 64
	if size == 16*16*9*2 {
		inputs = 16
	}
	out := make([]byte, 0, size)
	for o := 0; o < len(values)/(inputs*9*2); o++ {
		for k := range 9 {
			for i := range inputs {
				at := ((o*inputs+i)*9 + k) * 2
				out = binary.LittleEndian.AppendUint16(out, binary.LittleEndian.Uint16(values[at:]))
			}
		}
	}
	return out
}

func latin1AsUTF8(b []byte) []byte {
	var text []rune
	for _, x := range b {
		text = append(text, rune(x))
	}
	return []byte(string(text))
}
