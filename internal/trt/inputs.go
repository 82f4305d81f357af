package trt

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/planlint/planlint/internal/tensor"
)

// input is an input of an engine as it will be run.
type input struct {
	name  string
	shape []int64
	// host has the bytes of an input that TensorRT reads on the host; nil: the input is on the device.
	host []byte
}

// inputsOf decides on the shapes of an engine's inputs, and on the values of those on the host.
func inputsOf(d Description, r RunRequest) ([]input, error) {
	if r.Profile > 0 && r.Profile >= d.Profiles {
		return nil, fmt.Errorf("there is no profile %d: the plan has %d, counted from 0", r.Profile, d.Profiles)
	}
	var list []input
	var names []string
	for _, b := range d.Bindings {
		if b.Mode != ModeInput {
			continue
		}
		names = append(names, b.Name)
		shape, err := b.shapeFor(r)
		if err != nil {
			return nil, err
		}
		in := input{name: b.Name, shape: shape}
		if b.Host {
			if in.host, err = b.hostBytes(shape, r); err != nil {
				return nil, err
			}
		}
		list = append(list, in)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Shapes)) {
		if !slices.Contains(names, name) {
			return nil, noInput(name, "shape", names)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		if !slices.Contains(names, name) {
			return nil, noInput(name, "file", names)
		}
	}
	return list, nil
}

func noInput(name, what string, names []string) error {
	return fmt.Errorf("there is a %s for %q, but the inputs are %s", what, OneLine(name), OneLine(strings.Join(names, ", ")))
}

// shapeFor is the given shape if it fits, else the profile's.
func (b Binding) shapeFor(r RunRequest) ([]int64, error) {
	shape, given := r.Shapes[b.Name]
	free := slices.Contains(b.Shape, -1)
	var limits Range
	if r.Profile < len(b.Shapes) {
		limits = b.Shapes[r.Profile]
	}
	switch {
	case !given && !free:
		return b.Shape, nil
	case !given && limits.of(r.Select) == nil:
		return nil, fmt.Errorf("input %s of shape %s needs a shape: profile %d has none", OneLine(b.Name), ShapeText(b.Shape), r.Profile)
	case !given:
		return limits.of(r.Select), nil
	}
	fits := len(shape) == len(b.Shape)
	for i := 0; fits && i < len(shape); i++ {
		fits = shape[i] >= 0 && (shape[i] == b.Shape[i] || b.Shape[i] == -1)
	}
	if !fits {
		return nil, fmt.Errorf("input %s has shape %s, so that it cannot be %s", OneLine(b.Name), ShapeText(b.Shape), ShapeText(shape))
	}
	if len(limits.Min) == len(shape) && len(limits.Max) == len(shape) {
		for i, n := range shape {
			if n < limits.Min[i] || n > limits.Max[i] {
				return nil, fmt.Errorf("input %s: shape %s is outside of profile %d, which goes from %s to %s",
					OneLine(b.Name), ShapeText(shape), r.Profile, ShapeText(limits.Min), ShapeText(limits.Max))
			}
		}
	}
	return shape, nil
}

// ShapeText spells a shape as 1x64x8x8; that of a scalar is "scalar".
func ShapeText(shape []int64) string {
	if len(shape) == 0 {
		return "scalar"
	}
	parts := make([]string, len(shape))
	for i, n := range shape {
		parts[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(parts, "x")
}

// hostBytes is the content of an input that TensorRT reads on the host: a file's, else what the profile says.
// Numbers made up would be no use there, because they are shapes.
func (b Binding) hostBytes(shape []int64, r RunRequest) ([]byte, error) {
	elements, err := tensor.Elements(shape)
	var size int64
	if err == nil {
		size, err = tensor.Bytes(b.DType, elements)
	}
	if err != nil {
		return nil, fmt.Errorf("input %s: %w", OneLine(b.Name), err)
	}
	if path, given := r.Files[b.Name]; given {
		data, err := os.ReadFile(path)
		if err == nil && int64(len(data)) != size {
			err = wrongSize(path, int64(len(data)), size)
		}
		if err != nil {
			return nil, fmt.Errorf("input %s: %w", OneLine(b.Name), err)
		}
		return data, nil
	}
	var values []int64
	if r.Profile < len(b.Values) {
		values = b.Values[r.Profile].of(r.Select)
	}
	data, ok := encode(values, b.DType)
	if !ok || int64(len(data)) != size {
		return nil, fmt.Errorf("input %s is read on the host and profile %d has no values for it: a file with its %d bytes is needed",
			OneLine(b.Name), r.Profile, size)
	}
	return data, nil
}

func wrongSize(path string, got, want int64) error {
	return fmt.Errorf("%s has %d bytes, %d are needed", OneLine(path), got, want)
}

// encode writes integers in a data type; false: not in that one.
func encode(values []int64, dtype string) ([]byte, bool) {
	var data []byte
	for _, v := range values {
		switch dtype {
		case "int64":
			data = binary.LittleEndian.AppendUint64(data, uint64(v))
		case "int32":
			data = binary.LittleEndian.AppendUint32(data, uint32(v))
		case "bool", "uint8", "int8":
			data = append(data, byte(v))
		case "float32":
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(v)))
		default:
			return nil, false
		}
	}
	return data, true
}

// decoded is what encode wrote, for a report; nil for other types than integers.
func decoded(data []byte, dtype string) []int64 {
	var values []int64
	for len(data) > 0 {
		switch {
		case dtype == "int64" && len(data) >= 8:
			values, data = append(values, int64(binary.LittleEndian.Uint64(data))), data[8:]
		case dtype == "int32" && len(data) >= 4:
			values, data = append(values, int64(int32(binary.LittleEndian.Uint32(data)))), data[4:]
		case dtype == "bool":
			values, data = append(values, int64(data[0])), data[1:]
		default:
			return nil
		}
	}
	return values
}
