package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/tensor"
)

// ErrFormat is wrapped by errors about a file that is no array, or one of a kind that is not read here.
var ErrFormat = errors.New("no array of numpy that can be read")

// Header describes an array. Its numbers are little-endian, the last dimension running fastest.
type Header struct {
	// Kind is that of numpy, without the byte order: "f4", "f8", "f2", "i8", "u1", "b1", or "V2" for bytes
	// that numpy has no name for, such as bfloat16.
	Kind  string
	Shape []int64
}

const magic = "\x93NUMPY"

// maxHeader is the length of a header's text that is read, in bytes; numpy pads it to 118 or so.
const maxHeader = 64 << 10

// ReadHeader reads up to where the numbers start.
func ReadHeader(r io.Reader) (Header, error) {
	var start [len(magic) + 2]byte
	if _, err := io.ReadFull(r, start[:]); err != nil || string(start[:len(magic)]) != magic {
		return Header{}, fmt.Errorf("%w: it does not start like one", ErrFormat)
	}
	length := make([]byte, 2)
	switch version := start[len(magic)]; version {
	case 1:
	case 2, 3:
		length = make([]byte, 4)
	default:
		return Header{}, fmt.Errorf("%w: version %d of the format", ErrFormat, version)
	}
	if _, err := io.ReadFull(r, length); err != nil {
		return Header{}, fmt.Errorf("%w: it is cut off", ErrFormat)
	}
	size := binary.LittleEndian.Uint32(append(length, 0, 0))
	if size > maxHeader {
		return Header{}, fmt.Errorf("%w: a header of %d bytes", ErrFormat, size)
	}
	text := make([]byte, size)
	if _, err := io.ReadFull(r, text); err != nil {
		return Header{}, fmt.Errorf("%w: it is cut off", ErrFormat)
	}
	return parse(strings.TrimSpace(string(text)))
}

// parse reads the text, a dictionary as Python writes it.
func parse(text string) (Header, error) {
	value := func(pattern string) (string, bool) {
		found := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if found == nil {
			return "", false
		}
		return found[1], true
	}
	descr, hasDescr := value(`'descr': *'([<>|=])?[a-zA-Z]\d+'`)
	kind, hasKind := value(`'descr': *'[<>|=]?([a-zA-Z]\d+)'`)
	order, hasOrder := value(`'fortran_order': *(True|False)`)
	shape, hasShape := value(`'shape': *\(([0-9L, ]*)\)`)
	if !hasDescr || !hasKind || !hasOrder || !hasShape {
		return Header{}, fmt.Errorf("%w: its header is %.100q", ErrFormat, text)
	}
	h := Header{Kind: kind, Shape: []int64{}}
	for _, field := range strings.Split(shape, ",") {
		field = strings.TrimSuffix(strings.TrimSpace(field), "L") // as Python 2 wrote
		if field == "" {
			continue
		}
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return Header{}, fmt.Errorf("%w: a shape of (%.100s)", ErrFormat, shape)
		}
		h.Shape = append(h.Shape, n)
	}
	switch _, err := h.Elements(); {
	case err != nil:
		return Header{}, err
	case descr == ">":
		return Header{}, fmt.Errorf("%w: its numbers are big-endian; save array.astype(array.dtype.newbyteorder(\"<\"))", ErrFormat)
	case order == "True" && len(h.Shape) > 1:
		return Header{}, fmt.Errorf("%w: its first dimension runs fastest; save numpy.ascontiguousarray(array)", ErrFormat)
	}
	return h, nil
}

// Elements is how many the array has.
func (h Header) Elements() (int64, error) {
	count, err := tensor.Elements(h.Shape)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return count, nil
}

// DType is the data type of the numbers by its name in package tensor; "" if numpy has no name for it.
func (h Header) DType() string {
	return map[string]string{
		"f8": "float64", "f4": "float32", "f2": "float16", "i8": "int64", "i4": "int32", "i2": "int16", "i1": "int8", "u1": "uint8", "b1": "bool",
	}[h.Kind]
}

// Holds tells whether the array can have been saved from one of a data type. Those of 4 bits cannot: numpy
// gives each of their elements a byte.
func (h Header) Holds(dtype string) bool {
	switch dtype {
	case "bfloat16":
		return h.Kind == "V2"
	case "fp8", "fp8e5m2", "e8m0":
		return h.Kind == "V1"
	}
	return h.DType() == dtype
}

// WriteHeader writes what stands before the numbers of an array.
func WriteHeader(w io.Writer, h Header) error {
	order := "<"
	if strings.HasSuffix(h.Kind, "1") {
		order = "|"
	}
	var shape strings.Builder
	for i, n := range h.Shape {
		if i > 0 {
			shape.WriteByte(' ')
		}
		fmt.Fprintf(&shape, "%d,", n)
	}
	text := strings.TrimSuffix(shape.String(), ",")
	if len(h.Shape) == 1 {
		text += ","
	}
	text = fmt.Sprintf("{'descr': '%s%s', 'fortran_order': False, 'shape': (%s), }", order, h.Kind, text)
	const before = len(magic) + 4
	text += strings.Repeat(" ", 63-(before+len(text))%64) + "\n"
	if len(text) > math.MaxUint16 {
		return fmt.Errorf("%w: a shape of %d dimensions", ErrFormat, len(h.Shape))
	}
	start := binary.LittleEndian.AppendUint16([]byte(magic+"\x01\x00"), uint16(len(text)))
	_, err := w.Write(append(start, text...))
	return err
}
