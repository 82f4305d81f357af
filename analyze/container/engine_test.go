package container

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/planlint/planlint/fixtures"
)

// engineFields writes the start of an engine as TensorRT 8.6.1 does: version, compatibility, device, weights.
func engineFields(compatibility, major, minor uint64, weights uint64) []byte {
	var b []byte
	open := func(kind uint16) {
		b = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(b, 0x8000|kind), 1)
	}
	value := func(kind uint16, v uint64) {
		open(kind)
		b = append(b, binary.LittleEndian.AppendUint64(nil, v)[:payload[kind]]...)
	}
	end := func(kind uint16) { b = binary.LittleEndian.AppendUint16(b, ^(0x8000 | kind)) }
	for _, v := range []uint64{8, 6, 1, 6} {
		value(typeByte, v)
	}
	open(typeCompatibility)
	value(typeInt, compatibility)
	open(typeDevices)
	open(typeDevice)
	for _, v := range []uint64{major, minor, 1_980_000} {
		value(typeInt, v)
	}
	value(0x0a, 0)
	value(typeLong, 150_109_880_320)
	end(typeDevice)
	end(typeDevices)
	open(typeWeights)
	value(typeLong, weights)
	return b
}

func engineBytes(t testing.TB, fields []byte) []byte {
	t.Helper()
	b, err := fixtures.Small(fixtures.TagTensorRT).Bytes()
	if err != nil {
		t.Fatal(err)
	}
	copy(b[56+innerHeaderTensorRT:], fields)
	return b
}

func TestEngine(t *testing.T) {
	good := engineFields(1, 9, 0, 4_000)
	at := int64(56 + innerHeaderTensorRT + len(good))
	for _, tt := range []struct {
		name   string
		fields []byte
		want   *Engine
	}{
		{"whole", good, &Engine{Capability: "9.0", HardwareCompatibility: 1, WeightsOffset: at, WeightsSize: 4_000}},
		{"other fields", nil, nil},
		{"cut", good[:len(good)-20], nil},
		{"weights larger than the section", engineFields(0, 9, 0, 16_000), nil},
		{"weights of 2^63 bytes", engineFields(0, 9, 0, 1<<63), nil},
		{"end that is none", bytes.Replace(good, []byte{0xef, 0x7f}, []byte{0xee, 0x7f}, 1), nil},
	} {
		b := engineBytes(t, tt.fields)
		c, err := Parse(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, c.Engine); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
		if r := c.Result(); tt.want != nil && (r.BuiltOn != "9.0" || *r.WeightsBytes != 4_000) {
			t.Errorf("%s: result %+v", tt.name, r)
		}
	}
}
