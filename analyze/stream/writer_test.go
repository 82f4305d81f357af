package stream

import (
	"bytes"
	"encoding/binary"
)

// writer writes streams as the format was measured. It knows nothing of the reader.
type writer struct{ bytes.Buffer }

func (w *writer) number(size int, v uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	w.Write(b[:size])
}

func (w *writer) mark(t Type, version uint16) {
	w.number(2, uint64(t)|0x8000)
	w.number(2, uint64(version))
}

func (w *writer) scalar(t Type, v uint64) {
	w.mark(t, 1)
	w.number(int(t.Size()), v)
}

func (w *writer) open(t Type)  { w.mark(t, 1) }
func (w *writer) close(t Type) { w.number(2, uint64(^(uint16(t) | 0x8000))) }

func (w *writer) enum(t Type, v uint64) {
	w.mark(t, 1)
	w.scalar(TypeInt32, v)
}

func (w *writer) array(t Type, count uint64, content []byte) {
	w.number(2, 0x8001)
	w.mark(t, 1)
	w.number(8, count)
	w.Write(content)
}

func (w *writer) text(t Type, s string) {
	w.mark(t, 1)
	w.number(8, uint64(len(s)))
	w.array(TypeChar, uint64(len(s)), []byte(s))
}

func (w *writer) weights(t Type, content []byte) {
	w.open(t)
	w.scalar(TypeInt64, uint64(len(content)))
	w.Write(content)
	w.close(t)
}

func (w *writer) end() { w.scalar(TypeUint32, 0x8b8d8b8f) }

// record writes a record that was read, given its payload.
func (w *writer) record(r Record, payload []byte) {
	switch r.Kind {
	case Open:
		w.mark(r.Type, r.Version)
	case Close:
		w.close(r.Type)
	case Enum:
		w.mark(r.Type, r.Version)
		w.mark(r.Number, 1)
	case String:
		w.mark(r.Type, r.Version)
		w.number(8, uint64(r.Size))
		w.array(TypeChar, uint64(r.Size), nil)
	case Array, List:
		w.number(2, 0x8001)
		w.mark(r.Type, r.Version)
		if r.Number != 0 {
			w.mark(r.Number, 1)
		}
		w.number(8, r.Count)
	case Scalar, End:
		w.mark(r.Type, r.Version)
	}
	w.Write(payload)
}

// Types of TensorRT 8.6.1.
const (
	typeDevice       Type = 0x10
	typeDeviceOuter  Type = 0x12
	typeString       Type = 0x18
	typeCapability   Type = 0x34
	typeCode         Type = 0x4c
	typeWeights      Type = 0xb0
	typeTensor       Type = 0xaf
	typeTensorOuter  Type = 0xb1
	typeTensorKind   Type = 0x29
	typeBound        Type = 0xb7
	typeLocation     Type = 0x15
	typeRefit        Type = 0x9e
	typeCompatible   Type = 0xe5
	typeCodeOuter    Type = 0xde
	typeCodeKind     Type = 0xdd
	typeDimensions   Type = 0x11
	typeVerbosity    Type = 0xa6
	typeMemoryPlan   Type = 0xd3
	streamHeaderSize      = 24
)

// h200 is what TensorRT 8.6.1 writes on an H200, and what CUDA's driver says of one.
var h200 = [...]uint64{
	9, 0, 1_980_000, 3_201_000, 6016, 62_914_560, 39_321_600, 49_152, 233_472, 512, 132, 0, 1024,
	2_147_483_647, 65_535, 65_535, 150_109_880_320, 268_435_456,
}

// engine is a stream like those of TensorRT 8.6.1, with every kind of record.
type engine struct {
	compatibility uint64
	device        []uint64
	weights       []byte
	code          []byte
	inner         bool   // holds another engine
	behind        []byte // what follows the end tag
	before        []byte // what stands in front of the end tag and is no record
}

func (e engine) body() []byte {
	var w writer
	e.write(&w)
	w.Write(e.before)
	w.scalar(TypeInt32, 0)
	w.end()
	w.Write(e.behind)
	return w.Bytes()
}

func (e engine) write(w *writer) {
	for _, part := range []uint64{8, 6, 1, 6} {
		w.scalar(TypeByte, part)
	}
	w.enum(typeCompatible, e.compatibility)
	w.open(typeDeviceOuter)
	w.open(typeDevice)
	for i, v := range e.device {
		w.scalar(deviceTypes[i], v)
	}
	w.close(typeDevice)
	w.close(typeDeviceOuter)
	w.weights(typeWeights, e.weights)
	w.scalar(TypeBool, 1)
	w.enum(typeCapability, 0)
	w.text(typeString, "a network")
	w.array(TypeUint64, 1, make([]byte, 8))
	w.array(TypeArray, 2, nil)
	w.array(TypeUint64, 1, make([]byte, 8))
	w.array(TypeUint64, 0, nil)
	for _, name := range []string{"x", "y"} {
		w.open(typeTensorOuter)
		w.enum(typeTensorKind, 0)
		w.open(typeTensor)
		w.text(typeString, name)
		w.open(typeDimensions)
		w.scalar(TypeInt32, 2)
		w.array(TypeInt32, 2, make([]byte, 8))
		w.close(typeDimensions)
		w.close(typeTensor)
		w.close(typeTensorOuter)
	}
	w.open(typeCodeOuter)
	w.enum(typeCodeKind, 0)
	w.open(typeCode)
	w.array(TypeByte, uint64(len(e.code)), e.code)
	w.close(typeCode)
	w.close(typeCodeOuter)
	w.array(typeBound, 3, make([]byte, 12))
	w.array(typeRefit, 0, nil)
	w.number(2, 0x8001) // enumerations
	w.mark(typeLocation, 1)
	w.mark(TypeInt32, 1)
	w.number(8, 2)
	w.number(8, 1)
	w.array(typeString, 2, nil)
	w.text(typeString, "first")
	w.text(typeString, "")
	w.array(TypeArray, 2, nil)
	w.array(typeMemoryPlan, 2, nil)
	for range 2 {
		w.scalar(TypeInt32, 0)
		w.close(typeMemoryPlan)
	}
	w.array(typeMemoryPlan, 0, nil)
	w.scalar(TypeFloat, 0x3f800000)
	if e.inner {
		w.open(typeTensorOuter)
		engine{device: e.device}.write(w)
		w.end()
		w.scalar(TypeInt32, 0)
		w.close(typeTensorOuter)
	}
	w.enum(typeVerbosity, 2)
}

// section is the stream with its header.
func (e engine) section() []byte {
	body := e.body()
	var w writer
	w.WriteString("ptrt")
	w.number(4, 0)
	w.number(8, 0xec)
	w.number(8, uint64(len(body)))
	w.Write(body)
	return w.Bytes()
}
